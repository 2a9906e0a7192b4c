import { expect, it } from 'vitest'
import { directionState } from './directionState.ts'

const PLANNED = { outbound: 40, inbound: 20 }

it.each([
  // The cycle, its seconds outbound and inbound, and what became of each.
  ['broken', 38, 3, ['whole', 'broken']],
  ['broken', 3, 20, ['broken', 'whole']],
  ['broken', 3, null, ['broken', 'unseen']],
  ['broken', 38, null, ['whole', 'broken']],
  ['broken', null, null, ['broken', 'broken']],
  ['whole', 38, null, ['whole', 'whole']],
  ['unseen', 38, null, ['whole', 'unseen']],
  ['unseen', 19, null, ['unseen', 'unseen']],
  ['changing', null, null, ['changing', 'changing']],
] as const)(
  'a cycle that is %s with %s and %s of 40 and 20 s is, by direction: %s',
  (state, outbound, inbound, each) => {
    const cycle = { at: 1, state, seen: { outbound, inbound } }
    expect([directionState(cycle, PLANNED, 'outbound'), directionState(cycle, PLANNED, 'inbound')]).toEqual(each)
  },
)

it('a band that falls short by less than samples show is whole', () => {
  const cycle = { at: 1, state: 'broken' as const, seen: { outbound: 1.2, inbound: 3 } }
  expect(directionState(cycle, { outbound: 3, inbound: 20 }, 'outbound')).toBe('whole')
})
