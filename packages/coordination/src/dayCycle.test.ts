import { expect, it } from 'vitest'
import { midnightCut } from './dayCycle.ts'

it.each([
  [90, null],
  [64, null],
  [70, { cycle: 70, rest: 20, shorter: 64, longer: 72 }],
  [110, { cycle: 110, rest: 50, shorter: 108, longer: 120 }],
  [148, { cycle: 148, rest: 116, shorter: 144, longer: 150 }],
])('(V13) midnight cuts a cycle of %i s: %j', (cycle, cut) => {
  expect(midnightCut(cycle)).toEqual(cut)
})

it('(V13) these cycles of practice divide a day, and no others', () => {
  const cycles = Array.from({ length: 121 }, (_, index) => 30 + index).filter((cycle) => midnightCut(cycle) === null)
  expect(cycles.join(' ')).toBe('30 32 36 40 45 48 50 54 60 64 72 75 80 90 96 100 108 120 128 135 144 150')
})
