/** Learns from ten lightings of each lamp how a junction's displays count (signal-control §9). */
import {
  type Display,
  type DisplayStyle,
  FULL,
  MOST_FLASH_SECONDS,
  MOST_LAST_SECONDS,
  UNKNOWN_DISPLAY,
  withStyle,
} from '@greenwave/controller/display'
import { LAMP_COLOURS, ofPhase, PHASES, perPhase } from '@greenwave/controller/controllerLimits'
import {
  type CountedSecond,
  type EndedLighting,
  type Lightings,
  NO_LIGHTINGS,
  nextLightings,
  type Signature,
} from './lighting.ts'
import { sameStyle } from './styles.ts'

/** Lightings from which a style is learned, and how many of them must agree. */
const LIGHTINGS = 10
const AGREEING = 9
/** Shortest lighting whose whole count says that a junction counts every second, seconds. */
const TELLING_SECONDS = 5
/** Fewest lightings that count only their last seconds, where the others are too short to tell. */
const TELLING_LAST = 3

/**
 * The newest lightings of a lamp, the oldest first. Equal ones in a row are one number, and where all are equal there is
 * no list: thousands of junctions keep ninety each, and nearly all are equal.
 */
type Kept = number | readonly number[]

/**
 * What is presumed of lamps whose style is unknown. nothing: no lighting has shown it yet; full: one counted every second;
 * notFull: one did not; settled: they are as the others, whose styles are known.
 */
type Presumption = 'nothing' | 'full' | 'notFull' | 'settled'

/** Memory for learning the displays of a junction. */
export interface Learning {
  readonly lightings: Lightings
  /** By phase and colour, in the order of counts. */
  readonly kept: readonly Kept[]
  readonly display: Display
  /** Longest time for which each phase showed nothing between two lamps, seconds. */
  readonly hidden: readonly [number, number, number]
  /** Whether a lamp was seen that was lit before its phase showed it. */
  readonly hides: boolean
  readonly presumes: Presumption
}

const NONE: Kept = []
export const NOTHING_LEARNT: Learning = {
  lightings: NO_LIGHTINGS,
  kept: Array.from({ length: PHASES.length * LAMP_COLOURS.length }, () => NONE),
  display: UNKNOWN_DISPLAY,
  hidden: [0, 0, 0],
  hides: false,
  presumes: 'nothing',
}

/**
 * Folds in the newest sample; the same object while nothing is learned.
 *
 * @param before the sample of the second before; null where seconds between the two were not seen
 * @param counts whether lightings that end now count: a program drives the lamps
 */
export function nextLearning(
  learning: Learning,
  before: CountedSecond | null,
  now: CountedSecond,
  counts: boolean,
): Learning {
  const step = nextLightings(learning.lightings, before, now)
  if (!step) return learning
  const { lightings, ended, contradicts } = step
  const { presumes } = learning
  const isDoubted = contradicts && counts && (presumes === 'nothing' || presumes === 'full')
  if (lightings === learning.lightings && !isDoubted) return learning
  const next: Learning = { ...learning, lightings, presumes: isDoubted ? 'notFull' : presumes }
  return counts ? ended.reduce(withEnded, next) : next
}

function withEnded(learning: Learning, { phase, colour, signature }: EndedLighting): Learning {
  const place = (phase - 1) * LAMP_COLOURS.length + LAMP_COLOURS.indexOf(colour)
  const own = learning.kept[place] ?? NONE
  const runs = withLighting(own, packed(signature))
  // Ten equal lightings and one more say nothing new.
  if (runs === own && learning.presumes === 'settled') return learning
  const all = unpackedRuns(runs)
  const style = all.length < LIGHTINGS ? null : styleOf(all)
  const known = ofPhase(learning.display, phase)[colour]
  const display =
    style && !sameStyle(style, known) ? withStyle(learning.display, phase, colour, style) : learning.display
  const hiddenSeconds = hides(style) ? Math.max(...all.map((one) => one?.hidden ?? 0)) : 0
  const hidden =
    hiddenSeconds > ofPhase(learning.hidden, phase)
      ? perPhase((of) => (of === phase ? hiddenSeconds : ofPhase(learning.hidden, of)))
      : learning.hidden
  const next = {
    ...learning,
    ...{ kept: learning.kept.with(place, runs), display, hidden },
    hides: learning.hides || (signature?.hidden ?? 0) > 0,
  }
  // A yellow is hardly ever longer than the seconds that a display counts.
  return { ...next, presumes: presumptionAfter(next, colour === 'yellow' ? null : signature) }
}

function hides(style: DisplayStyle | null): boolean {
  return style?.kind === 'last' && style.filler === 0
}

function presumptionAfter({ presumes, kept, display }: Learning, signature: Signature | null): Presumption {
  if (presumes === 'settled') return presumes
  const isKnown = (place: number): boolean => {
    const styles = display[Math.floor(place / LAMP_COLOURS.length)]
    const colour = LAMP_COLOURS[place % LAMP_COLOURS.length]
    return !!styles && !!colour && styles[colour] !== null
  }
  if (kept.every((own, place) => runsOf(own).length === 0 || isKnown(place))) return 'settled'
  const isWhole = signature !== null && signature.filler === -1 && signature.from >= TELLING_SECONDS
  return presumes === 'nothing' && isWhole ? 'full' : presumes
}

/** Returns the style that ten lightings agree on; null where they do not. */
function styleOf(lightings: readonly (Signature | null)[]): DisplayStyle | null {
  const fits = (holds: (one: Signature) => boolean) => lightings.filter((one) => one !== null && holds(one)).length
  const flash = flashOf(lightings)
  if (flash === null) return null
  const isWhole = ({ filler, from }: Signature) => filler === -1 && from > 0
  if (fits(isWhole) >= AGREEING) return flash === 0 ? FULL : { kind: 'full', flash }
  const last = lightings.filter((one) => one !== null && one.filler !== -1 && one.from > 0)
  for (const one of last) {
    if (!one || one.from > MOST_LAST_SECONDS) continue
    const isSame = ({ from, filler }: Signature) => from === one.from && filler === one.filler
    // A lighting that is not longer than what is counted shows all of its seconds.
    const isShort = (other: Signature) => isWhole(other) && other.from <= one.from
    if (fits(isSame) >= TELLING_LAST && fits((other) => isSame(other) || isShort(other)) >= AGREEING) {
      return { kind: 'last', seconds: one.from, filler: one.filler, flash }
    }
  }
  const isConstant = ({ from, filler }: Signature) => from === 0 || (filler === -1 && from === 1)
  return fits(isConstant) === lightings.length ? { kind: 'none', flash } : null
}

/** Returns for how long lamps flash before they change; 0 if they do not, null where they sometimes do. */
function flashOf(lightings: readonly (Signature | null)[]): number | null {
  const flashes = lightings.flatMap((one) => (one ? [one.flash] : [])).sort((a, b) => a - b)
  if (flashes.filter((flash) => flash === 0).length >= AGREEING) return 0
  const regular = flashes.filter((flash) => flash > 0 && flash <= MOST_FLASH_SECONDS)
  // The first of the last seconds may be one in which the lamp is lit.
  return regular.length >= AGREEING ? (regular.at(-2) ?? 0) : null
}

const BASE = 1024
/** More than the lightings that are kept. */
const RUN_BASE = 16

/** Returns the newest lightings with one more; the same ones where all are equal to it. */
function withLighting(kept: Kept, lighting: number): Kept {
  const full = lighting * RUN_BASE + LIGHTINGS
  if (kept === full) return kept
  const lightings = runsOf(kept).flatMap((run) => Array<number>(run % RUN_BASE).fill(Math.floor(run / RUN_BASE)))
  const runs: number[] = []
  for (const one of [...lightings, lighting].slice(-LIGHTINGS)) {
    const last = runs.at(-1)
    if (last !== undefined && Math.floor(last / RUN_BASE) === one) runs[runs.length - 1] = last + 1
    else runs.push(one * RUN_BASE + 1)
  }
  const [only] = runs
  // A list that grew keeps room for more.
  return only !== undefined && runs.length === 1 ? only : runs.slice()
}

function runsOf(kept: Kept): readonly number[] {
  return typeof kept === 'number' ? [kept] : kept
}

function unpackedRuns(kept: Kept): readonly (Signature | null)[] {
  return runsOf(kept).flatMap((run) =>
    Array<Signature | null>(run % RUN_BASE).fill(unpacked(Math.floor(run / RUN_BASE))),
  )
}

/** Returns a number of a signature, 0 for none. */
function packed(signature: Signature | null): number {
  if (!signature) return 0
  const { from, filler, flash, hidden } = signature
  const parts = [Math.min(hidden, BASE - 1), Math.min(flash, BASE - 1), filler + 1, from]
  return parts.reduce((sum, part) => sum * BASE + part, 0) + 1
}

function unpacked(number: number): Signature | null {
  if (number === 0) return null
  const part = (place: number) => Math.floor((number - 1) / BASE ** place) % BASE
  return { from: part(0), filler: part(1) - 1, flash: part(2), hidden: part(3) }
}
