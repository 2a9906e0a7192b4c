import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LIMITS } from '../limits/limits.ts'
import { handleLimit, shareHandles, WANTED_DEVICE_CONNECTIONS } from './handleShares.ts'

const DAY_MS = 86_400_000

test('this process knows how many handles it may open', () => {
  expect(handleLimit()).toBeGreaterThan(0)
})

test('with enough of them every kind gets what is wanted, and controllers what is left over', () => {
  const { http, live, devices, files, tooFewFor } = shareHandles(20_000, 7 * DAY_MS)
  expect([http, live, tooFewFor]).toEqual([LIMITS.httpConnections.value, LIMITS.liveSockets.value, undefined])
  expect(devices).toBe(20_000 - files - http - live)
  expect(devices).toBeGreaterThanOrEqual(WANTED_DEVICE_CONNECTIONS)
  expect(shareHandles(1_048_576, 7 * DAY_MS).devices).toBe(LIMITS.deviceConnections.value)
  expect(shareHandles(undefined, 7 * DAY_MS).devices).toBe(LIMITS.deviceConnections.value)
})

test('with the 1,024 of an unprepared system each kind gets its part, and what would be enough is reported', () => {
  const shares = shareHandles(1_024, 7 * DAY_MS)
  expect(shares.devices).toBeGreaterThan(500)
  expect(shares.http).toBeGreaterThan(100)
  expect(shares.tooFewFor).toBeGreaterThan(14_000)
})

test('whatever the limit and the retention, all parts together stay below the limit and the files have theirs', () => {
  fc.assert(
    fc.property(fc.integer({ min: 64, max: 2_000_000 }), fc.integer({ min: 1, max: 36_500 }), (limit, days) => {
      const { http, live, devices, files } = shareHandles(limit, days * DAY_MS)
      expect(http + live + devices + files).toBeLessThanOrEqual(limit)
      expect(Math.min(http, live, devices)).toBeGreaterThan(0)
      expect(files).toBeGreaterThanOrEqual(Math.min(Math.floor(limit / 2), 128 + days * 3))
    }),
  )
})
