/** Goes back: what must be written so that settings are again as they were, value by value and with their JSON types. */
import type { AttributeSet, ChangeRecord } from '@greenwave/contract/changeRecords'
import { isSameValue, settingsAmong, valuesOfKeys, writeBetween } from './attributeSets.ts'
import { kindOfKey } from './changeKinds.ts'

/** What going back takes. */
export interface Restoration {
  /** What is written: the values of then; null removes what did not exist. Only what differs from now. */
  readonly values: AttributeSet
  /** Keys whose values somebody has changed since the change that is undone. */
  readonly changedSince: readonly string[]
  /** Keys whose values the record could not keep; they stay as they are. */
  readonly unkept: readonly string[]
}

/** Returns what undoes one change: the values that it wrote become those before it. What others changed stays. */
export function undoOf(change: ChangeRecord, present: Readonly<Record<string, unknown>>): Restoration {
  const keys = Object.keys(change.after).filter((key) => canGoBack(change, key))
  const now = valuesOfKeys(present, keys)
  const values = writeBetween(now, valuesOfKeys(change.before, keys))
  const changedSince = Object.keys(values).filter((key) => !isSameValue(now[key], change.after[key] ?? undefined))
  return { values, changedSince, unkept: change.unkept }
}

/** Returns whether there is something to undo: not where only the end of a mode was moved, or the same was sent again. */
export function canBeUndone(change: ChangeRecord): boolean {
  return Object.keys(undoOf(change, change.after).values).length > 0
}

/**
 * Returns what brings back all settings of a point in the history.
 *
 * @param point all settings then, of the scope of the change
 */
export function restorationOf(
  change: Pick<ChangeRecord, 'scope' | 'after' | 'unkept'>,
  point: AttributeSet,
  present: Readonly<Record<string, unknown>>,
): Restoration {
  const now =
    change.scope === 'SHARED_SCOPE' ? settingsAmong(present) : valuesOfKeys(present, Object.keys(change.after))
  const values = Object.entries(writeBetween(now, point)).filter(([key]) => canGoBack(change, key))
  return { values: Object.fromEntries(values), changedSince: [], unkept: change.unkept }
}

/** A clock that was set has gone on since. */
function canGoBack({ unkept }: Pick<ChangeRecord, 'unkept'>, key: string): boolean {
  return kindOfKey(key) !== 'clock' && !unkept.includes(key)
}
