/**
 * A quarter of an hour of one junction, second by second of the platform's time, in the same form whether it comes from
 * samples or from a record: typed arrays, because a week has 604,800 seconds.
 */
import { ofPhase, PHASES } from '@greenwave/controller/controllerLimits'
import type { Display } from '@greenwave/controller/display'
import { type Counts, countIn } from '../counts.ts'
import { type LampBits, lampOf, shownBy } from '../lit.ts'
import { isCounting } from '../phaseReading.ts'
import { WINDOW_MS } from '../recordWindow.ts'

/** A quarter begins at whole multiples of this, as records do, epoch milliseconds. */
export const QUARTER_MS = WINDOW_MS
/** Seconds of a quarter. */
export const QUARTER_SECONDS = QUARTER_MS / 1000

/** Whether seconds were sampled, or rebuilt from a record. */
type Source = 'samples' | 'record'

/** The seconds of a quarter. The index of each array is the second. */
export interface Quarter {
  /** A multiple of `QUARTER_MS`. */
  readonly startMs: number
  readonly source: Source
  /** Lamps that are lit, that are known, and of phases that are not shown, as `packLamps` has them; 0: no data. */
  readonly lamps: Uint32Array
  /** Time shown by the controller's clock, UTC epoch milliseconds in whole seconds; NaN if unknown. */
  readonly clockMs: Float64Array
  /** Nine counts for each second, -1 where missing; null in a rebuilt quarter, which has none. */
  readonly counts: Int16Array | null
  /** The platform's time of each sample, epoch milliseconds, NaN without one; null in a rebuilt quarter. */
  readonly takenMs: Float64Array | null
  /** Styles of the displays, from which the counts follow. Left out: every second. */
  readonly display?: Display
  /** Whether greens are actuated, so that no second of the cycle has a set phase. Left out: they follow from the settings. */
  readonly isActuated?: boolean
}

/** A second of a junction, as shown. */
export interface Second {
  /** A whole second, epoch milliseconds. */
  readonly atMs: number
  /** Null: nothing is known of it. */
  readonly source: Source | null
  readonly lit: LampBits
  /** The lamps of which it is known whether they are lit. */
  readonly known: LampBits
  /** Lamps of phases that show nothing although one of them may be lit. */
  readonly notShown: LampBits
  /** Lit lamps whose count is not the seconds that are left. */
  readonly uncounted: LampBits
  /** Nine counts, -1 where missing; null if it was rebuilt, or nothing is known of it. */
  readonly counts: Counts | null
  /** UTC epoch milliseconds; null if unknown. */
  readonly clockMs: number | null
  /** The platform's time of the sample, epoch milliseconds; null if it was rebuilt. */
  readonly takenMs: number | null
}

/** All nine lamps. */
export const ALL_LAMPS: LampBits = 0b111_111_111
const KNOWN_SHIFT = 9
const NOT_SHOWN_SHIFT = 18

/** Returns lit and known lamps, and those not shown, as one number. A dark junction is not 0: its lamps are known. */
export function packLamps(lit: LampBits, known: LampBits, notShown: LampBits = 0): number {
  return lit | (known << KNOWN_SHIFT) | (notShown << NOT_SHOWN_SHIFT)
}

/** Returns the lit lamps of a packed second. */
export function litOf(packed: number): LampBits {
  return packed & ALL_LAMPS
}

/** Returns the known lamps of a packed second. */
export function knownOf(packed: number): LampBits {
  return (packed >>> KNOWN_SHIFT) & ALL_LAMPS
}

/** Returns the lamps of phases that are not shown in a packed second. */
export function notShownOf(packed: number): LampBits {
  return packed >>> NOT_SHOWN_SHIFT
}

/** Returns the time at which the quarter of a moment begins, epoch milliseconds. */
export function quarterOf(ms: number): number {
  return Math.floor(ms / QUARTER_MS) * QUARTER_MS
}

/** Returns the starts of the quarters that a span touches, epoch milliseconds, the oldest first. */
export function quartersIn(fromMs: number, untilMs: number): readonly number[] {
  const starts: number[] = []
  for (let startMs = quarterOf(fromMs); startMs < untilMs; startMs += QUARTER_MS) starts.push(startMs)
  return starts
}

/** Returns how many seconds of a quarter say what was lit. */
export function knownSecondsOf({ lamps }: Pick<Quarter, 'lamps'>): number {
  let known = 0
  for (const packed of lamps) if (packed !== 0) known += 1
  return known
}

/** A record that knows this many times as many seconds is shown instead of the samples, which are then remnants. */
const CLEARLY_MORE = 1.2

/**
 * Returns the quarter to show of what samples and a record say of it; undefined if neither says anything. Samples are
 * shown unless only remnants of them are left: they are exact, and have countdowns.
 */
export function quarterToShow(sampled: Quarter | undefined, rebuilt: Quarter | undefined): Quarter | undefined {
  const known = sampled ? knownSecondsOf(sampled) : 0
  if (known === 0) return rebuilt && knownSecondsOf(rebuilt) > 0 ? rebuilt : undefined
  return rebuilt && knownSecondsOf(rebuilt) > CLEARLY_MORE * known ? rebuilt : sampled
}

/** Returns a second of a quarter; one without data if there is no quarter. */
export function secondOf(quarter: Quarter | undefined, atMs: number): Second {
  const index = Math.floor((atMs % QUARTER_MS) / 1000)
  const packed = quarter?.lamps[index] ?? 0
  const clockMs = quarter?.clockMs[index] ?? Number.NaN
  const takenMs = quarter?.takenMs?.[index] ?? Number.NaN
  const isKnown = packed !== 0
  const counts = isKnown && quarter?.counts ? countsAt(quarter.counts, index) : null
  const before = quarter?.counts && index > 0 ? countsAt(quarter.counts, index - 1) : null
  return {
    atMs: Math.floor(atMs / 1000) * 1000,
    source: isKnown && quarter ? quarter.source : null,
    lit: litOf(packed),
    known: knownOf(packed),
    notShown: notShownOf(packed),
    uncounted: counts ? uncountedOf(litOf(packed), counts, before, quarter?.display) : litOf(packed),
    counts,
    clockMs: Number.isNaN(clockMs) ? null : clockMs,
    takenMs: Number.isNaN(takenMs) ? null : takenMs,
  }
}

function countsAt(counts: Int16Array, index: number): Counts {
  return Array.from(counts.subarray(index * 9, index * 9 + 9))
}

function uncountedOf(lit: LampBits, counts: Counts, before: Counts | null, display: Display | undefined): LampBits {
  let bits = 0
  for (const phase of display ? PHASES : []) {
    const shown = shownBy(lit, phase)
    if (!display || shown === 'other') continue
    const [count, last] = [countIn(counts, phase, shown), before && countIn(before, phase, shown)]
    // A lamp that flashes before its end sends 0.
    if (count <= 0 || !isCounting(ofPhase(display, phase)[shown], count, last)) bits |= lampOf(phase, shown)
  }
  return bits
}
