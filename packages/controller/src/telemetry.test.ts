import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ofPhase, PHASES } from './controllerLimits.ts'
import { LAMP_KEYS, lampKeys } from './keys.ts'
import { lampsAt } from './lamps.ts'
import { lampReading, writeLamps } from './telemetry.ts'
import { anyClearance, anyProgram, EXAMPLE_CLEARANCE, EXAMPLE_PROGRAM } from './testing/settings.ts'

test('(R1) [spec 3 telemetry] the worked example at t = 0 travels as T_X1 30, T_D2 35, T_D3 60 and six zeros', () => {
  expect(writeLamps(lampsAt(EXAMPLE_PROGRAM, EXAMPLE_CLEARANCE, 0))).toEqual({
    T_D1: 0,
    T_V1: 0,
    T_X1: 30,
    T_D2: 35,
    T_V2: 0,
    T_X2: 0,
    T_D3: 60,
    T_V3: 0,
    T_X3: 0,
  })
})

test('lamps -> telemetry -> lamps is the identity, as numbers and as texts', () => {
  fc.assert(
    fc.property(anyProgram(1, 99), anyClearance, fc.nat(500), (program, clearance, second) => {
      const lamps = lampsAt(program, clearance, second)
      const values = writeLamps(lamps)
      expect(Object.keys(values).sort()).toEqual([...LAMP_KEYS].sort())
      const texts = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, String(value)]))
      for (const phase of PHASES) {
        const { red, yellow, green } = lampKeys(phase)
        for (const sent of [values, texts] satisfies Record<string, unknown>[]) {
          const read = {
            red: lampReading(sent[red]),
            yellow: lampReading(sent[yellow]),
            green: lampReading(sent[green]),
          }
          expect(read).toEqual(ofPhase(lamps, phase))
        }
      }
    }),
  )
})

test.each(['abc', '', null, undefined, -3, [], {}, Number.NaN])('(R18) a lamp that reads %j is no data', (value) => {
  expect(lampReading(value)).toBeUndefined()
})
