import { describe, expect, test } from 'vitest'
import { EXAMPLE_SCHEDULE, planFrom, programFrom, settingsWith } from '../testing/settings.ts'
import { checkClearanceTimes } from './clearance.ts'
import { checkClearance, clearanceEffects } from './clearanceEffects.ts'
import { describeFinding } from './describe.ts'

const codes = (yellow: number, redClearance: number) =>
  checkClearanceTimes({ yellow, redClearance }).map((finding) => finding.code)

test.each([
  [2, 2, ['yellowShort']],
  [0, 2, ['yellowShort']],
  [7, 2, ['yellowLong']],
  [3, 0, ['redClearanceNone']],
  [3, 7, ['redClearanceLong']],
  [1, 0, ['yellowShort', 'redClearanceNone']],
  [9, 9, ['yellowLong', 'redClearanceLong']],
  [3, 1, []],
  [3, 2, []],
  [6, 6, []],
])('(V6) yellow %d s and red clearance %d s: %j', (yellow, redClearance, expected) => {
  expect(codes(yellow, redClearance)).toEqual(expected)
})

describe('(V8) a change of yellow or red clearance', () => {
  test('(V8) re-checks every program that plans use and names each with its plans and its cycle before and after', () => {
    const effects = clearanceEffects(EXAMPLE_SCHEDULE, { yellow: 4, redClearance: 2 })
    expect(
      effects.map(({ program, plans, cycleBefore, cycleAfter }) => [program, plans, cycleBefore, cycleAfter]),
    ).toEqual([
      [1, [1, 3, 5], 80, 81],
      [2, [2], 80, 81],
      [3, [4], 80, 81],
      [4, [6], 80, 81],
    ])
    for (const effect of effects) {
      expect(effect.findings.map((finding) => finding.field)).toEqual([
        `Start_Pr${effect.program}_X2`,
        `Start_Pr${effect.program}_X3`,
      ])
    }
  })

  test('(V8) the findings are as found, beside those of the times themselves', () => {
    const settings = settingsWith({
      plans: [planFrom(1, '06:00', 2)],
      programs: [programFrom(1, [30, 20, 15], [0, 0, 0]), programFrom(2, [30, 20, 15], [0, 36, 62])],
    })
    expect(checkClearance({ yellow: 3, redClearance: 2 }, settings)).toEqual([])
    const findings = checkClearance({ yellow: 7, redClearance: 2 }, settings)
    expect(findings.map((finding) => `${finding.check} ${finding.code} ${finding.field}`)).toEqual([
      'V6 yellowLong Vang',
      'V4 greenDuringYellow Start_Pr2_X2',
      'V4 greenDuringYellow Start_Pr2_X3',
    ])
    expect(findings.map(describeFinding).filter((text) => text.includes('program 2'))).toHaveLength(2)
  })

  test('(V1) values out of range block and are not taken further', () => {
    const findings = checkClearance({ yellow: -1, redClearance: 1.5 }, EXAMPLE_SCHEDULE)
    expect(findings.map((finding) => [finding.level, finding.code, finding.field])).toEqual([
      ['error', 'belowMinimum', 'Vang'],
      ['error', 'notWhole', 'Do_cong'],
    ])
    expect(clearanceEffects(EXAMPLE_SCHEDULE, { yellow: -1, redClearance: 2 })).toEqual([])
  })
})
