import type { JsonValue } from '@greenwave/contract/wire/attributes'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { doubleValue, parseKeepingLiterals } from './numberLiteral.ts'
import { queryText } from './queryText.ts'

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
