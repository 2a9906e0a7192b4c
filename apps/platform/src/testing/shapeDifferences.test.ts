import { expect, it } from 'vitest'
import { shapeDifferences } from './shapeDifferences.ts'

const ADDED = { actionType: 'ADDED', entityId: { entityType: 'DEVICE' } }

it.each([
  ['other values of the same kinds', { a: 1, b: ['x'] }, { a: 2, b: ['y', 'z'] }, []],
  ['another kind', { a: 1 }, { a: '1' }, ['.a: string, not number']],
  ['nothing in place of a value', { a: 1 }, { a: null }, ['.a: null, not number']],
  ['a member too few', { a: 1, b: 1 }, { a: 1 }, ['.b: missing, not number']],
  ['a member too many', { a: 1 }, { a: 1, b: {} }, ['.b: object, not missing']],
  ['no items', { data: [1] }, { data: [] }, ['.data: 0 items, not 1']],
  ['items where there were none', [], [1], [': 1 items, not 0']],
  ['items like one or another', [{ a: 1 }, { b: 1 }], [{ b: 2 }, { a: 2 }, { b: 3 }], []],
  ['an item like none', [{ a: 1 }], [{ a: 2 }, { a: 'x' }, { a: 'y' }], ['[].a: string, not number']],
  [
    'records of actions, each with those of the same action',
    [
      { ...ADDED, actionData: { x: 1 } },
      { actionType: 'LOGIN', actionData: {} },
    ],
    [
      { ...ADDED, actionData: {} },
      { ...ADDED, entityId: { entityType: 'USER' }, actionData: { y: 1 } },
      { actionType: 'LOGOUT', actionData: { y: 1 } },
    ],
    ['[].actionData.x: missing, not number'],
  ],
])('%s', (_, expected, answer, differences) => {
  expect(shapeDifferences(expected, answer)).toEqual(differences)
})
