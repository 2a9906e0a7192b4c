import fc from 'fast-check'
import { expect, test } from 'vitest'
import { groupLosses, type Loss } from './losses.ts'

const lost = (customer: string, ...seconds: readonly number[]): readonly Loss[] =>
  seconds.map((second) => ({ id: `${customer}-${second}`, customer, atMs: second * 1000 }))

const sizes = (losses: readonly Loss[]) => groupLosses(losses).map((group) => group.length)

test('five junctions of one customer within 15 s are one group', () => {
  expect(sizes(lost('Q3', 0, 3, 6, 9, 15))).toEqual([5])
  expect(sizes(lost('Q3', 0, 3, 6, 9))).toEqual([1, 1, 1, 1])
  expect(sizes(lost('Q3', 0, 3, 6, 9, 16))).toEqual([1, 1, 1, 1, 1])
})

test('losses of different customers are never one group', () => {
  expect(sizes([...lost('Q1', 0, 1, 2), ...lost('Q3', 0, 1, 2)])).toEqual([1, 1, 1, 1, 1, 1])
})

test('a loss long before does not keep those that follow apart', () => {
  expect(sizes(lost('Q3', 0, 20, 21, 22, 23, 24))).toEqual([1, 5])
})

test('every loss is in one group, and no group is longer than 15 s', () => {
  const anyLoss = fc.record({
    id: fc.uuid(),
    customer: fc.constantFrom('Q1', 'Q3'),
    atMs: fc.integer({ min: 0, max: 60_000 }),
  })
  fc.assert(
    fc.property(fc.array(anyLoss, { maxLength: 40 }), (losses) => {
      const groups = groupLosses(losses)
      expect(groups.flat().length).toBe(losses.length)
      for (const group of groups) {
        const times = group.map(({ atMs }) => atMs)
        expect(group.length === 1 || group.length >= 5).toBe(true)
        expect(new Set(group.map(({ customer }) => customer)).size).toBe(1)
        expect(Math.max(...times) - Math.min(...times)).toBeLessThanOrEqual(15_000)
      }
    }),
  )
})
