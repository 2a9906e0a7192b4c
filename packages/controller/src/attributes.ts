/** Translates between a controller's settings and the attributes that carry them. */
import type { DeviceTime } from './deviceClock.ts'
import { parseInteger } from './integer.ts'
import {
  greenKey,
  MODE_KEY,
  PLAN_TOTAL_KEY,
  periodKey,
  planKeys,
  RED_CLEARANCE_KEY,
  startKey,
  YELLOW_KEY,
} from './keys.ts'
import { PHASES, PLAN_NUMBERS, type PlanNumber, PROGRAM_NUMBERS, type ProgramNumber, perPhase } from './limits.ts'
import type { Clearance, ControllerSettings, Plan, Program } from './settings.ts'

/** Attribute values by key, as they came: any JSON. */
export type AttributeValues = Readonly<Record<string, unknown>>

/** Whether a key carries a value at all; a deleted attribute reads as '' over the live socket. */
export function isPresent(values: AttributeValues, key: string): boolean {
  const value = rawValue(values, key)
  return value !== undefined && value !== null && value !== ''
}

/** The value of a key as it came, own keys only. Never throws, whatever JSON stands in for the record. */
export function rawValue(values: AttributeValues, key: string): unknown {
  return typeof values === 'object' && values !== null && Object.hasOwn(values, key) ? values[key] : undefined
}

/** (R18) A setting as an integer: missing, and what is no number, reads as 0. For lamps see telemetry.ts. */
export function settingInteger(values: AttributeValues, key: string): number {
  return parseInteger(rawValue(values, key)) ?? 0
}

/** Reads a whole controller. Total: any JSON gives settings; what is out of range stays so for the checks to name. */
export function readSettings(values: AttributeValues): ControllerSettings {
  return {
    mode: settingInteger(values, MODE_KEY),
    planTotal: settingInteger(values, PLAN_TOTAL_KEY),
    clearance: readClearance(values),
    plans: PLAN_NUMBERS.map((number) => readPlan(values, number)),
    programs: PROGRAM_NUMBERS.map((number) => readProgram(values, number)),
  }
}

/** Yellow and red clearance, seconds. */
export function readClearance(values: AttributeValues): Clearance {
  return { yellow: settingInteger(values, YELLOW_KEY), redClearance: settingInteger(values, RED_CLEARANCE_KEY) }
}

/** A missing program number is program 1 (the specification's default); one that is no number is no program. */
export function readPlan(values: AttributeValues, number: PlanNumber): Plan {
  const keys = planKeys(number)
  return {
    number,
    hour: settingInteger(values, keys.hour),
    minute: settingInteger(values, keys.minute),
    programNumber: isPresent(values, keys.program) ? settingInteger(values, keys.program) : 1,
    enabled: settingInteger(values, keys.enabled) === 1,
  }
}

/** One program with its three phases. */
export function readProgram(values: AttributeValues, number: ProgramNumber): Program {
  return {
    number,
    phases: perPhase((phase) => ({
      green: settingInteger(values, greenKey(number, phase)),
      start: settingInteger(values, startKey(number, phase)),
    })),
    sharedPeriod: settingInteger(values, periodKey(number)),
  }
}

/** The attributes of the plan dialog. */
export function writePlan(plan: Plan): Record<string, number> {
  const keys = planKeys(plan.number)
  return {
    [keys.hour]: plan.hour,
    [keys.minute]: plan.minute,
    [keys.program]: plan.programNumber,
    [keys.enabled]: plan.enabled ? 1 : 0,
  }
}

/** The attributes of the program dialog; the total period is read only and never written. */
export function writeProgram(program: Program): Record<string, number> {
  const values: Record<string, number> = {}
  PHASES.forEach((phase, index) => {
    values[greenKey(program.number, phase)] = program.phases[index]?.green ?? 0
    values[startKey(program.number, phase)] = program.phases[index]?.start ?? 0
  })
  return values
}

/** The attributes of the yellow and red-clearance dialog. */
export function writeClearance(clearance: Clearance): Record<string, number> {
  return { [YELLOW_KEY]: clearance.yellow, [RED_CLEARANCE_KEY]: clearance.redClearance }
}

/** The attribute of the mode chooser. */
export function writeMode(mode: number): Record<string, number> {
  return { [MODE_KEY]: mode }
}

/** The attribute of the plan count dialog. */
export function writePlanTotal(planTotal: number): Record<string, number> {
  return { [PLAN_TOTAL_KEY]: planTotal }
}

/** A whole controller, shared periods included where they are above 0: what a fleet is provisioned with. */
export function writeSettings(settings: ControllerSettings): Record<string, number> {
  const periods = settings.programs.filter((program) => program.sharedPeriod > 0)
  return Object.assign(
    { ...writeMode(settings.mode), ...writePlanTotal(settings.planTotal), ...writeClearance(settings.clearance) },
    ...settings.plans.map(writePlan),
    ...settings.programs.map(writeProgram),
    ...periods.map((program) => ({ [periodKey(program.number)]: program.sharedPeriod })),
  )
}

/** The six clock fields, for setting the time (shared attributes) and for reporting it (telemetry). */
export function writeDeviceTime(time: DeviceTime): Record<string, number> {
  return {
    Year: time.year,
    Month: time.month,
    Day: time.day,
    Hour: time.hour,
    Minute: time.minute,
    Second: time.second,
  }
}
