/** Display of a run of a green route. */
import type { LampSample } from '../../../data/queries/routeLamps.ts'
import type { RouteRun, RouteStep, RunPlace } from '@greenwave/contract/records/routes'
import { isAsked } from '@greenwave/coordination/routes/run'
import { expectedM } from '@greenwave/coordination/routes/way'

/** (§11) A position older than this is said to be old, milliseconds. */
const FRESH_MS = 10_000
/** The watcher writes a run every 5 s. Longer silence than this means that none does, milliseconds. */
const LOOKED_MS = 12_000
/** A watcher takes a run on within this time, milliseconds. */
const TAKEN_ON_MS = 15_000

/** How far a run is with a junction, for its mark. */
export type PlaceState = 'waits' | 'asked' | 'taken' | 'green' | 'notGreen' | 'left' | 'passed' | 'letGo' | 'back'

/** Returns how far a run is with a junction. */
export function placeState({ step }: Pick<RunPlace, 'step'>, drill: boolean): PlaceState {
  const isHeld = step.asked !== undefined && step.letGo === undefined
  if (step.back !== undefined && step.passed !== undefined) return 'back'
  if (step.passed !== undefined) return 'passed'
  if (isHeld) {
    if ((step.seen !== undefined && step.unseen === undefined) || drill) return 'green'
    if (step.notGreen !== undefined) return 'notGreen'
    return step.taken === undefined ? 'asked' : 'taken'
  }
  if (step.left) return 'left'
  if (step.back !== undefined) return 'back'
  if (step.letGo !== undefined) return 'letGo'
  return step.notGreen === undefined ? 'waits' : 'notGreen'
}

/** Returns whether the vehicle has yet to come to a junction, as far as is known. */
export function isAhead(
  { step, position }: Pick<RunPlace, 'step' | 'position'>,
  run: RouteRun,
  nowMs: number,
): boolean {
  return step.passed === undefined && position > expectedM(run, nowMs) - 30
}

/**
 * Returns the index of the junction that the vehicle passes next: the first one that nobody reported as passed, and that is
 * held or ahead; -1 without any.
 */
export function nextPassed(run: RouteRun, nowMs: number): number {
  return run.junctions.findIndex(
    (place) => place.step.passed === undefined && (isAsked(place.step) || isAhead(place, run, nowMs)),
  )
}

/** Returns the junctions that are not green although the vehicle is there within 5 s, or was told so and is yet to come. */
export function notGreenOf(run: RouteRun, nowMs: number): readonly RunPlace[] {
  return run.junctions.filter(
    (place) =>
      place.step.notGreen !== undefined &&
      placeState(place, run.drill) !== 'green' &&
      place.step.passed === undefined &&
      isAhead(place, run, nowMs),
  )
}

/** Returns whether nobody looks at a run any more, as far as is known: what it says is old. */
export function isUnattended({ state, looked, at }: RouteRun, nowMs: number): boolean {
  return nowMs - Math.max(looked, at) > (state === 'requested' ? TAKEN_ON_MS : LOOKED_MS)
}

/** Returns the age of the last reported position, seconds; null while none was reported, or it is fresh. */
export function oldFixSeconds({ fix }: RouteRun, nowMs: number): number | null {
  const ageMs = nowMs - fix.at
  return fix.by === 'position' && ageMs > FRESH_MS ? Math.round(ageMs / 1000) : null
}

/** Returns how long other phases of a junction waited: from the request until it was automatic again, milliseconds. */
export function waitedMs({ used, asked, letGo = asked, back = letGo }: RouteStep): number {
  return used + (asked === undefined || back === undefined ? 0 : back - asked)
}

/** Longest time between two samples of a phase of which every second is known, milliseconds. */
const SAMPLES_WITHIN_MS = 3_000
/** A phase shows neither red nor green for less than this, milliseconds: it is yellow, or its display hides something. */
const YELLOW_MS = 10_000

/**
 * Returns how long a phase was without green around the hold of another one, milliseconds: from its last green before to its
 * first one after it. Null where its lamps do not show that, or not yet.
 */
export function withoutGreenMs(
  samples: readonly LampSample[],
  { asked, letGo, back = letGo }: RouteStep,
): number | null {
  if (asked === undefined || back === undefined) return null
  let [longest, greenMs, shownMs] = [0, Number.NaN, Number.NaN]
  for (const [nth, { ms, red, green }] of samples.entries()) {
    const isKnown = ms - (samples[nth - 1]?.ms ?? ms) <= SAMPLES_WITHIN_MS && !(ms - shownMs > YELLOW_MS)
    if (!isKnown) greenMs = Number.NaN
    if (red || green) shownMs = ms
    if (!green) continue
    if (ms > asked && Number.isNaN(greenMs)) return null
    if (ms > asked) longest = Math.max(longest, ms - greenMs)
    if (ms >= back) return longest
    greenMs = ms
  }
  return null
}
