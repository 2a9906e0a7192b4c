import { describe, expect, test } from 'vitest'
import { SETTING_GROUPS, SETTING_KEYS } from '../testing/commonSettings.ts'
import { EXAMPLE_SETTINGS, planFrom, programFrom, settingsWith } from '../testing/settings.ts'
import { parseSettings, reportTaken, writeSettings } from './allSettings.ts'
import { checkAll } from './checkAll.ts'
import { clearanceRow } from './clearance.ts'
import { allDeliveries } from './delivery.ts'
import { describeFinding } from './describe.ts'
import { offsetRow } from './offset.ts'
import { programRow } from './program.ts'
import { settingsWith as settingsOfAble, settingsOfController } from './table.ts'

const offset = offsetRow.at({ program: 1 })
/** Program 1 has a cycle of 80 s and an offset of 70 s. */
const SETTINGS = { ...EXAMPLE_SETTINGS, optional: { Offset_Pr1: 70 } }
const SHARED = writeSettings(SETTINGS)

describe('(R19) an offset', () => {
  test.each([
    [0, []],
    [79, []],
    [80, ['Program 1 offset is 80; allowed is 0 to 79.']],
    [-1, ['Program 1 offset is -1; allowed is 0 to 86399.']],
    [1.5, ['Program 1 offset is 1.5; controllers take whole numbers only.']],
  ])('of %d s in a cycle of 80 s: %j', (seconds, expected) => {
    const findings = offset.check(seconds, { settings: EXAMPLE_SETTINGS })
    expect(findings.map((finding) => describeFinding(finding))).toEqual(expected)
    expect(findings.every(({ level }) => level === 'error')).toBe(true)
  })

  test('of a program without a cycle has no end', () => {
    const settings = settingsWith({ programs: [programFrom(1, [0, 0, 0], [0, 0, 0])] })
    expect(offset.check(500, { settings })).toEqual([])
  })

  test('is looked at again when its program gets a shorter cycle, be it by other greens or other clearance times (V8), and does not block that', () => {
    const shorter = programFrom(1, [30, 10, 15], [0, 35, 50])
    const advice = { check: 'V1', level: 'warning', code: 'leftOutOfRange', field: 'Offset_Pr1' }
    const ofProgram = programRow.at({ program: 1 }).check(shorter, { settings: SETTINGS })
    expect(ofProgram).toEqual([{ ...advice, params: { value: 70, min: 0, max: 69 } }])
    expect(ofProgram.map((finding) => describeFinding(finding))).toEqual([
      'Advice: Program 1 offset is 70, but with these values only 0 to 69 is allowed; correct it too.',
    ])
    const late = { ...settingsWith({ plans: [planFrom(1, '00:00', 1)] }), optional: { Offset_Pr1: 79 } }
    const findings = clearanceRow.at({}).check({ yellow: 3, redClearance: 1 }, { settings: late })
    expect(findings).toEqual([{ ...advice, params: { value: 79, min: 0, max: 78 } }])
    expect(clearanceRow.at({}).check({ yellow: 4, redClearance: 1 }, { settings: late })).toEqual([])
  })

  test('is kept in the attribute Offset_Pr1, and is none where that is missing', () => {
    expect(SHARED).toMatchObject({ Offset_Pr1: 70 })
    expect(SHARED).not.toHaveProperty('Offset_Pr2')
    expect(parseSettings({ Offset_Pr1: '12' }).optional).toEqual({ Offset_Pr1: 12 })
    expect(parseSettings({ Offset_Pr1: '' })).not.toHaveProperty('optional')
  })
})

describe('(R19) a controller that has reported no offset', () => {
  const common = settingsOfController({ Vang: 3, Period_Pr1: 80, Offset_Pr2: '' })

  test('has the settings that every controller has', () => {
    expect(common.map(({ group }) => group)).toEqual(SETTING_GROUPS)
  })

  test('is not delivered one, although one was set', () => {
    const desired = { Offset_Pr1: { value: 70, ts: 1000 }, Vang: { value: 3, ts: 1000 } }
    const reported = { Vang: { value: 3, ts: 1000 } }
    const kinds = allDeliveries({ desired, reported, connected: true, nowMs: 60_000 }).map(({ group }) => group.kind)
    expect(kinds).toEqual(['clearance'])
  })

  test('has none among its settings, and nothing is said of one', () => {
    expect(parseSettings(SHARED, common)).toEqual(EXAMPLE_SETTINGS)
    expect(checkAll({ ...SHARED, Offset_Pr1: 80 }, { Vang: 3 })).toEqual([])
  })

  test('confirms none', () => {
    expect(reportTaken(SHARED)).not.toHaveProperty('Offset_Pr1')
  })
})

describe('(R19) a controller that has reported one offset', () => {
  const able = settingsOfController({ Offset_Pr3: 0 })

  test('has those of all programs', () => {
    expect(able.filter(({ group }) => group.kind === 'offset')).toHaveLength(6)
    expect(able).toEqual(settingsOfAble(['offset']))
  })

  test('is checked, also where nothing is known but its settings', () => {
    const wrong = expect.objectContaining({ code: 'outOfRange', field: 'Offset_Pr1' })
    expect(checkAll({ ...SHARED, Offset_Pr1: 80 }, { Offset_Pr3: 0 })).toEqual([wrong])
    expect(checkAll({ ...SHARED, Offset_Pr1: 80 })).toEqual([wrong])
    expect(checkAll(SHARED, { Offset_Pr3: 0 })).toEqual([])
  })

  test('tells by its reports that it can, before one was ever set', () => {
    const report = reportTaken({ Offset_Pr2: 9, Vang: 3 }, able)
    expect(report).toEqual({
      Offset_Pr1: 0,
      Offset_Pr2: 9,
      Offset_Pr3: 0,
      Offset_Pr4: 0,
      Offset_Pr5: 0,
      Offset_Pr6: 0,
      Vang: 3,
    })
  })
})

test('(R19) offsets are none of the settings that every controller has', () => {
  expect(SETTING_KEYS.filter((key) => key.startsWith('Offset'))).toEqual([])
})
