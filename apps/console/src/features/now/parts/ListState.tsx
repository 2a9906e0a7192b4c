/** Replacement or header of the list: no incident is open, or the reason why the state is unknown. */
import { Button } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { consoleSettings } from '../../../data/consoleSettings.ts'
import type { FleetStatus } from '../../../data/fleet/Fleet.ts'
import { preparationQuery } from '../../../data/queries/sampleCity.ts'
import { type Shift, shiftsQuery } from '../../../data/queries/shifts.ts'
import { serverNowMs } from '../../../data/serverTime.ts'
import { useSession } from '../../../data/session.ts'
import { useLiveLost } from '../../../data/useLive.ts'
import { useWatch } from '../../../data/useWatch.ts'
import type { WatchState } from '../../../data/watch.ts'
import { sinceText, timeText } from '../../../shared/dateText.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { EmptyState } from '../../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { HealthMark } from '../../../ui/states/HealthMark.tsx'
import { SkeletonRows } from '../../../ui/states/Skeletons.tsx'
import type { NowAddress } from '../model/nowAddress.ts'
import styles from './ListState.module.css'

interface EmptyListProps {
  readonly status: FleetStatus
  readonly address: NowAddress
  readonly onRetry: () => void
}

/** In the place of a list without rows. */
export function EmptyList({ status, address: { show, level }, onRetry }: EmptyListProps) {
  const t = useTexts('incidents', 'now')
  const watch = useWatch()
  const { error, atMs } = status
  if (error && atMs === null) return <ErrorState error={error} fallback={t('failed')} onRetry={onRetry} />
  if (atMs === null || watch.kind === 'unknown') return <SkeletonRows rows={6} height={72} />
  if (level !== undefined)
    return (
      <EmptyState
        title={t('noneShown')}
        action={
          <Button variant="default" renderRoot={(props) => <Link {...props} to="/now" search={{ show }} />}>
            {t('showAll')}
          </Button>
        }
      />
    )
  if (show === 'acknowledged') return <EmptyState title={t('noneAcknowledged')} />
  if (watch.kind !== 'watched') return null
  const [, ...troubled] = watch.levels
  const wrong = troubled.reduce((sum, ofLevel) => sum + ofLevel, 0)
  // The pulse counts a junction that was just deleted for a while, and is a moment ahead of what is read.
  if (wrong > 0) return <EmptyState title={t('unlisted')} text={t('unlistedHint', { count: wrong })} />
  const count = watch.levels.reduce((sum, ofLevel) => sum + ofLevel, 0)
  if (count === 0) return <EmptyState title={t('empty')} text={t('emptyHint')} />
  return <EmptyState title={t('nothing')} text={t('nothingHint', { count, time: timeText(watch.atMs) })} />
}

interface ListNotesProps {
  /** How true the incidents are, and how true the junctions. */
  readonly status: FleetStatus
  readonly fleet: FleetStatus
}

/** Time after which an open hand-over is no longer remarked, milliseconds. */
const WAITS_MS = 86_400_000

/** Shows above the rows that no watcher is running, that the data is not current, or that a shift waits. */
export function ListNotes({ status: { error, atMs }, fleet }: ListNotesProps) {
  const t = useTexts('incidents', 'now')
  const watch = useWatch()
  const { data: preparation } = useQuery({ ...preparationQuery(), enabled: consoleSettings().demonstration })
  const lost = useLiveLost()
  const time = atMs === null ? null : sinceText(atMs, serverNowMs())
  const session = useSession()
  const isTenantAdmin = session.state === 'signedIn' && session.isTenantAdmin
  const [last] = useInfiniteQuery({ ...shiftsQuery(), enabled: isTenantAdmin }).data ?? []
  const waiting = last?.taken === null && last.atMs > serverNowMs() - WAITS_MS ? last : null
  const notes = [
    !lost &&
      (watch.kind === 'never' || watch.kind === 'lapsed') &&
      (preparation ? <span key="watch">{t('beingMade')}</span> : <Unwatched key="watch" watch={watch} />),
    error && time && <span key="error">{t('asOf', { time })}</span>,
    fleet.error && !error && !lost && <span key="fleet">{t('junctionsFailed')}</span>,
    lost && !error && time && <span key="lost">{t('lostLive', { time })}</span>,
    waiting && <WaitingShift key="shift" {...waiting} />,
  ].filter(Boolean)
  return (
    <div role="status" className={notes.length > 0 ? styles.notes : undefined}>
      {notes}
    </div>
  )
}

function WaitingShift({ atMs, handOver: { name } }: Shift) {
  const t = useTexts('monitoring', 'shifts')
  return (
    <span>
      {t('waiting', { name, time: sinceText(atMs, serverNowMs()) })} <Link to="/shifts">{t('title')}</Link>
    </span>
  )
}

function Unwatched({ watch }: { readonly watch: WatchState }) {
  const t = useTexts('incidents', 'now')
  const sinceMs = watch.kind === 'lapsed' ? watch.atMs : 0
  return (
    <span>
      <HealthMark mark="unwatched" />{' '}
      <b>{sinceMs > 0 ? t('notWatchedSince', { time: sinceText(sinceMs, serverNowMs()) }) : t('notWatched')}</b>
      <br />
      {t('notWatchedHint')}
    </span>
  )
}
