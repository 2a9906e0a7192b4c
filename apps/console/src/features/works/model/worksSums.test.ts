import type { Work, WorkState } from '@greenwave/contract/records/works'
import { expect, test } from 'vitest'
import { sumsOfWorks } from './worksSums.ts'

const HOUR = 3_600_000

/** A work of a firm on a junction, with the hours after its report at which it came to states. */
const work = (device: string, who: string, hours: Partial<Record<WorkState, number>>, kind: Work['kind'] = 'repair') =>
  ({
    ...{
      device,
      junction: `Junction ${device}`,
      kind,
      inspection: null,
      who,
      reason: 'x',
      done: '',
      photos: [],
      planned: null,
      back: null,
    },
    steps: [
      { state: 'reported', at: HOUR, by: '' },
      ...Object.entries(hours).map(([state, hour]) => ({ state: state as WorkState, at: HOUR * (1 + hour), by: '' })),
    ],
    edits: [],
  }) satisfies Work

test('works are summed by firm and kind with the medians of their times, most first', () => {
  const { groups } = sumsOfWorks([
    work('a', 'Firm A', { onSite: 1, done: 2 }),
    work('b', 'Firm B', { onSite: 9, done: 9 }),
    work('a', 'Firm A', { onSite: 3, done: 8 }),
    work('c', 'Firm A', { onSite: 8 }),
    work('a', 'Firm A', { done: 5 }, 'inspection'),
    work('d', 'Firm B', {}),
  ])
  expect(groups).toEqual([
    { who: 'Firm A', kind: 'repair', count: 3, open: 1, answerMs: 3 * HOUR, repairMs: 5 * HOUR },
    { who: 'Firm B', kind: 'repair', count: 2, open: 1, answerMs: 9 * HOUR, repairMs: 9 * HOUR },
    { who: 'Firm A', kind: 'inspection', count: 1, open: 0, answerMs: null, repairMs: 5 * HOUR },
  ])
})

test('the ten junctions with the most works are listed, by the name in their newest work', () => {
  const many = Array.from({ length: 12 }, (_, nth) => work(`j${nth}`, '', { done: 1 }))
  const { junctions } = sumsOfWorks([{ ...work('j3', '', {}), junction: 'New name' }, ...many])
  expect(junctions).toHaveLength(10)
  expect(junctions[0]).toEqual({ device: 'j3', junction: 'New name', count: 2, open: 1 })
})

test('without works there is nothing', () => {
  expect(sumsOfWorks([])).toEqual({ groups: [], junctions: [] })
})
