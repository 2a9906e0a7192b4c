import { describe, expect, test } from 'vitest'
import { freshness, spokenLength } from './freshness.ts'

describe('freshness of the lamps', () => {
  test('a sample up to 3 s old is live, an older one is stale', () => {
    expect(freshness(3000, true)).toEqual({ kind: 'live', ageMs: 3000 })
    expect(freshness(3001, true)).toEqual({ kind: 'stale', ageMs: 3001 })
  })

  test('without a live connection even a new sample is lost, with its age', () => {
    expect(freshness(100, false)).toEqual({ kind: 'lost', ageMs: 100 })
    expect(freshness(null, false)).toEqual({ kind: 'lost', ageMs: null })
  })

  test('no sample at all is no data', () => {
    expect(freshness(null, true)).toEqual({ kind: 'noData' })
  })
})

describe('a length of time for a person', () => {
  test.each([
    [0, { unit: 'seconds', seconds: 0 }],
    [59_999, { unit: 'seconds', seconds: 59 }],
    [60_000, { unit: 'minutes', minutes: 1 }],
    [3_599_999, { unit: 'minutes', minutes: 59 }],
    [3_600_000 + 120_000, { unit: 'hours', hours: 1, minutes: 2 }],
    [86_400_000 * 2 + 3_600_000 * 3, { unit: 'days', days: 2, hours: 3 }],
    [-5, { unit: 'seconds', seconds: 0 }],
  ])('%i ms', (ms, spoken) => {
    expect(spokenLength(ms)).toEqual(spoken)
  })
})
