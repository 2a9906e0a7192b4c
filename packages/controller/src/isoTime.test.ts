import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { isoDate, isoSecond, isoTime, parseIsoTime, zoneText } from './isoTime.ts'
import { DEFAULT_TIME_ZONE, setTimeZone, timeZoneOf } from './timeZone.ts'

const MORNING = Date.UTC(2026, 10, 24, 0, 12, 3)
const AUTUMN = Date.UTC(2026, 9, 25, 1)

afterEach(() => setTimeZone(DEFAULT_TIME_ZONE))

describe('a time that is exported', () => {
  test('names its offset, and its milliseconds if it has any', () => {
    expect([isoTime(MORNING), isoTime(MORNING + 5)]).toEqual([
      '2026-11-24T07:12:03+07:00',
      '2026-11-24T07:12:03.005+07:00',
    ])
    expect(isoDate(MORNING - 8 * 3_600_000)).toBe('2026-11-23')
  })

  test('is in the zone of the city, or the one that is given', () => {
    setTimeZone('Europe/Berlin')
    expect([AUTUMN - 1000, AUTUMN].map((ms) => isoTime(ms))).toEqual([
      '2026-10-25T02:59:59+02:00',
      '2026-10-25T02:00:00+01:00',
    ])
    expect(isoTime(MORNING, timeZoneOf('America/St_Johns'))).toBe('2026-11-23T20:42:03-03:30')
    expect(zoneText(AUTUMN - 1, AUTUMN)).toBe('Europe/Berlin (+02:00, +01:00)')
  })

  test('is to the second in tables, and empty where there is none', () => {
    expect([isoSecond(MORNING + 999), isoSecond(MORNING, timeZoneOf('UTC'))]).toEqual([
      '2026-11-24T07:12:03+07:00',
      '2026-11-24T00:12:03+00:00',
    ])
    expect([0, null, undefined, Number.NaN, 9e15].map((ms) => isoSecond(ms))).toEqual(['', '', '', '', ''])
  })

  test('is a number where no calendar has it', () => {
    expect([8.64e15, 9e15, Number.NaN].map((ms) => isoTime(ms))).toEqual([
      '8640000000000000',
      '9000000000000000',
      'NaN',
    ])
  })

  test('is read back as the same instant, in any zone', () => {
    const zones = fc.constantFrom('Asia/Ho_Chi_Minh', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe')
    fc.assert(
      fc.property(zones, fc.integer({ min: 0, max: 4e12 }), (name, ms) => {
        setTimeZone(name)
        expect(parseIsoTime(isoTime(ms))).toBe(ms)
      }),
    )
  })
})

describe('a time that is typed', () => {
  test('is one of the city unless it names an offset, and others are refused', () => {
    const eight = Date.UTC(2026, 10, 22, 1)
    for (const text of ['2026-11-22 08:00', '2026-11-22T08:00:00', '2026-11-22T01:00Z', ' 2026-11-22T08:00:00+07:00']) {
      expect([text, parseIsoTime(text)]).toEqual([text, eight])
    }
    expect(parseIsoTime('2026-11-22')).toBe(eight - 8 * 3_600_000)
    for (const text of ['', 'yesterday', '2026-02-30', '2026-11-22T25:00', '1795309200000', '2026-13-01T00:00Z']) {
      expect([text, parseIsoTime(text)]).toEqual([text, undefined])
    }
    setTimeZone('Europe/Berlin')
    expect(['2026-07-01', '2026-12-01', '2026-10-25 02:30'].map(parseIsoTime)).toEqual([
      Date.UTC(2026, 5, 30, 22),
      Date.UTC(2026, 10, 30, 23),
      AUTUMN - 1_800_000,
    ])
  })
})
