import { describe, expect, test } from 'vitest'
import { countDay } from './countDay.ts'
import { figuresOf, programShare, spreadFigures } from './figures.ts'
import { NO_SPREAD, NO_SUMS, withDifference } from './sums.ts'
import { playStreet } from './testing/street.ts'

describe('the figures of a report', () => {
  test('are unknown where nothing was counted', () => {
    const { cycles, evaluated, incidents, byLimits, acknowledged, cleared, over, ...others } = figuresOf(NO_SUMS)
    expect([cycles, evaluated, incidents, byLimits, acknowledged, cleared]).toEqual([0, 0, 0, 0, 0, 0])
    expect(new Set([...Object.values(others), ...Object.values(over)])).toEqual(new Set([null]))
  })

  test('of a street whose phase 1 is 2 s too long', () => {
    const sums = countDay(playStreet([{ seconds: 1100, longer: 2 }]))
    const { asProgrammed, greens, cycleLength, position, missing } = figuresOf(sums)
    expect([asProgrammed, greens?.largest, cycleLength?.meanSize, position?.largest]).toEqual([0, 2, 0, 0])
    // Two greens of three are right in program 1.
    expect(greens?.mean).toBeCloseTo(2 / 3)
    expect(missing).toBeGreaterThan(0.9)
    expect(sums.programs.map(programShare)).toEqual(sums.programs.map(() => 0))
  })

  test('keep the sign of a mean and of the largest difference', () => {
    const spread = [-3, 1, 1].reduce(withDifference, NO_SPREAD)
    expect(spreadFigures(spread)).toEqual({ count: 3, mean: -1 / 3, meanSize: 5 / 3, largest: -3 })
  })
})
