import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LIMITS } from './limits.ts'
import { WriteQuota } from './writeQuota.ts'

function quotaWithClock() {
  const clock = { ms: 0 }
  return { clock, quota: new WriteQuota(() => clock.ms) }
}

test('a writer beyond the limit of a minute waits as long as it is told to, and no other one does', () => {
  const { clock, quota } = quotaWithClock()
  const block = 1_048_576
  let taken = 0
  while (quota.byUser('one', false, block) === undefined) taken += 1
  expect(taken).toBe(8)
  const over = quota.byUser('one', false, 1)
  expect(over?.message).toMatch(/^Too many bytes written: 8 MiB in a minute and 64 MiB in a day are allowed/)
  expect(quota.byUser('other', false, block)).toBeUndefined()
  expect(quota.byDevice('device', block)).toBeUndefined()
  clock.ms += (over?.retryAfterS ?? 0) * 1000
  expect(quota.byUser('one', false, 1)).toBeUndefined()
})

test('whatever a device sends, its bytes of a day stay within two limits of a day and one message', () => {
  const DAY = LIMITS.writtenBytesOfDeviceByDay.value
  fc.assert(
    fc.property(fc.integer({ min: 1_000, max: 65_536 }), fc.integer({ min: 1, max: 400 }), (bytes, perSecond) => {
      const { clock, quota } = quotaWithClock()
      let stored = 0
      for (let second = 0; second < 86_400; second += 60) {
        clock.ms = second * 1000
        for (let n = 0; n < perSecond * 60 && !quota.byDevice('d', bytes); n += 1) stored += bytes
      }
      expect(stored).toBeLessThan(2 * DAY + bytes)
    }),
    { numRuns: 10 },
  )
})

test('a controller with fifteen values a second and an import of ten thousand devices stay far below', () => {
  const { clock, quota } = quotaWithClock()
  for (let second = 0; second < 86_400; second += 1) {
    clock.ms += 1000
    expect(quota.byDevice('d', 3_000)).toBeUndefined()
  }
  for (let device = 0; device < 10_000; device += 1) {
    for (const bytes of [600, 400, 12_000]) expect(quota.byUser('admin', true, bytes)).toBeUndefined()
  }
})
