import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPlatformClock } from './remotePlatform.ts'

const NOON = Date.UTC(2026, 10, 22, 5, 0, 0)
const httpDate = (ms: number): string => new Date(ms).toUTCString()

test("while the clocks agree, the platform's time is this machine's", () => {
  fc.assert(
    fc.property(fc.array(fc.record({ at: fc.nat(100_000), latency: fc.nat(1_500) })), (answers) => {
      let local = NOON
      const clock = createPlatformClock(() => local)
      for (const { at, latency } of answers) {
        local = NOON + at + latency
        clock.note(httpDate(NOON + at))
        expect(clock.now()).toBe(local)
      }
    }),
  )
})

test('a clock that is wrong is corrected to about a second, and one that was set right is trusted again', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e8, max: 1e8 }), fc.nat(999), (ahead, part) => {
      let local = NOON + part
      const clock = createPlatformClock(() => local)
      clock.note(httpDate(local + ahead))
      expect(Math.abs(clock.now() - (local + ahead))).toBeLessThanOrEqual(3_000)
      local += ahead
      clock.note(httpDate(local))
      expect(Math.abs(clock.now() - local)).toBeLessThanOrEqual(3_000)
    }),
  )
})

test('an answer without a date says nothing', () => {
  const clock = createPlatformClock(() => NOON)
  clock.note(null)
  clock.note('yesterday')
  expect(clock.now()).toBe(NOON)
})
