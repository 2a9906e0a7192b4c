import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LIMITS } from '../../limits/limits.ts'
import type { ValueMap } from '../port/deviceData.ts'
import { sizeOfValues } from '../values/valueBytes.ts'
import { createValueBudget } from './valueBudget.ts'

const write = (part: ValueMap, values: Record<string, string>): void => {
  for (const [key, value] of Object.entries(values)) part.set(key, { ts: 1, value })
}

describe('the budget of values', () => {
  test('whatever a device sends, what it has stays within its bytes, and what fits is taken', () => {
    const size = fc.nat(LIMITS.deviceValueBytes.value)
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), size), { maxLength: 20 }), (messages) => {
        const part: ValueMap = new Map()
        const budget = createValueBudget(() => [part])
        for (const [key, length] of messages) {
          const values = { [key]: 'x'.repeat(length) }
          const after = new Map(part)
          write(after, values)
          const fits = sizeOfValues(after) <= Math.max(LIMITS.deviceValueBytes.value, sizeOfValues(part))
          if (fits) {
            budget.makeRoom(part, [values])
            write(part, values)
          } else {
            expect(() => budget.makeRoom(part, [values])).toThrow(/bytes in all/)
          }
          expect(sizeOfValues(part)).toBeLessThanOrEqual(LIMITS.deviceValueBytes.value)
          expect(budget.total()).toBeGreaterThanOrEqual(sizeOfValues(part))
        }
      }),
      { numRuns: 30 },
    )
  })

  test('a device that has more from before goes on with it', () => {
    const part: ValueMap = new Map([['a', { ts: 1, value: 'x'.repeat(2 * LIMITS.deviceValueBytes.value) }]])
    const budget = createValueBudget(() => [part])
    budget.makeRoom(part, [{ a: 'y'.repeat(2 * LIMITS.deviceValueBytes.value) }])
    expect(() => budget.makeRoom(part, [{ b: 1 }])).toThrow(/bytes in all/)
  })

  test('when all values together are at their limit, a small device goes on and a large one keeps its size', () => {
    const parts = Array.from({ length: LIMITS.valueBytes.value / LIMITS.deviceValueBytes.value }, (): ValueMap => {
      const values: ValueMap = new Map()
      write(values, { a: 'x'.repeat(LIMITS.deviceValueBytes.value - 10) })
      return values
    })
    const small: ValueMap = new Map()
    const budget = createValueBudget(() => [...parts, small])
    for (const part of parts) budget.makeRoom(part, [{ b: 1 }])
    expect(budget.total()).toBeLessThanOrEqual(LIMITS.valueBytes.value)
    budget.makeRoom(small, [{ a: 'x'.repeat(LIMITS.deviceValueBytesSure.value - 100) }])
    expect(() => budget.makeRoom(small, [{ b: 'x'.repeat(LIMITS.deviceValueBytesSure.value) }])).toThrow(
      /^All values together can take/,
    )
    budget.makeRoom(parts[0] ?? new Map(), [{ a: 'short' }])
  })
})
