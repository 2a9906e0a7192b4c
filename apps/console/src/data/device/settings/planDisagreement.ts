/** Whether the plan that a controller reports is another one than its schedule has now, once a change must have settled. */
import { cycleSeconds } from '@greenwave/controller/cycle'
import { CLOCK_KEYS, MODE_KEY, PLAN_KEY, PLAN_TOTAL_KEY } from '@greenwave/controller/keys'
import { type PlanNumber, SECONDS_PER_DAY } from '@greenwave/controller/limits'
import { modeKind } from '@greenwave/controller/mode'
import { planAt } from '@greenwave/controller/schedule'
import type { ControllerSettings } from '@greenwave/controller/settings'
import { planRow } from '@greenwave/controller/settingTable/plan'
import { keysOf } from '@greenwave/controller/settingTable/table'
import type { TimedValues } from '@greenwave/controller/timedValue'
import type { InEffect } from './inEffect.ts'

/** What a change may take besides the cycle that it waits for: yellow, all-red, reports, clocks. Seconds. */
const MARGIN_SECONDS = 30

/** Two plans that are marked at once. */
export interface PlanDisagreement {
  /** null: the controller reports that none runs. */
  readonly reported: PlanNumber | null
  readonly scheduled: PlanNumber
}

/** What rules the day: a change of any of these takes a cycle (R11). The plan's own report is among them. */
const DAY_KEYS = [MODE_KEY, PLAN_KEY, PLAN_TOTAL_KEY, ...CLOCK_KEYS, ...planRow.settings.flatMap(keysOf)]

/**
 * Returns the plan that is reported and the one that the schedule has (R9), where they differ for longer than the longest cycle takes
 * (R11), in automatic; else null.
 *
 * @param running the settings that the controller runs
 * @param scopes the attributes of the device whose times tell when something of the day changed
 * @param nowMs the platform's time, epoch milliseconds
 */
export function planDisagreement(
  inEffect: InEffect | null,
  running: ControllerSettings,
  secondOfDay: number,
  scopes: readonly TimedValues[],
  nowMs: number,
): PlanDisagreement | null {
  if (inEffect?.source !== 'reported' || modeKind(inEffect.mode).kind !== 'automatic') return null
  const scheduled = planAt(running, secondOfDay)
  if (!scheduled || scheduled.number === inEffect.plan) return null
  const settleSeconds =
    MARGIN_SECONDS + Math.max(...running.programs.map((program) => cycleSeconds(program, running.clearance)))
  const start = scheduled.hour * 3600 + scheduled.minute * 60
  const begunSeconds = (secondOfDay - start + SECONDS_PER_DAY) % SECONDS_PER_DAY
  const changedMs = Math.max(0, ...scopes.flatMap((scope) => DAY_KEYS.map((key) => scope[key]?.ts ?? 0)))
  if (begunSeconds < settleSeconds || nowMs - changedMs < settleSeconds * 1000) return null
  return { reported: inEffect.plan, scheduled: scheduled.number }
}
