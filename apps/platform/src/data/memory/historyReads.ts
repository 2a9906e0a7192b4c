import { FairPlaces } from '../../limits/fairPlaces.ts'
import { LIMITS } from '../../limits/limits.ts'
import type { HistoryForm, HistoryReader } from '../port/deviceData.ts'
import type { HistoryCursor, RowQuery } from '../port/historyQuery.ts'
import type { ValueStorage } from '../port/valueStorage.ts'

/**
 * Creates the reader of history for users: a few answers at a time, in turns. Each piece is read when its reader takes
 * it.
 */
export function createHistoryReads(storage: ValueStorage) {
  const places = new FairPlaces({
    what: 'reads of history',
    total: LIMITS.historyReads.value,
    ofOneOwner: LIMITS.historyReadsOfUser.value,
    waitingOfOneOwner: LIMITS.historyReadsWaitingOfUser.value,
  })
  return {
    places,
    /** Yields the answer's JSON text in pieces of UTF-8. Leaving the loop, or aborting the signal, ends the reading. */
    async *pieces(query: RowQuery, form: HistoryForm, { owner, signal }: HistoryReader): AsyncGenerator<Uint8Array> {
      const leave = await places.take(owner, signal)
      const cursor = storage.history(query, form)
      try {
        yield* piecesOf(cursor, signal)
      } finally {
        cursor.cancel()
        leave()
      }
    },
  }
}

async function* piecesOf(cursor: HistoryCursor, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  for (;;) {
    signal?.throwIfAborted()
    const { text, isLast } = await cursor.next()
    if (text.length > 0) yield text
    if (isLast) return
  }
}

/** Reads a whole answer, for few values. */
export async function readAll(cursor: HistoryCursor): Promise<string> {
  return joined(piecesOf(cursor))
}

/** Joins the pieces of an answer that is known to be small. */
export async function joined(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const texts: Uint8Array[] = []
  for await (const piece of pieces) texts.push(piece)
  return Buffer.concat(texts).toString()
}

/**
 * An answer of which the beginning was read to see whether it is small: either all of it, or the beginning and the
 * rest.
 */
export type BegunAnswer =
  | { readonly whole: Buffer }
  | { readonly begun: Uint8Array; readonly rest: AsyncGenerator<Uint8Array> }

/** Reads an answer to its end, or until it has `size` bytes; the rest is then passed on in pieces. */
export async function beginAnswer(pieces: AsyncGenerator<Uint8Array>, size: number): Promise<BegunAnswer> {
  const texts: Uint8Array[] = []
  let bytes = 0
  while (bytes < size) {
    const next = await pieces.next()
    if (next.done) return { whole: Buffer.concat(texts) }
    texts.push(next.value)
    bytes += next.value.length
  }
  return { begun: Buffer.concat(texts), rest: pieces }
}
