import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type DeviceTime, localTimeAt } from '../deviceClock.ts'
import { checkDeviceTime } from './deviceTime.ts'

const NOW = Date.UTC(2026, 6, 1, 12, 0, 0)
const RIGHT: DeviceTime = localTimeAt(NOW)

test('(V9) the right time is no finding', () => {
  expect(checkDeviceTime(RIGHT, NOW)).toEqual([])
})

test.each([
  [31, 2, 2026],
  [29, 2, 2026],
  [30, 2, 2028],
  [31, 4, 2026],
  [31, 11, 2026],
])('(V9) %d/%d/%d does not exist and blocks', (day, month, year) => {
  expect(checkDeviceTime({ ...RIGHT, day, month, year }, NOW)).toEqual([
    { check: 'V9', level: 'error', code: 'dateDoesNotExist', field: 'Day', params: { day, month, year } },
  ])
})

test('(V9) 29 February of a leap year exists', () => {
  expect(
    checkDeviceTime({ ...RIGHT, day: 29, month: 2, year: 2028 }, NOW).every((finding) => finding.level === 'warning'),
  ).toBe(true)
})

test.each([
  [60, []],
  [-60, []],
  [61, [61]],
  [-61, [-61]],
  [7 * 3600, [25_200]],
])('(V9) %d s from the server’s time', (seconds, expected) => {
  const findings = checkDeviceTime(localTimeAt(NOW + seconds * 1000), NOW)
  expect(findings.map((finding) => finding.code === 'timeFarFromServer' && finding.params.value)).toEqual(expected)
  expect(findings.every((finding) => finding.level === 'warning')).toBe(true)
})

test.each([
  ['Day', { day: 0 }],
  ['Day', { day: 32 }],
  ['Month', { month: 13 }],
  ['Year', { year: 1999 }],
  ['Year', { year: 2101 }],
  ['Hour', { hour: 24 }],
  ['Minute', { minute: 60 }],
  ['Second', { second: 60 }],
  ['Second', { second: 1.5 }],
  ['Hour', { hour: Number.NaN }],
])('[spec 5 device time] (V1) %s out of range blocks: %j', (field, change) => {
  const findings = checkDeviceTime({ ...RIGHT, ...change }, NOW)
  expect(findings.map((finding) => [finding.check, finding.level, finding.field])).toEqual([['V1', 'error', field]])
})

test('(V9) any six numbers are answered', () => {
  const any = fc.oneof(fc.integer(), fc.double())
  const anyTime = fc.record({ year: any, month: any, day: any, hour: any, minute: any, second: any })
  fc.assert(
    fc.property(anyTime, fc.double(), (time, nowMs) => {
      expect(Array.isArray(checkDeviceTime(time, nowMs))).toBe(true)
    }),
  )
})
