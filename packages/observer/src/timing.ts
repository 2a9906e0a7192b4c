/** Times that all rules share. */
import type { Counts } from './counts.ts'
import type { Sample } from './sample.ts'

/** The longest time between two samples that is no gap, milliseconds. Lamps older than this must not look live. */
export const STALE_AFTER_MS = 3000

/** Pause after a gap before the lamps are evaluated against the settings, milliseconds. */
export const SETTLE_AFTER_GAP_MS = 5000

/** Clocks of the platform and of those who follow it differ by less, milliseconds. */
const CLOCKS_DIFFER_MS = 10_000

/** Returns whether a time is yet to come: the platform wrote it while its clock was ahead. Both are epoch milliseconds. */
export function isYetToCome(ms: number, nowMs: number): boolean {
  return ms > nowMs + CLOCKS_DIFFER_MS
}

/** Longest delay of a sample on its way to the platform, milliseconds (signal-control §6). */
export const LATENESS_MS = 2000

/** A clock that differs from the time of arrival by this much was set, unless the countdowns agree with it. Milliseconds. */
const CLOCK_SET_MS = 2000

/** Two samples with one time of the clock are of one second only if they arrive closer together than this, milliseconds. */
const ONE_SECOND_MS = 750

/** Samples this close to whole seconds apart arrive on time, milliseconds. */
const ON_TIME_MS = 250

/** The time from one sample to the next. */
export interface SampleStep {
  /** Whole seconds, 0 for two samples of one second. Negative for a sample that arrived after a newer one. */
  readonly seconds: number
  /** Whether the controller's clock or the countdowns confirm the seconds; otherwise they follow from the arrival. */
  readonly isConfirmed: boolean
  /** Whether the controller's clock was set between the two. */
  readonly clockSet: boolean
}

/**
 * Returns the time between two samples. The controller's clock decides as long as it runs evenly: the network may delay a
 * sample by up to `LATENESS_MS`, and no delay makes or removes a second. Where the clock was set, or is missing, the
 * countdowns decide if they agree with the arrival.
 */
export function stepBetween(before: Sample, next: Sample): SampleStep {
  const stepMs = next.ts - before.ts
  const byArrival = Math.max(1, Math.round(stepMs / 1000))
  const fall = countdownFall(before.counts, next.counts)
  if (before.clockMs === null || next.clockMs === null) {
    return { ...byCountdown(stepMs, byArrival, fall), clockSet: false }
  }
  const clockStepMs = next.clockMs - before.clockMs
  const byClock = Math.round(clockStepMs / 1000)
  const isConfirmed = fall === byClock
  const differenceMs = Math.abs(clockStepMs - stepMs)
  const clockSet = differenceMs >= CLOCK_SET_MS && !(isConfirmed && differenceMs <= LATENESS_MS + 1000)
  if (clockSet || (byClock < 0 && !isConfirmed)) return { ...byCountdown(stepMs, byArrival, fall), clockSet }
  // A controller that stands still repeats its clock, too.
  const stands = byClock === 0 && stepMs >= ONE_SECOND_MS
  // Where no lamp counts, a clock that drifts may skip a second that the arrival does not.
  const skips = fall === null && byClock > byArrival && Math.abs(stepMs - byArrival * 1000) <= ON_TIME_MS
  const seconds = stands || skips || (fall === byArrival && !isConfirmed) ? byArrival : byClock
  return { seconds, isConfirmed: true, clockSet: false }
}

/**
 * Time at which a sample without a clock was sent that newer ones have overtaken, epoch milliseconds; undefined for any
 * other sample. Its countdowns fit into a second that is missing among the newest samples. Samples with missing
 * values are left alone: the rest of one may follow in a message of its own.
 *
 * @param recent the newest samples, oldest first
 */
export function overtakenMs(
  recent: readonly Sample[],
  { counts, ts }: Pick<Sample, 'counts' | 'ts'>,
): number | undefined {
  if (!isComplete(counts)) return undefined
  for (let place = recent.length - 2; place >= 0; place -= 1) {
    const [before, next] = [recent[place], recent[place + 1]]
    if (!before || !next || ts - before.ts > LATENESS_MS + 2000) return undefined
    if (!isComplete(before.counts) || !isComplete(next.counts)) continue
    const missing = (countdownFall(before.counts, next.counts) ?? 0) - 1
    const second = countdownFall(before.counts, counts)
    const left = countdownFall(counts, next.counts)
    const fits = second !== null && left !== null ? second + left === missing + 1 : second !== null || left !== null
    const at = second ?? missing + 1 - (left ?? 0)
    if (missing >= 1 && fits && at >= 1 && at <= missing) return before.ts + at * 1000
  }
  return undefined
}

function isComplete(counts: Counts): boolean {
  return counts.every((count) => count >= 0)
}

function byCountdown(
  stepMs: number,
  byArrival: number,
  fall: number | null,
): Pick<SampleStep, 'seconds' | 'isConfirmed'> {
  // A sample may be late, never early.
  const agrees = fall !== null && fall >= 1 && fall <= byArrival && stepMs - fall * 1000 <= LATENESS_MS + 500
  return agrees ? { seconds: fall, isConfirmed: true } : { seconds: byArrival, isConfirmed: false }
}

/**
 * Returns by how many seconds all countdowns fell whose lamp stayed lit; null if they differ, or none counts. A lamp that
 * reads 1 may count nothing (R13).
 */
function countdownFall(before: Counts, after: Counts): number | null {
  let fall: number | null = null
  for (let place = 0; place < before.length; place += 1) {
    const [from = 0, to = 0] = [before[place], after[place]]
    if (from <= 1 || to <= 0) continue
    if (fall !== null && fall !== from - to) return null
    fall = from - to
  }
  return fall
}
