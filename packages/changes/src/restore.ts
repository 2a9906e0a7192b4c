/** Goes back: what must be written so that settings are again as they were, value by value and with their JSON types. */
import type { AttributeSet, ChangeRecord } from '@greenwave/contract/records/changeRecords'
import { COMMISSIONING_KEY } from '@greenwave/contract/records/recordKeys'
import { isSameValue, settingsAmong, valuesOfKeys, writeBetween } from './attributeSets.ts'
import { kindOfKey } from './changeKinds.ts'

/** Writes that restore earlier settings. */
export interface Restoration {
  /** Values to write, only where they differ from now; null removes a key. */
  readonly values: AttributeSet
  /** Keys changed since the change that is undone. */
  readonly changedSince: readonly string[]
  /** Keys whose values the record could not keep; they stay as they are. */
  readonly unkept: readonly string[]
}

/** Undoes one change: its values become those before it. Later changes of other keys stay. */
export function undoOf(change: ChangeRecord, present: Readonly<Record<string, unknown>>): Restoration {
  const keys = Object.keys(change.after).filter((key) => canGoBack(change, key))
  const now = valuesOfKeys(present, keys)
  const values = writeBetween(now, valuesOfKeys(change.before, keys))
  const changedSince = Object.keys(values).filter((key) => !isSameValue(now[key], change.after[key] ?? undefined))
  return { values, changedSince, unkept: change.unkept }
}

/** Returns whether there is something to undo: not where only the end of a mode was moved, or the same was sent again. */
export function isUndoable(change: ChangeRecord): boolean {
  return Object.keys(undoOf(change, change.after).values).length > 0
}

/**
 * Restores all settings of a point in the history.
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

/** A clock that was set has gone on since, and a signature stays. */
function canGoBack({ unkept }: Pick<ChangeRecord, 'unkept'>, key: string): boolean {
  return kindOfKey(key) !== 'clock' && key !== COMMISSIONING_KEY && !unkept.includes(key)
}
