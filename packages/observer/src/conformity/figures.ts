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
  /** Incidents that were acknowledged, and cleared: the means below are over these. */
  readonly acknowledged: number
  readonly cleared: number
  /** Means, seconds. */
  readonly acknowledgeSeconds: number | null
  readonly clearSeconds: number | null
  /** Evaluated cycles that were compared with the limits of actuated greens. */
  readonly byLimits: number
  /** Of the seconds with a sample, those that hide the lit lamp of a phase. */
  readonly notShown: number | null
  /** Shares of cycles, greens, beginnings, changes of plan and seconds over which these figures are; null without any. */
  readonly over: Readonly<
    Record<
      'asProgrammed' | 'greens' | 'cycleLength' | 'position' | 'plansOnTime' | 'available' | 'modes',
      number | null
    >
  >
}

/** Returns the figures of sums. */
export function figuresOf(sums: Sums): Figures {
  const { expected, missing, believable, notShown, connected, modes, cycles, programs, planChanges, incidents } = sums
  const evaluated = total(programs, (one) => one.evaluated)
  const byLimits = total(programs, (one) => one.byLimits)
  const partly = total(programs, (one) => one.partly)
  const greens = joined(programs.flatMap((one) => one.greens))
  const starts = joined(programs.flatMap((one) => one.starts))
  const lengths = joined(programs.map((one) => one.cycle))
  const acknowledged = total(incidents, (one) => one.acknowledged)
  const cleared = total(incidents, (one) => one.cleared)
  const knownChanges = planChanges.onTime + planChanges.late
  // Greens of cycles that were not evaluated are as many as those of the others.
  const ofCycles = (seen: number, unseen: number): number | null =>
    times(share(seen, seen + unseen), share(evaluated - byLimits + partly, cycles))
  return {
    cycles,
    evaluated,
    asProgrammed: share(
      total(programs, (one) => one.asProgrammed),
      evaluated,
    ),
    missing: share(missing, expected),
    available: share(believable, expected - notShown),
    connected: share(connected, expected),
    greens: spreadFigures(greens),
    cycleLength: spreadFigures(lengths),
    position: spreadFigures(starts),
    plansOnTime: share(planChanges.onTime, knownChanges),
    incidents: total(incidents, (one) => one.raised),
    acknowledged,
    cleared,
    acknowledgeSeconds: share(
      total(incidents, (one) => one.acknowledgeSeconds),
      acknowledged,
    ),
    clearSeconds: share(
      total(incidents, (one) => one.clearSeconds),
      cleared,
    ),
    byLimits,
    notShown: share(notShown, expected - missing),
    over: {
      asProgrammed: share(evaluated, cycles),
      greens: ofCycles(
        greens.count,
        total(programs, (one) => one.unseen.greens),
      ),
      cycleLength: share(lengths.count, cycles),
      position: ofCycles(
        starts.count,
        total(programs, (one) => one.unseen.starts),
      ),
      plansOnTime: share(knownChanges, knownChanges + planChanges.unknown),
      available: share(expected - notShown, expected),
      modes: share(
        modes.reduce((sum, seconds) => sum + seconds, 0),
        expected,
      ),
    },
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

function joined(spreads: readonly Spread[]): Spread {
  return spreads.reduce(addSpreads, NO_SPREAD)
}

function total<T>(all: readonly T[], of: (one: T) => number): number {
  return all.reduce((sum, one) => sum + of(one), 0)
}

function times(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a * b
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole
}
