import { describe, expect, test } from 'vitest'
import { spokenLength } from './useAgeText.ts'

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
