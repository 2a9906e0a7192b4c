/** Verdict on a span of time: good, fair or poor by fixed limits, its reason, its change on the span before. */
import type { Sums } from '@greenwave/contract/records/daySums'
import { DANGERS } from '../incident.ts'
import { type Figures, figuresOf } from './figures.ts'

/** At least this share of the checked cycles as programmed, and of the seconds available, is good; below `POOR` poor. */
const GOOD = 0.99
const POOR = 0.95
/** There is no verdict where a smaller share of the cycles was checked, or of the seconds of connected controllers recorded. */
const ENOUGH = 0.5

/** `unknown`: too little was recorded. */
type Grade = 'good' | 'fair' | 'poor' | 'unknown'

/** A verdict and its figures. */
export interface Verdict {
  readonly grade: Grade
  /** The worst of what the grade follows from; null for good. */
  readonly reason: 'danger' | 'asProgrammed' | 'available' | 'seen' | null
  /** Incidents of the severity danger. */
  readonly dangers: number
  readonly figures: Figures
}

/** Returns the verdict on the sums of a span. */
export function verdictOf(sums: Sums): Verdict {
  const figures = figuresOf(sums)
  const dangers = sums.incidents
    .filter(({ code }) => DANGERS.some((one) => one === code))
    .reduce((sum, { raised }) => sum + raised, 0)
  return { ...gradeOf(figures, dangers), dangers, figures }
}

function gradeOf(figures: Figures, dangers: number): Pick<Verdict, 'grade' | 'reason'> {
  const { asProgrammed, available, missing, connected, cycles, evaluated } = figures
  if (dangers > 0) return { grade: 'poor', reason: 'danger' }
  // Seconds without a connection are a fault of the junction; others lack a watcher or its records.
  const unrecorded = missing === null ? 1 : missing - (1 - (connected ?? 0))
  if (unrecorded > 1 - ENOUGH || evaluated < ENOUGH * cycles) return { grade: 'unknown', reason: 'seen' }
  const worst = (asProgrammed ?? 1) <= (available ?? 1) ? 'asProgrammed' : 'available'
  const least = Math.min(asProgrammed ?? 1, available ?? 1)
  if (least < POOR) return { grade: 'poor', reason: worst }
  return least < GOOD ? { grade: 'fair', reason: worst } : { grade: 'good', reason: null }
}

const ORDER: readonly Grade[] = ['poor', 'fair', 'unknown', 'good']

/** Orders the worst first: by grade, by dangers, by the smaller of both shares, by incidents; without any record last. */
export function worseFirst(a: Verdict, b: Verdict): number {
  const least = ({ figures }: Verdict): number => Math.min(figures.asProgrammed ?? 1, figures.available ?? 1)
  return (
    rankOf(a) - rankOf(b) || b.dangers - a.dangers || least(a) - least(b) || b.figures.incidents - a.figures.incidents
  )
}

function rankOf({ grade, figures }: Verdict): number {
  return figures.missing === null ? ORDER.length : ORDER.indexOf(grade)
}

/** Returns whether nothing is known against a junction: all checked cycles as programmed, available, no incident. */
export function isFlawless({ figures: { asProgrammed, available, incidents } }: Verdict): boolean {
  return (asProgrammed ?? 1) === 1 && (available ?? 1) >= GOOD && incidents === 0
}

/** Change of a figure: a difference of shares or of seconds, or for incidents a share of the earlier rate. */
export interface FigureChange {
  /** Whether the later value is better; `same` where the difference is too small to show. */
  readonly is: 'better' | 'worse' | 'same'
  /** Size of the difference, above 0; null where the earlier rate was 0, so that no share of it exists. */
  readonly by: number | null
}

/** Changes of the four figures; null where one of both is unknown. */
export type VerdictChanges = Readonly<Record<'asProgrammed' | 'available' | 'incidents' | 'clear', FigureChange | null>>

/** Smallest differences that are shown: a tenth of a percent, a percent of the rate, a second. */
const LEAST_SHARE = 0.0005
const LEAST_RATE = 0.005
const LEAST_SECONDS = 0.5

/**
 * Compares a span with an earlier one. Incidents are compared by their number for each watched second, so that spans of
 * another length, and cities that grew, can be compared.
 */
export function changesOf(now: Sums, before: Sums): VerdictChanges {
  const [later, earlier] = [figuresOf(now), figuresOf(before)]
  return {
    asProgrammed: differenceOf(later.asProgrammed, earlier.asProgrammed, LEAST_SHARE, 1),
    available: differenceOf(later.available, earlier.available, LEAST_SHARE, 1),
    incidents: rateChange(rateOf(later, now), rateOf(earlier, before)),
    clear: differenceOf(later.clearSeconds, earlier.clearSeconds, LEAST_SECONDS, -1),
  }
}

function rateOf({ incidents }: Figures, { expected }: Sums): number | null {
  return expected === 0 ? null : incidents / expected
}

function rateChange(later: number | null, earlier: number | null): FigureChange | null {
  if (later === null || earlier === null) return null
  if (earlier === 0) return later === 0 ? { is: 'same', by: 0 } : { is: 'worse', by: null }
  return differenceOf(later / earlier, 1, LEAST_RATE, -1)
}

/** @param better 1 where more is better, -1 where less is */
function differenceOf(
  later: number | null,
  earlier: number | null,
  least: number,
  better: 1 | -1,
): FigureChange | null {
  if (later === null || earlier === null) return null
  const by = Math.abs(later - earlier)
  if (by < least) return { is: 'same', by: 0 }
  return { is: (later - earlier) * better > 0 ? 'better' : 'worse', by }
}
