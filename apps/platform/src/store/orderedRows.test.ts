import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createComparison, OrderedRows, type OrderValue } from './orderedRows.ts'

interface Row {
  readonly id: string
  readonly value: OrderValue
}

const rows = fc.uniqueArray(fc.record({ id: fc.string(), value: fc.option(fc.constantFrom('a', 'b', 'ă', '')) }), {
  selector: ({ id }) => id,
  maxLength: 40,
})
const order = fc.constantFrom('ASC' as const, 'DESC' as const)

describe('ordered rows', () => {
  it('stay as a full sort would put them, whatever is added and removed', () => {
    fc.assert(
      fc.property(rows, rows, order, fc.infiniteStream(fc.boolean()), (first, later, direction, keep) => {
        const compare = createComparison<Row>(({ value }) => value, direction)
        const ordered = new OrderedRows<Row>(first, compare)
        const kept: Row[] = []
        for (const row of first) {
          if (keep.next().value) kept.push(row)
          else ordered.remove(row)
        }
        const added = later.filter(({ id }) => !kept.some((row) => row.id === id))
        for (const row of added) ordered.add(row)
        expect(ordered.rows).toEqual([...kept, ...added].sort(compare))
      }),
    )
  })

  it('stay in order when rows are replaced by others of the same id', () => {
    fc.assert(
      fc.property(rows, order, fc.infiniteStream(fc.constantFrom('a', 'b', 'ă', null)), (first, direction, values) => {
        const compare = createComparison<Row>(({ value }) => value, direction)
        const ordered = new OrderedRows<Row>(first, compare)
        const replaced = first.map(({ id }) => ({ id, value: values.next().value }))
        for (const [place, row] of replaced.entries()) ordered.replace(first[place] ?? row, row)
        expect(ordered.rows).toEqual(replaced.toSorted(compare))
        expect(new Set(ordered.rows)).toEqual(new Set(replaced))
      }),
    )
  })

  it('put nulls last in both directions and equal values in order of id', () => {
    const given: Row[] = [
      { id: '4', value: null },
      { id: '3', value: 'a' },
      { id: '2', value: 'b' },
      { id: '1', value: 'a' },
    ]
    const ids = (direction: 'ASC' | 'DESC'): string =>
      new OrderedRows(
        given,
        createComparison<Row>(({ value }) => value, direction),
      ).rows
        .map(({ id }) => id)
        .join('')
    expect(ids('ASC')).toBe('1324')
    expect(ids('DESC')).toBe('2134')
  })
})
