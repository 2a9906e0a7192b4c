/** Driver of the lamps at the moment, and its source. */

import type { PlanNumber, ProgramNumber } from '@greenwave/controller/controllerLimits'
import { parseInteger } from '@greenwave/controller/integer'
import { MODE_KEY, PLAN_KEY, PROGRAM_KEY } from '@greenwave/controller/keys'
import { modeKind } from '@greenwave/controller/mode'
import { runningAt } from '@greenwave/controller/schedule'
import { type ControllerSettings, isPlanNumber, isProgramNumber } from '@greenwave/controller/settings'
import { parseSettings } from '@greenwave/controller/settingTable/allSettings'
import { settingsOfController } from '@greenwave/controller/settingTable/table'
import type { TimedValues } from '@greenwave/controller/timedValue'

/** Returns attribute values by key, without their times. */
export function plainValues(attributes: TimedValues): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(attributes).map(([key, { value }]) => [key, value]))
}

/**
 * Parses the requested settings. Unset while the attributes are unknown, and where the controller
 * does not report that it supports them.
 */
export function desiredSettings(shared: TimedValues | undefined, client: TimedValues | undefined): ControllerSettings {
  return parseSettings(plainValues(shared ?? {}), settingsOfController(plainValues(client ?? {})))
}

/** Parses the settings that the controller runs. A setting that is not reported is assumed to be as requested. */
export function runningSettings(shared: TimedValues | undefined, client: TimedValues | undefined): ControllerSettings {
  const reported = present(plainValues(client ?? {}))
  return parseSettings({ ...plainValues(shared ?? {}), ...reported }, settingsOfController(reported))
}

function present(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '' && value !== null))
}

/** The mode, plan and program that drive the lamps. */
export interface InEffect {
  /** The value of the mode. */
  readonly mode: number
  readonly kind: 'program' | 'flashing' | 'hold'
  readonly plan: PlanNumber | null
  /** Set when `kind` is program. */
  readonly program: ProgramNumber | null
  /** Reported by the controller, or assumed from its settings and its clock. */
  readonly source: 'reported' | 'assumed'
}

/**
 * (R14) Mode, plan and program in effect: as reported, or, without a reported program, as the settings have it
 * at its own time of day. Returns null when no mode is reported or was ever set, and when the time of day is needed but
 * no clock is known (`secondOfDay` is null).
 */
export function inEffect(
  reported: Readonly<Record<string, unknown>>,
  settings: ControllerSettings,
  modeIsSet: boolean,
  secondOfDay: number | null,
): InEffect | null {
  const reportedMode = parseInteger(reported[MODE_KEY])
  const mode = reportedMode ?? settings.mode
  const asked = modeKind(mode)
  const source = reportedMode === undefined ? 'assumed' : 'reported'
  if (reportedMode === undefined && !modeIsSet) return null
  if (asked.kind === 'hold') return { mode, kind: 'hold', plan: null, program: null, source }
  if (asked.kind === 'flashing') return { mode, kind: 'flashing', plan: null, program: null, source }
  const program = parseInteger(reported[PROGRAM_KEY])
  if (program !== undefined) {
    const reportedPlan = parseInteger(reported[PLAN_KEY]) ?? 0
    const plan = isPlanNumber(reportedPlan) ? reportedPlan : null
    return isProgramNumber(program)
      ? { mode, kind: 'program', plan, program, source: 'reported' }
      : { mode, kind: 'flashing', plan, program: null, source: 'reported' }
  }
  if (secondOfDay === null) return null
  const running = runningAt(settings, secondOfDay)
  return {
    mode,
    kind: running.kind,
    plan: running.plan,
    program: running.kind === 'program' ? running.program : null,
    source: 'assumed',
  }
}
