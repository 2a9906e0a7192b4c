/**
 * The watcher as the platform's own program. It has no account: no password, no second factor, no session that anybody
 * could lock, list or end. Its tokens come from the process that starts it, and die with that process.
 */

import { CYCLE_KEY } from '@greenwave/contract/records/cycleRecords'
import { DAY_KEY } from '@greenwave/contract/records/daySums'
import { EVENT_KEY } from '@greenwave/contract/records/eventRecords'
import { isSwitchKey, RAN_KIND_KEY } from '@greenwave/contract/records/kindNotes'
import { isNotifyRecord } from '@greenwave/contract/records/notifyRecords'
import { KIND_KEY } from '@greenwave/contract/records/recordKeys'
import { ROUTE_KEY, RUN_KEY } from '@greenwave/contract/records/routes'
import { SETTINGS_KEY } from '@greenwave/contract/records/settingsRecords'
import { JUNCTION_KEYS, pulseShare } from '@greenwave/contract/records/watch'
import { WATCHER_CALLS } from '@greenwave/contract/records/watcherCalls'
import { WAVE_DAY_KEY, WAVE_KEY } from '@greenwave/contract/records/waves'
import type { CallName } from '@greenwave/contract/wire/calls/calls'

/** The id under which records name the watcher; no user has it. */
export const WATCHER_ID = 'f3a1c2d4-0000-4000-8000-77617463686d'
/** Name of the watcher in the audit log and in notes on alarms. */
export const WATCHER_NAME = 'Greenwave watcher'

/** The calls that the watcher may make, with a tenant administrator's reach. */
const OWN_CALLS: ReadonlySet<CallName> = new Set<CallName>(WATCHER_CALLS)

/** Returns whether the watcher may make a call. */
export function isWatcherCall(call: CallName): boolean {
  return OWN_CALLS.has(call)
}

const OWN_KEYS: ReadonlySet<string> = new Set([
  ...[JUNCTION_KEYS.level, JUNCTION_KEYS.state, JUNCTION_KEYS.since, JUNCTION_KEYS.mode, JUNCTION_KEYS.held],
  ...[WAVE_KEY, RUN_KEY, KIND_KEY],
])

/**
 * Returns whether attributes are the watcher's own: states of junctions and corridors, pulses and what became of
 * messages, which change all the time and are no act of anybody.
 */
export function areWatcherKeys(keys: readonly string[]): boolean {
  return keys.every(
    (key) => OWN_KEYS.has(key) || pulseShare(key) !== undefined || isNotifyRecord(key) || isSwitchKey(key),
  )
}

const RECORD_KEYS: ReadonlySet<string> = new Set([
  CYCLE_KEY,
  EVENT_KEY,
  SETTINGS_KEY,
  DAY_KEY,
  WAVE_DAY_KEY,
  ROUTE_KEY,
  RAN_KIND_KEY,
])

/** Returns whether telemetry is the watcher's own: records of what it saw. */
export function areRecordKeys(keys: readonly string[]): boolean {
  return keys.every((key) => RECORD_KEYS.has(key))
}
