import type { HistoryEntry } from '@greenwave/changes/historyEntry'
import type { ChangeRecord } from '@greenwave/contract/records/changeRecords'
import { Button } from '@mantine/core'
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs'
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState, useSyncExternalStore } from 'react'
import { fetchChangeHistory } from '../../data/queries/changeHistory.ts'
import { rolloutsAmongQuery } from '../../data/queries/rolloutsAmong.ts'
import { useSession } from '../../data/session.ts'
import { dateText } from '../../shared/dateText.ts'
import { ChangesTabs } from '../../shared/ChangesTabs.tsx'
import { JunctionTabs } from '../../shared/JunctionTabs.tsx'
import { NamedPhases } from '../../shared/NamedPhases.tsx'
import { useTexts } from '../../texts/useTexts.ts'
import { DialogSlot } from '../../ui/dialogs/DialogSlot.tsx'
import { Card } from '../../ui/page/Card.tsx'
import { ReadingPage } from '../../ui/page/ReadingPage.tsx'
import { usePageTitle } from '../../ui/page/tab.ts'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../ui/states/ErrorState.tsx'
import { RowPlace } from '../../ui/states/PartLoading.tsx'
import { SkeletonRows } from '../../ui/states/Skeletons.tsx'
import { ChangeList, type ChangeListState } from './model/ChangeList.ts'
import { filtersOf, isFiltered, isWanted, NO_FILTERS } from './model/changeFilters.ts'
import { type ChangeGroup, groupChanges, isWhole } from './model/changeGroups.ts'
import type { ChangesAddress } from './model/changesAddress.ts'
import { ChangeFilters } from './parts/ChangeFilters.tsx'
import { ChangeGroupRow } from './parts/ChangeGroupRow.tsx'
import { ChangeRow } from './parts/ChangeRow.tsx'
import styles from './parts/Changes.module.css'
import { CsvExport } from './parts/CsvExport.tsx'
import { FirstSettingsRow } from './parts/FirstSettingsRow.tsx'

/** Change that the user wants to undo. */
export interface UndoneChange {
  readonly deviceId: string
  readonly change: ChangeRecord
}

/** Properties of `ChangesPage`. */
export interface ChangesPageProps {
  readonly address: ChangesAddress
  /** Applies a change to the address. */
  readonly onAddress: (change: Partial<ChangesAddress>) => void
  /** Renders the dialog that undoes a change. It is a property because features do not import one another. */
  readonly renderUndo: (subject: UndoneChange, opened: boolean, onClose: (isDone: boolean) => void) => ReactNode
}

/** Who changed what, when and why: at one junction or at all, the last changes first. Administrators undo them. */
export function ChangesPage({ address, onAddress, renderUndo }: ChangesPageProps) {
  const t = useTexts('settings', 'changes')
  usePageTitle(t('title'))
  const session = useSession()
  const mayChange = session.state === 'signedIn' && session.isTenantAdmin
  const list = useMemo(
    () =>
      new ChangeList(
        (signal) => fetchChangeHistory(filtersOf(address), signal),
        (entry) => isWanted(entry, address),
      ),
    [address],
  )
  const state = useSyncExternalStore(list.subscribe, list.state)
  const [undone, setUndone] = useState<UndoneChange | null>(null)
  const filtered = isFiltered(address)
  const listed = useMemo(() => groupChanges(state.entries), [state.entries])
  const batches = listed.flatMap((one) => (one.kind === 'group' ? one.batch : []))
  // Rollouts are for tenant administrators.
  const { data: rollouts } = useQuery(rolloutsAmongQuery(mayChange ? batches : []))
  const extentOf = (group: ChangeGroup) => {
    if (filtered || !isWhole(group, state.reachedMs, rollouts?.get(group.batch))) return 'here'
    return mayChange ? 'all' : 'yours'
  }
  const rowOf = (entry: HistoryEntry, heading: 'h2' | 'h3') => (
    <RowPlace
      key={entry.kind === 'change' ? `${entry.device.id} ${entry.atMs}` : `${entry.device.id} ${entry.atMs} out`}
    >
      <NamedPhases deviceId={entry.device.id}>
        <ChangeRow
          entry={entry}
          heading={heading}
          onUndo={mayChange ? (change) => setUndone({ deviceId: entry.device.id, change }) : undefined}
        />
      </NamedPhases>
    </RowPlace>
  )
  return (
    <ReadingPage
      title={t('title')}
      actions={
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} stroke={1.8} aria-hidden="true" />}
          disabled={state.status === 'reading'}
          onClick={() => list.again()}
        >
          {t('readAgain')}
        </Button>
      }
    >
      {address.junction !== undefined && <JunctionTabs deviceId={address.junction} />}
      <ChangesTabs junction={address.junction} />
      <Card padded={false} className={styles.card ?? ''}>
        <div className={styles.bar}>
          <ChangeFilters address={address} onChange={onAddress} withCustomers={mayChange} />
          <div className={styles.actions}>
            {filtered && (
              <Button variant="default" onClick={() => onAddress(NO_FILTERS)}>
                {t('showAll')}
              </Button>
            )}
            <CsvExport key={JSON.stringify(address)} address={address} disabled={state.entries.length === 0} />
          </div>
        </div>
        {state.hasAudit === false && <p className={styles.note}>{t('noAudit')}</p>}
        <Rows state={state} filtered={filtered} onRetry={() => list.again()}>
          {listed.map((one) =>
            one.kind === 'first' ? (
              <RowPlace key={`${one.entries[0].device.id} ${one.entries[0].atMs} first`}>
                <FirstSettingsRow first={one} renderEntry={(entry) => rowOf(entry, 'h3')} />
              </RowPlace>
            ) : one.kind === 'group' ? (
              <RowPlace key={one.batch}>
                <ChangeGroupRow
                  group={one}
                  extent={extentOf(one)}
                  isRollout={rollouts?.has(one.batch) === true}
                  renderEntry={(entry) => rowOf(entry, 'h3')}
                />
              </RowPlace>
            ) : (
              rowOf(one, 'h2')
            ),
          )}
        </Rows>
        <Foot state={state} onMore={() => list.more()} />
      </Card>
      <DialogSlot
        subject={undone}
        render={(subject, opened) =>
          renderUndo(subject, opened, (isDone) => {
            setUndone(null)
            if (isDone) list.again()
          })
        }
      />
    </ReadingPage>
  )
}

interface RowsProps {
  readonly state: ChangeListState
  readonly filtered: boolean
  readonly onRetry: () => void
  readonly children: readonly ReactNode[]
}

function Rows({ state, filtered, onRetry, children }: RowsProps) {
  const t = useTexts('settings', 'changes')
  if (state.status === 'failed') return <ErrorState error={state.error} fallback={t('loadFailed')} onRetry={onRetry} />
  if (children.length > 0)
    return (
      <ol className={styles.rows} aria-label={t('title')} aria-busy={state.status === 'reading'}>
        {children}
      </ol>
    )
  if (state.status === 'reading') return <SkeletonRows rows={6} height={56} />
  const title = t(filtered ? 'noneFiltered' : 'none')
  return <EmptyState icon={IconHistory} title={title} text={t(filtered ? 'noneFilteredHint' : 'noneHint')} />
}

/** Says how far back the list goes, and reads on. */
function Foot({ state, onMore }: { readonly state: ChangeListState; readonly onMore: () => void }) {
  const t = useTexts('settings', 'changes')
  const { status, reachedMs, entries } = state
  if (status === 'failed' || (status === 'reading' && entries.length === 0)) return null
  return (
    <footer className={styles.foot}>
      <p role="status">
        {status === 'done' && entries.length > 0 && t('noEarlier')}
        {status === 'full' && t('full', { count: entries.length })}
        {(status === 'more' || status === 'reading') &&
          reachedMs !== null &&
          t('readBackTo', { time: dateText(reachedMs) })}
      </p>
      {(status === 'more' || status === 'reading') && (
        <Button variant="default" loading={status === 'reading'} onClick={onMore}>
          {t('earlier')}
        </Button>
      )}
    </footer>
  )
}
