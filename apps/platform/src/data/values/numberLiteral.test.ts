import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { javaDouble, numberLiteral, parseKeepingLiterals } from './numberLiteral.ts'

/** A number as devices write it: any digits, with or without point and exponent. */
const literal = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.bigInt({ min: 0n, max: 10n ** 20n }),
    fc.option(fc.stringMatching(/^\d{1,12}$/)),
    fc.option(fc.stringMatching(/^[eE][+-]?\d{1,2}$/)),
  )
  .map(
    ([sign, whole, fraction, exponent]) => `${sign}${whole}${fraction === null ? '' : `.${fraction}`}${exponent ?? ''}`,
  )

describe('numbers that keep their text', () => {
  it('any number comes out of a JSON text as it went in', () => {
    fc.assert(
      fc.property(fc.array(literal), (literals) => {
        const text = `[${literals.join(',')}]`
        expect(JSON.stringify(parseKeepingLiterals(text))).toBe(text)
      }),
    )
  })

  it('numbers that JavaScript writes as they were written stay plain', () => {
    expect(parseKeepingLiterals('[0,-7,10.25,"1.0"]')).toEqual([0, -7, 10.25, '1.0'])
  })

  it('equal literals share one object, so that a value that repeats each second costs nothing more', () => {
    expect(numberLiteral('10.0')).toBe(numberLiteral('10.0'))
  })

  it.each([
    [0, '0.0'],
    [-0, '0.0'],
    [10, '10.0'],
    [9_999_999, '9999999.0'],
    [10_000_000, '1.0E7'],
    [0.001, '0.001'],
    [0.00099, '9.9E-4'],
    [1e300, '1.0E300'],
  ])('%d is %s in Java', (value, text) => {
    expect(javaDouble(value)).toBe(text)
  })
})
