import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { PlaceInOrder } from './entityOrder.ts'
import { rowsInOrder, sortedRows } from './pageRows.ts'
import type { QueriedEntity } from './queriedEntity.ts'

const place: PlaceInOrder = (entity) => ({ entity, number: entity.createdTime, text: entity.name })
const compare = (a: QueriedEntity, b: QueriedEntity): number =>
  a.createdTime - b.createdTime || (a.name === b.name ? (a.id < b.id ? -1 : 1) : a.name < b.name ? -1 : 1)

it('a page of rows in any order has what sorting all of them gives', () => {
  const many = fc
    .tuple(fc.integer({ min: 0, max: 5000 }), fc.integer({ min: 1, max: 4000 }), fc.integer())
    .map(([count, values, seed]) =>
      Array.from({ length: count }, (_, i): QueriedEntity => {
        const mixed = Math.abs(Math.imul(i + seed, 2_654_435_761))
        const id = String(mixed).padStart(12, '0') + i
        return {
          id,
          createdTime: mixed % values,
          name: 'abc'[mixed % 3] ?? '',
          label: null,
          type: '',
          customerTitle: null,
        }
      }),
    )
  const window = fc.tuple(fc.integer({ min: 0, max: 6000 }), fc.constantFrom(1, 20, 1024, 3000, 1e9))
  fc.assert(
    fc.property(many, window, fc.constantFrom('ASC' as const, 'DESC' as const), (entities, [from, size], direction) => {
      const rows = sortedRows({ from, to: from + size }, place, direction)
      for (const entity of entities) rows.add(entity)
      const sorted = entities.toSorted(compare)
      if (direction === 'DESC') sorted.reverse()
      expect(rows.page()).toEqual(sorted.slice(from, from + size))
    }),
    { numRuns: 60 },
  )
})

it('a page of rows that come in order has those of its window', () => {
  const entities = Array.from({ length: 7 }, (_, i) => ({
    id: String(i),
    createdTime: i,
    name: '',
    label: null,
    type: '',
    customerTitle: null,
  }))
  const rows = rowsInOrder({ from: 2, to: 5 })
  for (const entity of entities) rows.add(entity)
  expect(rows.page()).toEqual(entities.slice(2, 5))
})
