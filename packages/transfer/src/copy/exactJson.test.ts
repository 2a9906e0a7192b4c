import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isStoredAlike, parseExactly } from './exactJson.ts'

/** Numbers as platforms print them: with a point, with many digits, by Java's rules. */
const literal = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
  fc.constantFrom('1.0', '-0.0', '1.0E-7', '10.50', '1.23456789125E8'),
)

describe('numbers that are passed on', () => {
  test('keep every digit and their place among other values', () => {
    fc.assert(
      fc.property(fc.array(literal), fc.string(), (numbers, text) => {
        const json = `{"a":[${numbers.join()}],"b":{"c":${JSON.stringify(text)}}}`
        expect(JSON.stringify(parseExactly(json))).toBe(json)
      }),
    )
  })

  test('are numbers for who calculates with them, if JavaScript prints them as they were', () => {
    expect(parseExactly('{"ts":1767312000123,"x":10.77}')).toEqual({ ts: 1767312000123, x: 10.77 })
  })
})

describe('what platforms store alike', () => {
  test.each([
    ['1.0', '1', true],
    ['9007199254740993', '9007199254740992', false],
    ['"12"', '12', true],
    ['"0012"', '12.0', true],
    ['"-0"', '0', true],
    ['"-0012"', '-12', true],
    ['"twelve"', '12', false],
    ['"true"', 'true', false],
    ['{"a":1,"b":[2.0]}', '{"b":[2],"a":1}', true],
    ['{"a":"1"}', '{"a":1}', false],
    ['[1,2]', '[2,1]', false],
    ['null', '""', false],
  ])('%s and %s: %s', (a, b, isAlike) => {
    expect(isStoredAlike(parseExactly(a), parseExactly(b))).toBe(isAlike)
  })
})
