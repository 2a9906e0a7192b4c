/** Every attribute and telemetry key of a controller, built and parsed here and nowhere else. */
import {
  PHASES,
  type PhaseNumber,
  PLAN_NUMBERS,
  type PlanNumber,
  PROGRAM_NUMBERS,
  type ProgramNumber,
} from './limits.ts'

/** Shared: the mode asked for. Client: the mode in effect. */
export const MODE_KEY = 'Mode'
/** Client: the plan in effect. */
export const PLAN_KEY = 'Plan'
/** Client: the program in effect. */
export const PROGRAM_KEY = 'Program'
/** How many plans are in play. */
export const PLAN_TOTAL_KEY = 'Plan_total'
/** Yellow after every green, seconds. */
export const YELLOW_KEY = 'Vang'
/** All-red after every yellow, seconds. */
export const RED_CLEARANCE_KEY = 'Do_cong'

/** Server attribute, degrees. */
export const LATITUDE_KEY = 'latitude'
/** Server attribute, degrees. */
export const LONGITUDE_KEY = 'longitude'

/** Whether a key holds degrees, which need not be whole. */
export function isCoordinateKey(key: string): boolean {
  return key === LATITUDE_KEY || key === LONGITUDE_KEY
}

/** The device clock, largest unit first; the same names as telemetry (reported) and as shared attributes (set time). */
export const CLOCK_KEYS = ['Year', 'Month', 'Day', 'Hour', 'Minute', 'Second'] as const
export type ClockKey = (typeof CLOCK_KEYS)[number]

/** The attribute keys of one plan. */
export interface PlanKeys {
  readonly hour: string
  readonly minute: string
  readonly program: string
  readonly enabled: string
}

/** P{n}_HH, P{n}_MM, P{n}_Pr, P{n}_ENT. */
export function planKeys(plan: PlanNumber): PlanKeys {
  return { hour: `P${plan}_HH`, minute: `P${plan}_MM`, program: `P${plan}_Pr`, enabled: `P${plan}_ENT` }
}

/** Pr{n}_X{phase}: seconds of green. */
export function greenKey(program: ProgramNumber, phase: PhaseNumber): string {
  return `Pr${program}_X${phase}`
}

/** Start_Pr{n}_X{phase}: second of the cycle at which the green begins. */
export function startKey(program: ProgramNumber, phase: PhaseNumber): string {
  return `Start_Pr${program}_X${phase}`
}

/** Period_Pr{n}: total period, seconds. */
export function periodKey(program: ProgramNumber): string {
  return `Period_Pr${program}`
}

/** The telemetry keys of one phase's three countdowns. */
export interface LampKeys {
  readonly red: string
  readonly yellow: string
  readonly green: string
}

/** T_D{phase} red, T_V{phase} yellow, T_X{phase} green. */
export function lampKeys(phase: PhaseNumber): LampKeys {
  return { red: `T_D${phase}`, yellow: `T_V${phase}`, green: `T_X${phase}` }
}

/** The nine countdown keys. */
export const LAMP_KEYS: readonly string[] = PHASES.flatMap((phase) => {
  const keys = lampKeys(phase)
  return [keys.red, keys.yellow, keys.green]
})

/** Everything a controller publishes once a second. */
export const TELEMETRY_KEYS: readonly string[] = [...LAMP_KEYS, ...CLOCK_KEYS]

/** The keys that the plan dialog writes. */
export function planSettingKeys(plan: PlanNumber): readonly string[] {
  const keys = planKeys(plan)
  return [keys.hour, keys.minute, keys.program, keys.enabled]
}

/** The keys that the program dialog writes; the total period is never among them. */
export function programSettingKeys(program: ProgramNumber): readonly string[] {
  return [...PHASES.map((phase) => greenKey(program, phase)), ...PHASES.map((phase) => startKey(program, phase))]
}

/** Every key whose value a console sets and a controller applies. Total periods and the clock are not among them. */
export const SETTING_KEYS: readonly string[] = [
  MODE_KEY,
  PLAN_TOTAL_KEY,
  YELLOW_KEY,
  RED_CLEARANCE_KEY,
  ...PLAN_NUMBERS.flatMap(planSettingKeys),
  ...PROGRAM_NUMBERS.flatMap(programSettingKeys),
]

/** What a setting key belongs to, for naming it to a person and for opening the right dialog. */
export type SettingKeyParts =
  | { readonly kind: 'mode' }
  | { readonly kind: 'planTotal' }
  | { readonly kind: 'yellow' }
  | { readonly kind: 'redClearance' }
  | { readonly kind: 'plan'; readonly plan: PlanNumber; readonly part: keyof PlanKeys }
  | {
      readonly kind: 'program'
      readonly program: ProgramNumber
      readonly phase: PhaseNumber
      readonly part: 'green' | 'start'
    }
  | { readonly kind: 'period'; readonly program: ProgramNumber }

const PARTS_BY_KEY: ReadonlyMap<string, SettingKeyParts> = new Map<string, SettingKeyParts>([
  [MODE_KEY, { kind: 'mode' }],
  [PLAN_TOTAL_KEY, { kind: 'planTotal' }],
  [YELLOW_KEY, { kind: 'yellow' }],
  [RED_CLEARANCE_KEY, { kind: 'redClearance' }],
  ...PLAN_NUMBERS.flatMap((plan): [string, SettingKeyParts][] => {
    const keys = planKeys(plan)
    return [
      [keys.hour, { kind: 'plan', plan, part: 'hour' }],
      [keys.minute, { kind: 'plan', plan, part: 'minute' }],
      [keys.program, { kind: 'plan', plan, part: 'program' }],
      [keys.enabled, { kind: 'plan', plan, part: 'enabled' }],
    ]
  }),
  ...PROGRAM_NUMBERS.flatMap((program): [string, SettingKeyParts][] => [
    ...PHASES.flatMap((phase): [string, SettingKeyParts][] => [
      [greenKey(program, phase), { kind: 'program', program, phase, part: 'green' }],
      [startKey(program, phase), { kind: 'program', program, phase, part: 'start' }],
    ]),
    [periodKey(program), { kind: 'period', program }],
  ]),
])

/** What a key belongs to; undefined for a key that is no setting of a controller. */
export function parseSettingKey(key: string): SettingKeyParts | undefined {
  return PARTS_BY_KEY.get(key)
}
