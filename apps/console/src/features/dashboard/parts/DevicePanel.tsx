import { Button, Loader } from '@mantine/core'
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import { useState } from 'react'
import { InvalidScopeError } from '../../../data/apiErrors.ts'
import { errorText, inOwnLanguage } from '../../../data/errorText.ts'
import type { TroubledJunction } from '../../../data/queries/junctionReads.ts'
import { serverNowMs } from '../../../data/serverTime.ts'
import { useSession } from '../../../data/session.ts'
import { useWatch } from '../../../data/useWatch.ts'
import { useHealthWords } from '../../../shared/useHealthWords.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { SearchBox } from '../../../ui/lists/SearchBox.tsx'
import { HealthMark } from '../../../ui/states/HealthMark.tsx'
import { lazyPart } from '../../../ui/states/lazyPart.tsx'
import { PartLoading } from '../../../ui/states/PartLoading.tsx'
import { groupDevices } from '../model/groupDevices.ts'
import type { RememberedDashboard } from '../model/useDashboardMemory.ts'
import { useTroubled, worstOf } from '../model/useTroubled.ts'
import { DeviceGroupSection } from './DeviceGroupSection.tsx'
import styles from './DevicePanel.module.css'
import type { SidebarDevices } from './useSidebarDevices.ts'

/** Loaded when a search looks further than the panel. */
const DevicesBeyond = lazyPart(async () => (await import('./DevicesBeyond.tsx')).DevicesBeyond, 'device')

interface DevicePanelProps {
  readonly sidebar: SidebarDevices
  readonly memory: Pick<RememberedDashboard, 'isOpen' | 'setOpen'>
  readonly selectedId: string | undefined
  readonly onSelect: (deviceId: string) => void
}

/** The list of devices by customer. On a phone the title opens and closes the list. */
export function DevicePanel({ sidebar, memory, selectedId, onSelect }: DevicePanelProps) {
  const t = useTexts('device', 'dashboard')
  const [open, setOpen] = useState(false)
  const { search, setSearch, total, beyond } = sidebar
  const shown = sidebar.devices.length + beyond.rows.length
  const select = (deviceId: string) => {
    setOpen(false)
    onSelect(deviceId)
  }
  return (
    <aside className={styles.panel} data-open={open || undefined} aria-labelledby="devices-panel">
      <div className={styles.head}>
        <h2 id="devices-panel">{t('devices')}</h2>
        <small>{shown < total ? t('shownOf', { shown, total }) : total || ''}</small>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={open}
          aria-label={t('showList')}
          onClick={() => setOpen(!open)}
        >
          <IconChevronDown size={20} stroke={1.8} aria-hidden="true" />
        </button>
      </div>
      <div className={styles.body}>
        <SearchBox value={search} onChange={setSearch} placeholder={t('search')} />
        <Unwatched />
        {sidebar.searchAll && (
          <Button variant="subtle" size="compact-sm" onClick={sidebar.searchAll}>
            {t('searchAll', { count: total })}
          </Button>
        )}
        <PanelList sidebar={sidebar} memory={memory} selectedId={selectedId} onSelect={select} />
        {(beyond.rows.length > 0 || beyond.isAsking || beyond.error) && (
          <PartLoading>
            <DevicesBeyond beyond={beyond} selectedId={selectedId} onSelect={select} />
          </PartLoading>
        )}
      </div>
    </aside>
  )
}

function PanelList({ sidebar, memory, selectedId, onSelect }: DevicePanelProps) {
  const t = useTexts('device', 'dashboard')
  const session = useSession()
  const { error, isPending, devices, search, retry, beyond } = sidebar
  const troubled = useTroubled((sidebar.listed?.length ?? 0) > 0)
  if (error) {
    return (
      <div className={styles.error} role="alert">
        {error instanceof InvalidScopeError && <p>{inOwnLanguage(error.message)}</p>}
        <p>{errorText(error, t('failed'))}</p>
        {!(error instanceof InvalidScopeError) && (
          <Button variant="default" size="compact-sm" onClick={retry} disabled={sidebar.isFetching}>
            {t('retry')}
          </Button>
        )}
      </div>
    )
  }
  if (isPending) return <Loader className={styles.loader ?? ''} size="sm" role="status" aria-label={t('loading')} />
  if (devices.length === 0)
    return !beyond.isAsking && beyond.rows.length === 0 && <p className={styles.none}>{t('noDevices')}</p>
  const groups = groupDevices(devices)
  // Groups start closed, except for a customer user with a single group, who has nothing to choose from.
  const openAtFirst = session.state === 'signedIn' && session.isCustomerUser && groups.length === 1
  const isPart = sidebar.total > (sidebar.listed?.length ?? 0)
  return groups.map((group) => {
    const ids = new Set(group.devices.map(({ id }) => id.id))
    // A search shows part of a group, whose head then speaks of that part.
    const isOf = ({ deviceId, customer }: TroubledJunction) =>
      search === '' ? customer === group.title : ids.has(deviceId)
    const open = memory.isOpen(group.id) ?? openAtFirst
    return (
      <DeviceGroupSection
        key={group.title ?? ''}
        group={group}
        worst={worstOf(troubled.filter(isOf))}
        isPart={isPart && search === ''}
        // A search opens every group, so that its results are visible.
        open={open || search !== ''}
        onToggle={() => memory.setOpen(group.id, !open)}
        selectedId={selectedId}
        onSelect={onSelect}
      />
    )
  })
}

/** States that no watcher is running, so that a missing mark is not read as no incident. */
function Unwatched() {
  const watch = useWatch()
  const words = useHealthWords()
  if (watch.kind === 'watched' || watch.kind === 'unknown') return null
  const sinceMs = watch.kind === 'lapsed' && watch.atMs > 0 ? watch.atMs : null
  const name = words.name({ code: 'not-watched' })
  return (
    <p className={styles.unwatched}>
      <HealthMark mark="unwatched" />
      {[name, words.time({ sinceMs, untilMs: null }, serverNowMs())].filter(Boolean).join(' ')}
    </p>
  )
}
