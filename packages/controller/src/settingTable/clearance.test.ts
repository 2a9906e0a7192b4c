import { describe, expect, test } from 'vitest'
import { clearanceEffects } from '../checks/clearanceEffects.ts'
import type { Clearance, ControllerSettings } from '../settings.ts'
import { EXAMPLE_SCHEDULE, planFrom, programFrom, settingsWith } from '../testing/settings.ts'
import { clearanceRow } from './clearance.ts'
import { describeFinding } from './describe.ts'

const checkClearance = (clearance: Clearance, settings: ControllerSettings) =>
  clearanceRow.at({}).check(clearance, { settings })

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
    expect(checkClearance({ yellow: 4, redClearance: 2 }, EXAMPLE_SCHEDULE).map((finding) => finding.field)).toEqual(
      effects.flatMap(({ program }) => [`Start_Pr${program}_X2`, `Start_Pr${program}_X3`]),
    )
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
    expect(
      findings.map((finding) => describeFinding(finding)).filter((text) => text.includes('program 2')),
    ).toHaveLength(2)
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
