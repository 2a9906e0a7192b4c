import { describe, expect, test } from 'vitest'
import { isDanger } from '../checks/danger.ts'
import type { ControllerSettings } from '../settings.ts'
import { EXAMPLE_SCHEDULE, programFrom } from '../testing/settings.ts'
import { planTotalRow } from './planTotal.ts'

const checkPlanTotal = (planTotal: number, settings: ControllerSettings) =>
  planTotalRow.at({}).check(planTotal, { settings })

describe('a plan count as it would be saved', () => {
  test.each([0, 7, -1, 1.5, Number.NaN])('[spec 5 plan count] (V1) %d blocks', (planTotal) => {
    const findings = checkPlanTotal(planTotal, EXAMPLE_SCHEDULE)
    expect(findings.map((finding) => [finding.check, finding.level, finding.field])).toEqual([
      ['V1', 'error', 'Plan_total'],
    ])
  })

  test('(V7) says which enabled plans it leaves out', () => {
    expect(checkPlanTotal(6, EXAMPLE_SCHEDULE)).toEqual([])
    expect(checkPlanTotal(4, EXAMPLE_SCHEDULE).map((finding) => finding.field)).toEqual(['P5_ENT', 'P6_ENT'])
  })

  test('(V4) says the dangers of the programs that it has in force, each once', () => {
    const dangerous = [1, 4].map((number) => programFrom(number as 1 | 4, [30, 20, 15], [0, 33, 60]))
    const programs = EXAMPLE_SCHEDULE.programs.map(
      (own) => dangerous.find(({ number }) => number === own.number) ?? own,
    )
    const fields = (planTotal: number) =>
      checkPlanTotal(planTotal, { ...EXAMPLE_SCHEDULE, programs })
        .filter(isDanger)
        .map(({ field }) => field)
    expect(fields(5)).toEqual(['Start_Pr1_X2'])
    expect(fields(6)).toEqual(['Start_Pr1_X2', 'Start_Pr4_X2'])
  })
})
