import { expect, test } from 'vitest'
import { daysUntilFull } from './diskForecast.ts'

const DAY_MS = 86_400_000
const GB = 1e9
const NOW = Date.UTC(2026, 10, 28, 12)
const WEEK = { samplesMs: 7 * DAY_MS, recordsMs: 400 * DAY_MS }

/** Files of history: one for each of the last days, today included, and the records of this month. */
const files = (days: number, dayBytes: number, records: Readonly<Record<string, number>> = {}) =>
  new Map([
    ...Array.from({ length: days }, (_, ago) => {
      const day = new Date(NOW - ago * DAY_MS).toISOString().slice(0, 10)
      return [`${day}.db`, ago === 0 ? 1 : dayBytes] as const
    }),
    ...Object.entries(records).map(([month, bytes]) => [`records-${month}.db`, bytes] as const),
  ])

test('before a day is complete nothing is known', () => {
  expect(daysUntilFull(GB, files(1, GB), WEEK, NOW)).toBeUndefined()
})

test('history grows until its oldest day expires, so that a disk with room for the rest never fills', () => {
  expect(daysUntilFull(10 * GB, files(3, GB), WEEK, NOW)).toBeNull()
  expect(daysUntilFull(4.5 * GB, files(3, GB), WEEK, NOW)).toBe(4)
  expect(daysUntilFull(4.5 * GB, files(8, GB), WEEK, NOW)).toBeNull()
})

test('records grow for as long as they are kept, as fast as in the last complete month or in this one', () => {
  const month = { '2026-10': 31 * GB, '2026-11': GB }
  expect(daysUntilFull(50.5 * GB, files(8, 0), WEEK, NOW)).toBeNull()
  expect(daysUntilFull(50.5 * GB, files(8, 0, month), WEEK, NOW)).toBe(50)
  expect(daysUntilFull(50.5 * GB, files(8, 0, { '2026-11': 28 * GB }), WEEK, NOW)).toBe(50)
  expect(daysUntilFull(50.5 * GB, files(4, 0, { '2026-11': 4 * GB }), WEEK, NOW)).toBe(50)
  expect(daysUntilFull(1000 * GB, files(8, 0, month), WEEK, NOW)).toBeNull()
})

test('what is kept without end fills any disk at last', () => {
  const forever = { samplesMs: Infinity, recordsMs: Infinity }
  expect(daysUntilFull(1000.5 * GB, files(8, GB), forever, NOW)).toBe(1000)
})
