import { expect, test } from 'vitest'
import { isPlanKey, timingOf, withKind } from './kindSettings.ts'

const CALENDAR = { kinds: ['working', 'saturday', 'tet'].map((id) => ({ id, name: id, color: 'grey' as const })) }
const NOW = { P1_HH: 5, P1_Pr: 1, Pr1_X1: 30 }

test('plans are taken from what a junction has, programs on request, and nothing else', () => {
  const shared = { P1_HH: '5', P1_Pr: 1, Plan_total: 1, Pr1_X1: 30, Vang: 3, Mode: 4, P2_HH: 'x' }
  expect(timingOf(shared, isPlanKey)).toEqual({ P1_HH: 5, P1_Pr: 1, Plan_total: 1 })
  expect(timingOf(shared, () => true)).toEqual({ P1_HH: 5, P1_Pr: 1, Plan_total: 1, Pr1_X1: 30 })
})

test('a first kind gives its settings to all kinds, a later one only to its own', () => {
  const first = withKind(CALENDAR, {}, 'saturday', { P1_HH: 6 }, { P1_HH: 6 })
  expect(first).toEqual(Object.fromEntries(CALENDAR.kinds.map(({ id }) => [id, { P1_HH: 6 }])))
  expect(withKind(CALENDAR, first, 'saturday', { P1_HH: 8 }, { P1_HH: 8 })).toEqual({
    ...first,
    saturday: { P1_HH: 8 },
  })
})

test('all kinds have the same settings: the others get those of now', () => {
  const next = withKind(CALENDAR, { working: { P1_HH: 5 } }, 'tet', NOW, NOW)
  expect(next).toEqual({ working: { P1_HH: 5, P1_Pr: 1, Pr1_X1: 30 }, tet: NOW })
})
