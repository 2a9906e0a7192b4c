import { PLAN_TOTAL_KEY, planKeys } from '../keys.ts'
import { outOfPlayReason, plansInPlay, runningOf } from '../schedule.ts'
import type { ControllerSettings, Plan } from '../settings.ts'
import { type Finding, found } from './finding.ts'

/**
 * (V7) Finds two enabled plans with one start time; an enabled plan above the plan count; no enabled plan; a plan whose
 * program has no green, which is an empty program or program number 0, with which the lamps flash (R10).
 */
export function checkSchedule(settings: ControllerSettings): Finding[] {
  const findings = settings.plans.flatMap((plan) => planFindings(settings, plan))
  if (plansInPlay(settings).length === 0) {
    findings.push(found('noEnabledPlan', PLAN_TOTAL_KEY, { limit: settings.planTotal }))
  }
  return findings
}

function planFindings(settings: ControllerSettings, plan: Plan): Finding[] {
  const keys = planKeys(plan.number)
  const reason = outOfPlayReason(settings, plan)
  if (reason?.kind === 'disabled' || reason?.kind === 'invalidTime') return []
  const findings: Finding[] = []
  if (reason?.kind === 'abovePlanTotal') {
    findings.push(found('planAboveTotal', keys.enabled, { plan: plan.number, limit: reason.planTotal }))
  }
  if (reason?.kind === 'sameStart') {
    const time = clockText(plan)
    findings.push(found('sameStart', keys.hour, { plan: plan.number, other: reason.plan, time }))
  }
  const running = runningOf(settings, plan)
  if (running.kind === 'flashing') {
    const code = running.reason === 'emptyProgram' ? 'planWithoutGreen' : 'planWithoutProgram'
    findings.push(found(code, keys.program, { plan: plan.number, program: plan.programNumber }))
  }
  return findings
}

/** HH:MM. */
function clockText(plan: Plan): string {
  return `${String(plan.hour).padStart(2, '0')}:${String(plan.minute).padStart(2, '0')}`
}
