/** What was asked for and what a controller says it does: two things, kept as two. */
import { type AttributeValues, rawValue } from './attributes.ts'
import { parseInteger } from './integer.ts'
import { MODE_KEY, PLAN_KEY, PROGRAM_KEY } from './keys.ts'

/** Plan, program and mode; undefined where nothing is said. */
export interface PlanProgramMode {
  readonly plan: number | undefined
  readonly program: number | undefined
  readonly mode: number | undefined
}

/** (R14) What is in effect is what the controller reports as client attributes. */
export function inEffect(reported: AttributeValues): PlanProgramMode {
  return readPlanProgramMode(reported)
}

/** What was asked for: the shared attributes of the same names. */
export function askedFor(shared: AttributeValues): PlanProgramMode {
  return readPlanProgramMode(shared)
}

function readPlanProgramMode(values: AttributeValues): PlanProgramMode {
  return {
    plan: parseInteger(rawValue(values, PLAN_KEY)),
    program: parseInteger(rawValue(values, PROGRAM_KEY)),
    mode: parseInteger(rawValue(values, MODE_KEY)),
  }
}

/**
 * (R14) The client attributes by which a controller tells what is in effect. To be sent when they change: repeating an old
 * mode while the lamps clear for a new one would read as an answer that differs.
 */
export function reportInEffect(state: { readonly plan: number; readonly program: number; readonly mode: number }) {
  return { [PLAN_KEY]: state.plan, [PROGRAM_KEY]: state.program, [MODE_KEY]: state.mode }
}
