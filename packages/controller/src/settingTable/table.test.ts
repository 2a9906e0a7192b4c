import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isWholeWithin, PHASES, PLAN_NUMBERS, PROGRAM_NUMBERS } from '../controllerLimits.ts'
import { CLOCK_KEYS } from '../keys.ts'
import { UNSET_SETTINGS } from '../settings.ts'
import { SETTING_GROUPS, SETTING_KEYS } from '../testing/commonSettings.ts'
import { parseSettings, reportTaken, writeSettings } from './allSettings.ts'
import { checkAll } from './checkAll.ts'
import { allDeliveries } from './delivery.ts'
import { checkPresent } from './ranges.ts'
import type { SettingOf } from './row.ts'
import {
  type AnySetting,
  isSameGroup,
  keysOf,
  parseSettingKey,
  SETTING_ROWS,
  SETTINGS,
  STATED_ROWS,
  STATEMENTS,
  settingKey,
  settingOf,
} from './table.ts'

test('[spec 9 limits] six plans and six programs of three phases make 64 settings, each once', () => {
  expect(PLAN_NUMBERS).toHaveLength(6)
  expect(PROGRAM_NUMBERS).toHaveLength(6)
  expect(PHASES).toHaveLength(3)
  expect(SETTING_KEYS).toHaveLength(4 + 6 * 4 + 6 * 6)
  expect(new Set(SETTING_KEYS).size).toBe(SETTING_KEYS.length)
})

test('every setting key is read back as what it was built from', () => {
  for (const key of SETTING_KEYS) expect(parseSettingKey(key)).toBeDefined()
  expect(parseSettingKey('P2_HH')).toEqual({ kind: 'plan', plan: 2, part: 'hour' })
  expect(parseSettingKey('Start_Pr4_X3')).toEqual({ kind: 'program', program: 4, phase: 3, part: 'start' })
  expect(parseSettingKey('Period_Pr5')).toEqual({ kind: 'period', program: 5 })
})

test.each(['P7_HH', 'Pr0_X1', 'Pr1_X4', 'constructor', '__proto__', '', ...CLOCK_KEYS])(
  '%j is no setting key',
  (key) => {
    expect(parseSettingKey(key)).toBeUndefined()
  },
)

const NAMED = SETTINGS.map((setting) => [Object.values(setting.group).join(' '), setting] as const)
const ALL_KEYS = [...SETTINGS, ...STATEMENTS].flatMap(keysOf)

/** Attributes of a setting with any values in their ranges, at most 10,000 so that interesting values are frequent. */
function anyAttributes({ keys }: Pick<AnySetting, 'keys'>): fc.Arbitrary<Record<string, number>> {
  const within = ({ range }: AnySetting['keys'][number]) =>
    fc.integer({ min: Math.max(range.min, -3), max: Math.min(range.max, 10_000) })
  return fc.record(Object.fromEntries(keys.map((key) => [key.key, within(key)])))
}

test('each key belongs to exactly one row, and says which', () => {
  expect(new Set(ALL_KEYS).size).toBe(ALL_KEYS.length)
  for (const key of ALL_KEYS) expect(settingKey(key)?.key).toBe(key)
  const kinds = [...SETTING_ROWS, ...STATED_ROWS].map(({ kind }) => kind)
  expect(new Set(kinds).size).toBe(kinds.length)
})

test('the names of all keys differ, for people and as parts', () => {
  expect(new Set(ALL_KEYS.map((key) => settingKey(key)?.name)).size).toBe(ALL_KEYS.length)
  expect(new Set(ALL_KEYS.map((key) => JSON.stringify(parseSettingKey(key)))).size).toBe(ALL_KEYS.length)
})

describe.each(NAMED)('%s', (_name, setting) => {
  test('is found by its group, and by no other', () => {
    expect(settingOf(setting.group)).toBe(setting)
    expect(SETTINGS.filter((other) => isSameGroup(other.group, setting.group))).toEqual([setting])
  })

  test('writes what it reads, with all of its keys and no others', () => {
    fc.assert(
      fc.property(anyAttributes(setting), (values) => {
        const settings = setting.readInto(UNSET_SETTINGS, values)
        const written = setting.writeFrom(settings)
        expect(Object.keys(written).sort()).toEqual([...keysOf(setting)].sort())
        expect(setting.readInto(UNSET_SETTINGS, written)).toEqual(settings)
        expect(parseSettings(written)).toEqual(settings)
        expect(writeSettings(settings)).toMatchObject(written)
      }),
    )
  })

  test('reads each of its keys, and leaves every other setting as it is', () => {
    for (const { key, range } of setting.keys) {
      const one = Math.max(1, range.min)
      const [before, after] = [one, one + 1].map((value) => setting.readInto(UNSET_SETTINGS, { [key]: value }))
      expect(after).not.toEqual(before)
      for (const other of SETTINGS) {
        if (other !== setting && before && after) expect(other.writeFrom(after)).toEqual(other.writeFrom(before))
      }
    }
  })

  test('(V1) is checked for the range of each key: by its dialog, when sent again and with the whole controller', () => {
    for (const { key, range } of setting.keys) {
      const wrong = range.min > Number.MIN_SAFE_INTEGER ? range.min - 1 : 1.5
      const named = { check: 'V1', level: 'error', field: key }
      expect(checkPresent(setting, { [key]: wrong })).toMatchObject([named])
      expect(checkAll({ [key]: wrong })).toContainEqual(expect.objectContaining(named))
      if (!Number.isInteger(wrong)) continue
      const settings = setting.readInto(UNSET_SETTINGS, { [key]: wrong })
      expect(setting.checkKept({ settings, before: settings })).toContainEqual(expect.objectContaining(named))
    }
  })

  test('is delivered as one with all of its keys, and confirmed by a controller', () => {
    const timed = Object.fromEntries(keysOf(setting).map((key) => [key, { value: 1, ts: 1000 }]))
    const facts = { desired: timed, reported: timed, connected: true, nowMs: 20_000 }
    const [delivery, ...others] = allDeliveries(facts)
    expect(others).toEqual([])
    expect(delivery).toMatchObject({ group: setting.group, state: 'taken' })
    expect(delivery?.keys.map(({ key }) => key)).toEqual(keysOf(setting))
  })
})

/** Checks that a dialog reads, edits and writes exactly the value that the table stores. */
function holdsValue<Value>(setting: SettingOf<AnySetting['group'], Value, AnySetting['keys']>): void {
  fc.assert(
    fc.property(anyAttributes(setting), (values) => {
      const value = setting.read(values)
      expect(setting.read(setting.write(value))).toEqual(value)
      expect(setting.of(setting.put(UNSET_SETTINGS, value))).toEqual(value)
      expect(setting.check(value, { settings: UNSET_SETTINGS }).filter(({ check }) => check === 'V1')).toEqual([])
    }),
    { numRuns: 30 },
  )
}

test('the value that a dialog works with is read, written and put into the settings without loss', () => {
  SETTING_ROWS.flatMap(
    (row): readonly SettingOf<AnySetting['group'], unknown, AnySetting['keys']>[] => row.settings,
  ).forEach(holdsValue)
})

test('every setting of every controller is delivered, and each but the mode is confirmed by the value that was taken', () => {
  expect(SETTING_GROUPS.map(settingOf).flatMap(keysOf)).toEqual(SETTING_KEYS)
  const taken = Object.fromEntries(SETTING_KEYS.map((key) => [key, 1]))
  expect(Object.keys(reportTaken(taken))).toEqual(SETTING_KEYS.filter((key) => key !== 'Mode'))
})

test('a range of the table allows whole numbers', () => {
  for (const key of ALL_KEYS) {
    const range = settingKey(key)?.range ?? { min: 1, max: 0 }
    expect(isWholeWithin(range.min, range) && range.max > range.min).toBe(true)
  }
})
