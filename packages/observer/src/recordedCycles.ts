/** From windows that were kept back to cycles: what the end of a window cut is joined. */
import { type Cycle, cycleOf, LONGEST_RECORD } from './cycle.ts'
import { type CycleStart, type RecordWindow, WINDOW_MS } from './recordWindow.ts'
import { type Run, showSame } from './runs.ts'

/** A cycle of a record, with the limits of its greens that the record of its beginning has. */
export interface RecordedCycle extends Cycle, Pick<RecordWindow, 'limits'> {}

/** A cycle, or the part of one that is in a window. */
interface Piece extends CycleStart, Pick<RecordWindow, 'limits'> {
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
export function recordedCycles(windows: readonly RecordWindow[]): readonly RecordedCycle[] {
  const pieces: Piece[] = []
  let before: RecordWindow | undefined
  for (const window of windows) {
    const follows = before !== undefined && window.startMs === before.startMs + WINDOW_MS
    const [first, ...others] = piecesOf(window, follows ? before?.runs.at(-1) : undefined)
    const last = pieces.at(-1)
    if (first && follows && last && first.firstPhase === null && last.seconds + first.seconds <= LONGEST_RECORD) {
      pieces[pieces.length - 1] = joined(last, first)
    } else if (first) pieces.push(first)
    pieces.push(...others)
    before = window
  }
  return pieces.map((piece, index) => {
    const { limits } = piece
    const cycle = cycleOf(piece, piece.seconds, isWhole(piece, pieces[index + 1]))
    return limits === undefined ? cycle : { ...cycle, limits }
  })
}

function isWhole(piece: Piece, next: Piece | undefined): boolean {
  if (!piece.isBegun || !next?.isBegun) return false
  // Without a program the first green of a cycle is unknown, so both ends must be the same.
  return piece.program !== null || piece.firstPhase === next.firstPhase
}

function piecesOf({ cycles, runs, seconds, limits }: RecordWindow, runBefore: Run | undefined): readonly Piece[] {
  return cycles.map((start, index) => {
    const end = cycles[index + 1]?.second ?? seconds
    const own = runs.filter((run, nth) => run.second < end && (runs[nth + 1]?.second ?? seconds) > start.second)
    const lastBefore = runs.findLast((run) => run.second < start.second) ?? runBefore
    return {
      ...start,
      ...(limits !== undefined && { limits }),
      seconds: end - start.second,
      runs: own.map((run) => ({ ...run, second: Math.max(0, run.second - start.second) })),
      isBegun: start.firstPhase !== null && lastBefore !== undefined && lastBefore.lit !== null,
    }
  })
}

function joined(piece: Piece, rest: Piece): Piece {
  const following = rest.runs.map((run) => ({ ...run, second: run.second + piece.seconds }))
  const [first, ...others] = following
  const isSame = showSame(first, piece.runs.at(-1))
  return {
    ...piece,
    seconds: piece.seconds + rest.seconds,
    runs: [...piece.runs, ...(isSame ? others : following)],
    inChange: piece.inChange || rest.inChange,
    evaluated: piece.evaluated && rest.evaluated,
  }
}
