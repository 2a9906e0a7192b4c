import type { CommitBatch, EraseQuery, RowQuery } from './commitBatch.ts'
import type { JournalRow } from './journalRow.ts'
import type { ValueFiles } from './valueWriter.ts'

/** Which half of the storage a worker thread serves. Reading has a thread of its own, so that it never delays a commit. */
export type WorkerStart = { readonly role: 'writer' | 'reader'; readonly files: ValueFiles }

/** What the main thread asks; each ask has a number, which its answer repeats. */
export type WorkerRequest =
  | { readonly id: number; readonly ask: 'commit'; readonly batch: CommitBatch }
  | { readonly id: number; readonly ask: 'recent'; readonly query: RowQuery }
  | { readonly id: number; readonly ask: 'history'; readonly query: RowQuery; readonly recent: readonly JournalRow[] }
  | { readonly id: number; readonly ask: 'erase'; readonly query: EraseQuery }
  | { readonly id: number; readonly ask: 'close' }

/** Nothing for `commit`, `erase` and `close`, journal rows for `recent`, JSON text for `history`. */
export type WorkerResult = undefined | readonly JournalRow[] | string

/** What a worker answers. An error crosses as its text and code; with number 0 it happened between asks. */
export type WorkerAnswer =
  | { readonly id: number; readonly result: WorkerResult }
  | { readonly id: number; readonly error: { readonly message: string; readonly code: string | undefined } }
