import { describe, expect, test } from 'vitest'
import { isDanger } from '../checks/danger.ts'
import type { ControllerSettings, Plan } from '../settings.ts'
import { findingText } from '../testing/findingText.ts'
import { EXAMPLE_SCHEDULE, planFrom, programFrom, settingsWith } from '../testing/settings.ts'
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

  describe('(V4) brings a dangerous program into force', () => {
    // Phase 2 begins while phase 1 is green.
    const dangerous = programFrom(4, [30, 20, 15], [0, 20, 60])
    const settings = { ...EXAMPLE_SCHEDULE, programs: [...EXAMPLE_SCHEDULE.programs.slice(0, 3), dangerous] }
    const dangers = (plan: Plan, before: ControllerSettings = settings) =>
      checkPlan(plan, before).filter(isDanger).map(findingText)
    const DANGER = ['V4 conflictingGreen Start_Pr4_X2: program 4, phase 1, other 2, at 20, overlap 15']

    test('when it runs it, whether it did before or not', () => {
      expect(dangers(planFrom(2, '06:30', 4))).toEqual(DANGER)
      expect(dangers(planFrom(6, '23:00', 4), { ...settings, planTotal: 6 })).toEqual(DANGER)
      expect(dangers(planFrom(2, '06:30', 3))).toEqual([])
    })

    test('not while it is off, above the count, or another plan has its start', () => {
      expect(dangers(planFrom(2, '06:30', 4, false))).toEqual([])
      expect(dangers(planFrom(6, '23:00', 4))).toEqual([])
      expect(dangers(planFrom(1, '06:30', 4))).toEqual([])
    })

    test('when it makes way for a plan with the same start, which runs it', () => {
      const hidden = { ...settings, plans: [planFrom(1, '06:30', 4), ...settings.plans.slice(1)] }
      expect(dangers(planFrom(2, '06:30', 2), hidden)).toEqual([])
      expect(dangers(planFrom(2, '06:30', 2, false), hidden)).toEqual(DANGER)
      expect(dangers(planFrom(2, '07:00', 2), hidden)).toEqual(DANGER)
    })
  })
})
