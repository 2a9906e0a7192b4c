import type { PerPhase } from '@greenwave/controller/controllerLimits'
import type { PhaseTiming } from '@greenwave/controller/settings'
import { expect, test } from 'vitest'
import { axisMarks, edgeSecond, editableAxisSeconds, editOfEdge } from './timingAxis.ts'

test.each([
  [80, [0, 20, 40, 60, 80]],
  [105, [0, 20, 40, 60, 80, 105]],
  [90, [0, 20, 40, 60, 90]],
  [112, [0, 20, 40, 60, 80, 112]],
  [120, [0, 20, 40, 60, 80, 100, 120]],
  [25, [0, 5, 10, 15, 20, 25]],
  [3, [0, 1, 2, 3]],
  [0, []],
])('a cycle of %i s is marked at %j', (cycle, marks) => {
  expect(axisMarks(cycle)).toEqual(marks)
})

test('an axis for editing has room beyond the cycle', () => {
  expect(editableAxisSeconds(80)).toBe(90)
  expect(editableAxisSeconds(85)).toBe(100)
  expect(editableAxisSeconds(0)).toBe(30)
})

const PHASES: PerPhase<PhaseTiming> = [
  { green: 30, start: 0 },
  { green: 20, start: 35 },
  { green: 15, start: 60 },
]

test('the left edge changes the start of the green', () => {
  expect(edgeSecond(PHASES[1], 'start')).toBe(35)
  expect(editOfEdge(PHASES, 2, 'start', 40)).toEqual({ phase: 2, part: 'start', value: 40 })
})

test('the right edge changes the length of the green', () => {
  expect(edgeSecond(PHASES[1], 'end')).toBe(55)
  expect(editOfEdge(PHASES, 2, 'end', 50)).toEqual({ phase: 2, part: 'green', value: 15 })
})

test('an edge stays within 0 to 999 and on whole seconds [spec 5 program]', () => {
  expect(editOfEdge(PHASES, 1, 'start', -4).value).toBe(0)
  expect(editOfEdge(PHASES, 2, 'end', 3).value).toBe(0)
  expect(editOfEdge(PHASES, 3, 'end', 4000).value).toBe(999)
  expect(editOfEdge(PHASES, 3, 'start', 60.6).value).toBe(61)
})
