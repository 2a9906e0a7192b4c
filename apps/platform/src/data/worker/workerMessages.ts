import type { HistoryForm } from '../port/deviceData.ts'
import type { EraseQuery, HistoryPiece, RowQuery } from '../port/historyQuery.ts'
import type { JournalRow } from '../port/journalRow.ts'
import type { CommitBatch } from '../port/valueStorage.ts'
import type { ValueFiles } from './valueWriter.ts'

/**
 * The half of the storage that a worker thread serves. Reading has its own thread, so that it never delays a commit.
 */
export type WorkerStart = { readonly role: 'writer' | 'reader'; readonly files: ValueFiles }

/** A request of the main thread to a worker. */
export type StorageAsk =
  | { readonly ask: 'commit'; readonly batch: CommitBatch }
  | { readonly ask: 'recent'; readonly query: RowQuery }
  | {
      readonly ask: 'history'
      readonly cursor: number
      readonly query: RowQuery
      readonly form: HistoryForm
      readonly recent: readonly JournalRow[]
    }
  | { readonly ask: 'more'; readonly cursor: number }
  | { readonly ask: 'cancel'; readonly cursor: number }
  | { readonly ask: 'erase'; readonly query: EraseQuery }
  | { readonly ask: 'close' }

/** Journal rows for `recent`, a piece of the answer for `history` and `more`, nothing for the others. */
export type WorkerResult = undefined | readonly JournalRow[] | HistoryPiece
