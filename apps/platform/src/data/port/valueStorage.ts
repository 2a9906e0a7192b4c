import type { ClockState } from '../clock/believedClock.ts'
import type { HistoryForm, ValueMap } from './deviceData.ts'
import type { EraseQuery, HistoryCursor, RowQuery } from './historyQuery.ts'
import type { JournalRow, ValuePart } from './journalRow.ts'

/** Writes that are committed together. Rows are tuples of numbers and text, which are cheap to post to a worker. */
export interface CommitBatch {
  readonly devices: readonly (readonly [no: number, id: string])[]
  readonly keySets: readonly (readonly [id: number, keys: string])[]
  readonly rows: readonly JournalRow[]
  /** Numbers of deleted devices. */
  readonly forgotten: readonly number[]
}

/**
 * The values stored before this start. Server attributes are read at the start, because device lists and the
 * connectivity rule need those of all devices. The rest is read in the main thread when a device is first read,
 * which takes some microseconds.
 */
export interface StoredValues {
  deviceNo(id: string): number | undefined
  /**
   * Reads the values of a device's part. Call it once for each device and part: the returned map belongs to the caller.
   */
  values(no: number, part: ValuePart): ValueMap
  /** Returns the ids of all devices that have data. */
  deviceIds(): string[]
  /** Returns the ids of devices whose server attribute `active` is true. */
  activeIds(): Set<string>
  /** Returns the largest device number ever given. */
  lastDeviceNo(): number
  keySets(): { id: number; keys: string }[]
}

/** Commits batches and reads history: in worker threads for files, in this thread for memory. */
export interface ValueStorage {
  /** The values stored before this start, read on demand. */
  readonly stored: StoredValues
  /** The clock state of the last run. */
  readonly clock?: ClockState | undefined
  /** Resolves when the batch is on disk. Rejects when none of its values may be relied on. */
  commit(batch: CommitBatch): Promise<void>
  /** Opens the answer to a query; reading starts with the first piece. */
  history(query: RowQuery, form: HistoryForm): HistoryCursor
  /** Deletes samples; resolves when they are gone from the stored messages of that time. */
  erase(query: EraseQuery): Promise<void>
  close(): Promise<void>
}
