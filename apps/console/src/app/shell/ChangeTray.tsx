import type { ChangeProgress } from '@greenwave/changes/changeProgress'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { type RecentChange, recentChangesQuery } from '../../data/queries/recentChanges.ts'
import { dateText } from '../../shared/dateText.ts'
import { NamedPhases } from '../../shared/NamedPhases.tsx'
import { ChangeSteps, useChangeProgress } from '../../shared/ChangeSteps.tsx'
import { useTexts } from '../../texts/useTexts.ts'
import styles from './ChangeTray.module.css'
import { type UnderWayState, UnderWayTable } from './UnderWayTable.ts'

/** Number of devices followed at a time; the next ones follow when these have arrived. */
const FOLLOWED = 6

const NOTHING: readonly RecentChange[] = []
const keyOf = ({ deviceId, change }: RecentChange) => `${deviceId} ${change.at} ${change.state}`

/**
 * Lists the changes under way of all users; empty when there are none. It follows from the data of the platform, so it
 * is the same after a reload and for colleagues.
 */
export function ChangeTray() {
  const t = useTexts('settings', 'changes')
  const { data = NOTHING } = useQuery(recentChangesQuery())
  const [table] = useState(() => new UnderWayTable())
  const states = useSyncExternalStore(table.subscribe, table.states)
  const known = (recent: RecentChange) => states.get(keyOf(recent))
  const left = data.filter((recent) => known(recent) !== 'over' && known(recent) !== 'quiet')
  // Changes whose time has passed are followed last, and are listed only if the signals show a difference.
  const quiet = data.filter((recent) => known(recent) === 'quiet')
  const followed = [...left, ...quiet].slice(0, FOLLOWED)
  const open = followed.filter((recent) => known(recent) === 'open').length
  const count = open < FOLLOWED ? open : left.length
  return (
    <details className={styles.tray} hidden={count === 0}>
      <summary>{t('underWay', { count })}</summary>
      <ul>
        {followed.map((recent) => (
          <NamedPhases key={keyOf(recent)} deviceId={recent.deviceId}>
            <UnderWay recent={recent} table={table} />
          </NamedPhases>
        ))}
      </ul>
    </details>
  )
}

function stateOf({ isOver, steps }: ChangeProgress): UnderWayState {
  if (isOver) return 'over'
  return steps.seen === 'unknown' ? 'quiet' : 'open'
}

function UnderWay({ recent, table }: { readonly recent: RecentChange; readonly table: UnderWayTable }) {
  const t = useTexts('settings', 'changes')
  const { deviceId, title, change } = recent
  const key = keyOf(recent)
  const progress = useChangeProgress(deviceId, change)
  const state = progress && stateOf(progress)
  useEffect(() => {
    if (state) table.set(key, state)
  }, [table, key, state])
  if (!progress || state !== 'open') return null
  return (
    <li>
      <p className={styles.head}>
        <Link to="/devices/$deviceId" params={{ deviceId }}>
          {title}
        </Link>{' '}
        <span>
          {dateText(change.at)} · {change.by.name || t('unknownPerson')}
        </span>
      </p>
      <ChangeSteps progress={progress} />
    </li>
  )
}
