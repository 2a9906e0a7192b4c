/** Entries of a history of changes. */
import type { AttributeSet, ChangeRecord } from '@greenwave/contract/records/changeRecords'
import { afterWrite } from './attributeSets.ts'

/** The device of an entry, as far as it is known. */
export interface ChangedDevice {
  readonly id: string
  readonly name: string
  /** Empty if it has none, or if it is not known. */
  readonly label: string
}

/**
 * Evidence for a recorded change in the platform's audit log:
 *
 * - confirmed: the user named by the record wrote these settings then
 * - other: another user wrote them
 * - missing: there is no such write
 * - unknown: the audit log was not read, or begins later
 */
export type Witness =
  | { readonly kind: 'confirmed' | 'missing' | 'unknown' }
  | { readonly kind: 'other'; readonly name: string }

/** A change with its record. */
export interface RecordedChange {
  readonly kind: 'change'
  readonly device: ChangedDevice
  readonly atMs: number
  readonly change: ChangeRecord
  readonly witness: Witness
}

/** A change without a record: it was made by other means than Greenwave. */
export interface OutsideChange {
  readonly kind: 'outside'
  readonly device: ChangedDevice
  /** When it was made, or until when at the latest; epoch milliseconds. */
  readonly atMs: number
  /** After which time it was made, where only that is known. */
  readonly sinceMs: number | null
  /** Who the audit log says made it; null where that was not read. */
  readonly by: string | null
  /** Present if the audit log says that a program made it with an API key of that user. */
  readonly viaApiKey?: true
  readonly scope: ChangeRecord['scope']
  /** Written values; null: removed. From the audit log they are text. */
  readonly after: AttributeSet
  /** The values before, where they are known. */
  readonly before: AttributeSet | null
}

export type HistoryEntry = RecordedChange | OutsideChange

/** A change as it is known to have ended: with the audit log, or with what came later, more is known than at its time. */
export function outcomeOf({ change, witness }: RecordedChange): ChangeRecord['state'] {
  if (change.state !== 'begun') return change.state
  return witness.kind === 'confirmed' || witness.kind === 'other' ? 'written' : 'begun'
}

/** Returns all settings of the scope after a change, if it was written. */
export function settingsAfter({ before, after }: Pick<ChangeRecord, 'before' | 'after'>): AttributeSet {
  return afterWrite(before, after)
}
