import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseInteger, parseNumber } from './integer.ts'

test.each([
  [3, 3],
  ['3', 3],
  [' 42 ', 42],
  ['-7', -7],
  ['+7', 7],
  [3.9, 3],
  ['3.9', 3],
  [-3.9, -3],
  ['1.0E2', 100],
  [true, 1],
  [false, 0],
  ['3.', 3],
  ['.9', 0],
])('[spec 3 attributes] %j parses as the integer %d', (value, expected) => {
  expect(parseInteger(value)).toBe(expected)
})

test.each<[unknown, string]>([
  ['', 'a deleted key'],
  ['abc', 'text'],
  ['12abc', 'text after digits'],
  ['0x10', 'another base'],
  [Number.NaN, 'not a number'],
  [Number.POSITIVE_INFINITY, 'infinity'],
  ['1e400', 'more than a number holds'],
  [2 ** 60, 'beyond exact integers'],
  [null, 'null'],
  [undefined, 'missing'],
  [[3], 'a list'],
  [{ value: 3 }, 'an object'],
])('%j stands for no integer: %s', (value, _why) => {
  expect(parseInteger(value)).toBeUndefined()
})

test('keeps fractions where a coordinate needs them', () => {
  expect(parseNumber('10.7769')).toBe(10.7769)
  expect(parseNumber('-.25')).toBe(-0.25)
  expect(parseNumber('.')).toBeUndefined()
})

test('never answers -0, which prints as 0 and compares as another value', () => {
  expect(Object.is(parseInteger(-0.5), 0)).toBe(true)
  expect(Object.is(parseInteger('-0'), 0)).toBe(true)
})

test('answers any value at all with a safe integer or nothing', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      const parsed = parseInteger(value)
      expect(parsed === undefined || Number.isSafeInteger(parsed)).toBe(true)
    }),
  )
})

test('a text of digits is the number that it spells, however short, and with zeros before it', () => {
  fc.assert(
    fc.property(fc.nat(120_000), fc.nat(3), (number, zeros) => {
      expect(parseNumber('0'.repeat(zeros) + number)).toBe(number)
    }),
  )
})

test('a short text that is not all digits is what the decimal grammar makes of it', () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 4, unit: fc.constantFrom('0', '1', '8', '9', '+', '-', '.', 'e', ' ', '/', ':', 'a') }),
      (text) => {
        const isDecimal = /^ *[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)? *$/.test(text)
        expect(parseNumber(text)).toBe(isDecimal ? Number(text) : undefined)
      },
    ),
    { numRuns: 500 },
  )
})
