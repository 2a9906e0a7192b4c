/** How far the past of a junction is read. */
import { PIECE_KINDS, type PieceKind } from './pieces.ts'

/** How far a quarter of an hour is read. `read`: what is missing in it is missing on the platform. */
export type QuarterReading = 'read' | 'reading' | 'failed'

/** State of the reading. A new object after each change. */
export interface HistoryState {
  /** Pieces of the view that were read, and all of them. */
  readonly done: number
  readonly total: number
  /** Why pieces of a kind could not be read. */
  readonly failures: ReadonlyMap<PieceKind, unknown>
  /** Grows with everything that was read. */
  readonly version: number
}

export const NOTHING_READ: HistoryState = { done: 0, total: 0, failures: new Map(), version: 0 }

/** Returns the kinds of pieces that failed, in the order of their importance. */
export function failedKinds({ failures }: HistoryState): readonly PieceKind[] {
  return PIECE_KINDS.filter((kind) => failures.has(kind))
}

/** Returns whether all that was wanted is read: nothing is under way, and nothing failed. */
export function isReadWhole({ done, total, failures }: HistoryState): boolean {
  return total > 0 && done === total && failures.size === 0
}
