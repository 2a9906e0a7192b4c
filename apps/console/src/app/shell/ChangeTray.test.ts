/** @file States of the rows of changes, for the heading above them. */
import { expect, it, vi } from 'vitest'
import { UnderWayTable } from './ChangeTray.tsx'

it('a table of changes under way notifies its listeners only of new states', () => {
  const table = new UnderWayTable()
  const listener = vi.fn()
  const leave = table.subscribe(listener)
  table.set('a', 'open')
  table.set('a', 'open')
  table.set('a', 'over')
  leave()
  table.set('b', 'open')
  expect(listener).toHaveBeenCalledTimes(2)
  expect([...table.states()]).toEqual([
    ['a', 'over'],
    ['b', 'open'],
  ])
})
