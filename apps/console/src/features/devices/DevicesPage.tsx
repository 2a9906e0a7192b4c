import IconTrafficLights from '@tabler/icons-react/dist/esm/icons/IconTrafficLights.mjs'
import { Link, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { devicesQuery } from '../../data/queries/devices.ts'
import { useSession } from '../../data/session.ts'
import { useWatch } from '../../data/useWatch.ts'
import { ChosenBarSlot } from '../../shared/ChosenBarSlot.tsx'
import { useTexts } from '../../texts/useTexts.ts'
import { PageDialogs } from '../../ui/dialogs/PageDialogs.tsx'
import { useAskedDialog } from '../../ui/dialogs/useAskedDialog.ts'
import { useKeptDialog } from '../../ui/dialogs/useKeptDialog.ts'
import { ListPage } from '../../ui/lists/ListPage.tsx'
import { usePagedList } from '../../ui/lists/usePagedList.ts'
import { lazyPart } from '../../ui/states/lazyPart.tsx'
import { type DeviceDialog, parseDeviceForm } from './model/deviceDialog.ts'
import { DeviceCounts } from './parts/DeviceCounts.tsx'
import { HealthFilters } from './parts/HealthFilters.tsx'
import { SortSelectors } from './parts/SortSelectors.tsx'
import { useDeviceColumns } from './parts/useDeviceColumns.tsx'

const DeviceDialogs = lazyPart(async () => (await import('./dialogs/DeviceDialogs.tsx')).DeviceDialogs, 'device')

/** The list of devices, with their counts. Tenant administrators can also add, change, assign and delete devices. */
export function DevicesPage() {
  const t = useTexts('device', 'devices')
  const session = useSession()
  const mayChange = session.state === 'signedIn' && session.isTenantAdmin
  const { state, mode, customer, ...address } = useSearch({ from: '/shell/devices' })
  const filters = { state, mode, customer }
  const list = usePagedList({
    address,
    read: (request) => devicesQuery(session, { ...request, filters }),
    searched: ({ name, label }) => [name, label],
  })
  const isFiltered = state !== undefined || mode !== undefined || customer !== undefined
  useReadAgain(isFiltered || address.sortProperty === 'health', list.query.refetch)
  const dialogs = useKeptDialog<DeviceDialog>('devices', parseDeviceForm)
  useAskedDialog(mayChange ? dialogs.setDialog : undefined, parseDeviceForm)
  const [live, setLive] = useState<ReadonlyMap<string, boolean>>(new Map())
  const hearActive = useCallback(
    (deviceId: string, active: boolean) => setLive((old) => new Map(old).set(deviceId, active)),
    [],
  )
  const columns = useDeviceColumns({
    onActive: hearActive,
    among: list.rows.map(({ id }) => id.id),
    onAction: mayChange ? (kind, device) => dialogs.setDialog({ kind, device }) : undefined,
  })
  return (
    <ListPage
      title={t('title')}
      texts={t}
      list={list}
      columns={columns}
      add={mayChange ? { label: t('addDevice'), onAdd: () => dialogs.setDialog({ kind: 'add' }) } : undefined}
      more={<Link to="/files/devices">{t('asFile')}</Link>}
      empty={
        isFiltered
          ? { icon: IconTrafficLights, title: t('noneFiltered'), text: t('noneFilteredHint') }
          : { icon: IconTrafficLights, text: t(mayChange ? 'emptyAdmin' : 'emptyCustomer') }
      }
      above={
        <>
          <DeviceCounts session={session} devices={list.loaded} live={live} />
          <HealthFilters withCustomers={mayChange} />
        </>
      }
      searchEnd={mayChange && <SortSelectors sort={list.sort} onSort={list.onSort} />}
    >
      {mayChange && <ChosenBarSlot withRoom />}
      {mayChange && <PageDialogs kept={dialogs} of={DeviceDialogs} />}
    </ListPage>
  )
}

/** Reads a list again that depends on what the watcher says, whenever that has changed. */
function useReadAgain(depends: boolean, read: () => Promise<unknown>): void {
  const watch = useWatch()
  const revision = depends && watch.kind === 'watched' ? watch.revision : undefined
  useEffect(() => {
    if (revision !== undefined) void read()
  }, [revision, read])
}
