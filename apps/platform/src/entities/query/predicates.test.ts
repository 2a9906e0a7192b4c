import type { JsonValue } from '@greenwave/contract/wire/attributes'
import type { Predicate } from '@greenwave/contract/wire/entityQueries'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { doubleValue } from '../../data/values/numberLiteral.ts'
import { createTest } from './predicates.ts'

const text = (operation: string, defaultValue: string, ignoreCase = false) =>
  ({ type: 'STRING', operation, value: { defaultValue }, ignoreCase }) as Predicate
const number = (operation: string, defaultValue: number) =>
  ({ type: 'NUMERIC', operation, value: { defaultValue } }) as Predicate
const truth = (operation: string, defaultValue: boolean) =>
  ({ type: 'BOOLEAN', operation, value: { defaultValue } }) as Predicate
const holds = (predicate: Predicate, value: JsonValue): boolean | undefined =>
  createTest(predicate, () => undefined)?.(value)

describe('a predicate', () => {
  it.each<[Predicate, JsonValue, boolean]>([
    [text('EQUAL', 'AUTO'), 'AUTO', true],
    [text('EQUAL', 'auto'), 'AUTO', false],
    [text('EQUAL', 'auto', true), 'AUTO', true],
    [text('NOT_EQUAL', 'AUTO'), 'AUTO', false],
    [text('NOT_EQUAL', 'AUTO'), 'manual', true],
    [text('STARTS_WITH', 'AU'), 'AUTO', true],
    [text('STARTS_WITH', 'UT'), 'AUTO', false],
    [text('ENDS_WITH', 'TO'), 'AUTO', true],
    [text('ENDS_WITH', 'UT'), 'AUTO', false],
    [text('CONTAINS', 'UT'), 'AUTO', true],
    [text('CONTAINS', 'A%O'), 'AUTO', true],
    [text('CONTAINS', '_'), '', false],
    [text('NOT_CONTAINS', 'UT'), 'AUTO', false],
    [text('NOT_CONTAINS', 'x'), 'AUTO', true],
    [text('IN', 'AUTO, manual'), 'manual', true],
    [text('IN', "'AUTO', manual"), 'AUTO', false],
    [text('IN', "'AUTO', 'manual'"), 'AUTO', true],
    [text('IN', '"AUTO","manual"'), 'manual', true],
    [text('IN', 'AUTO,,manual'), '', false],
    [text('IN', ','), 'AUTO', false],
    [text('NOT_IN', 'AUTO'), 'manual', true],
    [text('NOT_IN', 'AUTO'), 'AUTO', false],
    [number('EQUAL', 10), 10, true],
    [number('EQUAL', 10), doubleValue(10), true],
    [number('NOT_EQUAL', 10), 9, true],
    [number('GREATER', 9), 9, false],
    [number('GREATER_OR_EQUAL', 9), 9, true],
    [number('LESS', 9), 8.5, true],
    [number('LESS_OR_EQUAL', 9), 9.5, false],
    [truth('EQUAL', true), true, true],
    [truth('EQUAL', false), true, false],
    [truth('NOT_EQUAL', true), false, true],
    [truth('NOT_EQUAL', false), false, false],
  ])('%j looks at %j: %j', (predicate, value, expected) => {
    expect(holds(predicate, value)).toBe(expected)
  })

  const OTHER_TYPES: readonly JsonValue[] = [null, { AUTO: 1 }, ['AUTO']]
  it.each<[Predicate, boolean]>([
    ...['EQUAL', 'STARTS_WITH', 'ENDS_WITH', 'CONTAINS', 'IN', 'NOT_IN'].map((operation): [Predicate, boolean] => [
      text(operation, '1'),
      false,
    ]),
    [text('NOT_EQUAL', '1'), true],
    [text('NOT_CONTAINS', '1'), true],
  ])('%j on what is no text: %j', (predicate, expected) => {
    for (const value of [...OTHER_TYPES, 1, true, doubleValue(1)]) expect(holds(predicate, value)).toBe(expected)
  })

  it.each([
    ...['EQUAL', 'NOT_EQUAL', 'GREATER', 'LESS', 'GREATER_OR_EQUAL', 'LESS_OR_EQUAL'].map((operation) =>
      number(operation, 1),
    ),
    truth('EQUAL', true),
    truth('NOT_EQUAL', true),
  ])('%j holds for nothing of another type', (predicate) => {
    for (const value of [...OTHER_TYPES, '1', 'true']) expect(holds(predicate, value)).toBe(false)
    expect(holds(predicate, predicate.type === 'NUMERIC' ? true : 1)).toBe(false)
  })

  it('with an empty text is none, and a complex one does without it', () => {
    for (const operation of ['EQUAL', 'NOT_EQUAL', 'CONTAINS', 'IN', 'NOT_IN']) {
      expect(createTest(text(operation, ''), () => undefined)).toBeUndefined()
    }
    const complex = (operation: 'AND' | 'OR', ...predicates: Predicate[]): Predicate => ({
      type: 'COMPLEX',
      operation,
      predicates,
    })
    expect(createTest(complex('OR'), () => undefined)).toBeUndefined()
    expect(createTest(complex('AND', text('EQUAL', ''), complex('OR')), () => undefined)).toBeUndefined()
    expect(holds(complex('OR', text('EQUAL', ''), text('EQUAL', 'x')), 'y')).toBe(false)
  })

  it('compares with the value of the user, else of an attribute of its type, else with the default', () => {
    const dynamicValue = { sourceType: 'CURRENT_CUSTOMER', sourceAttribute: 'limit' } as const
    const of = (value: object) => ({ type: 'NUMERIC', operation: 'EQUAL', value }) as Predicate
    const compared = (value: object, attribute: JsonValue | undefined): number[] => {
      const test = createTest(of(value), () => attribute)
      return [1, 2, 3].filter((number) => test?.(number))
    }
    expect(compared({ defaultValue: 1, dynamicValue, userValue: 3 }, 2)).toEqual([3])
    expect(compared({ defaultValue: 1, dynamicValue }, 2)).toEqual([2])
    expect(compared({ defaultValue: 1, dynamicValue }, 'two')).toEqual([1])
    expect(compared({ defaultValue: 1, dynamicValue }, undefined)).toEqual([1])
    expect(() => compared({ dynamicValue, defaultValue: null }, undefined)).toThrow(
      'A NUMERIC predicate EQUAL has nothing to compare with: give its value a defaultValue.',
    )
  })

  it('that negates a text holds exactly where the other does not, for any text and pattern', () => {
    const short = fc.string({ unit: fc.constantFrom('a', 'A', 'đ', '%', '_', ',', "'", '🚦'), maxLength: 6 })
    fc.assert(
      fc.property(short, short, fc.boolean(), (wanted, value, ignoreCase) => {
        fc.pre(wanted !== '')
        for (const operation of ['EQUAL', 'CONTAINS', 'IN']) {
          const not = holds(text(`NOT_${operation}`, wanted, ignoreCase), value)
          expect(not).toBe(!holds(text(operation, wanted, ignoreCase), value))
        }
      }),
    )
  })
})
