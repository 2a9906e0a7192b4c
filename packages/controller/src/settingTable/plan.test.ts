import { describe, expect, test } from 'vitest'
import type { ControllerSettings, Plan } from '../settings.ts'
import { findingText } from '../testing/findingText.ts'
import { EXAMPLE_SCHEDULE, planFrom, settingsWith } from '../testing/settings.ts'
import { planRow } from './plan.ts'

const checkPlan = (plan: Plan, settings: ControllerSettings) =>
  planRow.at({ plan: plan.number }).check(plan, { settings })

describe('a plan as it would be saved', () => {
  test('[spec 5 plan] (V1) hour 0-23, minute 0-59, program 0-6', () => {
    const wrong = { ...planFrom(2, '00:00', 7), hour: 24, minute: 60 }
    expect(checkPlan(wrong, EXAMPLE_SCHEDULE).map((finding) => [finding.level, finding.code, finding.field])).toEqual([
      ['error', 'outOfRange', 'P2_HH'],
      ['error', 'outOfRange', 'P2_MM'],
      ['error', 'outOfRange', 'P2_Pr'],
    ])
    expect(checkPlan({ ...planFrom(2, '23:59', 0) }, EXAMPLE_SCHEDULE).map(findingText)).toEqual([
      'V7 planWithoutProgram P2_Pr: plan 2, program 0',
    ])
    expect(checkPlan({ ...planFrom(2, '06:30', 6) }, EXAMPLE_SCHEDULE)).toEqual([])
  })

  test('(V1) an empty field is no number', () => {
    const [finding] = checkPlan({ ...planFrom(2, '00:00', 1), hour: Number.NaN }, EXAMPLE_SCHEDULE)
    expect(finding).toMatchObject({ check: 'V1', level: 'error', field: 'P2_HH' })
  })

  test('(V7) says what the change makes of the schedule, from either side of a tie, and not what other plans have', () => {
    const codes = (plan: Plan) => checkPlan(plan, EXAMPLE_SCHEDULE).map((finding) => finding.code)
    expect(codes(planFrom(2, '08:30', 2))).toEqual(['sameStart'])
    expect(codes(planFrom(3, '06:30', 1))).toEqual(['sameStart'])
    expect(codes(planFrom(2, '07:00', 2))).toEqual([])
    expect(codes(planFrom(6, '22:00', 4))).toEqual(['planAboveTotal'])
  })

  test('(V7) says when the last enabled plan is switched off', () => {
    const settings = settingsWith({ plans: [planFrom(1, '06:00', 1)] })
    expect(checkPlan(planFrom(1, '06:00', 1, false), settings).map((finding) => finding.code)).toEqual([
      'noEnabledPlan',
    ])
  })
})
