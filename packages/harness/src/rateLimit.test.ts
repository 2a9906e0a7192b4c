import fc from 'fast-check'
import { expect, it } from 'vitest'
import { RateLimit } from './rateLimit.ts'

it('allows what is in the bucket at once, then what flows in, and never more than the bucket holds', () => {
  const limit = new RateLimit('2:1,3:10', 0)
  const allowed = (...times: number[]) => times.map((nowMs) => limit.allows(nowMs))
  expect(allowed(0, 0, 0)).toEqual([true, true, false])
  // Of the three of ten seconds one is left.
  expect(allowed(600, 1_600)).toEqual([true, false])
  expect(allowed(100_000, 100_000, 100_000)).toEqual([true, true, false])
})

it('allows in no stretch of time more than the bucket and what flows in meanwhile', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 1, max: 10 }),
      fc.array(fc.integer({ min: 0, max: 700 }), { maxLength: 60 }),
      (calls, seconds, pauses) => {
        const limit = new RateLimit(`${calls}:${seconds}`, 0)
        let nowMs = 0
        const passed: number[] = []
        for (const pause of pauses) {
          nowMs += pause
          if (limit.allows(nowMs)) passed.push(nowMs)
        }
        return passed.every((from, first) =>
          passed
            .slice(first)
            .every((until, more) => more + 1 <= calls + ((until - from) * calls) / seconds / 1000 + 1e-6),
        )
      },
    ),
    { numRuns: 50 },
  )
})

it.each(['', '5', '5:0', 'x:1', '5:1,'])('refuses the limit %j, and says how one is written', (text) => {
  expect(() => new RateLimit(text, 0)).toThrow(/must be calls:seconds/)
})
