import type { PerPhase } from '@greenwave/controller/controllerLimits'
import { cycleSeconds } from '@greenwave/controller/cycle'
import { lampsAt } from '@greenwave/controller/lamps'
import type { Clearance, PhaseTiming } from '@greenwave/controller/settings'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { positionFromLamps } from './cyclePosition.ts'

const CLEARANCE: Clearance = { yellow: 3, redClearance: 2 }
const WORKED_EXAMPLE: { phases: PerPhase<PhaseTiming> } = {
  phases: [
    { green: 30, start: 0 },
    { green: 20, start: 35 },
    { green: 15, start: 60 },
  ],
}

describe('the second of the cycle that the lamps show', () => {
  test('agrees with the engine for any program and any second (R8, R13)', () => {
    const timing = fc.record({ green: fc.integer({ min: 0, max: 90 }), start: fc.integer({ min: 0, max: 120 }) })
    const clearance = fc.record({
      yellow: fc.integer({ min: 0, max: 6 }),
      redClearance: fc.integer({ min: 0, max: 6 }),
    })
    fc.assert(
      fc.property(fc.tuple(timing, timing, timing), clearance, fc.nat(), (phases, times, at) => {
        const cycle = cycleSeconds({ phases }, times)
        fc.pre(cycle > 0)
        const second = at % cycle
        const position = positionFromLamps({ phases }, times, lampsAt({ phases }, times, second))
        expect(position).toEqual({ kind: 'at', second })
      }),
    )
  })

  test('is found although one phase lags by the second between two messages', () => {
    const [first, , third] = lampsAt(WORKED_EXAMPLE, CLEARANCE, 10)
    const [, late] = lampsAt(WORKED_EXAMPLE, CLEARANCE, 9)
    expect(positionFromLamps(WORKED_EXAMPLE, CLEARANCE, [first, late, third])).toEqual({ kind: 'at', second: 10 })
  })

  test('is not found when a phase is at another second; the phase is named', () => {
    const [first, , third] = lampsAt(WORKED_EXAMPLE, CLEARANCE, 10)
    const [, astray] = lampsAt(WORKED_EXAMPLE, CLEARANCE, 15)
    expect(positionFromLamps(WORKED_EXAMPLE, CLEARANCE, [first, astray, third])).toEqual({
      kind: 'astray',
      phases: [2],
    })
  })

  test('is not found for a green longer than programmed, nor for two lit lamps of one phase', () => {
    const [, second, third] = lampsAt(WORKED_EXAMPLE, CLEARANCE, 0)
    const tooLong = positionFromLamps(WORKED_EXAMPLE, CLEARANCE, [{ red: 0, yellow: 0, green: 31 }, second, third])
    const both = positionFromLamps(WORKED_EXAMPLE, CLEARANCE, [{ red: 4, yellow: 0, green: 30 }, second, third])
    expect(tooLong).toEqual({ kind: 'astray', phases: [1] })
    expect(both).toEqual({ kind: 'astray', phases: [1] })
  })

  test('is unknown without data and without a cycle', () => {
    const nothing = { red: undefined, yellow: undefined, green: undefined }
    expect(positionFromLamps(WORKED_EXAMPLE, CLEARANCE, [nothing, nothing, nothing])).toEqual({ kind: 'unknown' })
    const empty: PhaseTiming = { green: 0, start: 0 }
    const red = { red: 1, yellow: 0, green: 0 }
    expect(positionFromLamps({ phases: [empty, empty, empty] }, CLEARANCE, [red, red, red])).toEqual({
      kind: 'unknown',
    })
  })
})
