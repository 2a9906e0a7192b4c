import { expect, test } from 'vitest'
import {
  CLOCK_KEYS,
  greenKey,
  LAMP_KEYS,
  lampKeys,
  parseSettingKey,
  periodKey,
  planKeys,
  SETTING_KEYS,
  startKey,
  TELEMETRY_KEYS,
} from './keys.ts'
import { PHASES, PLAN_NUMBERS, PROGRAM_NUMBERS } from './limits.ts'

test('[spec 3 attributes] plans, programs and periods have the names of the specification', () => {
  expect(planKeys(2)).toEqual({ hour: 'P2_HH', minute: 'P2_MM', program: 'P2_Pr', enabled: 'P2_ENT' })
  expect(greenKey(4, 3)).toBe('Pr4_X3')
  expect(startKey(4, 3)).toBe('Start_Pr4_X3')
  expect(periodKey(6)).toBe('Period_Pr6')
})

test('[spec 3 telemetry] (R1) each phase owns a red, a yellow and a green countdown', () => {
  expect(PHASES.map(lampKeys)).toEqual([
    { red: 'T_D1', yellow: 'T_V1', green: 'T_X1' },
    { red: 'T_D2', yellow: 'T_V2', green: 'T_X2' },
    { red: 'T_D3', yellow: 'T_V3', green: 'T_X3' },
  ])
  expect(new Set(LAMP_KEYS).size).toBe(9)
  expect(TELEMETRY_KEYS).toHaveLength(15)
})

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
