import { Button } from '@mantine/core'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconTrafficLights from '@tabler/icons-react/dist/esm/icons/IconTrafficLights.mjs'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { devicesQuery } from '../../data/queries/devices.ts'
import { useSession } from '../../data/session.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { DialogSlot } from '../../ui/dialogs/DialogSlot.tsx'
import { useKeptDialog } from '../../ui/dialogs/useKeptDialog.ts'
import page from '../../ui/lists/ListPage.module.css'
import { ListPager } from '../../ui/lists/ListPager.tsx'
import { ListSearchBar } from '../../ui/lists/ListSearchBar.tsx'
import { matchesSearch } from '../../ui/lists/matchesSearch.ts'
import { useLastPage } from '../../ui/lists/useLastPage.ts'
import { useListSearch } from '../../ui/lists/useListSearch.ts'
import { Card } from '../../ui/page/Card.tsx'
import { usePageTitle } from '../../ui/page/usePageTitle.ts'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../ui/states/ErrorState.tsx'
import { lazyPart } from '../../ui/states/lazyPart.tsx'
import { SkeletonRows } from '../../ui/states/Skeletons.tsx'
import { useLoadWhenStirred } from '../../ui/states/useLoadWhenStirred.ts'
import { type DeviceDialog, readDeviceForm } from './model/deviceDialog.ts'
import type { DevicesAddress } from './model/devicesAddress.ts'
import { DeviceCounts } from './parts/DeviceCounts.tsx'
import { DeviceTable } from './parts/DeviceTable.tsx'
import { SortSelectors } from './parts/SortSelectors.tsx'

const DeviceDialogs = lazyPart(async () => (await import('./dialogs/DeviceDialogs.tsx')).DeviceDialogs)

/** The list of devices: how many, which ones, and for tenant administrators what can be done with them. */
export function DevicesPage() {
  const t = useTexts('devices')
  usePageTitle(t('title'))
  useLoadWhenStirred(DeviceDialogs.preload)
  const session = useSession()
  const mayChange = session.state === 'signedIn' && session.isTenantAdmin
  const address = useSearch({ from: '/shell/devices' })
  const navigate = useNavigate({ from: '/devices' })
  const change = (part: Partial<DevicesAddress>, replace = false) =>
    void navigate({ search: (old) => ({ ...old, ...part }), replace })

  const { textSearch, ...request } = address
  const devices = useQuery(devicesQuery(session, { ...request, ...(textSearch && { textSearch }) }))
  useLastPage(devices, address.page, (last) => change({ page: last }, true))
  const search = useListSearch(address, change)
  const { setDialog, closeDialog, slot } = useKeptDialog<DeviceDialog>('devices', readDeviceForm)

  const loaded = devices.data?.data ?? []
  const rows = search.everywhere
    ? loaded
    : loaded.filter((device) => matchesSearch(search.text, [device.name, device.label]))
  const [live, setLive] = useState<ReadonlyMap<string, boolean>>(new Map())
  const hearActive = useCallback(
    (deviceId: string, active: boolean) => setLive((old) => new Map(old).set(deviceId, active)),
    [],
  )
  const total = devices.data?.totalElements ?? 0

  return (
    <div className={page.page}>
      <header className={page.header}>
        <h1>{t('title')}</h1>
        {mayChange && (
          <div className={page.headerActions}>
            <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setDialog({ kind: 'add' })}>
              {t('addDevice')}
            </Button>
          </div>
        )}
      </header>

      <DeviceCounts session={session} devices={loaded} live={live} />

      <Card padded={false}>
        <ListSearchBar
          search={search}
          placeholder={t('searchPlaceholder')}
          counts={devices.data && { found: rows.length, shown: loaded.length, total }}
          words={{
            searchAll: t('searchAll', { total }),
            searchedAll: t('searchedAll'),
            searchThisPage: t('searchThisPage'),
            foundOnPage: t('foundOnPage', { found: rows.length, shown: loaded.length }),
          }}
        >
          {mayChange && (
            <SortSelectors
              property={address.sortProperty}
              order={address.sortOrder}
              onChange={(sort) => change({ ...sort, page: 0 })}
            />
          )}
        </ListSearchBar>

        {devices.isPending ? (
          <SkeletonRows rows={6} height={40} />
        ) : devices.isError ? (
          <ErrorState
            error={devices.error}
            fallback={t('loadFailed')}
            onRetry={() => void devices.refetch()}
            retrying={devices.isFetching}
          />
        ) : rows.length > 0 ? (
          <DeviceTable
            label={t('tableCaption', { page: address.page + 1 })}
            devices={rows}
            onActive={hearActive}
            stale={devices.isPlaceholderData}
            onAction={mayChange ? (kind, device) => setDialog({ kind, device }) : undefined}
          />
        ) : search.text.trim() !== '' ? (
          <EmptyState
            compact
            title={t(search.everywhere ? 'noMatchAnywhere' : 'noMatchOnPage', { text: search.text.trim() })}
          />
        ) : (
          <EmptyState
            icon={IconTrafficLights}
            title={t('emptyTitle')}
            text={t(mayChange ? 'emptyAdmin' : 'emptyCustomer')}
            action={mayChange && <Button onClick={() => setDialog({ kind: 'add' })}>{t('addDevice')}</Button>}
          />
        )}
        {devices.data && (
          <ListPager
            page={address.page}
            pageSize={address.pageSize}
            shown={loaded.length}
            total={total}
            hasNext={devices.data.hasNext}
            onPage={(next) => change({ page: next })}
          />
        )}
      </Card>

      <DialogSlot
        {...slot}
        render={(shown, opened) => <DeviceDialogs dialog={shown} opened={opened} onClose={() => closeDialog(shown)} />}
      />
    </div>
  )
}
