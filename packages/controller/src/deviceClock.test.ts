import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { writeDeviceTime } from './attributes.ts'
import {
  clockDriftSeconds,
  dateExists,
  driftLevel,
  localTimeAt,
  parseDeviceClock,
  secondsOfDay,
  timeExists,
  utcOf,
} from './deviceClock.ts'

const NOON_UTC = Date.UTC(2026, 6, 1, 12, 0, 0)
const EVENING = { year: 2026, month: 7, day: 1, hour: 19, minute: 0, second: 0 }

function samplesOf(fields: Record<string, unknown>, ts: number) {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, { ts, value }]))
}

describe('(R16) the clock a controller reports', () => {
  test('(R16) [spec 3 telemetry] is six fields of one sample, in the local zone', () => {
    expect(parseDeviceClock(samplesOf(writeDeviceTime(EVENING), NOON_UTC))).toEqual({ time: EVENING, ts: NOON_UTC })
  })

  test('(R16) fields that came at different times are a time without a moment', () => {
    const mixed = { ...samplesOf(writeDeviceTime(EVENING), NOON_UTC), Second: { ts: NOON_UTC + 1000, value: 1 } }
    expect(parseDeviceClock(mixed)).toEqual({ time: { ...EVENING, second: 1 }, ts: null })
  })

  test('(R16) a missing field, a text, or a date that does not exist is no clock', () => {
    const { Second: _, ...five } = writeDeviceTime(EVENING)
    expect(parseDeviceClock(samplesOf(five, NOON_UTC))).toBeNull()
    expect(parseDeviceClock(samplesOf({ ...writeDeviceTime(EVENING), Hour: 'late' }, NOON_UTC))).toBeNull()
    expect(parseDeviceClock(samplesOf({ ...writeDeviceTime(EVENING), Month: 2, Day: 30 }, NOON_UTC))).toBeNull()
    expect(parseDeviceClock({})).toBeNull()
  })

  test('(R16) local time is seven hours ahead, summer and winter', () => {
    expect(localTimeAt(NOON_UTC)).toEqual(EVENING)
    expect(localTimeAt(Date.UTC(2026, 0, 1, 20, 30, 15))).toEqual({
      year: 2026,
      month: 1,
      day: 2,
      hour: 3,
      minute: 30,
      second: 15,
    })
  })
})

test('local time and UTC are each other’s inverse, to the second', () => {
  const anyMs = fc
    .integer({ min: Date.UTC(2000, 0, 2) / 1000, max: Date.UTC(2100, 11, 30) / 1000 })
    .map((s) => s * 1000)
  fc.assert(
    fc.property(anyMs, (utcMs) => {
      const local = localTimeAt(utcMs)
      expect(utcOf(local)).toBe(utcMs)
      expect(timeExists(local)).toBe(true)
    }),
  )
})

describe('dates', () => {
  test.each([
    [2026, 2, 28],
    [2024, 2, 29],
    [2000, 2, 29],
    [2026, 12, 31],
    [2100, 1, 1],
  ])('%d-%d-%d exists', (year, month, day) => expect(dateExists(year, month, day)).toBe(true))

  test.each([
    [2026, 2, 31],
    [2026, 2, 29],
    [2100, 2, 29],
    [2026, 4, 31],
    [2026, 13, 1],
    [2026, 0, 1],
    [1999, 12, 31],
    [2101, 1, 1],
    [2026, 5, 0],
    [2026, 5, 1.5],
    [Number.NaN, 5, 1],
  ])('%d-%d-%d does not', (year, month, day) => expect(dateExists(year, month, day)).toBe(false))
})

describe('drift', () => {
  test.each([
    [0, 0],
    [30_000, 30],
    [-45_000, -45],
    [2_000, 2],
  ])('a clock %d ms off is %d s off', (offMs, drift) => {
    const time = localTimeAt(NOON_UTC + offMs)
    expect(clockDriftSeconds(time, NOON_UTC)).toBe(drift)
  })

  test('a right clock that shows whole seconds has no drift at any moment of the second', () => {
    for (let ms = 0; ms < 1000; ms += 50) expect(clockDriftSeconds(localTimeAt(NOON_UTC + ms), NOON_UTC + ms)).toBe(0)
  })

  test.each([
    [0, 'ok'],
    [2, 'ok'],
    [-2, 'ok'],
    [3, 'warning'],
    [-5, 'warning'],
    [6, 'alarm'],
    [-30, 'alarm'],
  ])('%d s is %s', (drift, level) => expect(driftLevel(drift)).toBe(level))
})

test('seconds since local midnight are what the schedule and the cycle count', () => {
  expect(secondsOfDay(EVENING)).toBe(19 * 3600)
  expect(secondsOfDay({ hour: 23, minute: 59, second: 59 })).toBe(86_399)
})
