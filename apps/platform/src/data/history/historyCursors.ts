import type { HistoryPiece } from '../port/historyQuery.ts'

type Pieces = Iterator<string | undefined, void>

const encoder = new TextEncoder()
const NOTHING = new Uint8Array()

/**
 * The answers being read, by the number that their asker gave them. Each call does little work, so that answers take
 * turns.
 */
export class HistoryCursors {
  readonly #open = new Map<number, Pieces>()

  /** Opens an answer and returns its first piece. */
  open(cursor: number, pieces: Pieces): HistoryPiece {
    this.#open.set(cursor, pieces)
    return this.next(cursor)
  }

  /** Returns the next piece. Throws when the cursor is not open or the reading fails; the cursor is then closed. */
  next(cursor: number): HistoryPiece {
    const pieces = this.#open.get(cursor)
    if (!pieces) throw new Error('This answer was cancelled')
    try {
      const { done, value } = pieces.next()
      if (done) this.#open.delete(cursor)
      return { text: value ? encoder.encode(value) : NOTHING, isLast: done === true }
    } catch (error) {
      this.#open.delete(cursor)
      throw error
    }
  }

  cancel(cursor: number): void {
    this.#open.delete(cursor)
  }
}
