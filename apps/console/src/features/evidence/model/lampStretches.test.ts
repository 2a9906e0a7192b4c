import fc from 'fast-check'
import { expect, test } from 'vitest'
import { spanOf } from './evidenceAddress.ts'
import { lampStretches } from './lampStretches.ts'

const shown = fc.constantFrom('green', 'red', null)
const anySeconds = fc
  .array(
    fc.tuple(
      fc.boolean(),
      fc.record({ phase_1: shown, phase_2: shown, phase_3: shown, plan: fc.constantFrom(1, null) }),
    ),
  )
  .map((rows) =>
    rows.flatMap(([isThere, row], nth) =>
      isThere ? [{ ...row, time: nth * 1000, program: 1, source: 'samples' }] : [],
    ),
  )

test('stretches are the seconds, each once, and no two alike follow one another', () => {
  fc.assert(
    fc.property(anySeconds, (seconds) => {
      const stretches = lampStretches(seconds)
      const again = stretches.flatMap(({ fromMs, untilMs, phases, plan }) =>
        Array.from({ length: (untilMs - fromMs) / 1000 }, (_, n) => [fromMs + n * 1000, ...phases, plan]),
      )
      expect(again).toEqual(
        seconds.map(({ time, phase_1, phase_2, phase_3, plan }) => [time, phase_1, phase_2, phase_3, plan]),
      )
      stretches.forEach(({ fromMs, phases, plan }, nth) => {
        const before = stretches[nth - 1]
        if (before?.untilMs === fromMs) expect([...before.phases, before.plan]).not.toEqual([...phases, plan])
      })
    }),
    { numRuns: 50 },
  )
})

test('the span of an address is its own, else the last quarter of an hour', () => {
  const now = 1_795_309_200_123
  expect(spanOf({ from: undefined, until: undefined }, now)).toEqual({
    fromMs: 1_795_308_300_000,
    untilMs: 1_795_309_200_000,
  })
  expect(spanOf({ from: 5_000_500, until: 6_000_900 }, now)).toEqual({ fromMs: 5_000_000, untilMs: 6_000_000 })
  expect(spanOf({ from: 5_000_000, until: undefined }, now)).toEqual({ fromMs: 5_000_000, untilMs: 5_900_000 })
  expect(spanOf({ from: 9_000_000, until: 6_000_000 }, now)).toEqual({ fromMs: 5_100_000, untilMs: 6_000_000 })
})
