/** A controller's settings by the field's terms, with their units. The wire's names are in keys.ts. */
import {
  type PerPhase,
  PLAN_NUMBERS,
  type PlanNumber,
  PROGRAM_NUMBERS,
  type ProgramNumber,
} from './controllerLimits.ts'

/** A line of the daily schedule: runs a program from hour:minute on. */
export interface Plan {
  readonly number: PlanNumber
  readonly hour: number
  readonly minute: number
  /** 1-6; 0 is no program: flashing yellow. Any other value of a controller counts as no program. */
  readonly programNumber: number
  readonly enabled: boolean
}

/** When and how long a phase is green. */
export interface PhaseTiming {
  /** (R2) Seconds of green in one cycle. A phase with 0 is not served and stays red. */
  readonly green: number
  /** (R3) Second of the cycle at which the green begins. */
  readonly start: number
}

/** A signal program: the green of each phase within one cycle. */
export interface Program {
  readonly number: ProgramNumber
  readonly phases: PerPhase<PhaseTiming>
  /** Seconds in the shared attribute; 0 if there is none. Only shown, never used for control (R7). */
  readonly sharedPeriod: number
}

/** The times that follow every green, the same in all programs. */
export interface Clearance {
  /** (R4) Seconds of yellow after every green. */
  readonly yellow: number
  /** (R5) Seconds of all-red that follow every yellow. */
  readonly redClearance: number
}

/** @example { mode: 4, planTotal: 2, clearance: { yellow: 3, redClearance: 2 }, plans: [...six], programs: [...six] } */
export interface ControllerSettings {
  /** 0 flashing yellow, 1 and 2 hold a route, any other value automatic. */
  readonly mode: number
  /** Plans 1..planTotal are in play. */
  readonly planTotal: number
  readonly clearance: Clearance
  /** Six, plan 1 first. */
  readonly plans: readonly Plan[]
  /** Six, program 1 first. */
  readonly programs: readonly Program[]
  /**
   * (R19) The values of optional settings that were set and that the controller has, by attribute key. Their rows in
   * settingTable/ read them.
   */
  readonly optional?: Readonly<Record<string, number>>
}

/** Returns whether a number is one of the six programs. */
export function isProgramNumber(value: number): value is ProgramNumber {
  return Number.isInteger(value) && value >= 1 && value <= 6
}

/** Returns whether a number is one of the six plans. */
export function isPlanNumber(value: number): value is PlanNumber {
  return Number.isInteger(value) && value >= 1 && value <= 6
}

/** Returns the program with a number; an unset one (no phase served) if the settings lack it. */
export function programOf(settings: ControllerSettings, number: ProgramNumber): Program {
  return settings.programs.find((program) => program.number === number) ?? unsetProgram(number)
}

/** Returns the plan with a number; an unset one (disabled) if the settings lack it. */
export function planOf(settings: ControllerSettings, number: PlanNumber): Plan {
  return settings.plans.find((plan) => plan.number === number) ?? unsetPlan(number)
}

function unsetProgram(number: ProgramNumber): Program {
  const phase: PhaseTiming = { green: 0, start: 0 }
  return { number, phases: [phase, phase, phase], sharedPeriod: 0 }
}

function unsetPlan(number: PlanNumber): Plan {
  return { number, hour: 0, minute: 0, programNumber: 1, enabled: false }
}

/** The settings of a controller that was never set up. */
export const UNSET_SETTINGS: ControllerSettings = {
  mode: 0,
  planTotal: 0,
  clearance: { yellow: 0, redClearance: 0 },
  plans: PLAN_NUMBERS.map(unsetPlan),
  programs: PROGRAM_NUMBERS.map(unsetProgram),
}

/** Returns the settings with one plan replaced. */
export function withPlan(settings: ControllerSettings, plan: Plan): ControllerSettings {
  return { ...settings, plans: settings.plans.map((old) => (old.number === plan.number ? plan : old)) }
}

/** Returns the settings with one program replaced. */
export function withProgram(settings: ControllerSettings, program: Program): ControllerSettings {
  return { ...settings, programs: settings.programs.map((old) => (old.number === program.number ? program : old)) }
}
