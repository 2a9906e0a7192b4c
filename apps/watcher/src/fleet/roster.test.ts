import { expect, test } from 'vitest'
import { Roster } from './roster.ts'

const listOf = (...devices: readonly (readonly [string, string | null])[]) =>
  new Map(devices.map(([id, customerId]) => [id, { id, customerId }]))

test('names what is new, and what has another customer', () => {
  const roster = new Roster()
  expect(roster.update(listOf(['a', null], ['b', 'q1'])).added.map(({ id }) => id)).toEqual(['a', 'b'])
  const { added, moved, removed } = roster.update(listOf(['a', 'q1'], ['b', 'q1'], ['c', null]))
  expect([added, moved, removed].map((devices) => devices.map(({ id }) => id))).toEqual([['c'], ['a'], []])
  expect(roster.devices.get('a')?.customerId).toBe('q1')
})

test('a device is gone when two lists in a row lack it', () => {
  const roster = new Roster()
  roster.update(listOf(['a', null], ['b', null]))
  expect(roster.update(listOf(['a', null]))).toMatchObject({ removed: [], isDoubtful: true })
  expect(roster.update(listOf(['a', null], ['b', null]))).toMatchObject({ added: [], removed: [], isDoubtful: false })
  roster.update(listOf(['a', null]))
  expect(roster.update(listOf(['a', null]))).toMatchObject({ removed: [{ id: 'b' }], isDoubtful: false })
  expect([...roster.devices.keys()]).toEqual(['a'])
})
