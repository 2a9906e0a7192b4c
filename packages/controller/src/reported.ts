/** Keeps apart what was requested and what a controller reports. */
import { type AttributeValues, rawValue } from './attributes.ts'
import { parseInteger } from './integer.ts'
import { MODE_KEY, PLAN_KEY, PROGRAM_KEY } from './keys.ts'

/** Plan, program and mode; undefined if unknown. */
export interface PlanProgramMode {
  readonly plan: number | undefined
  readonly program: number | undefined
  readonly mode: number | undefined
}

/** (R14) Mode, plan and program in effect, from the controller's client attributes. */
export function inEffect(reported: AttributeValues): PlanProgramMode {
  return parsePlanProgramMode(reported)
}

/** Requested mode, plan and program, from the shared attributes of the same names. */
export function askedFor(shared: AttributeValues): PlanProgramMode {
  return parsePlanProgramMode(shared)
}

function parsePlanProgramMode(values: AttributeValues): PlanProgramMode {
  return {
    plan: parseInteger(rawValue(values, PLAN_KEY)),
    program: parseInteger(rawValue(values, PROGRAM_KEY)),
    mode: parseInteger(rawValue(values, MODE_KEY)),
  }
}

/**
 * (R14) Returns the client attributes that report what is in effect. Send them only when they change: an old mode
 * repeated while the lamps clear for a new one would look like an answer that differs.
 */
export function reportInEffect(state: { readonly plan: number; readonly program: number; readonly mode: number }) {
  return { [PLAN_KEY]: state.plan, [PROGRAM_KEY]: state.program, [MODE_KEY]: state.mode }
}
