/** Learns from cycles whether greens follow from settings or last between limits (signal-control §9). */
import { cyclePosition, greenStart, modulo } from '@greenwave/controller/cycle'
import { secondOfDayAt } from '@greenwave/controller/deviceClock'
import type { Control, GreenLimits } from '@greenwave/controller/display'
import { ofPhase, type PerPhase, PHASES, perPhase } from '@greenwave/controller/controllerLimits'
import type { Program } from '@greenwave/controller/settings'
import { type Cycle, isEvaluable } from './cycle.ts'
import type { Force } from './force.ts'

/** Cycles from which a control is learned. */
const CYCLES = 10
/** How many of them must have other greens than those of the settings to be actuated. */
const AGREEING = 9
/** Different greens of one phase in ten cycles from which on it is actuated. */
const ACTUATED_GREENS = 4
/** The most that a wrong setting, or a green known to a second, makes of them. */
const FIXED_GREENS = 2
/** Cycles in a row with greens and position of the settings that prove fixed control, where no others were seen. */
const PLACED_CYCLES = 2
/** Cycles in a row with the greens of the settings that prove it without more: fewer may be chance. */
const RIGHT_CYCLES = 4
/** Samples come once a second, so a time is only known to a second. */
const TOLERANCE_SECONDS = 1

/** Memory for learning the control of a junction. */
export interface ControlLearning {
  /** Greens of the newest cycles that could be evaluated, the oldest first. */
  readonly greens: readonly PerPhase<number>[]
  /** Identity of the effect that drove the lamps in them; null before the first. */
  readonly identity: string | null
  /** Cycles in a row with the greens of the settings, and those that also had the position. */
  readonly right: number
  readonly placed: number
  readonly control: Control | null
}

export const NO_CONTROL_LEARNT: ControlLearning = { greens: [], identity: null, right: 0, placed: 0, control: null }

/** Folds in a cycle that ended; the same object where it says nothing of the control. */
export function nextControl(learning: ControlLearning, cycle: Cycle, force: Force): ControlLearning {
  if (!force.program || !isEvaluable(cycle)) return learning
  const isSame = learning.identity === force.identity
  const isRight = hasSetGreens(cycle, force)
  const next: ControlLearning = {
    ...learning,
    greens: withGreens(isSame ? learning.greens : [], cycle),
    identity: force.identity,
    right: isRight ? learning.right + 1 : 0,
    placed: isRight && isInPosition(cycle, force) ? learning.placed + 1 : 0,
  }
  return { ...next, control: controlAfter(next, force.program) }
}

/** Returns the newest greens with those of a cycle. Equal ones are one object: thousands of junctions keep ten. */
function withGreens(greens: ControlLearning['greens'], { phases }: Cycle): ControlLearning['greens'] {
  const last = greens.at(-1)
  const isEqual = last && PHASES.every((phase) => ofPhase(last, phase) === ofPhase(phases, phase).green)
  const own = isEqual ? last : perPhase((phase) => ofPhase(phases, phase).green)
  // Spreading the list would keep room for more.
  return greens.concat([own]).slice(-CYCLES)
}

function controlAfter({ control, greens, right, placed }: ControlLearning, program: Program): Control | null {
  if (control?.kind === 'actuated') {
    if (placed >= CYCLES) return { kind: 'fixed' }
    return widened(control, greens)
  }
  const isFull = greens.length >= CYCLES
  if (isFull && varies(greens) && greens.filter((own) => areSet(own, program)).length <= CYCLES - AGREEING)
    return widened({ kind: 'actuated', greens: [null, null, null] }, greens)
  if (control) return control
  // Greens between both, or of which some are near the settings by chance, prove neither.
  const areAlike = mostDifferent(greens) <= FIXED_GREENS
  const isProven = right >= RIGHT_CYCLES || (areAlike && (isFull || placed >= PLACED_CYCLES))
  return isProven ? { kind: 'fixed' } : null
}

/** Limits hold all greens that were seen. */
function widened(control: Extract<Control, { kind: 'actuated' }>, seen: readonly PerPhase<number>[]): Control {
  const greens = perPhase((phase): GreenLimits | null => {
    const before = ofPhase(control.greens, phase)
    const own = seen.map((greens) => ofPhase(greens, phase)).filter((green) => green > 0)
    if (own.length === 0) return before
    const smallest = Math.min(before?.smallest ?? Number.POSITIVE_INFINITY, ...own)
    const largest = Math.max(before?.largest ?? 0, ...own)
    return before?.smallest === smallest && before.largest === largest ? before : { smallest, largest }
  })
  const isSame = PHASES.every((phase) => ofPhase(greens, phase) === ofPhase(control.greens, phase))
  return isSame ? control : { kind: 'actuated', greens }
}

/** Returns whether greens of cycles differ as those of actuated control do. */
export function varies(greens: ControlLearning['greens']): boolean {
  return mostDifferent(greens) >= ACTUATED_GREENS
}

/** Returns how many different greens the phase has that has most of them. */
function mostDifferent(greens: ControlLearning['greens']): number {
  return Math.max(...PHASES.map((phase) => different(greens.map((own) => ofPhase(own, phase)))))
}

/** Returns how many lengths differ by more than a sample a second makes. */
function different(lengths: readonly number[]): number {
  let [count, last] = [0, Number.NEGATIVE_INFINITY]
  for (const length of lengths.toSorted((a, b) => a - b)) {
    if (length - last <= TOLERANCE_SECONDS) continue
    count += 1
    last = length
  }
  return count
}

function hasSetGreens(cycle: Cycle, { program, cycle: set }: Force): boolean {
  const greens = perPhase((phase) => ofPhase(cycle.phases, phase).green)
  return program !== null && isNear(cycle.seconds, set) && areSet(greens, program)
}

function areSet(greens: PerPhase<number>, { phases }: Program): boolean {
  return PHASES.every((phase) => isNear(ofPhase(greens, phase), Math.max(0, ofPhase(phases, phase).green)))
}

function isNear(a: number, b: number): boolean {
  return Math.abs(a - b) <= TOLERANCE_SECONDS
}

/** (R8) Returns whether the first green began where the settings say. */
function isInPosition({ startClockMs, firstPhase }: Cycle, { program, cycle, offset }: Force): boolean {
  if (!program || startClockMs === null || firstPhase === null || cycle === 0) return false
  const set = greenStart(ofPhase(program.phases, firstPhase))
  const late = modulo(cyclePosition(secondOfDayAt(startClockMs), cycle, offset) - set, cycle)
  return Math.min(late, cycle - late) <= TOLERANCE_SECONDS
}
