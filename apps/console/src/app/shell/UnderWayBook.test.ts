/** @file What rows of changes know, for the head above them. */
import { expect, it, vi } from 'vitest'
import { UnderWayBook } from './UnderWayBook.ts'

it('a book of changes under way tells its listeners of what is new alone', () => {
  const book = new UnderWayBook()
  const listener = vi.fn()
  const leave = book.subscribe(listener)
  book.tell('a', 'open')
  book.tell('a', 'open')
  book.tell('a', 'over')
  leave()
  book.tell('b', 'open')
  expect(listener).toHaveBeenCalledTimes(2)
  expect([...book.states()]).toEqual([
    ['a', 'over'],
    ['b', 'open'],
  ])
})
