/**
 * Every attribute and telemetry key of a controller, except those of optional settings, which stand in their rows.
 * Nothing else spells a key; settingTable/ says which setting each belongs to.
 */
import { PHASES, type PhaseNumber, type PlanNumber, type ProgramNumber } from './controllerLimits.ts'

/** Shared attribute: the requested mode. Client attribute: the mode in effect. */
export const MODE_KEY = 'Mode'
/** Client attribute: the plan in effect. */
export const PLAN_KEY = 'Plan'
/** Client attribute: the program in effect. */
export const PROGRAM_KEY = 'Program'
/** Number of plans in play. */
export const PLAN_TOTAL_KEY = 'Plan_total'
/** Yellow after every green, seconds. */
export const YELLOW_KEY = 'Vang'
/** All-red after every yellow, seconds. */
export const RED_CLEARANCE_KEY = 'Do_cong'

/** Server attribute, degrees. */
export const LATITUDE_KEY = 'latitude'
/** Server attribute, degrees. */
export const LONGITUDE_KEY = 'longitude'

/** Returns whether a key holds degrees, which need not be whole. */
export function isCoordinateKey(key: string): boolean {
  return key === LATITUDE_KEY || key === LONGITUDE_KEY
}

/** The device clock, largest unit first. Telemetry (reported) and shared attributes (set time) have the same names. */
export const CLOCK_KEYS = ['Year', 'Month', 'Day', 'Hour', 'Minute', 'Second'] as const
export type ClockKey = (typeof CLOCK_KEYS)[number]

/** The attribute keys of one plan. */
export interface PlanKeys {
  readonly hour: string
  readonly minute: string
  readonly program: string
  readonly enabled: string
}

/** Returns P{n}_HH, P{n}_MM, P{n}_Pr, P{n}_ENT. */
export function planKeys(plan: PlanNumber): PlanKeys {
  return { hour: `P${plan}_HH`, minute: `P${plan}_MM`, program: `P${plan}_Pr`, enabled: `P${plan}_ENT` }
}

/** Returns Pr{n}_X{phase}: seconds of green. */
export function greenKey(program: ProgramNumber, phase: PhaseNumber): string {
  return `Pr${program}_X${phase}`
}

/** Returns Start_Pr{n}_X{phase}: second of the cycle at which the green begins. */
export function startKey(program: ProgramNumber, phase: PhaseNumber): string {
  return `Start_Pr${program}_X${phase}`
}

/** Returns Period_Pr{n}: total period, seconds. */
export function periodKey(program: ProgramNumber): string {
  return `Period_Pr${program}`
}

/** The telemetry keys of one phase's three countdowns. */
export interface LampKeys {
  readonly red: string
  readonly yellow: string
  readonly green: string
}

/** Returns T_D{phase} red, T_V{phase} yellow, T_X{phase} green. */
export function lampKeys(phase: PhaseNumber): LampKeys {
  return { red: `T_D${phase}`, yellow: `T_V${phase}`, green: `T_X${phase}` }
}

/** The nine countdown keys. */
export const LAMP_KEYS: readonly string[] = PHASES.flatMap((phase) => {
  const keys = lampKeys(phase)
  return [keys.red, keys.yellow, keys.green]
})

/** The keys that a controller publishes once a second. */
export const TELEMETRY_KEYS: readonly string[] = [...LAMP_KEYS, ...CLOCK_KEYS]
