import type { Sums } from '@greenwave/contract/records/daySums'
import { describe, expect, test } from 'vitest'
import { NO_SPREAD, NO_SUMS } from './sums.ts'
import { changesOf, isFlawless, verdictOf, worseFirst } from './verdict.ts'

const NO_PHASES = [NO_SPREAD, NO_SPREAD, NO_SPREAD] as const

/** Sums of a span with 1,000 cycles, 990 of them checked, and 100,000 seconds. */
function sumsOf({
  right = 990,
  evaluated = 990,
  believable = 100_000,
  missing = 0,
  connected = 100_000,
  incidents = [],
}: {
  readonly right?: number
  readonly evaluated?: number
  readonly believable?: number
  readonly missing?: number
  readonly connected?: number
  readonly incidents?: readonly Partial<Sums['incidents'][number]>[]
} = {}): Sums {
  return {
    ...NO_SUMS,
    ...{ expected: 100_000, missing, believable, connected, cycles: 1000 },
    programs: [
      {
        ...{ program: 1, evaluated, asProgrammed: right, byLimits: 0, partly: 0, unseen: { greens: 0, starts: 0 } },
        ...{ cycle: NO_SPREAD, greens: NO_PHASES, starts: NO_PHASES },
      },
    ],
    incidents: incidents.map((one) => ({
      ...{ code: 'dark', raised: 1, cleared: 0, clearSeconds: 0, acknowledged: 0, acknowledgeSeconds: 0 },
      ...one,
    })),
  }
}

const gradeOf = (sums: Sums) => {
  const { grade, reason } = verdictOf(sums)
  return [grade, reason]
}

describe('a span is', () => {
  test('good from 99 % as programmed and available on, whatever incidents other than dangers there were', () => {
    expect(gradeOf(sumsOf())).toEqual(['good', null])
    expect(gradeOf(sumsOf({ right: 981, believable: 99_000 }))).toEqual(['good', null])
    expect(gradeOf(sumsOf({ incidents: [{ raised: 12 }] }))).toEqual(['good', null])
  })

  test('fair below 99 %, poor below 95 %, for the worse of both', () => {
    expect(gradeOf(sumsOf({ right: 980 }))).toEqual(['fair', 'asProgrammed'])
    expect(gradeOf(sumsOf({ right: 980, believable: 96_000 }))).toEqual(['fair', 'available'])
    expect(gradeOf(sumsOf({ right: 940, believable: 96_000 }))).toEqual(['poor', 'asProgrammed'])
    expect(gradeOf(sumsOf({ believable: 94_000 }))).toEqual(['poor', 'available'])
  })

  test('poor with a danger, however short, and even when little was recorded', () => {
    expect(gradeOf(sumsOf({ incidents: [{ code: 'conflict' }] }))).toEqual(['poor', 'danger'])
    expect(gradeOf(sumsOf({ evaluated: 1, right: 1, incidents: [{ code: 'lamps' }] }))).toEqual(['poor', 'danger'])
    // It ended in this span and began in the one before.
    expect(gradeOf(sumsOf({ incidents: [{ code: 'conflict', raised: 0, cleared: 1 }] }))).toEqual(['good', null])
    expect(verdictOf(sumsOf({ incidents: [{ code: 'conflict', raised: 2 }, { raised: 3 }] }))).toMatchObject({
      dangers: 2,
      figures: { incidents: 5 },
    })
  })

  test('unknown where less than half was recorded, but poor where the controller was not connected', () => {
    expect(gradeOf(NO_SUMS)).toEqual(['unknown', 'seen'])
    expect(gradeOf(sumsOf({ evaluated: 499, right: 499 }))).toEqual(['unknown', 'seen'])
    expect(gradeOf(sumsOf({ missing: 51_000, believable: 49_000 }))).toEqual(['unknown', 'seen'])
    expect(gradeOf(sumsOf({ missing: 51_000, believable: 49_000, connected: 49_000 }))).toEqual(['poor', 'available'])
    // A junction that flashes has no cycles, and is available.
    expect(gradeOf({ ...sumsOf(), cycles: 0, programs: [] })).toEqual(['good', null])
  })
})

test('the worst come first: by grade, dangers, the smaller share, incidents; without any record last', () => {
  const [dangerous, dark, late, incidents, flawless] = [
    sumsOf({ incidents: [{ code: 'conflict' }] }),
    sumsOf({ believable: 60_000 }),
    sumsOf({ right: 975 }),
    sumsOf({ incidents: [{}] }),
    sumsOf(),
  ].map(verdictOf)
  if (!dangerous || !dark || !late || !incidents || !flawless) throw new Error('five verdicts')
  const [unknown, nothing] = [verdictOf(sumsOf({ missing: 90_000, believable: 10_000 })), verdictOf(NO_SUMS)]
  const all = [flawless, nothing, unknown, incidents, late, dark, dangerous]
  expect(all.toSorted(worseFirst)).toEqual([dangerous, dark, late, unknown, incidents, flawless, nothing])
  expect(all.filter(isFlawless)).toEqual([flawless, nothing])
  // Its display hides when its greens begin.
  expect(isFlawless(verdictOf(sumsOf({ evaluated: 0, right: 0 })))).toBe(true)
  expect(isFlawless(unknown)).toBe(false)
})

describe('compared with the span before', () => {
  test('shares differ in points, times in seconds, incidents by their rate', () => {
    const before = sumsOf({ right: 891, incidents: [{ raised: 10, cleared: 10, clearSeconds: 6000 }] })
    const now = sumsOf({ believable: 99_000, incidents: [{ raised: 8, cleared: 4, clearSeconds: 3600 }] })
    const { asProgrammed, available, incidents, clear } = changesOf(now, before)
    expect([asProgrammed?.is, available?.is, incidents?.is, clear?.is]).toEqual(['better', 'worse', 'better', 'worse'])
    expect(asProgrammed?.by).toBeCloseTo(0.1)
    expect(available?.by).toBeCloseTo(0.01)
    expect(incidents?.by).toBeCloseTo(0.2)
    expect(clear?.by).toBe(300)
  })

  test('twice as many incidents in twice the time are no change', () => {
    const before = sumsOf({ incidents: [{ raised: 5 }] })
    const now = { ...sumsOf({ incidents: [{ raised: 10 }] }), expected: 200_000 }
    expect(changesOf(now, before).incidents).toEqual({ is: 'same', by: 0 })
  })

  test('what is too small to show is the same, what is unknown has no change, and of nothing there is no share', () => {
    const dark = sumsOf({ incidents: [{}] })
    expect(changesOf(sumsOf({ believable: 99_960 }), sumsOf()).available).toEqual({ is: 'same', by: 0 })
    expect(changesOf(sumsOf(), NO_SUMS)).toEqual({ asProgrammed: null, available: null, incidents: null, clear: null })
    expect(changesOf(dark, sumsOf()).incidents).toEqual({ is: 'worse', by: null })
    expect(changesOf(sumsOf(), sumsOf()).incidents).toEqual({ is: 'same', by: 0 })
  })
})
