/** Figures of a report from sums. Each is null where nothing was counted that it could be of; nothing is extrapolated. */
import type { ProgramSums, Spread, Sums } from '@greenwave/contract/records/daySums'
import { addSpreads, NO_SPREAD } from './sums.ts'

/** How large differences were, seconds. */
export interface SpreadFigures {
  readonly count: number
  /** Signed: positive is longer, or later. */
  readonly mean: number
  /** Of the sizes. */
  readonly meanSize: number
  /** Signed. */
  readonly largest: number
}

/** The figures of one row of a report. Shares are 0 to 1. */
export interface Figures {
  readonly cycles: number
  readonly evaluated: number
  /** Of the evaluated cycles. */
  readonly asProgrammed: number | null
  readonly missing: number | null
  readonly available: number | null
  readonly connected: number | null
  readonly greens: SpreadFigures | null
  readonly cycleLength: SpreadFigures | null
  readonly position: SpreadFigures | null
  /** Of those of which it is known. */
  readonly plansOnTime: number | null
  readonly incidents: number
  /** Means, seconds. */
  readonly acknowledgeSeconds: number | null
  readonly clearSeconds: number | null
}

/** Returns the figures of sums. */
export function figuresOf(sums: Sums): Figures {
  const { expected, missing, believable, connected, cycles, programs, planChanges, incidents } = sums
  const evaluated = total(programs, (one) => one.evaluated)
  return {
    cycles,
    evaluated,
    asProgrammed: share(
      total(programs, (one) => one.asProgrammed),
      evaluated,
    ),
    missing: share(missing, expected),
    available: share(believable, expected),
    connected: share(connected, expected),
    greens: spreadFigures(joined(programs.flatMap((one) => one.greens))),
    cycleLength: spreadFigures(joined(programs.map((one) => one.cycle))),
    position: spreadFigures(joined(programs.flatMap((one) => one.starts))),
    plansOnTime: share(planChanges.onTime, planChanges.onTime + planChanges.late),
    incidents: total(incidents, (one) => one.raised),
    acknowledgeSeconds: share(
      total(incidents, (one) => one.acknowledgeSeconds),
      total(incidents, (one) => one.acknowledged),
    ),
    clearSeconds: share(
      total(incidents, (one) => one.clearSeconds),
      total(incidents, (one) => one.cleared),
    ),
  }
}

/** Returns the figures of a spread; null where nothing was counted. */
export function spreadFigures({ count, sum, sizes, largest }: Spread): SpreadFigures | null {
  return count === 0 ? null : { count, mean: sum / count, meanSize: sizes / count, largest }
}

/** Share of evaluated cycles that ran as programmed; null without any. */
export function programShare({ evaluated, asProgrammed }: ProgramSums): number | null {
  return share(asProgrammed, evaluated)
}

/** Orders the worst first: by the share of cycles as programmed, then by availability; what is not known comes last. */
export function worstFirst(a: Figures, b: Figures): number {
  return (a.asProgrammed ?? 2) - (b.asProgrammed ?? 2) || (a.available ?? 2) - (b.available ?? 2)
}

function joined(spreads: readonly Spread[]): Spread {
  return spreads.reduce(addSpreads, NO_SPREAD)
}

function total<T>(all: readonly T[], of: (one: T) => number): number {
  return all.reduce((sum, one) => sum + of(one), 0)
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole
}
