/**
 * Lightings: from when a lamp of a phase lights until the next lamp does, as what was sent in each second. They say how a
 * display counts (signal-control §9).
 */
import type { LampColour } from '@greenwave/controller/lamps'
import {
  LAMP_COLOURS,
  ofPhase,
  type PerPhase,
  PHASES,
  type PhaseNumber,
  perPhase,
} from '@greenwave/controller/controllerLimits'
import { type Counts, countIn, MISSING } from './counts.ts'
import { knownLamps, type LampBits, litLamps, stateOf } from './lit.ts'

/** Value of a lamp, and its second on the junction's count of seconds. */
interface Value {
  readonly value: number
  readonly second: number
}

/** Lighting that goes on. Seconds are on the junction's count. Unchanged while the lamp counts down or shows its filler. */
interface Lighting {
  /** Null before its lamp is shown: zeros after a lamp that counted to 1. */
  readonly colour: LampColour | null
  /** Whether its beginning and each second since were seen. */
  readonly whole: boolean
  readonly sinceSecond: number
  /** First second with the lit lamp. */
  readonly litSecond: number
  /** Value before it counts; -1: it has counted since its first lit second. */
  readonly filler: number
  /** Value from which it counts down; 0: it has shown only its filler. */
  readonly from: number
  /** Value before the zeros amid it, while they last; null outside of them. */
  readonly zeros: Value | null
  /** First second of the first zeros amid it; null without. */
  readonly flashSecond: number | null
  /** Whether it did what no display does. */
  readonly odd: boolean
}

/** How a whole lighting was sent. */
export interface Signature {
  /** Value from which it counted down to 1; 0: it never counted. */
  readonly from: number
  /** Value before it counted; -1: it counted from its first second. */
  readonly filler: number
  /** Seconds from its first zeros to its end; 0 without. */
  readonly flash: number
  /** Seconds not shown before its first lit second. */
  readonly hidden: number
}

/** A lighting that ended, which was seen whole. `signature` is null where no display explains it. */
export interface EndedLighting {
  readonly phase: PhaseNumber
  readonly colour: LampColour
  readonly signature: Signature | null
}

export type Lightings = PerPhase<Lighting | null>
export const NO_LIGHTINGS: Lightings = perPhase(() => null)

/** Counts of a sample, and its second on the junction's count. */
export interface CountedSecond {
  readonly counts: Counts
  readonly second: number
}

/** Effect of a sample on the lightings, where a lamp did not just go on. */
export interface LightingStep {
  readonly lightings: Lightings
  readonly ended: readonly EndedLighting[]
  /** Whether a lamp did what no display does that counts every second: its count rose, or its phase went out. */
  readonly contradicts: boolean
}

const NONE: readonly EndedLighting[] = []

/**
 * Folds in the newest sample. Returns null where each lamp goes on as it did, as in most seconds.
 *
 * @param before the sample of the second before; null where seconds between the two were not seen
 */
export function nextLightings(
  lightings: Lightings,
  before: CountedSecond | null,
  now: CountedSecond,
): LightingStep | null {
  if (before && before.second === now.second) return null
  const [one, two, three] = lightings
  if (before && goesOn(one, 1, before, now) && goesOn(two, 2, before, now) && goesOn(three, 3, before, now)) return null
  const [lit, known] = [litLamps(now.counts), knownLamps(now.counts)]
  let ended = NONE
  let contradicts = false
  const next = perPhase((phase) => {
    const step = nextLighting(before ? ofPhase(lightings, phase) : null, phase, before, now, [lit, known])
    if (step.ended) ended = ended.concat(step.ended)
    contradicts ||= step.contradicts
    return step.lighting
  })
  const isSame = PHASES.every((phase) => ofPhase(next, phase) === ofPhase(lightings, phase))
  return { lightings: isSame ? lightings : next, ended, contradicts }
}

/** Returns whether the only lit lamp of a phase counts down, or shows its filler, as in the second before. */
function goesOn(
  own: Lighting | null,
  phase: PhaseNumber,
  before: CountedSecond,
  { counts, second }: CountedSecond,
): boolean {
  if (!own?.colour || own.zeros || second < before.second) return false
  const first = (phase - 1) * LAMP_COLOURS.length
  const lit = first + LAMP_COLOURS.indexOf(own.colour)
  for (let place = first; place < first + LAMP_COLOURS.length; place += 1) {
    if ((counts[place] ?? MISSING) > 0 !== (place === lit)) return false
  }
  if (own.filler !== -1 && own.from === 0) return counts[lit] === own.filler
  return counts[lit] === (before.counts[lit] ?? MISSING) - (second - before.second)
}

interface PhaseStep {
  readonly lighting: Lighting | null
  readonly ended: EndedLighting | null
  readonly contradicts: boolean
}

function nextLighting(
  own: Lighting | null,
  phase: PhaseNumber,
  before: CountedSecond | null,
  { counts, second }: CountedSecond,
  [lit, known]: readonly [LampBits, LampBits],
): PhaseStep {
  const state = stateOf(lit, known, phase)
  if (state === 'contradicting' || state === 'noData') return { lighting: null, ended: null, contradicts: false }
  const last = own?.colour && before && !own.zeros ? countIn(before.counts, phase, own.colour) : 0
  if (state === 'dark') return { ...dark(own, phase, last, second), contradicts: true }
  const value = countIn(counts, phase, state)
  if (own?.colour === state) {
    const from = own.zeros ?? { value: last, second: second - 1 }
    const lighting = goneOn(own, from, { value, second })
    return { lighting, ended: null, contradicts: value > from.value }
  }
  if (own?.colour === null) {
    return { lighting: { ...own, colour: state, litSecond: second, from: value }, ended: null, contradicts: false }
  }
  // Zeros after a lamp that showed only its filler, and before the next one, are those of the next one.
  const sinceSecond = own?.zeros ? own.zeros.second + 1 : second
  const ended = own && endedBy(own, phase, own.zeros?.value ?? last, sinceSecond)
  const begun = begin(state, sinceSecond, second, value)
  const isOdd = own?.zeros != null && own.from > 0
  return {
    lighting: { ...begun, whole: own !== null, odd: isOdd },
    ended,
    contradicts: ended !== null && contradictsFull(ended.signature),
  }
}

/** Returns a lighting that begins. Thousands are kept: an object made of others would take more memory. */
function begin(colour: LampColour | null, sinceSecond: number, litSecond: number, from: number): Lighting {
  return {
    colour,
    whole: true,
    sinceSecond,
    litSecond,
    filler: -1,
    from,
    zeros: null,
    flashSecond: null,
    odd: false,
  }
}

function dark(own: Lighting | null, phase: PhaseNumber, last: number, second: number): Omit<PhaseStep, 'contradicts'> {
  if (!own || own.colour === null || own.zeros) return { lighting: own, ended: null }
  const isOver = own.from > 0 && last === 1 && own.litSecond <= second - 1
  if (isOver && (own.filler !== -1 || own.from > 1)) {
    return { lighting: begin(null, second, second, 0), ended: endedBy(own, phase, last, second) }
  }
  const zeros = { value: last, second: second - 1 }
  return { lighting: { ...own, zeros, flashSecond: own.flashSecond ?? second }, ended: null }
}

/** @param before the newest value of the lamp before this one */
function goneOn(own: Lighting, before: Value, { value, second }: Value): Lighting {
  const isCounted = value === before.value - (second - before.second)
  const next = own.zeros ? { ...own, zeros: null } : own
  if (own.filler === -1) {
    if (isCounted) return next
    // Only its first lit second can have been a filler.
    if (before.second !== own.litSecond) return { ...next, odd: true }
    return { ...next, filler: before.value, from: value === before.value ? 0 : value }
  }
  if (own.from > 0) return isCounted ? next : { ...next, odd: true }
  return value === own.filler ? next : { ...next, from: value }
}

/**
 * @param last its last value
 * @param second the first second after it
 */
function endedBy(own: Lighting, phase: PhaseNumber, last: number, second: number): EndedLighting | null {
  if (!own.whole || own.colour === null) return null
  return { phase, colour: own.colour, signature: signatureOf(own, last, second) }
}

function signatureOf(own: Lighting, last: number, second: number): Signature | null {
  const { filler, from, flashSecond, litSecond, sinceSecond, odd } = own
  if (odd) return null
  const parts = {
    flash: flashSecond === null || flashSecond >= second ? 0 : second - flashSecond,
    hidden: litSecond - sinceSecond,
  }
  const isOneSecond = second - litSecond === 1
  if (from > 0 && last === 1) return { from, filler: parts.hidden > 0 ? 0 : filler, ...parts }
  if (from > 0 && !(filler === -1 && isOneSecond)) return null
  return { from: 0, filler: filler === -1 ? from : filler, ...parts }
}

/** Returns whether a lighting that ended shows that not every second is counted. A lamp that reads 1 may count nothing (R13). */
function contradictsFull(signature: Signature | null): boolean {
  if (!signature) return true
  const { from, filler, flash, hidden } = signature
  return flash > 0 || hidden > 0 || (filler !== -1 && !(from === 0 && filler === 1))
}
