import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type FindingCode, found, hasErrors } from '../checks/finding.ts'
import { SETTING_KEYS } from '../testing/commonSettings.ts'
import { findingText } from '../testing/findingText.ts'
import { EXAMPLE_SETTINGS, planFrom, programFrom, settingsWith, soundProgram } from '../testing/settings.ts'
import { writeSettings } from './allSettings.ts'
import { checkAll } from './checkAll.ts'
import { describeFinding } from './describe.ts'
import { planRow } from './plan.ts'

const SOUND = writeSettings(EXAMPLE_SETTINGS)

const lines = (values: Record<string, unknown>, reported = {}) =>
  checkAll(values, reported).map((finding) => `${finding.check} ${finding.code} ${finding.field}`)

test('a sound controller has no findings', () => {
  expect(checkAll(SOUND)).toEqual([])
  expect(checkAll(SOUND, { Period_Pr1: 80, Mode: 4 })).toEqual([])
})

describe('the bad variants of the worked example', () => {
  test.each([
    [{ Start_Pr1_X2: 33 }, 'V4 clearanceShort Start_Pr1_X2'],
    [{ Pr1_X3: 3 }, 'V2 greenShort Pr1_X3'],
    [{ Period_Pr1: 75 }, 'V3 periodDiffers Period_Pr1'],
    [{ Start_Pr1_X3: 55 }, 'V4 greenDuringYellow Start_Pr1_X3'],
  ])('(V2) (V3) (V4) %j is caught', (change, expected) => {
    expect(lines({ ...SOUND, ...change })).toEqual([expected])
  })

  test('(V6) yellow 2 is caught', () => {
    expect(lines({ ...SOUND, Vang: 2 })).toEqual(['V6 yellowShort Vang'])
  })

  test('(V3) a period of 75 that the controller reports is caught', () => {
    expect(lines(SOUND, { Period_Pr1: '75' })).toEqual(['V3 periodDiffers Period_Pr1'])
    expect(lines({ ...SOUND, Period_Pr1: 75 }, { Period_Pr1: 80 })).toEqual([])
  })
})

test('(V1) values out of range, fractions and texts are errors that name field and value', () => {
  const values = {
    ...SOUND,
    Plan_total: 9,
    P1_HH: 24,
    Pr2_X1: 1000,
    Start_Pr3_X2: -1,
    Do_cong: 2.5,
    Mode: 'auto',
    P2_ENT: 'yes',
  }
  const findings = checkAll(values)
  expect(findings.filter((finding) => finding.level === 'error').map((finding) => describeFinding(finding))).toEqual([
    'Mode is "auto", which is no number; give a whole number.',
    'Plan count is 9; allowed is 1 to 6.',
    'Red clearance is 2.5; controllers take whole numbers only.',
    'Plan 1 hour is 24; allowed is 0 to 23.',
    'Plan 2 enabled is "yes", which is no number; give a whole number.',
    'Program 2 phase 1 green is 1000; allowed is 0 to 999.',
    'Program 3 phase 2 start is -1; allowed is 0 to 999.',
  ])
  expect(hasErrors(findings)).toBe(true)
})

test('(V1) (V9) the clock of a time that was set is checked for ranges, and for a day that the calendar has', () => {
  const time = { Year: 2026, Month: 2, Day: 28, Hour: 23, Minute: 59, Second: 59 }
  expect(lines({ ...SOUND, ...time })).toEqual([])
  expect(lines({ ...SOUND, ...time, Day: 31 })).toEqual(['V9 dateDoesNotExist Day'])
  expect(lines({ ...SOUND, ...time, Day: 32 })).toEqual(['V1 outOfRange Day'])
  expect(lines({ ...SOUND, ...time, Day: 31, Hour: 24 })).toEqual(['V1 outOfRange Hour', 'V9 dateDoesNotExist Day'])
  expect(lines({ ...SOUND, Month: 13 })).toEqual(['V1 outOfRange Month'])
})

test('(V1) a number beyond all that is exact is too large, not too small', () => {
  expect(checkAll({ ...SOUND, Vang: 1e300 }).map(findingText)).toContain(
    'V1 outOfRange Vang: value 1e+300, min 0, max 9007199254740991',
  )
})

test('(V1) each error is told once', () => {
  const findings = lines({ ...SOUND, Pr1_X1: 'abc', Vang: -2 })
  expect(new Set(findings).size).toBe(findings.length)
  expect(findings.filter((line) => line.endsWith(' Pr1_X1'))).toEqual(['V1 notANumber Pr1_X1'])
  expect(findings.filter((line) => line.endsWith(' Vang'))).toEqual(['V1 belowMinimum Vang'])
})

test('(V2) (V7) a plan that runs a program without green is told of for the program and for the plan', () => {
  const settings = settingsWith({ plans: [planFrom(1, '06:00', 2)], programs: [programFrom(2, [0, 0, 0], [0, 0, 0])] })
  expect(lines(writeSettings(settings))).toEqual(['V2 programWithoutGreen Period_Pr2', 'V7 planWithoutGreen P1_Pr'])
})

test('(R18) a controller that was never set up is told that it has no yellow, no clearance and no plan', () => {
  expect(lines({})).toEqual(['V6 yellowShort Vang', 'V6 redClearanceNone Do_cong', 'V7 noEnabledPlan Plan_total'])
})

test('(V1) no sound controller is accused of anything', () => {
  const clearance = { yellow: 3, redClearance: 2 }
  const program = soundProgram(1, clearance).filter(
    ({ phases }) =>
      phases.every(({ green }) => green === 0 || green >= 5) && phases.filter(({ green }) => green >= 10).length > 1,
  )
  fc.assert(
    fc.property(program, fc.integer({ min: 0, max: 23 }), (one, hour) => {
      const values = {
        ...SOUND,
        ...writeSettings(settingsWith({ programs: [one] })),
        ...planRow.at({ plan: 1 }).write({ ...planFrom(1, '00:00', 1), hour }),
      }
      expect(checkAll(values)).toEqual([])
    }),
  )
})

test('any JSON at all is answered, and each finding has a sentence', () => {
  const anyFile = fc.oneof(
    fc.jsonValue(),
    fc.dictionary(
      fc.constantFrom(...SETTING_KEYS, 'Period_Pr1'),
      fc.oneof(fc.jsonValue(), fc.integer({ min: -5, max: 1200 })),
    ),
  )
  fc.assert(
    fc.property(anyFile, anyFile, (shared, reported) => {
      for (const finding of checkAll(shared as Record<string, unknown>, reported as Record<string, unknown>)) {
        expect(describeFinding(finding)).toMatch(/^\S.+\.$/)
        expect(describeFinding(finding)).not.toMatch(/undefined|NaN|\[object/)
      }
    }),
  )
})

test('a text over several lines, and one that a terminal would obey, is shown on one line', () => {
  const [finding] = checkAll({ ...SOUND, Mode: 'auto\n\u001b[2Jmatic\r\n' })
  expect(finding && describeFinding(finding)).toBe('Mode is "auto [2Jmatic ", which is no number; give a whole number.')
})

test('a text as long as a book is shown shortened', () => {
  const [finding] = checkAll({ ...SOUND, Mode: 'x'.repeat(5000) })
  expect(finding && describeFinding(finding).length).toBeLessThan(120)
})

test('the findings on timing say that they are advice, those on conflicts that no monitor may step in', () => {
  const sentences = (['conflictingGreen', 'greenDuringYellow', 'clearanceShort'] satisfies FindingCode[]).map((code) =>
    describeFinding(
      found(code, 'Start_Pr1_X2', { program: 1, phase: 1, other: 2, at: 33, overlap: 2, value: 0, limit: 2 }),
    ),
  )
  for (const sentence of sentences) {
    expect(sentence).toMatch(/^Danger: program 1 .*phase 2.*phase 1/)
    expect(sentence).toContain('advice')
  }
  for (const finding of checkAll({})) expect(describeFinding(finding)).toMatch(/^Advice: /)
})

test('(R18) a plan count that was never set is not called 0, which nobody can set', () => {
  expect(checkAll({ ...SOUND, Plan_total: null }).map((finding) => describeFinding(finding))).toEqual([
    'Advice: plan 1 is enabled, but no plan count is set, so plan 1 never runs.',
    'Advice: no plan count is set, so the lamps will flash yellow all day.',
  ])
})

test('the phases of a junction stand with their names beside their numbers, each on its line', () => {
  const told = (values: Record<string, unknown>) =>
    checkAll({ ...SOUND, ...values }).map((finding) => describeFinding(finding, ['Lê Lợi', undefined, 'Hàm\nNghi']))
  expect(told({ Pr1_X3: 3 })).toEqual([
    expect.stringMatching(/^Advice: program 1 phase 3 \(Hàm Nghi\) has 3 s of green/),
  ])
  expect(told({ Start_Pr1_X2: 33 })).toEqual([
    expect.stringMatching(/gives phase 2 green at second 33, 0 s after the yellow of phase 1 \(Lê Lợi\);/),
  ])
  expect(told({ Start_Pr1_X3: -1 })).toContain('Program 1 phase 3 (Hàm Nghi) start is -1; allowed is 0 to 999.')
  expect(told({ P1_HH: 24 })).toContain('Plan 1 hour is 24; allowed is 0 to 23.')
})

test('a field is named for a person', () => {
  const told = (field: string) => describeFinding(found('notWhole', field, { value: 1.5 }))
  expect(told('P2_HH')).toMatch(/^Plan 2 hour is 1.5;/)
  expect(told('Start_Pr4_X3')).toMatch(/^Program 4 phase 3 start is/)
  expect(told('latitude')).toMatch(/^latitude is/)
})
