import type { ClockState } from '../clock/believedClock.ts'
import type { HistoryForm, ValueMap } from './deviceData.ts'
import type { EraseQuery, HistoryCursor, RowQuery } from './historyQuery.ts'
import type { JournalRow, ValuePart } from './journalRow.ts'

/** Writes that are committed together. Rows are tuples of numbers and text, which cross to a worker cheaply. */
export interface CommitBatch {
  readonly devices: readonly (readonly [no: number, id: string])[]
  readonly keySets: readonly (readonly [id: number, keys: string])[]
  readonly rows: readonly JournalRow[]
  /** Numbers of devices that were deleted. */
  readonly forgotten: readonly number[]
}

/**
 * What was stored before this start. Server attributes are read at once, since lists and the connectivity rule ask for those
 * of every device; the rest is read when a device is first asked for, in the main thread: some microseconds each.
 */
export interface StoredValues {
  deviceNo(id: string): number | undefined
  /** To be asked once for each device and part: the answer is the caller's own. */
  values(no: number, part: ValuePart): ValueMap
  /** Ids of all devices that have data. */
  deviceIds(): string[]
  /** Ids of devices whose server attribute `active` is true. */
  activeIds(): Set<string>
  /** Largest device number ever given. */
  lastDeviceNo(): number
  keySets(): { id: number; keys: string }[]
}

/** Where batches are committed and history is read: in worker threads for files, in this thread for memory. */
export interface ValueStorage {
  /** What was stored before and is read on demand. */
  readonly stored: StoredValues
  /** What the last run believed of the clock. */
  readonly clock?: ClockState | undefined
  /** Resolves when the batch is on disk, rejects when none of its values is to be counted on. */
  commit(batch: CommitBatch): Promise<void>
  /** Opens the answer to a query; reading begins with its first piece. */
  history(query: RowQuery, form: HistoryForm): HistoryCursor
  /** Resolves when the keys are gone from the device's stored messages of that time. */
  erase(query: EraseQuery): Promise<void>
  close(): Promise<void>
}
