/** A quarter of an hour from the samples that a platform has kept. */
import { type Counts, MISSING } from '../counts.ts'
import { litLamps } from '../lit.ts'
import { completed, hasLamp, type Message, type Sample } from '../sample.ts'
import { type CountedSample, overtakenPlace, type SampleStep, secondsByNext, stepBetween } from '../sampleSteps.ts'
import { LATENESS_MS } from '../timing.ts'
import { QUARTER_MS, QUARTER_SECONDS, type Quarter } from './quarter.ts'
import { lampsByDisplay } from './lampsByDisplay.ts'
import type { ReplayDisplay } from './recordedStyles.ts'

/** Nothing is known of any lamp. */
const NO_LAMPS: Counts = Array<number>(9).fill(MISSING)

/** Samples are read from so long before a quarter, milliseconds, so that they fall into the same seconds everywhere. */
export const LEAD_MS = 5000
/** Samples are read until so long after a quarter: a late one belongs to a second before its arrival. */
export const TRAIL_MS = 1000 + LATENESS_MS

/** A sample may arrive this much before the second that it was counted to, because of the clocks. Milliseconds. */
const JITTER_MS = 250
/** A sample that arrives this much before the shortest delay was counted to a second too late. Milliseconds. */
const EARLY_MS = 100
/** A clock that skips a second moves the arrivals by more than this. Milliseconds. */
const LEAST_SKIP_MS = 500
/** More samples than arrive in the time in which one can be overtaken. */
const MOST_OVERTAKING = 8

/**
 * Returns the quarter that samples show; undefined if they show nothing of it. Of two samples of one second the later one
 * counts. Samples are counted on from one another, so that no second is shown twice and none is left out because of the
 * network; the sample with the shortest delay stands in the second of its arrival.
 *
 * @param messages the oldest first, from `LEAD_MS` before the quarter to `TRAIL_MS` after it
 * @param displays what the displays show; undefined where each lamp counts every second
 */
export function sampledQuarter(
  startMs: number,
  messages: readonly Message[],
  displays?: ReplayDisplay,
): Quarter | undefined {
  const quarter = {
    startMs,
    source: 'samples',
    lamps: new Uint32Array(QUARTER_SECONDS),
    clockMs: new Float64Array(QUARTER_SECONDS).fill(Number.NaN),
    counts: new Int16Array(9 * QUARTER_SECONDS).fill(-1),
    takenMs: new Float64Array(QUARTER_SECONDS).fill(Number.NaN),
    ...(displays && { display: displays.display }),
  } as const
  let isEmpty = true
  const placed = placedSamples(samplesOf(messages))
  const lampsIn = lampsByDisplay(displays)
  for (const one of displays ? placed.toSorted((a, b) => a.second - b.second) : placed)
    isEmpty = !put(quarter, one, lampsIn(one)) && isEmpty
  return isEmpty ? undefined : quarter
}

/** A sample in a stretch. */
interface Placed extends CountedSample {
  /** Whether its second follows from its arrival alone, so that it may be later than it was sent. */
  readonly isByArrival?: boolean
}

/** Returns the samples of messages, of which some hold a part of one. */
function samplesOf(messages: readonly Message[]): readonly Sample[] {
  const samples: Sample[] = []
  for (const message of messages) {
    const last = samples.at(-1)
    const whole = last && completed(last, message)
    if (whole) samples[samples.length - 1] = whole
    else if (hasLamp(message.counts)) samples.push(message)
  }
  return samples
}

/**
 * Returns samples with their seconds of the epoch. They are counted in stretches; a stretch ends where a sample would be
 * later than the network makes it, or earlier than the one with the shortest delay. Within a stretch seconds are counted
 * as the observer counts them: a sample that newer ones have overtaken goes where it belongs.
 */
function placedSamples(samples: readonly Sample[]): readonly CountedSample[] {
  const placed: CountedSample[] = []
  let stretch: Placed[] = []
  /** The arrival of each sample after the second that it was counted to, milliseconds: the least and the most. */
  let [least, most] = [0, 0]
  const endStretch = (): void => {
    // The sample with the shortest delay arrived in its own second.
    const shift = Math.floor(least / 1000)
    for (const { sample, second } of stretch)
      if (hasLamp(sample.counts)) placed.push({ sample, second: second + shift })
    stretch = []
  }
  for (const [nth, sample] of samples.entries()) {
    if (putOvertaken(stretch, sample)) continue
    moveLateNewest(stretch, sample)
    const step = nextStep(stretch, sample, () => !isSkippedBefore(samples, nth))
    if (step?.isConfirmed === false && isPutByLamps(stretch, sample, least)) continue
    if (step?.isConfirmed && sample.clockMs === null) while (moveLate(stretch, sample, step, least));
    const second = step && secondAfter(stretch, sample, step, least)
    if (second !== undefined) {
      const afterMs = sample.ts - second * 1000
      const [nextLeast, nextMost] = [Math.min(least, afterMs), Math.max(most, afterMs)]
      if (nextMost - nextLeast <= LATENESS_MS + JITTER_MS) {
        // A sample that may be counted to a second too late says nothing of the shortest delay.
        const isSure = step?.isConfirmed && (sample.clockMs !== null || lateHoleIn(stretch) < 0)
        ;[least, most] = [isSure ? nextLeast : least, nextMost]
        stretch.push({ sample, second, isByArrival: step?.isConfirmed === false })
        continue
      }
      endStretch()
    }
    const own = Math.floor(sample.ts / 1000)
    const afterMs = sample.ts - own * 1000
    ;[least, most] = [afterMs - latenessOfFirst(samples.slice(nth, nth + MOST_OVERTAKING)), afterMs]
    stretch.push({ sample, second: own })
  }
  endStretch()
  return placed
}

/**
 * Returns by how much the first of some samples without a clock was late, milliseconds: one comes each second, so that the
 * others come early. Returns 0 where a clock will tell, or samples do not come one a second.
 */
function latenessOfFirst([first, ...others]: readonly Sample[]): number {
  if (!first || first.clockMs !== null) return 0
  const lateMs = Math.max(0, ...others.map(({ ts }, nth) => (nth + 1) * 1000 - (ts - first.ts)))
  return lateMs <= LATENESS_MS ? lateMs : 0
}

/** Puts a sample where it belongs among the newest, if these have overtaken it. Returns whether they have. */
function putOvertaken(stretch: Placed[], sample: Sample): boolean {
  const first = Math.max(0, stretch.length - MOST_OVERTAKING)
  const found = overtakenPlace(stretch.slice(first), sample)
  if (found) stretch.splice(first + found.place + 1, 0, { sample, second: found.second })
  return found !== null
}

/** Moves the newest sample to its second where that followed from its arrival alone, and the next one contradicts it. */
function moveLateNewest(stretch: Placed[], next: Sample): void {
  const [before, newest] = stretch.slice(-2)
  if (!before || !newest) return
  const seconds = secondsByNext(before.sample, newest.sample, next)
  if (seconds !== null && seconds < newest.second - before.second)
    stretch[stretch.length - 1] = { sample: newest.sample, second: before.second + seconds }
}

/**
 * Moves samples one second back where the next one would otherwise arrive before its second: then the samples since a
 * missing second were all late, and the last of them that were counted on from one another are known to be. Of the others
 * nothing is known but that they were sent, unless they show the same lamps. Returns whether it moved any.
 */
function moveLate(stretch: Placed[], next: Sample, { seconds }: SampleStep, leastMs: number): boolean {
  const newest = stretch.at(-1)
  const hole = lateHoleIn(stretch)
  if (!newest || hole < 0 || next.ts - (newest.second + seconds) * 1000 > leastMs - EARLY_MS) return false
  const since = stretch.splice(hole)
  const counted = since.findLastIndex(({ isByArrival }) => isByArrival)
  since.forEach((one, nth) => {
    const back = { ...one, second: one.second - 1 }
    stretch.push(nth >= counted || isSame(one.sample, since[nth + 1]?.sample ?? one.sample) ? back : unknown(back))
  })
  return true
}

/** Returns the place of the first sample after the last missing second among the newest ones; -1 where none is missing. */
function holeIn(stretch: readonly Placed[], isCandidate: (one: Placed) => boolean = () => true): number {
  const first = Math.max(1, stretch.length - MOST_OVERTAKING)
  return stretch.findLastIndex(
    (one, nth) => nth >= first && one.second > (stretch[nth - 1]?.second ?? one.second) + 1 && isCandidate(one),
  )
}

/** Returns the place of the first sample after a missing second that may be missing because all since then were late. */
function lateHoleIn(stretch: readonly Placed[]): number {
  return holeIn(stretch, ({ isByArrival }) => isByArrival === true)
}

function isSame(one: Sample, other: Sample): boolean {
  return litLamps(one.counts) === litLamps(other.counts)
}

/** Returns the second of a sample, of which nothing is known. */
function unknown({ sample: { ts }, second }: CountedSample): Placed {
  return { sample: { ts, counts: NO_LAMPS, clockMs: null }, second }
}

/**
 * Returns whether the controller's clock skipped a second before a sample: from then on each sample arrives earlier by the
 * clock, also the one with the shortest delay.
 */
function isSkippedBefore(samples: readonly Sample[], nth: number): boolean {
  const least = (some: readonly Sample[]): number =>
    some.reduce((ms, { ts, clockMs }) => (clockMs === null ? ms : Math.min(ms, ts - clockMs)), Number.POSITIVE_INFINITY)
  const before = samples.slice(Math.max(0, nth - MOST_OVERTAKING), nth)
  return least(samples.slice(nth, nth + MOST_OVERTAKING)) < least(before) - LEAST_SKIP_MS
}

/**
 * Returns the step from the newest sample to the next one; undefined without a newest one. Where the newest one was late,
 * an earlier one shows by how much.
 */
function nextStep(
  stretch: readonly CountedSample[],
  sample: Sample,
  isKnownLate: () => boolean,
): SampleStep | undefined {
  const newest = stretch.at(-1)
  if (!newest) return undefined
  for (const earlier of stretch.slice(-MOST_OVERTAKING, -1).reverse()) {
    const before = { sample: earlier.sample, seconds: newest.second - earlier.second }
    const step = stepBetween(newest.sample, sample, before, isKnownLate)
    if (step.isConfirmed) return step
  }
  return stepBetween(newest.sample, sample, undefined, isKnownLate)
}

/** Returns a second after the newest one: by the step where that is confirmed, else by arrival, `leastMs` being on time. */
function secondAfter(
  stretch: readonly CountedSample[],
  { ts }: Sample,
  { seconds, isConfirmed }: SampleStep,
  leastMs: number,
): number {
  const newest = stretch.at(-1)?.second ?? 0
  return isConfirmed ? newest + seconds : Math.max(newest + 1, secondOfArrival(ts, leastMs))
}

/** Returns the latest second in which a sample can have been sent: it may be late, never early. */
function secondOfArrival(ts: number, leastMs: number): number {
  return Math.floor((ts - leastMs + JITTER_MS) / 1000)
}

/**
 * Takes a sample that arrives in the second of the newest one: without a clock and countdowns nothing shows whether it is the
 * one of a second that is missing before them, or all samples since that second were late. Keeps the seconds that show the
 * same lamps either way; of the others nothing is known but that they were sent. Returns false for any other sample.
 */
function isPutByLamps(stretch: Placed[], sample: Sample, leastMs: number): boolean {
  const newest = stretch.at(-1)
  if (!newest || sample.clockMs !== null || secondOfArrival(sample.ts, leastMs) > newest.second) return false
  const hole = holeIn(stretch)
  if (hole < 0) {
    stretch.pop()
    if (stretch.length > 0) stretch.push(isSame(newest.sample, sample) ? newest : unknown(newest))
    return true
  }
  // The missing second is that of any of these; each of those after it is of its own second or of the one before.
  const since = stretch.splice(hole)
  const [earliest = newest] = since
  const missing = { sample: earliest.sample, second: earliest.second - 1 }
  stretch.push(since.every((one) => isSame(one.sample, sample)) ? missing : unknown(missing))
  since.forEach((one, nth) => {
    stretch.push(isSame(one.sample, since[nth + 1]?.sample ?? sample) ? one : unknown(one))
  })
  return true
}

type Filled = Quarter & { readonly counts: Int16Array; readonly takenMs: Float64Array }

/** Puts a sample into a second. Returns whether that is in the quarter and says anything of the lamps. */
function put(
  { startMs, lamps, clockMs, counts, takenMs }: Filled,
  { sample, second }: CountedSample,
  packed: number,
): boolean {
  const index = second - startMs / 1000
  if (index < 0 || index >= QUARTER_MS / 1000) return false
  // Of two samples of one second the later one counts, unless it says nothing.
  if (packed === 0 && lamps[index] !== 0) return false
  lamps[index] = packed
  clockMs[index] = sample.clockMs ?? Number.NaN
  takenMs[index] = sample.ts
  counts.set(sample.counts, index * 9)
  return packed !== 0
}
