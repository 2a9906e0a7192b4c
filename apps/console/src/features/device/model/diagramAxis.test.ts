import { expect, test } from 'vitest'
import { axisMarks, editableAxisSeconds } from './diagramAxis.ts'

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
