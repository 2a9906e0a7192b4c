import { isPresent, settingInteger } from '../attributes.ts'
import type { Finding } from '../checks/finding.ts'
import { checkBroughtIntoForce } from '../checks/program.ts'
import { checkSchedule } from '../checks/schedule.ts'
import { HOUR_RANGE, MINUTE_RANGE, PLAN_NUMBERS, PLAN_PROGRAM_RANGE, type PlanNumber } from '../controllerLimits.ts'
import { planKeys } from '../keys.ts'
import { plansInPlay } from '../schedule.ts'
import { type Plan, planOf, withPlan } from '../settings.ts'
import { ANY_WHOLE, defineRow } from './row.ts'

/**
 * A plan: when it begins, which program it runs, whether it is enabled. Its findings are its part of the schedule's
 * (V7), and the dangers of the programs that it brings into force (V4): its own, and that of a plan to which it leaves
 * its start. That one may make the lamps flash, too.
 */
export const planRow = defineRow({
  kind: 'plan',
  which: PLAN_NUMBERS.map((plan) => ({ plan })),
  keys: ({ plan }) => {
    const keys = planKeys(plan)
    const partOf = <Part extends keyof typeof keys>(part: Part) => ({
      key: keys[part],
      parts: { kind: 'plan' as const, plan, part },
      name: `Plan ${plan} ${part}`,
    })
    return [
      { ...partOf('hour'), range: HOUR_RANGE },
      { ...partOf('minute'), range: MINUTE_RANGE },
      { ...partOf('program'), range: PLAN_PROGRAM_RANGE },
      // Only 1 means enabled, but no whole number is invalid.
      { ...partOf('enabled'), range: ANY_WHOLE },
    ]
  },
  read: (values, { plan: number }): Plan => {
    const keys = planKeys(number)
    return {
      number,
      hour: settingInteger(values, keys.hour),
      minute: settingInteger(values, keys.minute),
      // A missing program number is program 1 (the specification's default); one that is no number is no program.
      programNumber: isPresent(values, keys.program) ? settingInteger(values, keys.program) : 1,
      enabled: settingInteger(values, keys.enabled) === 1,
    }
  },
  write: (plan, { plan: number }) => {
    const keys = planKeys(number)
    return {
      [keys.hour]: plan.hour,
      [keys.minute]: plan.minute,
      [keys.program]: plan.programNumber,
      [keys.enabled]: plan.enabled ? 1 : 0,
    }
  },
  of: (settings, { plan }) => planOf(settings, plan),
  put: withPlan,
  check: (_plan, { settings, before }, { plan: number }) => {
    const ran = plansInPlay(before).map((one) => one.number)
    // Of two with one start only one is in play: the other one may come into play by this change.
    const brought = plansInPlay(settings).filter((one) => one.number === number || !ran.includes(one.number))
    return [
      ...checkSchedule(settings).filter((finding) => isOf(finding, number) || isFlashingOf(finding, brought)),
      ...checkBroughtIntoForce(settings, brought),
    ]
  },
})

function isOf(finding: Finding, plan: PlanNumber): boolean {
  if (finding.code === 'noEnabledPlan') return true
  if (finding.code === 'sameStart') return finding.params.plan === plan || finding.params.other === plan
  return 'plan' in finding.params && finding.params.plan === plan
}

function isFlashingOf(finding: Finding, plans: readonly Plan[]): boolean {
  if (finding.code !== 'planWithoutGreen' && finding.code !== 'planWithoutProgram') return false
  return plans.some(({ number }) => number === finding.params.plan)
}
