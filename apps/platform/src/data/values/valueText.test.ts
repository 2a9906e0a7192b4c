import type { JsonValue } from '@greenwave/contract/wire/attributes'
import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { doubleValue, parseKeepingLiterals } from './numberLiteral.ts'
import { queryText, valueText } from './valueText.ts'
import { typeNumber } from './valueTyping.ts'

it.each([
  ['11.0', '11'],
  ['10.5', '10.5'],
  ['0.00001', '1e-05'],
  ['0.0001', '0.0001'],
  ['123456789.125', '123456789.125'],
  ['100000000000000.0', '100000000000000'],
  ['1000000000000000.0', '1e+15'],
  ['1.0E17', '1e+17'],
  ['-2.5E-300', '-2.5e-300'],
  ['-0.0', '0'],
  ['7', '7'],
  ['9007199254740993', '9007199254740993'],
  ['true', 'true'],
  ['"1e3"', '1e3'],
  ['""', ''],
  ['{"no":3,"p":[1,2.0]}', '{"no":3,"p":[1,2.0]}'],
])('%s is %j in the result of a query', (literal, text) => {
  expect(queryText(parseKeepingLiterals(literal) as JsonValue)).toBe(text)
})

it('any double is written so that it can be read again', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(Number(queryText(doubleValue(value)))).toBe(value === 0 ? 0 : value)
    }),
  )
})

test.each([
  [27, '27'],
  [-3, '-3'],
  [10.77, '10.77'],
  [0.001, '0.001'],
  [0.00015, '1.5E-4'],
  [12345678.5, '1.23456785E7'],
  [1e-5, '1.0E-5'],
  [true, 'true'],
  ['', ''],
  ['nga tư', 'nga tư'],
  [{ a: [1, null] }, '{"a":[1,null]}'],
  [null, null],
])('%j is the text %j', (value, text) => {
  expect(valueText(value)).toBe(text)
})

test.each([
  ['10.0', '10.0'],
  ['1e-7', '1.0E-7'],
  ['9223372036854775807', '9223372036854775807'],
  ['1e3', '1000'],
])('a number sent as %s is the text %s, as Java writes it', (sent, text) => {
  expect(valueText(typeNumber(sent))).toBe(text)
})
