import { describe, expect, test } from 'vitest'
import { freshness, sampleAgeMs } from './freshness.ts'

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

describe('the age of a sample', () => {
  const samples = { sampleAtMs: 100_000, arrivedAtMs: 100_050 }

  test('counts from its arrival', () => {
    expect(sampleAgeMs(samples, 100_950, 0)).toBe(900)
  })

  test('ignores a second or two between the clocks', () => {
    expect(sampleAgeMs({ ...samples, arrivedAtMs: 98_500 }, 98_900, 0)).toBe(400)
    expect(sampleAgeMs({ ...samples, arrivedAtMs: 101_900 }, 102_000, 0)).toBe(100)
  })

  test('includes the delay of a stored or late sample', () => {
    expect(sampleAgeMs({ sampleAtMs: 100_000, arrivedAtMs: 160_000 }, 161_000, 0)).toBe(61_000)
  })

  test('is counted against the platform’s clock when this computer’s is wrong', () => {
    expect(sampleAgeMs({ sampleAtMs: 100_000, arrivedAtMs: 3_700_000 }, 3_700_500, -3_600_000)).toBe(500)
  })

  test('is null without a sample', () => {
    expect(sampleAgeMs({ sampleAtMs: null, arrivedAtMs: null }, 1, 0)).toBeNull()
  })

  test('is null for a sample of the future: nobody knows when it was taken', () => {
    expect(sampleAgeMs({ sampleAtMs: 105_000, arrivedAtMs: 100_000 }, 100_400, 0)).toBe(400)
    expect(sampleAgeMs({ sampleAtMs: 105_001, arrivedAtMs: 100_000 }, 100_400, 0)).toBeNull()
    expect(sampleAgeMs({ sampleAtMs: 4_102_444_800_000, arrivedAtMs: 100_000 }, 100_400, 0)).toBeNull()
  })
})
