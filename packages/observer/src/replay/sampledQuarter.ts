/** A quarter of an hour from the samples that a platform has kept. */
import { knownLamps, litLamps } from '../lit.ts'
import { completed, hasLamp, type Message, type Sample } from '../sample.ts'
import { stepBetween } from '../sampleSteps.ts'
import { LATENESS_MS } from '../timing.ts'
import { packLamps, QUARTER_MS, QUARTER_SECONDS, type Quarter } from './quarter.ts'

/** Samples are read from so long before a quarter, milliseconds, so that they fall into the same seconds everywhere. */
export const LEAD_MS = 5000
/** Samples are read until so long after a quarter: a late one belongs to a second before its arrival. */
export const TRAIL_MS = 1000 + LATENESS_MS

/** A sample may arrive this much before the second that it was counted to, because of the clocks. Milliseconds. */
const JITTER_MS = 250

/**
 * Returns the quarter that samples show; undefined if they show nothing of it. Of two samples of one second the later one
 * counts. Samples are counted on from one another, so that no second is shown twice and none is left out because of the
 * network; the sample with the shortest delay stands in the second of its arrival.
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
  for (const { sample, second } of placedSamples(samplesOf(messages)))
    isEmpty = !put(quarter, sample, second) && isEmpty
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
    else if (hasLamp(message.counts)) samples.push(message)
  }
  return samples
}

/**
 * Returns the seconds of samples. They are counted in stretches; a stretch ends where a sample would be later than the
 * network makes it, or earlier than the one with the shortest delay.
 */
function placedSamples(samples: readonly Sample[]): readonly Placed[] {
  const placed: Placed[] = []
  let stretch: { readonly sample: Sample; readonly counted: number }[] = []
  /** The arrival of each sample after the second that it was counted to, milliseconds: the least and the most. */
  let [least, most] = [0, 0]
  const endStretch = (): void => {
    // The sample with the shortest delay arrived in its own second.
    const shift = Math.floor(least / 1000)
    for (const { sample, counted } of stretch) placed.push({ sample, second: counted + shift })
    stretch = []
  }
  for (const sample of samples) {
    const last = stretch.at(-1)
    const counted = last && last.counted + stepBetween(last.sample, sample).seconds
    if (counted !== undefined) {
      const afterMs = sample.ts - counted * 1000
      const [nextLeast, nextMost] = [Math.min(least, afterMs), Math.max(most, afterMs)]
      if (nextMost - nextLeast <= LATENESS_MS + JITTER_MS) {
        ;[least, most] = [nextLeast, nextMost]
        stretch.push({ sample, counted })
        continue
      }
      endStretch()
    }
    const own = Math.floor(sample.ts / 1000)
    ;[least, most] = [sample.ts - own * 1000, sample.ts - own * 1000]
    stretch.push({ sample, counted: own })
  }
  endStretch()
  return placed
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
