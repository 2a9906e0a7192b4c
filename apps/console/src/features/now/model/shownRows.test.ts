import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Incident } from '../../../data/fleet/incident.ts'
import { worstFirst } from '../../../data/fleet/worstFirst.ts'
import { openIncident } from '../../../test/records.ts'
import { byCustomer, rowOfJunction, shownRows } from './shownRows.ts'

const NOON = Date.UTC(2026, 10, 22, 5)
const incident = (id: string, change: Partial<Incident> = {}) => openIncident(id, { sinceMs: NOON, ...change })
const rowsOf = (incidents: readonly Incident[], openGroups: ReadonlySet<string> = new Set()) =>
  shownRows(
    { incidents, marked: [] },
    { show: 'open', level: undefined, device: undefined, group: undefined },
    openGroups,
    NOON,
  )
const LOST = ['a', 'b', 'c', 'd', 'e'].map((id) => incident(id, { code: 'offline', customerId: 'q1' }))

test('by customer the rows are the same, each customer together in the order of its worst row, with one heading', () => {
  const level = fc.constantFrom(3, 4, 5)
  const found = fc.array(
    fc.record({ level, customer: fc.constantFrom('Quận 1', 'Quận 3', null), isWave: fc.boolean() }),
    {
      maxLength: 30,
    },
  )
  fc.assert(
    fc.property(found, (facts) => {
      const customers = new Map(facts.map(({ customer }, at) => [`j-${at}`, customer]))
      const rows = rowsOf(
        facts.map(({ isWave, ...one }, at) =>
          incident(String(at), { level: one.level, sinceMs: NOON + at, of: isWave ? 'corridor' : 'junction' }),
        ),
      )
      const grouped = byCustomer(rows, (id) => customers.get(id) ?? null)
      expect(grouped.map(({ id }) => id).sort()).toEqual(rows.map(({ id }) => id).sort())
      const parts: { readonly heading: string; readonly places: number[] }[] = []
      for (const row of grouped) {
        if (row.heading) parts.push({ heading: JSON.stringify(row.heading), places: [] })
        parts.at(-1)?.places.push(rows.findIndex(({ id }) => id === row.id))
      }
      expect(new Set(parts.map(({ heading }) => heading)).size).toBe(parts.length)
      const firsts = parts.map(({ places }) => places[0] ?? -1)
      expect(firsts).toEqual(firsts.toSorted((a, b) => a - b))
      for (const { places } of parts) expect(places).toEqual(places.toSorted((a, b) => a - b))
    }),
  )
})

test('junctions of an open group stay below it', () => {
  const rows = rowsOf([...LOST, incident('x', { level: 5 })], new Set(['group-a']))
  const grouped = byCustomer(rows, (id) => (id === 'j-x' ? 'Quận 3' : 'Quận 1'))
  expect(grouped.map(({ id }) => id)).toEqual(['x', 'group-a', 'a', 'b', 'c', 'd', 'e'])
  expect(grouped.map(({ heading }) => heading?.kind)).toEqual(['customer', 'customer', ...Array(5).fill(undefined)])
})

test('a junction has its own row, also one of junctions that were lost together', () => {
  const rows = worstFirst([...LOST, incident('x')], [], NOON)
  expect(rowOfJunction(rows, 'j-x')?.id).toBe('x')
  expect(rowOfJunction(rows, 'j-c')).toMatchObject({ id: 'c', junctionId: 'j-c', isPart: true })
  expect(rowOfJunction(rows, 'j-none')).toBeUndefined()
})
