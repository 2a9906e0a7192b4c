import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseSettingsRecord, type SettingsRecord, writeSettingsRecord } from './settingsRecords.ts'

const key = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_]{0,20}$/)
const values = fc.dictionary(key, fc.oneof(fc.integer(), fc.string({ minLength: 1, maxLength: 40 })), { maxKeys: 40 })
const anyRecord: fc.Arbitrary<SettingsRecord> = fc
  .record({ ts: fc.nat(), reported: values, asked: values })
  .filter(({ reported, asked }) => Object.keys(reported).length + Object.keys(asked).length > 0)

describe('the settings in force as telemetry', () => {
  test('are read as they were written, as JSON and as its text', () => {
    fc.assert(
      fc.property(anyRecord, (record) => {
        const value = writeSettingsRecord(record)
        expect(parseSettingsRecord(record.ts, value)).toEqual(record)
        expect(parseSettingsRecord(record.ts, JSON.stringify(value))).toEqual(record)
        expect(parseSettingsRecord(record.ts, { ...value, later: 'unknown' })).toEqual(record)
      }),
      { numRuns: 50 },
    )
  })

  test('are equal texts when they are equal, in whatever order they came', () => {
    const one = writeSettingsRecord({ reported: { Vang: 3, Mode: 4 }, asked: {} })
    expect(JSON.stringify(one)).toBe('{"v":1,"reported":{"Mode":4,"Vang":3}}')
    expect(JSON.stringify(writeSettingsRecord({ reported: { Mode: 4, Vang: 3 }, asked: {} }))).toBe(JSON.stringify(one))
  })

  test('of another version or shape are refused, single odd values are left out, and nothing throws', () => {
    fc.assert(fc.property(fc.anything(), (value) => parseSettingsRecord(0, value) === undefined))
    expect(parseSettingsRecord(0, { v: 2, reported: { Mode: 4 } })).toBeUndefined()
    expect(parseSettingsRecord(0, { v: 1, reported: {} })).toBeUndefined()
    const odd = { Mode: 4, Vang: null, P1_Pr: 1.5, Do_cong: { a: 1 }, ['k'.repeat(41)]: 1, P1_HH: 'x'.repeat(41) }
    expect(parseSettingsRecord(7, { v: 1, reported: odd })).toEqual({ ts: 7, reported: { Mode: 4 }, asked: {} })
  })

  test('are bounded, written and read', () => {
    const many = Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`k${n}`, n]))
    expect(parseSettingsRecord(0, { v: 1, reported: many })).toBeUndefined()
    const long = writeSettingsRecord({ reported: { Mode: '9'.repeat(5000) }, asked: {} })
    expect(parseSettingsRecord(0, long)?.reported).toEqual({ Mode: '9'.repeat(40) })
  })
})
