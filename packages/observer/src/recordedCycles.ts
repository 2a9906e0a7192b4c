/** From windows that were kept back to cycles: what the end of a window cut is joined. */
import { type Cycle, cycleOf, LONGEST_RECORD } from './cycle.ts'
import { type CycleStart, type RecordWindow, WINDOW_MS } from './recordWindow.ts'
import type { Run } from './runs.ts'

/** A cycle, or the part of one that is in a window. */
interface Piece extends CycleStart {
  readonly seconds: number
  /** From second 0 of the piece. */
  readonly runs: readonly Run[]
  /** Whether it was seen to begin with a green: the second before is known. */
  readonly isBegun: boolean
}

/**
 * Returns the cycles of windows, oldest first. One that two windows share is one cycle, unless it is longer than a
 * record may be; one of which a window is missing is not whole.
 *
 * @param windows oldest first, each at most once
 */
export function recordedCycles(windows: readonly RecordWindow[]): readonly Cycle[] {
  const pieces: Piece[] = []
  let before: RecordWindow | undefined
  for (const window of windows) {
    const follows = before !== undefined && window.startMs === before.startMs + WINDOW_MS
    const [first, ...others] = piecesOf(window, follows ? (before?.runs.at(-1)?.lit ?? null) : null)
    const last = pieces.at(-1)
    if (first && follows && last && first.firstPhase === null && last.seconds + first.seconds <= LONGEST_RECORD) {
      pieces[pieces.length - 1] = joined(last, first)
    } else if (first) pieces.push(first)
    pieces.push(...others)
    before = window
  }
  return pieces.map((piece, index) => cycleOf(piece, piece.seconds, isWhole(piece, pieces[index + 1])))
}

function isWhole(piece: Piece, next: Piece | undefined): boolean {
  if (!piece.isBegun || !next?.isBegun) return false
  // Without a program the first green of a cycle is unknown, so both ends must be the same.
  return piece.program !== null || piece.firstPhase === next.firstPhase
}

function piecesOf({ cycles, runs, seconds }: RecordWindow, litBefore: Run['lit']): readonly Piece[] {
  return cycles.map((start, index) => {
    const end = cycles[index + 1]?.second ?? seconds
    const own = runs.filter((run, nth) => run.second < end && (runs[nth + 1]?.second ?? seconds) > start.second)
    const lastBefore = runs.findLast((run) => run.second < start.second)
    return {
      ...start,
      seconds: end - start.second,
      runs: own.map(({ second, lit }) => ({ second: Math.max(0, second - start.second), lit })),
      isBegun: start.firstPhase !== null && (lastBefore ? lastBefore.lit : litBefore) !== null,
    }
  })
}

function joined(piece: Piece, rest: Piece): Piece {
  const following = rest.runs.map(({ second, lit }) => ({ second: second + piece.seconds, lit }))
  const [first, ...others] = following
  const isSame = first?.lit === piece.runs.at(-1)?.lit
  return {
    ...piece,
    seconds: piece.seconds + rest.seconds,
    runs: [...piece.runs, ...(isSame ? others : following)],
    inChange: piece.inChange || rest.inChange,
    evaluated: piece.evaluated && rest.evaluated,
  }
}
