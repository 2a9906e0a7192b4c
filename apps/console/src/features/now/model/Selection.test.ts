import { expect, test, vi } from 'vitest'
import { Selection } from './Selection.ts'
import { selectedIndex } from './shownRows.ts'

const ROWS = [
  { id: 'group', junctionId: null },
  { id: 'first of b', junctionId: 'b' },
  { id: 'second of b', junctionId: 'b' },
]

test('a row that is selected selects its junction, and a junction of the map its first row', () => {
  const selection = new Selection()
  expect(selectedIndex(ROWS, selection)).toBe(-1)
  selection.selectRow({ id: 'second of b', junctionId: 'b' })
  expect([selectedIndex(ROWS, selection), selection.selectedId]).toEqual([2, 'b'])
  selection.select('b')
  expect(selectedIndex(ROWS, selection)).toBe(2)
  selection.select(null)
  selection.select('b')
  expect(selectedIndex(ROWS, selection)).toBe(1)
  selection.select('healthy')
  expect([selectedIndex(ROWS, selection), selection.selectedId]).toEqual([-1, 'healthy'])
})

test('listeners hear of changes alone, until they leave', () => {
  const selection = new Selection()
  const listener = vi.fn()
  const leave = selection.onChange(listener)
  selection.hover('a')
  selection.hover('a')
  selection.select('a')
  selection.select('a')
  expect(listener).toHaveBeenCalledTimes(2)
  expect(selection.hoveredId).toBe('a')
  leave()
  selection.hover(null)
  expect(listener).toHaveBeenCalledTimes(2)
})

test('a row that is selected by keys takes the focus once', () => {
  const selection = new Selection()
  selection.selectRow({ id: 'r', junctionId: 'a' }, true)
  expect([selection.takesFocus(), selection.takesFocus()]).toEqual([true, false])
  selection.selectRow({ id: 's', junctionId: 'a' })
  expect(selection.takesFocus()).toBe(false)
  // At the end of the list the same row is selected again, and then another one on the map.
  selection.selectRow({ id: 's', junctionId: 'a' }, true)
  selection.select('b')
  expect(selection.takesFocus()).toBe(false)
})
