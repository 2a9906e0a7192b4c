import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { consoleSettings } from '../../data/consoleSettings.ts'
import { serverNowMs } from '../../data/serverTime.ts'
import { useLiveLost } from '../../data/useLive.ts'
import { useWatch } from '../../data/useWatch.ts'
import { countsOf, type Watch, type WatchState } from '../../data/watch.ts'
import { sinceText, timeText } from '../../shared/dateText.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { HealthMark } from '../../ui/states/HealthMark.tsx'
import { lazyPart } from '../../ui/states/lazyPart.tsx'
import { useLoadedQuietly } from '../../ui/states/useLoadedQuietly.ts'
import styles from './Ribbon.module.css'

/**
 * The state of all junctions on every page, from the watcher's pulse: how many there are of each level, each a link to
 * these, and when the watcher last reported. It has no colour without a running watcher or live connection.
 */
export function Ribbon() {
  const t = useTexts('common', 'shell')
  const watch = useWatch()
  const lost = useLiveLost()
  const isWatched = watch.kind === 'watched' && !lost
  return (
    <section
      className={styles.ribbon}
      aria-label={t('ribbon.label')}
      data-old={lost || undefined}
      data-watched={isWatched || undefined}
    >
      {(watch.kind === 'watched' || (lost && watch.kind === 'lapsed')) && (
        <div className={styles.counts}>
          <Counts watch={watch} old={lost} />
        </div>
      )}
      <Checked watch={watch} lost={lost} />
    </section>
  )
}

const COUNTED = [
  { state: 'danger', mark: 'danger', level: 5 },
  { state: 'fault', mark: 'fault', level: 4 },
  { state: 'deviation', mark: 'deviation', level: 3 },
  { state: 'hold', mark: 'hold', level: 2 },
  { state: 'muted', mark: 'muted', level: 1 },
  { state: 'unknown', mark: 'unknown', level: null },
  { state: 'healthy', mark: 'ok', level: null },
] as const

function Counts({ watch, old }: { watch: Watch; old: boolean }) {
  const t = useTexts('common', 'shell')
  const counts = countsOf(watch)
  return COUNTED.map(({ state, mark, level }) => {
    const count = counts[state]
    if (count === 0 && state !== 'healthy') return null
    return (
      <Fragment key={state}>
        {/* Healthy junctions are in the list of devices alone. */}
        <Link
          className={styles.count ?? ''}
          {...(level !== null ? { to: '/now', search: { level } } : { to: '/devices', search: { state } })}
          data-state={state}
        >
          <HealthMark mark={mark} old={old} /> <b>{count}</b> <span>{t(`ribbon.${state}`, { count })}</span>
        </Link>
        {state === 'hold' && !old && <Holds count={count} />}
      </Fragment>
    )
  })
}

/** Loaded with the first hold. */
const RibbonHolds = lazyPart(async () => (await import('./RibbonHolds.tsx')).RibbonHolds, 'device', 'settings')

function Holds({ count }: { readonly count: number }) {
  return useLoadedQuietly(RibbonHolds, true) && <RibbonHolds count={count} />
}

/** Shows when the watcher last reported, or that no watcher is running. */
function Checked({ watch, lost }: { watch: WatchState; lost: boolean }) {
  const t = useTexts('common', 'shell')
  // The sample city says itself that it is being made.
  if (watch.kind === 'unknown' || (watch.kind === 'never' && consoleSettings().demonstration)) return null
  if (watch.kind === 'never' || watch.atMs === 0) return <Unwatched text={t('ribbon.notWatched')} />
  const time = sinceText(watch.atMs, serverNowMs())
  if (lost) return <span className={styles.checked}>{t('ribbon.asOf', { time })}</span>
  if (watch.kind === 'lapsed' && watch.unheard) {
    const { why, says } = watch.unheard
    return <Unwatched text={t(why === 'refused' ? 'ribbon.refused' : 'ribbon.unheard', { time, says })} />
  }
  if (watch.kind === 'lapsed') return <Unwatched text={t('ribbon.notWatchedSince', { time })} />
  return (
    <span className={styles.checked}>
      <span>{t('ribbon.checked')}</span> {timeText(watch.atMs)}
    </span>
  )
}

function Unwatched({ text }: { text: string }) {
  return (
    <span className={styles.unwatched}>
      <HealthMark mark="unwatched" /> {text}
    </span>
  )
}
