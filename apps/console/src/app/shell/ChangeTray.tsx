import type { ChangeProgress } from '@greenwave/changes/changeProgress'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { type RecentChange, recentChangesQuery } from '../../data/queries/recentChanges.ts'
import { ChangeSteps } from '../../shared/ChangeSteps.tsx'
import { NamedPhases } from '../../shared/NamedPhases.tsx'
import { useChangeProgress } from '../../shared/useChangeProgress.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { dateText } from '../../ui/page/dateText.ts'
import styles from './ChangeTray.module.css'
import { UnderWayTable, type UnderWayState } from './UnderWayTable.ts'

/** So many devices are followed at once; the others when these have arrived. */
const FOLLOWED = 6

const NOTHING: readonly RecentChange[] = []
const keyOf = ({ deviceId, change }: RecentChange) => `${deviceId} ${change.at} ${change.state}`

/**
 * Lists the changes that are under way, whoever made them, and says nothing when there are none. It follows from what
 * the platform has, and so is the same after a reload and for colleagues.
 */
export function ChangeTray() {
  const t = useTexts('settings', 'changes')
  const { data = NOTHING } = useQuery(recentChangesQuery())
  const [table] = useState(() => new UnderWayTable())
  const states = useSyncExternalStore(table.subscribe, table.states)
  const known = (recent: RecentChange) => states.get(keyOf(recent))
  const left = data.filter((recent) => known(recent) !== 'over' && known(recent) !== 'quiet')
  // Those that had their time are followed last, and are not listed unless the street shows something else.
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
