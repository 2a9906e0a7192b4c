import { expect, test } from 'vitest'
import { PHASES } from './controllerLimits.ts'
import { greenKey, LAMP_KEYS, lampKeys, periodKey, planKeys, startKey, TELEMETRY_KEYS } from './keys.ts'

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
