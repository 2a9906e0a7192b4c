import { Link } from '@tanstack/react-router'
import { useWatch } from '../../../data/useWatch.ts'
import { countsOf } from '../../../data/watch.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { HealthMark } from '../../../ui/states/HealthMark.tsx'
import styles from './Reports.module.css'

const LEVELS = [
  { state: 'danger', level: 5 },
  { state: 'fault', level: 4 },
  { state: 'deviation', level: 3 },
  { state: 'hold', level: 2 },
  { state: 'muted', level: 1 },
] as const

/** What is open now, counted as the ribbon and the page of incidents count it; nothing without a running watcher. */
export function OpenNow() {
  const t = useTexts('monitoring', 'reports')
  const shell = useTexts('common', 'shell')
  const watch = useWatch()
  if (watch.kind !== 'watched') return null
  const counts = countsOf(watch)
  const open = LEVELS.filter(({ state }) => counts[state] > 0)
  return (
    <p className={styles.note} data-open-now>
      {open.length === 0 ? t('verdict.nothingOpen') : t('verdict.openNow')}{' '}
      {open.map(({ state, level }) => (
        <Link key={state} className={styles.openCount ?? ''} to="/now" search={{ level }} data-state={state}>
          <HealthMark mark={state} /> {counts[state]} {shell(`ribbon.${state}`, { count: counts[state] })}
        </Link>
      ))}
    </p>
  )
}
