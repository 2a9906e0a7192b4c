import { expect, it } from 'vitest'
import { importCount } from './ImportButton.tsx'

const none = { created: 0, placed: 0, same: 0, login: 0, differs: 0, bound: 0 }

it('an import counts what it writes: what is new, and what differs only if it is to overwrite', () => {
  const expected = { ...none, created: 2, placed: 1, same: 4, differs: 8, bound: 16 }
  expect(importCount(expected, false)).toEqual({ count: 3, isMost: false, rest: 8 })
  expect(importCount(expected, true)).toEqual({ count: 11, isMost: false, rest: 0 })
})

it('logins, which only the import compares, count as at most', () => {
  expect(importCount({ ...none, created: 1, login: 2 }, true)).toEqual({ count: 3, isMost: true, rest: 0 })
})
