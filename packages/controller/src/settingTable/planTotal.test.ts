import { describe, expect, test } from 'vitest'
import type { ControllerSettings } from '../settings.ts'
import { EXAMPLE_SCHEDULE } from '../testing/settings.ts'
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
})
