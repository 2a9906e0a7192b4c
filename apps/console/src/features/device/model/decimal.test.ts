import { expect, test } from 'vitest'
import { parseDecimal } from './decimal.ts'

test.each([
  ['', { kind: 'empty' }],
  ['  ', { kind: 'empty' }],
  ['1.5', { kind: 'number', value: 1.5 }],
  [' 1,5 ', { kind: 'number', value: 1.5 }],
  ['−3', { kind: 'number', value: -3 }],
  ['.5', { kind: 'number', value: 0.5 }],
  ['1e1', { kind: 'wrong', fault: 'notANumber' }],
  ['1,000.5', { kind: 'wrong', fault: 'notANumber' }],
  ['20 m', { kind: 'wrong', fault: 'notANumber' }],
  ['11', { kind: 'wrong', fault: 'outOfRange' }],
  ['-5.5', { kind: 'wrong', fault: 'outOfRange' }],
] as const)('%j is read as people mean it', (text, expected) => {
  expect(parseDecimal(text, { min: -5, max: 10 })).toEqual(expected)
})

test('a number that must be whole is not rounded', () => {
  expect(parseDecimal('7,5', { min: 0, max: 10, whole: true })).toEqual({ kind: 'wrong', fault: 'notWhole' })
  expect(parseDecimal('7,0', { min: 0, max: 10, whole: true })).toEqual({ kind: 'number', value: 7 })
})
