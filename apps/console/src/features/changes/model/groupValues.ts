/** Values that the changes of a group have in common. */
import { afterWrite, isSameValue, valuesOfKeys } from '@greenwave/changes/attributeSets'
import { type ChangeKind, kindOfKey } from '@greenwave/changes/changeKinds'
import type { RecordedChange } from '@greenwave/changes/historyEntry'
import type { AttributeSet, ChangeRecord } from '@greenwave/contract/records/changeRecords'

/** The values of many junctions, as far as they are the same at all of them. */
export interface GroupValues {
  /** The values before; null where they were not the same at all. */
  readonly before: AttributeSet | null
  /** Values common to all afterwards; null: removed. */
  readonly after: AttributeSet
  /** Kinds of the values that differ, each once. */
  readonly differing: readonly ChangeKind[]
  /** When the mode ends, as in a record; `various` where that differs. */
  readonly until: ChangeRecord['until'] | 'various'
  readonly untilBefore: ChangeRecord['untilBefore']
}

/**
 * Finds the values that changes have in common. A rollout writes only new values to each junction: a value that a junction
 * had already is common, too.
 */
export function groupValues(entries: readonly RecordedChange[]): GroupValues {
  const changes = entries.map(({ change }) => change)
  const keys = [...new Set(changes.flatMap(({ after }) => Object.keys(after)))]
  const ends = changes.map((change) => ({ ...change, now: afterWrite(change.before, change.after) }))
  const common = keys.filter((key) => isOne(ends.map(({ now }) => now[key])))
  const after = Object.fromEntries(common.map((key) => [key, ends[0]?.now[key] ?? null]))
  const befores = changes.map(({ before }) => valuesOfKeys(before, common))
  const untils = changes.flatMap(({ until }) => (until === undefined ? [] : [until]))
  const untilsBefore = changes.map(({ untilBefore }) => untilBefore)
  return {
    before: isOne(befores) ? (befores[0] ?? null) : null,
    after,
    differing: [...new Set(keys.filter((key) => !common.includes(key)).map(kindOfKey))],
    until: isOne(untils) ? untils[0] : 'various',
    untilBefore: isOne(untilsBefore) ? untilsBefore[0] : undefined,
  }
}

/** Returns whether all of some values are the same one. */
function isOne(values: readonly unknown[]): boolean {
  return values.every((value) => isSameValue(value, values[0]))
}
