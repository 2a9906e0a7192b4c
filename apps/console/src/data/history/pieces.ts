/** Pieces in which a junction's past is read: those that a view wants, the most urgent first. */
import type { Span } from '@greenwave/observer/replay/gaps'
import { QUARTER_MS, quarterOf, quartersIn } from '@greenwave/observer/replay/quarter'

/** Kinds of data. `before` is what was in force when a span begins. */
export const PIECE_KINDS = ['samples', 'records', 'events', 'before', 'incidents'] as const
export type PieceKind = (typeof PIECE_KINDS)[number]

/** A part of a junction's past that is read at once. */
export interface Piece extends Span {
  readonly kind: PieceKind
}

/** Records and events are read by so much, milliseconds: 24 records of a kilobyte or two. */
const STEP_MS = 24 * QUARTER_MS
/** Spans up to this are shown from samples; of longer ones only the quarter of an hour at the cursor is read. */
const SAMPLED_MS = 3_600_000 + QUARTER_MS

/** Span of a view, and its cursor. */
export interface View extends Span {
  readonly atMs: number
}

/** Returns the pieces that a view wants, the most urgent first: what shows the second at the cursor. */
export function piecesOf(view: View): readonly Piece[] {
  const { fromMs, untilMs, atMs } = view
  const own = quarterPiece(quarterOf(atMs))
  const steps = stepsIn(view).sort((a, b) => distance(a, atMs) - distance(b, atMs))
  const sampled = untilMs - fromMs <= SAMPLED_MS ? quartersIn(fromMs, untilMs) : []
  const quarters = sampled.map(quarterPiece).sort((a, b) => distance(a, atMs) - distance(b, atMs))
  const [first, ...others] = steps
  return [
    own,
    ...(first
      ? [
          { ...first, kind: 'records' as const },
          { ...first, kind: 'events' as const },
        ]
      : []),
    { kind: 'before', fromMs: stepOf(fromMs), untilMs: stepOf(fromMs) },
    ...quarters.filter((piece) => piece.fromMs !== own.fromMs),
    { kind: 'incidents', fromMs: stepOf(fromMs), untilMs: stepOf(untilMs - 1) + STEP_MS },
    ...others.flatMap((step) => [
      { ...step, kind: 'records' as const },
      { ...step, kind: 'events' as const },
    ]),
  ]
}

/** Returns the name of a piece. */
export function nameOf({ kind, fromMs, untilMs }: Piece): string {
  return `${kind} ${fromMs} ${untilMs}`
}

/** Returns the piece of records or events that contains a time. */
export function stepAt(kind: 'records' | 'events', ms: number): Piece {
  return { kind, fromMs: stepOf(ms), untilMs: stepOf(ms) + STEP_MS }
}

/** Returns the piece with the samples of a quarter. */
export function quarterPiece(startMs: number): Piece {
  return { kind: 'samples', fromMs: startMs, untilMs: startMs + QUARTER_MS }
}

function stepOf(ms: number): number {
  return Math.floor(ms / STEP_MS) * STEP_MS
}

function stepsIn({ fromMs, untilMs }: Span): Span[] {
  const steps: Span[] = []
  for (let ms = stepOf(fromMs); ms < untilMs; ms += STEP_MS) steps.push({ fromMs: ms, untilMs: ms + STEP_MS })
  return steps
}

function distance({ fromMs, untilMs }: Span, ms: number): number {
  return ms < fromMs ? fromMs - ms : ms >= untilMs ? ms - untilMs + 1 : 0
}
