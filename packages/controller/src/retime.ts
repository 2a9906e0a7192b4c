/**
 * @file Changes of a program's timing by intent: an edit changes one green or start, and a lock keeps other values.
 * A change that would break its lock is refused completely.
 */

import {
  isWholeWithin,
  ofPhase,
  type PerPhase,
  PHASES,
  type PhaseNumber,
  PROGRAM_VALUE_RANGE,
} from './controllerLimits.ts'
import { blockSeconds, cycleSeconds, greenStart, isServed, modulo, servedPhases } from './cycle.ts'
import type { Clearance, PhaseTiming } from './settings.ts'

/**
 * What stays as it is while a green or a start changes:
 *
 * - clearances: the time before each green, from the end of the green before it. Later phases move, the cycle changes
 * - cycle: the cycle. The seconds are taken from the green of the phase `from`, or given to it
 * - free: all other values
 */
export type TimingLock =
  | { readonly kind: 'clearances' | 'free' }
  | { readonly kind: 'cycle'; readonly from: PhaseNumber }

/** The change of one value, seconds. */
export interface TimingEdit {
  readonly phase: PhaseNumber
  readonly part: keyof PhaseTiming
  readonly value: number
}

/**
 * Why a change is refused:
 *
 * - range: a value would leave the specification's range
 * - noGreen: the phase that gives the seconds would have no green left
 * - sameGiver: the phase whose green changes cannot be the one that gives the seconds
 * - first: the start of the first phase has no green before it that could change with it
 * - overlap: phases overlap, so that what the lock promises cannot be kept
 */
export type Refusal =
  | (TimingEdit & { readonly kind: 'range' })
  | { readonly kind: 'noGreen' | 'sameGiver' | 'first'; readonly phase: PhaseNumber }
  | { readonly kind: 'overlap' }

type Phases = PerPhase<PhaseTiming>

/** The phases after a change, or why it is refused. */
export type Retimed =
  | { readonly phases: Phases; readonly refused?: never }
  | { readonly refused: Refusal; readonly phases?: never }

/**
 * Returns the phases of a program after a change of one value under a lock. A start changes together with the green before
 * it; while the cycle is kept, it moves the border of the two greens. A phase that gets its first green comes after the phase before it by number, with the usual clearance; one that
 * loses its green leaves the cycle.
 */
export function retime(phases: Phases, clearance: Clearance, edit: TimingEdit, lock: TimingLock): Retimed {
  const { phase, part, value } = edit
  const timing = ofPhase(phases, phase)
  if (!isWholeWithin(value, PROGRAM_VALUE_RANGE)) return { refused: { kind: 'range', ...edit } }
  if (value === timing[part]) return { phases }
  // The start of a phase that is not served has no effect.
  if (lock.kind === 'free' || (part === 'start' && !isServed(timing)))
    return { phases: withTiming(phases, phase, { ...timing, [part]: value }) }
  if (part === 'green') return resized(phases, clearance, phase, value, lock)
  const before = inOrder(phases)[inOrder(phases).indexOf(phase) - 1]
  if (before === undefined) return { refused: { kind: 'first', phase } }
  const green = ofPhase(phases, before).green + value - timing.start
  if (green < 1) return { refused: { kind: 'noGreen', phase: before } }
  return resized(phases, clearance, before, green, lock.kind === 'cycle' ? { kind: 'cycle', from: phase } : lock)
}

/** A served phase and the seconds between the end of the green before it, in the order of the cycle, and its own. */
interface Slot {
  readonly phase: PhaseNumber
  readonly green: number
  readonly gap: number
}

function resized(
  phases: Phases,
  clearance: Clearance,
  phase: PhaseNumber,
  green: number,
  lock: Exclude<TimingLock, { readonly kind: 'free' }>,
): Retimed {
  const slots = slotsOf(phases, clearance)
  let wanted = withGreen(slots, clearance, phase, green)
  if (lock.kind === 'cycle') {
    if (lock.from === phase) return { refused: { kind: 'sameGiver', phase } }
    const giver = slots.find((slot) => slot.phase === lock.from)
    const left = (giver?.green ?? 0) + lengthOf(slots) - lengthOf(wanted)
    if (!giver || left < 1) return { refused: { kind: 'noGreen', phase: lock.from } }
    wanted = withGreen(wanted, clearance, lock.from, left)
  }
  const next = arranged(phases, slots, wanted, clearance)
  const outside = outOfRange(next)
  if (outside) return { refused: { kind: 'range', ...outside } }
  return keeps(phases, next, clearance, lock) ? { phases: next } : { refused: { kind: 'overlap' } }
}

/** Returns the served phases in the order of their starts. */
function inOrder(phases: Phases): readonly PhaseNumber[] {
  return servedPhases({ phases }).toSorted((a, b) => greenStart(ofPhase(phases, a)) - greenStart(ofPhase(phases, b)))
}

function slotsOf(phases: Phases, clearance: Clearance): readonly Slot[] {
  const cycle = cycleSeconds({ phases }, clearance)
  const order = inOrder(phases)
  return order.map((phase, index) => {
    const { green, start } = ofPhase(phases, phase)
    const last = ofPhase(phases, order.at(index - 1) ?? phase)
    return { phase, green, gap: start - (last.start + last.green) + (index === 0 ? cycle : 0) }
  })
}

function lengthOf(slots: readonly Slot[]): number {
  return slots.reduce((sum, { green, gap }) => sum + green + gap, 0)
}

/** Returns the slots with one green changed: with 0, the slot is taken out; a new one has the usual clearance. */
function withGreen(slots: readonly Slot[], clearance: Clearance, phase: PhaseNumber, green: number): readonly Slot[] {
  if (green === 0) return slots.filter((slot) => slot.phase !== phase)
  if (slots.some((slot) => slot.phase === phase))
    return slots.map((slot) => (slot.phase === phase ? { ...slot, green } : slot))
  const before = Math.max(...slots.map((slot) => (slot.phase < phase ? slot.phase : 0)))
  const index = slots.findIndex((slot) => slot.phase === before)
  const place = index === -1 ? slots.length : index + 1
  return slots.toSpliced(place, 0, { phase, green, gap: usualGap(clearance) })
}

function usualGap(clearance: Clearance): number {
  return blockSeconds({ green: 0, start: 0 }, clearance)
}

/** Returns the phases with the greens and gaps of `slots`; those without a slot are not served. */
function arranged(phases: Phases, before: readonly Slot[], slots: readonly Slot[], clearance: Clearance): Phases {
  const [first] = slots
  const unserved = PHASES.filter((phase) => !slots.some((slot) => slot.phase === phase))
  let next = unserved.reduce((all, phase) => withTiming(all, phase, { ...ofPhase(all, phase), green: 0 }), phases)
  if (!first) return next
  const isFirstAsBefore = before.length === 0 || before[0]?.phase === first.phase
  // The last block of the cycle ends with the usual gap; the rest of the first one begins the cycle.
  let start = isFirstAsBefore ? ofPhase(phases, first.phase).start : first.gap - usualGap(clearance)
  for (const [index, { phase, green, gap }] of slots.entries()) {
    if (index > 0) start += gap
    next = withTiming(next, phase, { green, start })
    start += green
  }
  return next
}

function withTiming(phases: Phases, phase: PhaseNumber, timing: PhaseTiming): Phases {
  const [first, second, third] = phases
  return phase === 1 ? [timing, second, third] : phase === 2 ? [first, timing, third] : [first, second, timing]
}

function outOfRange(phases: Phases): TimingEdit | undefined {
  return PHASES.flatMap((phase) =>
    (['green', 'start'] as const).map((part) => ({ phase, part, value: ofPhase(phases, phase)[part] })),
  ).find(({ value }) => !isWholeWithin(value, PROGRAM_VALUE_RANGE))
}

/** Returns whether a change kept what its lock promises. Without overlapping phases it always does. */
function keeps(before: Phases, after: Phases, clearance: Clearance, lock: TimingLock): boolean {
  if (lock.kind === 'cycle')
    return cycleSeconds({ phases: before }, clearance) === cycleSeconds({ phases: after }, clearance)
  return inOrder(after).every((phase) => {
    const was = isServed(ofPhase(before, phase)) ? clearedSeconds(before, clearance, phase) : usualGap(clearance)
    return clearedSeconds(after, clearance, phase) === was
  })
}

/**
 * Returns the seconds between the last green of other phases and the start of a phase's green; negative: the seconds for
 * which another one is still green. Of a phase that is served alone, the seconds between its own greens.
 */
function clearedSeconds(phases: Phases, clearance: Clearance, phase: PhaseNumber): number {
  const cycle = cycleSeconds({ phases }, clearance)
  const { start } = ofPhase(phases, phase)
  const others = inOrder(phases).filter((other) => other !== phase)
  if (others.length === 0) return cycle - ofPhase(phases, phase).green
  return Math.min(
    ...others.map((other) => {
      const timing = ofPhase(phases, other)
      return modulo(start - timing.start, cycle) - timing.green
    }),
  )
}
