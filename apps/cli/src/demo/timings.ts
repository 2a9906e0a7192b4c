/**
 * @file Timings of the demonstration's controllers. Conflicting phases are never green together, and no second of a
 * cycle is unused.
 */

import {
  type PerPhase,
  PLAN_NUMBERS,
  PROGRAM_NUMBERS,
  type ProgramNumber,
} from '@greenwave/controller/controllerLimits'
import { cycleSeconds, modulo } from '@greenwave/controller/cycle'
import { AUTOMATIC_MODE } from '@greenwave/controller/mode'
import type { Clearance, ControllerSettings, Plan, Program } from '@greenwave/controller/settings'
import { offsetRow } from '@greenwave/controller/settingTable/offset'

/** Green time of each phase, seconds; 0 means that the phase is not served. */
type Greens = PerPhase<number>

const USUAL: Clearance = { yellow: 3, redClearance: 2 }
const NONE: Greens = [0, 0, 0]

/** The start of a plan and the program that it runs. */
type PlanLine = readonly [hour: number, minute: number, program: number]

const WORKDAY: readonly PlanLine[] = [
  [5, 30, 1],
  [6, 30, 2],
  [8, 30, 1],
  [16, 0, 3],
  [19, 30, 1],
  [23, 0, 4],
]

/** Returns the timing of a busy street in the centre: short cycles, with more green for all phases at peak times. */
export function centreTiming(greens: Greens): ControllerSettings {
  return timing(WORKDAY, [greens, scaled(greens, 1.2), scaled(greens, 1.3), scaled(greens, 0.7)], USUAL)
}

/**
 * Returns the timing of an arterial: long cycles, with more green inbound in the morning and outbound in the evening.
 */
export function arterialTiming(
  greens: Greens,
  clearance: Clearance = USUAL,
  night = scaled(greens, 0.6),
): ControllerSettings {
  const [main, cross, turn] = greens
  const morning: Greens = [Math.round(main * 1.4), cross, turn]
  const evening: Greens = [main, Math.round(cross * 1.4), turn]
  return timing(WORKDAY, [greens, morning, evening, night], clearance)
}

/** Returns the timing of an arterial with a cycle so short that people could not cross in a shorter one at night. */
export function shortArterialTiming(greens: Greens): ControllerSettings {
  return arterialTiming(greens, USUAL, greens)
}

/** Returns the timing of a quiet road: two phases and three plans. */
export function calmTiming(greens: Greens): ControllerSettings {
  const lines: readonly PlanLine[] = [
    [6, 0, 1],
    [16, 30, 2],
    [21, 0, 3],
  ]
  return timing(lines, [greens, scaled(greens, 1.3), scaled(greens, 0.7)], USUAL)
}

/** Returns the timing of an arterial that flashes yellow from half past eleven at night. */
export function flashingAtNight(greens: Greens): ControllerSettings {
  const { plans, ...rest } = arterialTiming(greens)
  return {
    ...rest,
    plans: plans.map((plan) => (plan.number === 6 ? { ...plan, hour: 23, minute: 30, programNumber: 0 } : plan)),
  }
}

/** (R19) Returns a timing all of whose programs begin by so many seconds later than a neighbour's. */
export function laterBy(seconds: number, timing: ControllerSettings): ControllerSettings {
  return timing.programs.reduce((settings, program) => {
    const cycle = cycleSeconds(program, settings.clearance)
    return cycle === 0 ? settings : offsetRow.at({ program: program.number }).put(settings, modulo(seconds, cycle))
  }, timing)
}

function timing(lines: readonly PlanLine[], programs: readonly Greens[], clearance: Clearance): ControllerSettings {
  return {
    mode: AUTOMATIC_MODE,
    planTotal: lines.length,
    clearance,
    plans: PLAN_NUMBERS.map((number, index): Plan => {
      const [hour, minute, programNumber] = lines[index] ?? [0, 0, 1]
      return { number, hour, minute, programNumber, enabled: index < lines.length }
    }),
    programs: PROGRAM_NUMBERS.map((number, index) => oneAfterAnother(number, programs[index] ?? NONE, clearance)),
  }
}

/** Returns a program whose phases follow one another, each after the clearance time of the one before. */
function oneAfterAnother(number: ProgramNumber, greens: Greens, clearance: Clearance): Program {
  const between = clearance.yellow + clearance.redClearance
  const [first, second] = greens
  const secondStart = first > 0 ? first + between : 0
  const thirdStart = second > 0 ? secondStart + second + between : secondStart
  const starts: PerPhase<number> = [0, secondStart, thirdStart]
  const phase = (index: 0 | 1 | 2) => ({ green: greens[index], start: greens[index] > 0 ? starts[index] : 0 })
  return { number, phases: [phase(0), phase(1), phase(2)], sharedPeriod: 0 }
}

function scaled(greens: Greens, factor: number): Greens {
  const [first, second, third] = greens
  return [Math.round(first * factor), Math.round(second * factor), Math.round(third * factor)]
}
