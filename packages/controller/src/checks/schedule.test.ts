/** Unsafe and sound schedules, each with exactly what the checks must say of it. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { daySchedule, planAt } from '../schedule.ts'
import type { ControllerSettings, Plan } from '../settings.ts'
import { anyProgram, anySettings, EXAMPLE_SCHEDULE, planFrom, programFrom, settingsWith } from '../testing/settings.ts'
import { checkPlan, checkPlanTotal, checkSchedule } from './schedule.ts'

const EMPTY_6 = programFrom(6, [0, 0, 0], [0, 0, 0])

function scheduleOf(planTotal: number, ...plans: Plan[]): ControllerSettings {
  return settingsWith({ planTotal, plans, programs: [EMPTY_6] })
}

const UNSAFE: readonly (readonly [string, ControllerSettings, readonly string[]])[] = [
  ['two plans at one time', scheduleOf(2, planFrom(1, '06:00', 1), planFrom(2, '06:00', 2)), ['sameStart P1_HH']],
  ['two plans at midnight', scheduleOf(3, planFrom(1, '00:00', 1), planFrom(3, '00:00', 2)), ['sameStart P1_HH']],
  [
    'three plans at one time',
    scheduleOf(3, planFrom(1, '06:00', 1), planFrom(2, '06:00', 2), planFrom(3, '06:00', 3)),
    ['sameStart P1_HH', 'sameStart P2_HH'],
  ],
  ['the worked example, plan 6 above the plan count', EXAMPLE_SCHEDULE, ['planAboveTotal P6_ENT']],
  [
    'a plan count of 1 with three plans enabled',
    scheduleOf(1, planFrom(1, '05:00', 1), planFrom(2, '09:00', 2), planFrom(3, '17:00', 1)),
    ['planAboveTotal P2_ENT', 'planAboveTotal P3_ENT'],
  ],
  [
    'the only plan above the plan count',
    scheduleOf(3, planFrom(4, '06:00', 1)),
    ['planAboveTotal P4_ENT', 'noEnabledPlan Plan_total'],
  ],
  ['no plan at all', scheduleOf(6), ['noEnabledPlan Plan_total']],
  [
    'plans, none of them enabled',
    scheduleOf(6, planFrom(1, '06:00', 1, false), planFrom(2, '18:00', 2, false)),
    ['noEnabledPlan Plan_total'],
  ],
  [
    'a plan count that was never set',
    scheduleOf(0, planFrom(1, '06:00', 1)),
    ['planAboveTotal P1_ENT', 'noEnabledPlan Plan_total'],
  ],
  [
    'a plan whose program has no green',
    scheduleOf(2, planFrom(1, '06:00', 1), planFrom(2, '18:00', 6)),
    ['planWithoutGreen P2_Pr'],
  ],
  [
    'a plan above the plan count whose program has no green',
    scheduleOf(1, planFrom(1, '06:00', 1), planFrom(2, '18:00', 6)),
    ['planAboveTotal P2_ENT', 'planWithoutGreen P2_Pr'],
  ],
  [
    'two plans at one time, one without green',
    scheduleOf(2, planFrom(1, '06:00', 6), planFrom(2, '06:00', 1)),
    ['sameStart P1_HH', 'planWithoutGreen P1_Pr'],
  ],
]

const SOUND: readonly (readonly [string, ControllerSettings])[] = [
  ['one plan all day', scheduleOf(1, planFrom(1, '00:00', 1))],
  ['one plan from the morning on, over night as well', scheduleOf(1, planFrom(1, '05:30', 1))],
  [
    'six plans',
    scheduleOf(
      6,
      planFrom(1, '05:30', 1),
      planFrom(2, '06:30', 2),
      planFrom(3, '08:30', 1),
      planFrom(4, '16:00', 3),
      planFrom(5, '19:30', 1),
      planFrom(6, '23:00', 4),
    ),
  ],
  ['plans out of order', scheduleOf(3, planFrom(1, '18:00', 1), planFrom(2, '06:00', 2), planFrom(3, '12:00', 3))],
  ['a minute apart', scheduleOf(2, planFrom(1, '06:00', 1), planFrom(2, '06:01', 2))],
  ['flashing at night by program 0', scheduleOf(2, planFrom(1, '05:00', 1), planFrom(2, '23:00', 0))],
  ['a disabled plan at the time of another', scheduleOf(2, planFrom(1, '06:00', 1), planFrom(2, '06:00', 2, false))],
  ['a disabled plan above the plan count', scheduleOf(1, planFrom(1, '06:00', 1), planFrom(2, '09:00', 2, false))],
  [
    'a disabled plan whose program has no green',
    scheduleOf(2, planFrom(1, '06:00', 1), planFrom(2, '09:00', 6, false)),
  ],
  [
    'a plan of the same time above the plan count and disabled',
    scheduleOf(1, planFrom(1, '06:00', 1), planFrom(5, '06:00', 2, false)),
  ],
  ['the first plan disabled', scheduleOf(2, planFrom(1, '06:00', 1, false), planFrom(2, '06:00', 2))],
  ['the last minute of the day', scheduleOf(2, planFrom(1, '00:00', 1), planFrom(2, '23:59', 2))],
]

test.each(UNSAFE)('(V7) unsafe: %s', (_, settings, expected) => {
  const findings = checkSchedule(settings)
  expect(findings.map((finding) => `${finding.code} ${finding.field}`)).toEqual(expected)
  for (const finding of findings) expect([finding.check, finding.level]).toEqual(['V7', 'warning'])
})

test.each(SOUND)('(V7) sound: %s', (_, settings) => {
  expect(checkSchedule(settings)).toEqual([])
})

test('(V7) names as out of play exactly the enabled plans that never run, minute by minute', () => {
  fc.assert(
    fc.property(
      anySettings((number) => anyProgram(number, 60)),
      (settings) => {
        const ran = new Set<number>()
        for (let minute = 0; minute < 1440; minute++) {
          const plan = planAt(settings, minute * 60)
          if (plan) ran.add(plan.number)
        }
        const never = settings.plans.filter((plan) => plan.enabled && !ran.has(plan.number)).map((plan) => plan.number)
        const findings = checkSchedule(settings)
        const named = findings.flatMap((finding) =>
          finding.code === 'planAboveTotal' || finding.code === 'sameStart' ? finding.params.plan : [],
        )
        expect(named).toEqual(never)
        expect(findings.some((finding) => finding.code === 'noEnabledPlan')).toBe(ran.size === 0)
        const isEmpty = daySchedule(settings).spans.some(
          (span) => span.running.kind === 'flashing' && span.running.reason === 'emptyProgram',
        )
        const isTold = findings.some((finding) => finding.code === 'planWithoutGreen')
        expect(isEmpty && !isTold).toBe(false)
      },
    ),
    { numRuns: 60 },
  )
})

describe('a plan as it would be saved', () => {
  test('[spec 5 plan] (V1) hour 0-23, minute 0-59, program 0-6', () => {
    const wrong = { ...planFrom(2, '00:00', 7), hour: 24, minute: 60 }
    expect(checkPlan(wrong, EXAMPLE_SCHEDULE).map((finding) => [finding.level, finding.code, finding.field])).toEqual([
      ['error', 'outOfRange', 'P2_HH'],
      ['error', 'outOfRange', 'P2_MM'],
      ['error', 'outOfRange', 'P2_Pr'],
    ])
    expect(checkPlan({ ...planFrom(2, '23:59', 0) }, EXAMPLE_SCHEDULE)).toEqual([])
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
    const settings = scheduleOf(6, planFrom(1, '06:00', 1))
    expect(checkPlan(planFrom(1, '06:00', 1, false), settings).map((finding) => finding.code)).toEqual([
      'noEnabledPlan',
    ])
  })
})

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
