import { expect, test } from 'vitest'
import { pointsToKeep } from './keptPoints.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

test('all points of a quarter of an hour, then one each hour, day and week, are kept', () => {
  const newestMs = Date.parse('2026-02-01T12:00:00Z')
  const points = Array.from({ length: 200 * 24 * 6 }, (_, nth) => ({ atMs: newestMs - nth * 10 * MINUTE_MS }))
  const kept = pointsToKeep(points)
  expect(kept.slice(0, 4).map(({ atMs }) => (newestMs - atMs) / MINUTE_MS)).toEqual([0, 10, 70, 130])
  expect(kept.length).toBeLessThan(2 + 48 + 14 + 8)
  expect(kept.length).toBeGreaterThan(60)
  const ageDays = kept.map(({ atMs }) => (newestMs - atMs) / DAY_MS)
  expect(Math.max(...ageDays)).toBeGreaterThan(42)
  expect(Math.max(...ageDays)).toBeLessThan(57)
  // Thinning again changes nothing.
  expect(pointsToKeep(kept)).toEqual(kept)
  expect(pointsToKeep([])).toEqual([])
})
