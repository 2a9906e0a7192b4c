/** Seconds between samples, and the second to which a sample belongs. */
import type { Counts } from './counts.ts'
import type { Sample } from './sample.ts'
import { LATENESS_MS, OVERTAKEN_WITHIN_MS } from './timing.ts'

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

/** The sample before another one. */
interface EarlierSample {
  readonly sample: Sample
  /** Seconds between the two. */
  readonly seconds: number
}

/**
 * Returns the time between two samples. The controller's clock decides as long as it runs evenly: the network may delay a
 * sample by up to `LATENESS_MS`, and no delay makes or removes a second. Where the clock was set, or is missing, the
 * countdowns decide if they agree with the arrival.
 *
 * @param earlier the sample before them: shows whether `before` was late, and decides without a clock where it lacks a value
 * @param isKnownLate whether `before` was late, where more samples show it
 */
export function stepBetween(
  before: Sample,
  next: Sample,
  earlier?: EarlierSample,
  isKnownLate?: () => boolean,
): SampleStep {
  if (before.clockMs === null || next.clockMs === null) {
    return { ...byCountdown(before, next, earlier), clockSet: false }
  }
  const stepMs = next.ts - before.ts
  const byArrival = Math.max(1, secondsByArrival(before, next))
  const fall = countdownFall(before.counts, next.counts)
  const clockStepMs = next.clockMs - before.clockMs
  const byClock = Math.round(clockStepMs / 1000)
  const isConfirmed = fall === byClock
  const differenceMs = Math.abs(clockStepMs - stepMs)
  const clockSet = differenceMs >= CLOCK_SET_MS && !(isConfirmed && differenceMs <= LATENESS_MS + 1000)
  if (clockSet || (byClock < 0 && !isConfirmed)) return { ...byCountdown(before, next, earlier), clockSet }
  // A controller that stands still repeats its clock, too.
  const stands = byClock === 0 && stepMs >= ONE_SECOND_MS
  const wasLate = (): boolean =>
    isKnownLate?.() ?? (earlier !== undefined && earlier.seconds + byClock <= secondsByArrival(earlier.sample, next))
  // Where no lamp counts, a clock that drifts may skip a second that the arrival does not.
  const skips = fall === null && byClock > byArrival && Math.abs(stepMs - byArrival * 1000) <= ON_TIME_MS && !wasLate()
  const seconds = stands || skips || (fall === byArrival && !isConfirmed) ? byArrival : byClock
  return { seconds, isConfirmed: true, clockSet: false }
}

/** A sample with its second, on the junction's count of seconds. */
export interface CountedSample {
  readonly sample: Sample
  readonly second: number
}

/**
 * Finds where a sample belongs that newer ones have overtaken: in a second that is missing among the newest samples, by
 * its clock, or without one by its countdowns. Samples without a clock that lack a value are left alone: the rest of one
 * may follow in a message of its own.
 *
 * @param newest oldest first
 * @returns the place of the sample before it, its second, and the time at which it was sent, epoch milliseconds; null for
 *   any other sample
 */
export function overtakenPlace(
  newest: readonly CountedSample[],
  message: Sample,
): { readonly place: number; readonly second: number; readonly ts: number } | null {
  for (let place = newest.length - 2; place >= 0; place -= 1) {
    const [before, next] = [newest[place], newest[place + 1]]
    if (!before || !next || message.ts - before.sample.ts > OVERTAKEN_WITHIN_MS) return null
    const step = next.second - before.second
    const seconds = secondsAfter(before.sample, message, next.sample, step)
    if (seconds === null || seconds < 1 || seconds >= step) continue
    // A lamp that reads 1 may count nothing: a countdown of newer samples may contradict it.
    const isPossible = newest.slice(place + 2).every(({ sample, second }) => {
      const fall = countdownFall(message.counts, sample.counts)
      return fall === null || fall === second - before.second - seconds
    })
    if (isPossible)
      return {
        place,
        second: before.second + seconds,
        ts: Math.min(before.sample.ts + seconds * 1000, next.sample.ts - 1),
      }
  }
  return null
}

/** Returns by how many seconds a sample is later than one of two that are `step` seconds apart; null if unknown. */
function secondsAfter(before: Sample, sample: Sample, next: Sample, step: number): number | null {
  if (before.clockMs !== null && sample.clockMs !== null && next.clockMs !== null) {
    const isEven = next.clockMs - before.clockMs === step * 1000
    return isEven ? (sample.clockMs - before.clockMs) / 1000 : null
  }
  if (isLaterByClock(before, sample) === false || isLaterByClock(sample, next) === false) return null
  if (![before, sample, next].every(({ counts }) => isComplete(counts))) return null
  const since = countdownFall(before.counts, sample.counts)
  const left = countdownFall(sample.counts, next.counts)
  if (since !== null && left !== null) return since + left === step ? since : null
  return since ?? (left === null ? null : step - left)
}

/** Returns whether the controller's clock shows a later time in the second sample; undefined where one has no clock. */
function isLaterByClock(a: Sample, b: Sample): boolean | undefined {
  return a.clockMs === null || b.clockMs === null ? undefined : a.clockMs < b.clockMs
}

function isComplete(counts: Counts): boolean {
  return counts.every((count) => count >= 0)
}

function byCountdown(
  before: Sample,
  next: Sample,
  earlier: EarlierSample | undefined,
): Pick<SampleStep, 'seconds' | 'isConfirmed'> {
  const byArrival = Math.max(1, secondsByArrival(before, next))
  const fall = countdownFall(before.counts, next.counts) ?? (earlier ? secondsSince(earlier, next) : null) ?? 0
  const isPossible = fall >= 1 && Math.abs(next.ts - before.ts - fall * 1000) <= LATENESS_MS + 500
  // A sample may be late, never early. Where `before` was late, the one before it was not.
  const agrees = isPossible && (fall <= byArrival || isSinceEarlier(fall, before, next, earlier))
  return agrees ? { seconds: fall, isConfirmed: true } : { seconds: byArrival, isConfirmed: false }
}

/**
 * Returns the seconds between two samples without a clock, whose own countdowns do not show them, by the countdowns of the
 * next one; null if unknown, or where the sample would have been on its way for too long: after a gap countdowns that fit
 * are another cycle's.
 */
export function secondsByNext(before: Sample, { ts, counts, clockMs }: Sample, next: Sample): number | null {
  if (clockMs !== null || countdownFall(before.counts, counts) !== null) return null
  const [since, own] = [countdownFall(before.counts, next.counts), countdownFall(counts, next.counts)]
  if (since === null || own === null || own < 1 || since <= own) return null
  const seconds = since - own
  return ts - before.ts - seconds * 1000 <= LATENESS_MS + 500 ? seconds : null
}

/** Returns the seconds to a sample by the countdowns of the one before the last; null if unknown. */
function secondsSince({ sample, seconds }: EarlierSample, next: Sample): number | null {
  const fall = countdownFall(sample.counts, next.counts)
  return fall === null ? null : fall - seconds
}

/** Returns whether so many seconds after a sample agree with the countdowns and the arrival since the one before it. */
function isSinceEarlier(seconds: number, before: Sample, next: Sample, earlier: EarlierSample | undefined): boolean {
  if (!earlier || countdownFall(earlier.sample.counts, before.counts) !== earlier.seconds) return false
  return earlier.seconds + seconds <= secondsByArrival(earlier.sample, next)
}

function secondsByArrival(before: Sample, next: Sample): number {
  return Math.round((next.ts - before.ts) / 1000)
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
