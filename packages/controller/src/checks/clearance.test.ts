import { expect, test } from 'vitest'
import { checkClearanceTimes } from './clearance.ts'

const codes = (yellow: number, redClearance: number) =>
  checkClearanceTimes({ yellow, redClearance }).map((finding) => finding.code)

test.each([
  [2, 2, ['yellowShort']],
  [0, 2, ['yellowShort']],
  [7, 2, ['yellowLong']],
  [3, 0, ['redClearanceNone']],
  [3, 7, ['redClearanceLong']],
  [1, 0, ['yellowShort', 'redClearanceNone']],
  [9, 9, ['yellowLong', 'redClearanceLong']],
  [3, 1, []],
  [3, 2, []],
  [6, 6, []],
])('(V6) yellow %d s and red clearance %d s: %j', (yellow, redClearance, expected) => {
  expect(codes(yellow, redClearance)).toEqual(expected)
})
