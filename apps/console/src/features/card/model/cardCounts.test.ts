import { expect, it } from 'vitest'
import { WATCH_UNKNOWN } from '../../../data/watch.ts'
import { fleetJunction, WATCHED } from '../../../test/mapFleet.ts'
import { cardCounts } from './cardCounts.ts'

const junction = (level: 0 | 1 | 2 | 3 | 4 | 5, state: string) => fleetJunction({ id: state, level, state })

it('six of eight work, and the worst of the others comes first', () => {
  const working = Array.from({ length: 5 }, () => junction(0, 'ok'))
  const fleet = [...working, junction(2, 'hold'), junction(4, 'dark'), junction(5, 'conflict')]
  expect(cardCounts(fleet, WATCHED)).toEqual({
    total: 8,
    working: 6,
    others: [
      { code: 'conflict', count: 1 },
      { code: 'dark', count: 1 },
    ],
  })
})

it('what is muted, unknown or not monitored is never said to work', () => {
  expect(cardCounts([junction(1, 'muted'), junction(0, 'unknown')], WATCHED)).toMatchObject({ total: 2, working: 0 })
  expect(cardCounts([junction(0, 'ok')], { kind: 'never' })).toEqual({
    ...{ total: 1, working: 0 },
    others: [{ code: 'not-watched', count: 1 }],
  })
})

it('the last known states count while the watch is not known yet', () => {
  expect(cardCounts([junction(0, 'ok')], WATCH_UNKNOWN)).toMatchObject({ working: 1 })
})
