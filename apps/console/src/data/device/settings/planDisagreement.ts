/**
 * Whether the reported plan differs from the one that the schedule has now, after the time that a change needs to
 * settle.
 */

import { type PlanNumber, SECONDS_PER_DAY } from '@greenwave/controller/controllerLimits'
import { cycleSeconds } from '@greenwave/controller/cycle'
import { CLOCK_KEYS, MODE_KEY, PLAN_KEY, PLAN_TOTAL_KEY } from '@greenwave/controller/keys'
import { modeKind } from '@greenwave/controller/mode'
import { planAt } from '@greenwave/controller/schedule'
import type { ControllerSettings } from '@greenwave/controller/settings'
import { planRow } from '@greenwave/controller/settingTable/plan'
import { keysOf } from '@greenwave/controller/settingTable/table'
import type { TimedValues } from '@greenwave/controller/timedValue'
import type { InEffect } from '@greenwave/observer/inEffect'

/** Seconds that a change may take in addition to the cycle that it waits for: yellow, all-red, reports, clocks. */
const MARGIN_SECONDS = 30

/** The two plans that are marked when they disagree. */
export interface PlanDisagreement {
  /** Null when the controller reports that no plan runs. */
  readonly reported: PlanNumber | null
  readonly scheduled: PlanNumber
}

/**
 * The keys that decide which plan runs, and the controller's report of it. A change of any of them takes a cycle (R11).
 */
const DAY_KEYS = [MODE_KEY, PLAN_KEY, PLAN_TOTAL_KEY, ...CLOCK_KEYS, ...planRow.settings.flatMap(keysOf)]

/**
 * Returns the reported plan and the scheduled one (R9) when they differ in automatic mode for longer than the longest
 * cycle takes (R11); otherwise null.
 *
 * @param running the settings that the controller runs
 * @param scopes the attributes of the device, whose times show when any of the keys above changed
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
