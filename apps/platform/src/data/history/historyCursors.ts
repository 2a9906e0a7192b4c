import type { HistoryPiece } from '../port/historyQuery.ts'

type Pieces = Iterator<string | undefined, void>

const encoder = new TextEncoder()
const NOTHING = new Uint8Array()

/** Answers that are being read, by the number that their asker gave them. Each ask is short, so that answers take turns. */
export class HistoryCursors {
  readonly #open = new Map<number, Pieces>()

  open(cursor: number, pieces: Pieces): HistoryPiece {
    this.#open.set(cursor, pieces)
    return this.next(cursor)
  }

  /** The next piece. Throws for a cursor that is not open, or when reading fails; the cursor is closed then. */
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
