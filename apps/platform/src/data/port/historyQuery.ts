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
