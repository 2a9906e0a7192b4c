import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blockSeconds, cyclePosition, cycleSeconds, isServed, modulo, servedPhases, wholeSecondOfDay } from './cycle.ts'
import {
  anyClearance,
  anyProgram,
  anySecondOfDay,
  at,
  EXAMPLE_CLEARANCE,
  EXAMPLE_PROGRAM,
  programFrom,
} from './testing/settings.ts'

test('(R6) the worked example has a cycle of 80 s', () => {
  expect(cycleSeconds(EXAMPLE_PROGRAM, EXAMPLE_CLEARANCE)).toBe(80)
})

test('(R6) the cycle ends with the phase that ends last, whatever its number', () => {
  expect(cycleSeconds(programFrom(1, [10, 20, 5], [50, 0, 30]), EXAMPLE_CLEARANCE)).toBe(65)
})

test('(R2) (R6) a phase without green adds nothing to the cycle, however late its start', () => {
  const program = programFrom(1, [30, 0, 15], [0, 900, 35])
  expect(servedPhases(program)).toEqual([1, 3])
  expect(cycleSeconds(program, EXAMPLE_CLEARANCE)).toBe(55)
  expect(isServed({ green: -4, start: 0 })).toBe(false)
})

test('(R6) a program that serves no phase has no cycle', () => {
  expect(cycleSeconds(programFrom(1, [0, 0, 0], [10, 20, 30]), EXAMPLE_CLEARANCE)).toBe(0)
})

test('(R3) a start before the cycle reads as its beginning', () => {
  expect(cycleSeconds(programFrom(1, [30, 0, 0], [-20, 0, 0]), EXAMPLE_CLEARANCE)).toBe(35)
})

test('(R4) (R5) a phase takes its green, its yellow and its all-red', () => {
  expect(blockSeconds({ green: 30, start: 7 }, EXAMPLE_CLEARANCE)).toBe(35)
  expect(blockSeconds({ green: 30, start: 7 }, { yellow: -3, redClearance: -2 })).toBe(30)
})

test('(R6) agrees with the last second in which painting the blocks onto a line leaves colour', () => {
  fc.assert(
    fc.property(anyProgram(1, 60), anyClearance, (program, clearance) => {
      const line = new Set<number>()
      for (const { green, start } of program.phases) {
        if (green === 0) continue
        for (let second = 0; second < green + clearance.yellow + clearance.redClearance; second++)
          line.add(start + second)
      }
      expect(cycleSeconds(program, clearance)).toBe(line.size === 0 ? 0 : Math.max(...line) + 1)
    }),
  )
})

test('(R8) the cycle stands at the seconds since local midnight, modulo the cycle', () => {
  expect(cyclePosition(0, 80)).toBe(0)
  expect(cyclePosition(6 * 3600 + 33, 80)).toBe(33)
  expect(cyclePosition(86_399, 70)).toBe(86_399 - 70 * Math.floor(86_399 / 70))
  expect(cyclePosition(4711, 0)).toBe(0)
})

test('(R19) an offset lets the cycle begin so many seconds later, whatever the number', () => {
  expect(cyclePosition(at('06:00') + 25, 80, 25)).toBe(0)
  expect(cyclePosition(at('06:00'), 80, 25)).toBe(55)
  expect(cyclePosition(at('00:00'), 80, 105)).toBe(55)
  expect(cyclePosition(at('06:00') + 3, 0, 25)).toBe(0)
  fc.assert(
    fc.property(anySecondOfDay, fc.integer({ min: 1, max: 300 }), fc.nat(300), (now, cycle, offset) => {
      expect(cyclePosition(now, cycle, offset)).toBe((((now - offset) % cycle) + cycle) % cycle)
    }),
  )
})

test('(R8) two neighbours with equal cycles stand at the same second all day', () => {
  fc.assert(
    fc.property(anySecondOfDay, fc.integer({ min: 1, max: 300 }), (now, cycle) => {
      let counted = 0
      for (let second = 0; second < now; second++) counted = counted + 1 === cycle ? 0 : counted + 1
      expect(cyclePosition(now, cycle)).toBe(counted)
    }),
    { numRuns: 20 },
  )
})

test.each([
  [86_400, 0],
  [-1, 86_399],
  [12.9, 12],
  [Number.NaN, 0],
  [Number.NEGATIVE_INFINITY, 0],
])('any clock reading is a second of a day: %d is %d', (reading, second) => {
  expect(wholeSecondOfDay(reading)).toBe(second)
})

test('the remainder is never negative', () => {
  expect(modulo(-5, 80)).toBe(75)
  expect(modulo(160, 80)).toBe(0)
})
