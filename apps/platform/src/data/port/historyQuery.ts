/** Samples to be deleted from history: those of these keys with `startTs <= ts < endTs`. */
export interface EraseQuery {
  readonly device: number
  readonly keys: readonly string[]
  readonly startTs: number
  readonly endTs: number
}

/** A history query with the device's number in the database. */
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

/** A piece of an answer's JSON text in UTF-8. The text is empty when the time slice ended before any text was ready. */
export interface HistoryPiece {
  readonly text: Uint8Array
  readonly isLast: boolean
}

/** A history answer that is being read. */
export interface HistoryCursor {
  /** Reads the next piece. Call it again only after it has resolved. */
  next(): Promise<HistoryPiece>
  /** Stops the reading; not needed after the last piece. */
  cancel(): void
}
