import type { ChangeProgress } from '@greenwave/changes/changeProgress'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { type RecentChange, recentChangesQuery } from '../../data/queries/recentChanges.ts'
import { ChangeSteps, useChangeProgress } from '../../shared/ChangeSteps.tsx'
import { dateText } from '../../shared/dateText.ts'
import { NamedPhases } from '../../shared/NamedPhases.tsx'
import { useTexts } from '../../texts/useTexts.ts'
import styles from './ChangeTray.module.css'

/**
 * - open: the result is pending
 * - quiet: the time for a result has passed, and this tab has not seen one yet
 * - over: no result is pending any more
 */
type UnderWayState = 'open' | 'quiet' | 'over'

/** States of changes, by their keys. */
type UnderWayStates = ReadonlyMap<string, UnderWayState>

/** Collects the states of the rows of changes for the counts in the heading above them. */
export class UnderWayTable {
  #states: UnderWayStates = new Map()
  readonly #listeners = new Set<() => void>()

  readonly states = (): UnderWayStates => this.#states

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Sets the state of a change. */
  set(key: string, state: UnderWayState): void {
    if (this.#states.get(key) === state) return
    this.#states = new Map(this.#states).set(key, state)
    for (const listener of this.#listeners) listener()
  }
}

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
