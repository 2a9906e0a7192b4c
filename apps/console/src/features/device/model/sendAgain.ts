/** What the checks say of settings that are sent once more. */
import { type AttributeValues, isPresent, rawValue, readSettings } from '@greenwave/controller/attributes'
import { checkClearance } from '@greenwave/controller/checks/clearanceEffects'
import type { Finding } from '@greenwave/controller/checks/finding'
import { checkProgram, plansUsing } from '@greenwave/controller/checks/program'
import { checkValues } from '@greenwave/controller/checks/ranges'
import { checkPlan, checkPlanTotal } from '@greenwave/controller/checks/schedule'
import { groupKeys, type SettingGroup } from '@greenwave/controller/delivery'
import { statedPeriod } from '@greenwave/controller/period'
import { type ControllerSettings, programOf } from '@greenwave/controller/settings'
import { findingKey } from './findingKey.ts'

/** What each setting's own dialog would say of it as it stands in `shared`, each thing once. */
export function findingsOfSending(groups: readonly SettingGroup[], shared: AttributeValues): readonly Finding[] {
  const settings = readSettings(shared)
  const findings = groups.flatMap((group) => {
    const present = groupKeys(group).filter((key) => isPresent(shared, key))
    const errors = checkValues(Object.fromEntries(present.map((key) => [key, rawValue(shared, key)])))
    return errors.length > 0 ? errors : findingsOf(group, settings)
  })
  return [...new Map(findings.map((finding) => [findingKey(finding), finding])).values()]
}

function findingsOf(group: SettingGroup, settings: ControllerSettings): readonly Finding[] {
  switch (group.kind) {
    case 'mode':
      return []
    case 'planTotal':
      return checkPlanTotal(settings.planTotal, settings)
    case 'clearance':
      return checkClearance(settings.clearance, settings)
    case 'plan': {
      const plan = settings.plans.find(({ number }) => number === group.plan)
      return plan ? checkPlan(plan, settings) : []
    }
    case 'program': {
      const program = programOf(settings, group.program)
      const usedByPlans = plansUsing(settings, group.program)
      return checkProgram(program, settings.clearance, {
        usedByPlans,
        reportedPeriod: statedPeriod(program, {})?.seconds,
      })
    }
  }
}
