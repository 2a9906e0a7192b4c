import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isPresent, rawValue, settingInteger, writeDeviceTime } from '../attributes.ts'
import { cycleSeconds } from '../cycle.ts'
import { MODE_KEY } from '../keys.ts'
import { type ControllerSettings, programOf } from '../settings.ts'
import { SETTING_KEYS } from '../testing/commonSettings.ts'
import { anyMode, anyProgram, anySettings, EXAMPLE_PROGRAM, EXAMPLE_SCHEDULE, planFrom } from '../testing/settings.ts'
import { parseSettings, reportTaken, writeSettings } from './allSettings.ts'
import { clearanceRow } from './clearance.ts'
import { modeRow } from './mode.ts'
import { planRow } from './plan.ts'
import { planTotalRow } from './planTotal.ts'
import { programRow } from './program.ts'

const planOf = (settings: ControllerSettings, number: number) => settings.plans.find((plan) => plan.number === number)

describe('reading', () => {
  test('(R18) [spec 3 attributes] a missing setting reads as 0, and a missing program of a plan as 1', () => {
    const settings = parseSettings({})
    expect(settings.mode).toBe(0)
    expect(settings.planTotal).toBe(0)
    expect(settings.clearance).toEqual({ yellow: 0, redClearance: 0 })
    expect(settings.plans).toHaveLength(6)
    expect(settings.programs).toHaveLength(6)
    expect(planOf(settings, 3)).toEqual({ number: 3, hour: 0, minute: 0, programNumber: 1, enabled: false })
    expect(cycleSeconds(programOf(settings, 3), settings.clearance)).toBe(0)
  })

  test('a key deleted over the live socket, an empty text, is missing', () => {
    expect(planOf(parseSettings({ P1_Pr: '' }), 1)?.programNumber).toBe(1)
    expect(planOf(parseSettings({ P1_Pr: null }), 1)?.programNumber).toBe(1)
  })

  test('a program number that is no number is no program, which flashes, and not the default', () => {
    expect(planOf(parseSettings({ P1_Pr: 'abc' }), 1)?.programNumber).toBe(0)
  })

  test('[spec 3 attributes] texts of the live socket and numbers of the HTTP answer read alike', () => {
    const values = { Mode: 4, Plan_total: 2, P1_HH: 5, P1_ENT: 1, Pr1_X1: 30, Vang: 3 }
    const texts = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, String(value)]))
    expect(parseSettings(texts)).toEqual(parseSettings(values))
  })

  test('[spec 3 attributes] only 1 is enabled', () => {
    const enabled = (value: unknown) => planOf(parseSettings({ P2_ENT: value }), 2)?.enabled
    expect([1, '1', true].map(enabled)).toEqual([true, true, true])
    expect([0, '0', 2, -1, 'yes', undefined, false].map(enabled)).toEqual(Array(7).fill(false))
  })

  test('what is out of range stays as it is, for the checks to name', () => {
    expect(planOf(parseSettings({ P1_HH: 99 }), 1)?.hour).toBe(99)
    expect(settingInteger({ Vang: -3 }, 'Vang')).toBe(-3)
  })

  test('a key that every object has by birth is not a value', () => {
    expect(rawValue({}, 'constructor')).toBeUndefined()
    expect(isPresent({}, 'toString')).toBe(false)
  })

  test('(R18) any JSON, even in place of the record, gives whole numbers for every setting', () => {
    const anyValues = fc.oneof(
      fc.jsonValue(),
      fc.dictionary(fc.constantFrom(...SETTING_KEYS), fc.anything()),
      fc.constantFrom<unknown>(null, undefined),
    )
    fc.assert(
      fc.property(anyValues, (values) => {
        const settings = parseSettings(values as Readonly<Record<string, unknown>>)
        for (const value of Object.values(writeSettings(settings))) expect(Number.isSafeInteger(value)).toBe(true)
      }),
    )
  })
})

describe('writing', () => {
  test('[spec 3 plan] [spec 7 attributes] a plan is four keys, enabled as 1 or 0', () => {
    expect(planRow.at({ plan: 2 }).write(planFrom(2, '06:30', 3))).toEqual({ P2_HH: 6, P2_MM: 30, P2_Pr: 3, P2_ENT: 1 })
    expect(planRow.at({ plan: 2 }).write(planFrom(2, '06:30', 3, false)).P2_ENT).toBe(0)
  })

  test('[spec 7 attributes] [spec 3 program] (R7) a program is six keys and never its total period', () => {
    expect(programRow.at({ program: 1 }).write({ ...EXAMPLE_PROGRAM, sharedPeriod: 80 })).toEqual({
      Pr1_X1: 30,
      Pr1_X2: 20,
      Pr1_X3: 15,
      Start_Pr1_X1: 0,
      Start_Pr1_X2: 35,
      Start_Pr1_X3: 60,
    })
  })

  test('[spec 7 attributes] times, mode, plan count and device time have their own keys', () => {
    expect(clearanceRow.at({}).write({ yellow: 3, redClearance: 2 })).toEqual({ Vang: 3, Do_cong: 2 })
    expect(modeRow.at({}).write(4)).toEqual({ Mode: 4 })
    expect(planTotalRow.at({}).write(5)).toEqual({ Plan_total: 5 })
    expect(writeDeviceTime({ year: 2026, month: 7, day: 1, hour: 23, minute: 59, second: 58 })).toEqual({
      Year: 2026,
      Month: 7,
      Day: 1,
      Hour: 23,
      Minute: 59,
      Second: 58,
    })
  })
})

test('settings -> attributes -> settings is the identity, as numbers and as texts', () => {
  const withPeriods = anySettings(
    (number) =>
      fc.tuple(anyProgram(number, 999), fc.nat(3000)).map(([program, sharedPeriod]) => ({ ...program, sharedPeriod })),
    anyMode,
  )
  fc.assert(
    fc.property(withPeriods, (settings) => {
      const values = writeSettings(settings)
      expect(parseSettings(values)).toEqual(settings)
      const texts = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, String(value)]))
      expect(parseSettings(texts)).toEqual(settings)
      for (const key of SETTING_KEYS) expect(values).toHaveProperty(key)
    }),
  )
})

test('(R15) what was taken is reported with the same name and value', () => {
  expect(reportTaken({ Vang: 4, Do_cong: '2', P1_HH: 6 })).toEqual({ Vang: 4, Do_cong: '2', P1_HH: 6 })
  const values = writeSettings(EXAMPLE_SCHEDULE)
  const report = reportTaken(values)
  expect(parseSettings({ ...report, Mode: values.Mode })).toEqual(EXAMPLE_SCHEDULE)
  expect(Object.keys(report)).toHaveLength(SETTING_KEYS.length - 1)
})

test('(R15) the mode waits until it is in effect, and what is no setting is not reported', () => {
  expect(reportTaken({ [MODE_KEY]: 1, Year: 2026, Plan: 3, note: 'x', Vang: '' })).toEqual({})
})
