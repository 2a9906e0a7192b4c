/**
 * Thirty unsafe and thirty sound schedules, each with exactly the findings that the checks must return. Long because
 * the tables are.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { daySchedule, planAt } from '../schedule.ts'
import type { ControllerSettings, Plan } from '../settings.ts'
import { findingText } from '../testing/findingText.ts'
import { anyProgram, anySettings, EXAMPLE_SCHEDULE, planFrom, programFrom, settingsWith } from '../testing/settings.ts'
import { checkSchedule } from './schedule.ts'

const EMPTY_6 = programFrom(6, [0, 0, 0], [0, 0, 0])

function scheduleOf(planTotal: number, ...plans: Plan[]): ControllerSettings {
  return settingsWith({ planTotal, plans, programs: [EMPTY_6] })
}

/** Reads cases: what it is, the plan count and the plans; below each its findings, deeper by two. */
function casesOf(table: string): readonly (readonly [string, ControllerSettings, readonly string[]])[] {
  return table
    .trimEnd()
    .split(/\n {2}(?! )/)
    .slice(1)
    .map((lines) => {
      const [row = '', ...finds] = lines.split(/\n {4}/)
      const [is = '', total, plans = ''] = row.split(' | ')
      return [is, scheduleOf(Number(total), ...plans.split(', ').filter(Boolean).map(planOf)), finds] as const
    })
}

function planOf(text: string): Plan {
  const [number, time = '', program, off] = text.split(' ')
  return planFrom(Number(number) as Plan['number'], time, Number(program), off === undefined)
}

const UNSAFE = [
  [
    'the worked example, plan 6 above the plan count',
    EXAMPLE_SCHEDULE,
    ['V7 planAboveTotal P6_ENT: plan 6, limit 5'],
  ] as const,
  ...casesOf(`
  two plans at one time | 2 | 1 06:00 1, 2 06:00 2
    V7 sameStart P1_HH: plan 1, other 2, time 06:00
  two plans at midnight | 3 | 1 00:00 1, 3 00:00 2
    V7 sameStart P1_HH: plan 1, other 3, time 00:00
  three plans at one time | 3 | 1 06:00 1, 2 06:00 2, 3 06:00 3
    V7 sameStart P1_HH: plan 1, other 3, time 06:00
    V7 sameStart P2_HH: plan 2, other 3, time 06:00
  a plan count of 1 with three plans enabled | 1 | 1 05:00 1, 2 09:00 2, 3 17:00 1
    V7 planAboveTotal P2_ENT: plan 2, limit 1
    V7 planAboveTotal P3_ENT: plan 3, limit 1
  the only plan above the plan count | 3 | 4 06:00 1
    V7 planAboveTotal P4_ENT: plan 4, limit 3
    V7 noEnabledPlan Plan_total: limit 3
  no plan at all | 6
    V7 noEnabledPlan Plan_total: limit 6
  plans, none of them enabled | 6 | 1 06:00 1 off, 2 18:00 2 off
    V7 noEnabledPlan Plan_total: limit 6
  a plan count that was never set | 0 | 1 06:00 1
    V7 planAboveTotal P1_ENT: plan 1, limit 0
    V7 noEnabledPlan Plan_total: limit 0
  a plan whose program has no green | 2 | 1 06:00 1, 2 18:00 6
    V7 planWithoutGreen P2_Pr: plan 2, program 6
  a plan above the plan count whose program has no green | 1 | 1 06:00 1, 2 18:00 6
    V7 planAboveTotal P2_ENT: plan 2, limit 1
    V7 planWithoutGreen P2_Pr: plan 2, program 6
  two plans at one time, one without green | 2 | 1 06:00 6, 2 06:00 1
    V7 sameStart P1_HH: plan 1, other 2, time 06:00
    V7 planWithoutGreen P1_Pr: plan 1, program 6
  two plans at one time, the one that runs without green | 2 | 1 06:00 1, 2 06:00 6
    V7 sameStart P1_HH: plan 1, other 2, time 06:00
    V7 planWithoutGreen P2_Pr: plan 2, program 6
  two plans at one time, both without green | 2 | 1 06:00 6, 2 06:00 6
    V7 sameStart P1_HH: plan 1, other 2, time 06:00
    V7 planWithoutGreen P1_Pr: plan 1, program 6
    V7 planWithoutGreen P2_Pr: plan 2, program 6
  two plans in the last minute | 2 | 1 23:59 1, 2 23:59 2
    V7 sameStart P1_HH: plan 1, other 2, time 23:59
  the first and the last plan at one time | 6 | 1 12:30 1, 6 12:30 2
    V7 sameStart P1_HH: plan 1, other 6, time 12:30
  two pairs of plans at one time | 4 | 1 06:00 1, 2 06:00 2, 3 18:00 3, 4 18:00 4
    V7 sameStart P1_HH: plan 1, other 2, time 06:00
    V7 sameStart P3_HH: plan 3, other 4, time 18:00
  six plans left at midnight | 6 | 1 00:00 1, 2 00:00 2, 3 00:00 3, 4 00:00 4, 5 00:00 5, 6 00:00 1
    V7 sameStart P1_HH: plan 1, other 6, time 00:00
    V7 sameStart P2_HH: plan 2, other 6, time 00:00
    V7 sameStart P3_HH: plan 3, other 6, time 00:00
    V7 sameStart P4_HH: plan 4, other 6, time 00:00
    V7 sameStart P5_HH: plan 5, other 6, time 00:00
  three plans at one time, the middle one disabled | 3 | 1 06:00 1, 2 06:00 2 off, 3 06:00 3
    V7 sameStart P1_HH: plan 1, other 3, time 06:00
  a plan at the time of one that flashes | 2 | 1 06:00 1, 2 06:00 0
    V7 sameStart P1_HH: plan 1, other 2, time 06:00
    V7 planWithoutProgram P2_Pr: plan 2, program 0
  a plan that flashes at the time of another | 2 | 1 06:00 0, 2 06:00 1
    V7 sameStart P1_HH: plan 1, other 2, time 06:00
    V7 planWithoutProgram P1_Pr: plan 1, program 0
  two plans at one time and one above the plan count | 4 | 1 06:00 1, 2 06:00 2, 5 09:00 3
    V7 sameStart P1_HH: plan 1, other 2, time 06:00
    V7 planAboveTotal P5_ENT: plan 5, limit 4
  a plan above the plan count at the time of one within | 1 | 1 06:00 1, 2 06:00 2
    V7 planAboveTotal P2_ENT: plan 2, limit 1
  those within the plan count disabled, one above it enabled | 2 | 1 06:00 1 off, 2 12:00 2 off, 3 18:00 3
    V7 planAboveTotal P3_ENT: plan 3, limit 2
    V7 noEnabledPlan Plan_total: limit 2
  the last plan alone, one above the plan count | 5 | 6 06:00 1
    V7 planAboveTotal P6_ENT: plan 6, limit 5
    V7 noEnabledPlan Plan_total: limit 5
  the last two plans, one of them above the plan count | 5 | 5 06:00 1, 6 18:00 2
    V7 planAboveTotal P6_ENT: plan 6, limit 5
  the only plan without green | 1 | 1 06:00 6
    V7 planWithoutGreen P1_Pr: plan 1, program 6
  every plan without green | 2 | 1 06:00 6, 2 18:00 6
    V7 planWithoutGreen P1_Pr: plan 1, program 6
    V7 planWithoutGreen P2_Pr: plan 2, program 6
  the only enabled plan switched off | 1 | 1 06:00 1 off
    V7 noEnabledPlan Plan_total: limit 1
  a plan without green within, another above the plan count | 2 | 1 06:00 1, 2 18:00 6, 3 22:00 2
    V7 planWithoutGreen P2_Pr: plan 2, program 6
    V7 planAboveTotal P3_ENT: plan 3, limit 2
  flashing at night by program 0 | 2 | 1 05:00 1, 2 23:00 0
    V7 planWithoutProgram P2_Pr: plan 2, program 0
  flashing all day by program 0 | 1 | 1 00:00 0
    V7 planWithoutProgram P1_Pr: plan 1, program 0
  flashing twice a day | 3 | 1 05:00 1, 2 12:00 0, 3 13:00 0
    V7 planWithoutProgram P2_Pr: plan 2, program 0
    V7 planWithoutProgram P3_Pr: plan 3, program 0
`),
]

const SOUND = casesOf(`
  one plan all day | 1 | 1 00:00 1
  one plan from the morning on, over night as well | 1 | 1 05:30 1
  six plans | 6 | 1 05:30 1, 2 06:30 2, 3 08:30 1, 4 16:00 3, 5 19:30 1, 6 23:00 4
  plans out of order | 3 | 1 18:00 1, 2 06:00 2, 3 12:00 3
  a minute apart | 2 | 1 06:00 1, 2 06:01 2
  a disabled plan at the time of another | 2 | 1 06:00 1, 2 06:00 2 off
  a disabled plan above the plan count | 1 | 1 06:00 1, 2 09:00 2 off
  a disabled plan whose program has no green | 2 | 1 06:00 1, 2 09:00 6 off
  a plan of the same time above the plan count and disabled | 1 | 1 06:00 1, 5 06:00 2 off
  the first plan disabled | 2 | 1 06:00 1 off, 2 06:00 2
  the last minute of the day | 2 | 1 00:00 1, 2 23:59 2
  the first two minutes of the day | 2 | 1 00:00 1, 2 00:01 2
  one program by day and another by night | 2 | 1 06:00 2, 2 22:00 3
  two plans twelve hours apart | 2 | 1 07:15 4, 2 19:15 1
  the last plan alone | 6 | 6 06:00 1
  every second plan | 6 | 2 06:00 2, 4 12:00 4, 6 18:00 1
  a disabled plan with program number 0 | 2 | 1 06:00 1, 2 23:00 0 off
  a plan count beyond the plans that are used | 6 | 1 06:00 1, 2 18:00 2
  a plan count of the last enabled plan | 3 | 1 06:00 1, 3 18:00 2
  six plans of one program | 6 | 1 00:00 1, 2 04:00 1, 3 08:00 1, 4 12:00 1, 5 16:00 1, 6 20:00 1
  six plans from the last to the first | 6 | 1 23:00 1, 2 19:30 2, 3 16:00 3, 4 08:30 4, 5 06:30 5, 6 05:30 1
  program 5, the last that has green | 1 | 1 06:00 5
  a plan that begins within an hour | 2 | 1 06:07 1, 2 06:53 2
  one time of day in two hours | 2 | 1 06:30 1, 2 18:30 2
  one hour, other minutes | 3 | 1 06:00 1, 2 06:20 2, 3 06:40 3
  hour and minute exchanged | 2 | 1 06:12 1, 2 12:06 2
  all but one disabled at one time | 3 | 1 06:00 1 off, 2 06:00 2, 3 06:00 3 off
  disabled plans without green, at one time, above the plan count | 1 | 1 06:00 1, 4 06:00 6 off, 5 06:00 6 off
  a disabled plan with a time that no clock shows | 2 | 1 06:00 1, 2 25:00 2 off
  a busy day over midnight | 3 | 1 17:00 3, 2 22:00 4, 3 02:00 1
`)

test('there are at least thirty of each, all different', () => {
  expect(UNSAFE.length).toBeGreaterThanOrEqual(30)
  expect(SOUND.length).toBeGreaterThanOrEqual(30)
  expect(new Set([...UNSAFE, ...SOUND].map(([is]) => is)).size).toBe(UNSAFE.length + SOUND.length)
  expect(new Set([...UNSAFE, ...SOUND].map(([, settings]) => JSON.stringify(settings))).size).toBe(
    UNSAFE.length + SOUND.length,
  )
})

test.each(UNSAFE)('(V7) unsafe: %s', (_, settings, expected) => {
  const findings = checkSchedule(settings)
  expect(findings.map(findingText)).toEqual(expected)
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
