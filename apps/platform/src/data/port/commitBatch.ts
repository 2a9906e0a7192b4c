import type { JournalRow } from '../journal/journalRow.ts'
import type { StoredValues } from '../journal/storedValues.ts'
import type { ClockState } from '../values/believedClock.ts'
import type { HistoryForm } from './deviceData.ts'

/** Writes that are committed together. Rows are tuples of numbers and text, which cross to a worker cheaply. */
export interface CommitBatch {
  readonly devices: readonly (readonly [no: number, id: string])[]
  readonly keySets: readonly (readonly [id: number, keys: string])[]
  readonly rows: readonly JournalRow[]
  /** Numbers of devices that were deleted. */
  readonly forgotten: readonly number[]
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

/** Values to be taken out of history: `startTs <= ts < endTs`. */
export interface EraseQuery {
  readonly device: number
  readonly keys: readonly string[]
  readonly startTs: number
  readonly endTs: number
}

/** A history query in the database's own terms. */
export interface RowQuery {
  readonly device: number
  readonly keys: readonly string[]
  readonly startTs: number
  readonly endTs: number
  readonly limit: number
  readonly order: 'ASC' | 'DESC'
  readonly aggregation: 'NONE' | 'MIN' | 'MAX' | 'AVG' | 'SUM' | 'COUNT'
  readonly intervalMs: number
}

/** A piece of an answer's JSON text in UTF-8; empty where the time of a turn was over before one was ready. */
export interface HistoryPiece {
  readonly text: Uint8Array
  readonly isLast: boolean
}

/** An answer that is being read. */
export interface HistoryCursor {
  /** The next piece; one ask at a time. */
  next(): Promise<HistoryPiece>
  /** Ends the reading; nothing is to be done behind the last piece. */
  cancel(): void
}
