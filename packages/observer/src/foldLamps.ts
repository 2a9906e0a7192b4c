/** Folds samples into the lamps of a junction: the signals, the settings in force and the cycle, without evaluating them. */
import { type Cycle, nextCycle, type OpenCycle } from './cycle.ts'
import { isShadowed } from './evaluation.ts'
import { forceOf } from './following.ts'
import type { Force } from './force.ts'
import { isKnown, type Junction, type LampsState, lampsStateOf } from './junction.ts'
import { longestGreen } from './longest.ts'
import { hasLamp, isPartial, type Message, type Sample } from './sample.ts'
import { nextStreet, type Street } from './street.ts'
import type { KnownStyles, LearnedStyles } from './styles.ts'
import { overtakenPlace, secondsByNext } from './sampleSteps.ts'
import { OVERTAKEN_WITHIN_MS } from './timing.ts'

/** More samples than come in the time in which one can be overtaken. */
const MOST_EARLIER = 8

const NONE: readonly LampsState[] = []

/** A junction after a sample, and the cycle that ended before the sample; null if none did. */
export interface Folded {
  readonly next: Junction
  readonly cycle: Cycle | null
}

/** Displays and control as known after a sample, with the memory for learning them. */
type StylesState = Pick<Junction, 'styles' | 'learning' | 'controlLearning'>

/** Displays and control as an engineer set them, and as learned before. */
export interface NotedStyles {
  readonly set: KnownStyles
  readonly learned: LearnedStyles
}

/** How a junction's displays and control come to be known. */
export interface Learner {
  /**
   * Learns displays from a sample, and control from the cycle that ended before it. Returns the new state: `before` itself
   * where there is nothing to learn.
   */
  learn(
    before: StylesState & Pick<Junction, 'street'>,
    street: Street,
    force: Force | null,
    ended: Cycle | null,
  ): StylesState
  /** Returns the junction with noted styles. */
  withStyles(junction: Junction, noted: NotedStyles): Junction
}

/** Folds in the next sample. */
export function withSample(
  junction: Junction,
  sample: Sample,
  learner: Learner,
): Folded & { readonly open: OpenCycle; street: Street } {
  const flashes = junction.force?.effect?.kind === 'flashing'
  const street = nextStreet(junction.street, sample, {
    missed: junction.missed,
    modeBefore: junction.heldBefore,
    flashesInForce: flashes,
    styles: junction.styles,
    longestGreen: junction.styles.isFull ? 0 : longestGreen(junction, sample.ts),
  })
  const { force, settling } = forceOf(junction, street)
  const { open, ended } = nextCycle(junction.cycle, junction.street, street, force)
  const { styles, learning, controlLearning } = learner.learn(junction, street, force, ended)
  const next: Junction = {
    ...junction,
    street,
    force,
    settling,
    styles,
    learning,
    controlLearning,
    cycle: open,
    cycleStartMs: ended?.startMs ?? junction.cycleStartMs,
    wholeCycle: ended?.whole && ended.missing === 0 ? ended : junction.wholeCycle,
    plannedFlashMs: force?.flashesByPlan && street.mode?.mode === 0 ? sample.ts : junction.plannedFlashMs,
    changing: null,
    missed: false,
    earlier: stillChanging(junction, street),
  }
  return { next, cycle: ended, open, street }
}

/** Returns the running cycle, marked if a change or a fault keeps the newest sample from being evaluated. */
export function markedCycle(open: OpenCycle, inChange: boolean, isDisturbed: boolean): OpenCycle {
  if (!inChange && !isDisturbed) return open
  return { ...open, inChange: open.inChange || inChange, evaluated: open.evaluated && !isDisturbed }
}

/**
 * Puts a sample that newer ones have overtaken where it belongs, and folds these in again. It evaluates nothing: incidents
 * stay as they are. Returns null for any other sample. A cycle that ended among these samples ends anew.
 */
export function withOvertaken(junction: Junction, message: Message, learner: Learner): Folded | null {
  if (junction.earlier.length === 0 || !hasLamp(message.counts)) return null
  const states = [...junction.earlier, lampsStateOf(junction)]
  const streets = states.flatMap(({ street }) => street ?? [])
  const found = overtakenPlace(streets, message)
  if (!found) return null
  const place = found.place + states.length - streets.length
  const [before, ...since] = states.slice(place)
  if (!before) return null
  const { counts, clockMs } = message
  const steps = since.flatMap(({ street, trackers }) => (street ? { sample: street.sample, trackers } : []))
  steps.unshift({ sample: { ts: found.ts, counts, clockMs }, trackers: before.trackers })
  const again = foldedAgain(junction, states.slice(0, place), before, steps, learner)
  // Seconds that do not add up would move every later one.
  return again.next.street?.second === junction.street?.second ? again : null
}

/**
 * Returns the junction before its next sample. The newest one is folded again where its second followed from its arrival
 * alone, and the countdowns of the next one contradict it. Evaluates nothing.
 */
export function withLateNewest(junction: Junction, next: Sample, learner: Learner): Junction {
  const { street, earlier, trackers } = junction
  const before = earlier.at(-1)
  if (!street || !before?.street) return junction
  const seconds = secondsByNext(before.street.sample, street.sample, next)
  if (seconds === null || seconds >= street.second - before.street.second) return junction
  const sample = { ...street.sample, ts: before.street.sample.ts + seconds * 1000 }
  return foldedAgain(junction, earlier.slice(0, -1), before, [{ sample, trackers }], learner).next
}

/** Folds samples in again from earlier lamps on, and keeps the lamps before each of them. */
function foldedAgain(
  junction: Junction,
  earlier: readonly LampsState[],
  from: LampsState,
  steps: readonly (Pick<LampsState, 'trackers'> & { readonly sample: Sample })[],
  learner: Learner,
): Folded {
  const passed = [...earlier]
  let [again, ended]: [Junction, Cycle | null] = [{ ...junction, ...from }, null]
  for (const { sample, trackers } of steps) {
    passed.push(lampsStateOf(again))
    const { next, cycle, open, street } = withSample(again, sample, learner)
    const isDisturbed = sample.ts < street.settlesMs || isShadowed(trackers, street, again.street)
    const isEvaluated = next.force !== null && isKnown(next)
    const inChange = sample.ts < next.settling.untilMs
    again = { ...next, trackers, cycle: isEvaluated ? markedCycle(open, inChange, isDisturbed) : open }
    ended = cycle ?? ended
  }
  return { next: { ...again, earlier: passed, beforePart: null }, cycle: ended }
}

/** Returns the lamps before each of the newest samples, as far as `Junction.earlier` keeps them. */
function stillChanging(junction: Junction, street: Street): readonly LampsState[] {
  const { earlier } = junction
  const isPart = isPartial(street.sample)
  if (earlier.length === 0 && !isPart && !follows(junction.street, street)) return NONE
  const states = earlier.concat(lampsStateOf(junction))
  const first = states.findIndex((state, nth) => {
    const isRecent = state.street && street.sample.ts - state.street.sample.ts <= OVERTAKEN_WITHIN_MS
    return isRecent && follows(state.street, states[nth + 1]?.street ?? street)
  })
  if (first >= 0 && states.length - first <= MOST_EARLIER) return states.slice(first)
  return isPart ? states.slice(-2) : NONE
}

/** Returns whether a sample follows another one with a second between them that is missing. */
function follows(before: Street | null, { missed, afterGap }: Street): boolean {
  return before !== null && missed > 0 && !afterGap
}
