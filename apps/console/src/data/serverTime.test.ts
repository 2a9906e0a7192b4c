import { afterEach, expect, test } from 'vitest'
import { noteServerDate, serverAheadMs } from './serverTime.ts'

const NOW = Date.UTC(2026, 10, 21, 7, 18, 7, 300)
const header = (ms: number) => new Date(ms).toUTCString()

afterEach(() => noteServerDate(header(NOW), NOW))

test('a computer whose clock is right counts as right, though the header has whole seconds only', () => {
  noteServerDate(header(NOW - 1000), NOW)
  expect(serverAheadMs()).toBe(0)
})

test.each([3_600_000, -3_600_000, 5000])('a clock that is wrong by %i ms is found out to a second', (wrongMs) => {
  noteServerDate(header(NOW + wrongMs), NOW)
  expect(Math.abs(serverAheadMs() - wrongMs)).toBeLessThanOrEqual(1000)
})

test('an answer without a date, or with an invalid one, changes nothing', () => {
  noteServerDate(header(NOW + 60_000), NOW)
  const before = serverAheadMs()
  noteServerDate(null, NOW)
  noteServerDate('soon', NOW)
  expect(serverAheadMs()).toBe(before)
})
