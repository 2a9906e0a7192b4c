/** A quarter of an hour from the samples that a platform has kept. */
import { knownLamps, litLamps } from '@greenwave/observer/lit'
import { completed, type Message, type Sample } from '@greenwave/observer/sample'
import { secondsBetween } from '@greenwave/observer/timing'
import { packLamps, QUARTER_MS, QUARTER_SECONDS, type Quarter } from './quarter.ts'

/** Samples are read from so long before a quarter, milliseconds, so that they fall into the same seconds everywhere. */
export const LEAD_MS = 5000
/** Samples are read until so long after a quarter: one that was late by a moment belongs to the second before. */
export const TRAIL_MS = 1000

/** How much later or earlier than within its own second a sample may come, milliseconds. */
const JITTER_MS = 250
/** A sample stands for the second after it, too, if the next sample comes within this time, milliseconds. */
const STANDS_MS = 1500

/**
 * Returns the quarter that samples show; undefined if they show nothing of it. Each sample stands in the second of its
 * own time, whenever it arrived; of two in one second the later one. A sample that comes a moment before or after the
 * beginning of a second is counted on from the sample before, so that no second is shown twice and none is left out
 * because of the network.
 *
 * @param messages the oldest first, from `LEAD_MS` before the quarter to `TRAIL_MS` after it
 */
export function sampledQuarter(startMs: number, messages: readonly Message[]): Quarter | undefined {
  const quarter = {
    startMs,
    source: 'samples',
    lamps: new Uint32Array(QUARTER_SECONDS),
    clockMs: new Float64Array(QUARTER_SECONDS).fill(Number.NaN),
    counts: new Int16Array(9 * QUARTER_SECONDS).fill(-1),
    takenMs: new Float64Array(QUARTER_SECONDS).fill(Number.NaN),
  } as const
  let isEmpty = true
  let before: Placed | null = null
  for (const sample of samplesOf(messages)) {
    const second = secondOfSample(before, sample)
    const isOneLeftOut = before !== null && second === before.second + 2 && sample.ts - before.sample.ts <= STANDS_MS
    if (isOneLeftOut && before) isEmpty = !put(quarter, before.sample, before.second + 1) && isEmpty
    isEmpty = !put(quarter, sample, second) && isEmpty
    before = { sample, second }
  }
  return isEmpty ? undefined : quarter
}

/** A sample and the second in which it stands, seconds of the epoch. */
interface Placed {
  readonly sample: Sample
  readonly second: number
}

/** Returns the samples of messages, of which some hold a part of one. */
function samplesOf(messages: readonly Message[]): readonly Sample[] {
  const samples: Sample[] = []
  for (const message of messages) {
    const last = samples.at(-1)
    const whole = last && completed(last, message)
    if (whole) samples[samples.length - 1] = whole
    else samples.push(message)
  }
  return samples
}

function secondOfSample(before: Placed | null, { ts, clockMs }: Sample): number {
  const own = Math.floor(ts / 1000)
  if (!before) return own
  const { sample } = before
  const clockStepMs = clockMs === null || sample.clockMs === null ? null : clockMs - sample.clockMs
  const counted = before.second + secondsBetween(ts - sample.ts, clockStepMs)
  const isClose = ts >= counted * 1000 - JITTER_MS && ts < counted * 1000 + 1000 + JITTER_MS
  return isClose ? counted : own
}

type Filled = Quarter & { readonly counts: Int16Array; readonly takenMs: Float64Array }

/** Puts a sample into a second. Returns whether that is in the quarter and says anything of the lamps. */
function put({ startMs, lamps, clockMs, counts, takenMs }: Filled, sample: Sample, second: number): boolean {
  const index = second - startMs / 1000
  if (index < 0 || index >= QUARTER_MS / 1000) return false
  const packed = packLamps(litLamps(sample.counts), knownLamps(sample.counts))
  // Of two samples of one second the later one counts, unless it says nothing.
  if (packed === 0 && lamps[index] !== 0) return false
  lamps[index] = packed
  clockMs[index] = sample.clockMs ?? Number.NaN
  takenMs[index] = sample.ts
  counts.set(sample.counts, index * 9)
  return packed !== 0
}
