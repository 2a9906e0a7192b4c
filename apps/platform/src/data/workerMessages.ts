import type { CommitBatch, EraseQuery, RowQuery } from './commitBatch.ts'
import type { JournalRow } from './journalRow.ts'
import type { ValueFiles } from './valueWriter.ts'

/** Which half of the storage a worker thread serves. Reading has a thread of its own, so that it never delays a commit. */
export type WorkerStart = { readonly role: 'writer' | 'reader'; readonly files: ValueFiles }

/** What the main thread asks. */
export type StorageAsk =
  | { readonly ask: 'commit'; readonly batch: CommitBatch }
  | { readonly ask: 'recent'; readonly query: RowQuery }
  | { readonly ask: 'history'; readonly query: RowQuery; readonly recent: readonly JournalRow[] }
  | { readonly ask: 'erase'; readonly query: EraseQuery }
  | { readonly ask: 'close' }

/** Nothing for `commit`, `erase` and `close`, journal rows for `recent`, JSON text for `history`. */
export type WorkerResult = undefined | readonly JournalRow[] | string
