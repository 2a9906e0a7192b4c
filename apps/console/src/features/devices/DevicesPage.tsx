import IconTrafficLights from '@tabler/icons-react/dist/esm/icons/IconTrafficLights.mjs'
import { useSearch } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { devicesQuery } from '../../data/queries/devices.ts'
import { useSession } from '../../data/session.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { PageDialogs } from '../../ui/dialogs/PageDialogs.tsx'
import { useAskedDialog } from '../../ui/dialogs/useAskedDialog.ts'
import { useKeptDialog } from '../../ui/dialogs/useKeptDialog.ts'
import { ListPage } from '../../ui/lists/ListPage.tsx'
import { usePagedList } from '../../ui/lists/usePagedList.ts'
import { lazyPart } from '../../ui/states/lazyPart.tsx'
import { type DeviceDialog, readDeviceForm } from './model/deviceDialog.ts'
import { DeviceCounts } from './parts/DeviceCounts.tsx'
import { SortSelectors } from './parts/SortSelectors.tsx'
import { useDeviceColumns } from './parts/useDeviceColumns.tsx'

const DeviceDialogs = lazyPart(async () => (await import('./dialogs/DeviceDialogs.tsx')).DeviceDialogs)

/** The list of devices, with their counts. Tenant administrators can also add, change, assign and delete devices. */
export function DevicesPage() {
  const t = useTexts('devices')
  const session = useSession()
  const mayChange = session.state === 'signedIn' && session.isTenantAdmin
  const address = useSearch({ from: '/shell/devices' })
  const list = usePagedList({
    address,
    read: (request) => devicesQuery(session, request),
    searched: ({ name, label }) => [name, label],
  })
  const dialogs = useKeptDialog<DeviceDialog>('devices', readDeviceForm)
  useAskedDialog(mayChange ? dialogs.setDialog : undefined, readDeviceForm)
  const [live, setLive] = useState<ReadonlyMap<string, boolean>>(new Map())
  const hearActive = useCallback(
    (deviceId: string, active: boolean) => setLive((old) => new Map(old).set(deviceId, active)),
    [],
  )
  const columns = useDeviceColumns({
    onActive: hearActive,
    onAction: mayChange ? (kind, device) => dialogs.setDialog({ kind, device }) : undefined,
  })
  return (
    <ListPage
      title={t('title')}
      texts={t}
      list={list}
      columns={columns}
      add={mayChange ? { label: t('addDevice'), onAdd: () => dialogs.setDialog({ kind: 'add' }) } : undefined}
      empty={{ icon: IconTrafficLights, text: t(mayChange ? 'emptyAdmin' : 'emptyCustomer') }}
      above={<DeviceCounts session={session} devices={list.loaded} live={live} />}
      searchEnd={mayChange && <SortSelectors sort={list.sort} onSort={list.onSort} />}
    >
      {mayChange && <PageDialogs kept={dialogs} of={DeviceDialogs} />}
    </ListPage>
  )
}
