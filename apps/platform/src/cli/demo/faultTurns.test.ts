import { CAUSABLE_FAULTS } from '@greenwave/contract/wire/demonstration'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type FaultTurn, turnAt } from './faultTurns.ts'

const MINUTE = 60_000
/** An incident needs 30 s and a moment to be raised (`offline`), and 15 s at most to be cleared. */
const RAISED_WITHIN = 40_000
const CLEARED_WITHIN = 25_000

const seeds = fc.integer({ min: 0, max: 2 ** 31 })
const sizes = fc.integer({ min: 1, max: 12 })

/** Returns the turns of a time, the first one first. */
function turnsUntil(endMs: number, seed: number, controllers: number): readonly FaultTurn[] {
  const turns = new Map<number, FaultTurn>()
  for (let ms = 0; ms < endMs; ms += 5_000) {
    const turn = turnAt(ms, seed, controllers)
    if (turn) turns.set(turn.fromMs, turn)
  }
  return [...turns.values()]
}

test('whatever the seed, an incident is raised and cleared within five minutes of the start', () => {
  fc.assert(
    fc.property(seeds, sizes, (seed, controllers) => {
      const [first] = turnsUntil(5 * MINUTE, seed, controllers)
      if (!first) throw new Error('no fault came')
      expect(first.untilMs - first.fromMs).toBeGreaterThan(RAISED_WITHIN)
      expect(first.untilMs + CLEARED_WITHIN).toBeLessThan(5 * MINUTE)
    }),
  )
})

test('faults never overlap, and between two of them there is time to be healthy', () => {
  fc.assert(
    fc.property(seeds, sizes, (seed, controllers) => {
      const turns = turnsUntil(60 * MINUTE, seed, controllers)
      expect(turns.length).toBeGreaterThanOrEqual(19)
      turns.forEach(({ controller, fault, untilMs }, nth) => {
        const next = turns[nth + 1]
        if (next) expect(next.fromMs - untilMs).toBeGreaterThan(MINUTE)
        expect(controller).toBeLessThan(controllers)
        expect(CAUSABLE_FAULTS).toContain(fault)
      })
    }),
    { numRuns: 20 },
  )
})

test('the same seed has the same turns, another one others; each fault has its turn before one comes again', () => {
  const names = (seed: number) => turnsUntil(18 * 3 * MINUTE, seed, 6).map(({ fault }) => fault)
  expect(names(7)).toEqual(names(7))
  expect(new Set([1, 2, 3, 4].map((seed) => names(seed).join())).size).toBe(4)
  for (const lap of [0, 6, 12]) expect(new Set(names(7).slice(lap, lap + 6)).size).toBe(6)
})
