import type { SubscriptionFrame } from '@greenwave/contract/wire/live'
import type { TimedValues } from '@greenwave/controller/timedValue'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mergeFrame, mergeRead } from './samples.ts'

/** The platform's time in these tests, including the tolerance for clocks. */
const LATEST_MS = 1000

function fold(
  known: TimedValues,
  data: SubscriptionFrame['data'],
  future: 'leave out' | 'take' = 'leave out',
): TimedValues {
  return mergeFrame(known, data, { latestMs: LATEST_MS, future }).samples
}

const read = (known: TimedValues, atStart: TimedValues, answer: TimedValues) =>
  mergeRead(known, atStart, answer, LATEST_MS)

describe('folding a frame into what is known', () => {
  test('[spec 3 telemetry] takes the sample with the largest time, in whatever order they come', () => {
    expect(
      fold(
        {},
        {
          T_D1: [
            [20, '5'],
            [30, '4'],
            [10, '6'],
          ],
        },
      ),
    ).toEqual({ T_D1: { ts: 30, value: '4' } })
  })

  test('an older sample does not replace a newer one', () => {
    const known: TimedValues = { T_D1: { ts: 30, value: '4' } }
    expect(fold(known, { T_D1: [[20, '5']] })).toBe(known)
  })

  test('of equal times the later arrival counts', () => {
    expect(fold({ Mode: { ts: 30, value: '0' } }, { Mode: [[30, '4']] })).toEqual({
      Mode: { ts: 30, value: '4' },
    })
  })

  test('keys that a frame does not name stay', () => {
    const known: TimedValues = { Mode: { ts: 1, value: '0' }, Vang: { ts: 1, value: '3' } }
    expect(fold(known, { Mode: [[2, '4']] })).toEqual({
      Mode: { ts: 2, value: '4' },
      Vang: { ts: 1, value: '3' },
    })
  })

  test('[0, ""] deletes a key, an empty text with a time is a value', () => {
    const known: TimedValues = { image: { ts: 9, value: 'https://a.test/x.jpg' }, Mode: { ts: 9, value: '4' } }
    expect(fold(known, { image: [[0, '']] })).toEqual({ Mode: { ts: 9, value: '4' } })
    expect(fold(known, { image: [[10, '']] }).image).toEqual({ ts: 10, value: '' })
  })

  test('a frame without data, and one that deletes what is not there, change nothing', () => {
    const known: TimedValues = { Mode: { ts: 9, value: '4' } }
    expect(fold(known, null)).toBe(known)
    expect(fold(known, { image: [[0, '']], T_D1: [] })).toBe(known)
  })

  test('what was known is left as it was', () => {
    const known: TimedValues = Object.freeze({ Mode: { ts: 1, value: '0' } })
    fold(known, { Mode: [[2, '4']], Vang: [[2, '3']] })
    expect(known).toEqual({ Mode: { ts: 1, value: '0' } })
  })
})

describe('a time of the future', () => {
  const FAR = 4_102_444_800_000

  test('is left out: the known sample stays, and the next true sample replaces it', () => {
    const known: TimedValues = { T_D1: { ts: 30, value: '4' } }
    expect(fold(known, { T_D1: [[FAR, '99']] })).toBe(known)
    expect(fold({}, { T_D1: [[FAR, '99']] })).toEqual({})
    expect(
      fold(known, {
        T_D1: [
          [FAR, '99'],
          [31, '3'],
        ],
      }),
    ).toEqual({ T_D1: { ts: 31, value: '3' } })
  })

  test('is reported, the latest of several', () => {
    const ahead = {
      T_D1: [[FAR - 1, '9']],
      T_V1: [
        [FAR, '0'],
        [5, '1'],
      ],
    } satisfies SubscriptionFrame['data']
    expect(mergeFrame({}, ahead, { latestMs: LATEST_MS, future: 'leave out' }).futureMs).toBe(FAR)
    const none = mergeFrame({}, { T_D1: [[LATEST_MS, '9']] }, { latestMs: LATEST_MS, future: 'leave out' })
    expect(none).toEqual({ samples: { T_D1: { ts: LATEST_MS, value: '9' } }, futureMs: undefined })
  })

  test('of an attribute comes from a wrong clock: the value is taken, and the next value replaces it', () => {
    const wrong = fold({ Mode: { ts: 30, value: '4' } }, { Mode: [[FAR, '0']] }, 'take')
    expect(wrong).toEqual({ Mode: { ts: FAR, value: '0' } })
    expect(fold(wrong, { Mode: [[31, '1']] }, 'take')).toEqual({ Mode: { ts: 31, value: '1' } })
    expect(read(wrong, wrong, { Mode: { ts: 31, value: 1 } })).toEqual({ Mode: { ts: 31, value: 1 } })
    expect(read(wrong, {}, { Mode: { ts: 31, value: 1 } })).toEqual(wrong)
  })

  test('never counts beside or above a true time, of which the newest wins, whatever the order of frames', () => {
    const pair = fc.tuple(
      fc.oneof(fc.integer({ min: 1, max: LATEST_MS }), fc.integer({ min: LATEST_MS + 1, max: FAR })),
      fc.string(),
    )
    const frame = fc.dictionary(fc.constantFrom('a', 'b'), fc.array(pair, { maxLength: 3 }))
    fc.assert(
      fc.property(fc.array(frame, { maxLength: 6 }), (frames) => {
        const merged = frames.reduce<TimedValues>((known, data) => fold(known, data), {})
        for (const key of ['a', 'b']) {
          const believable = frames
            .flatMap((data) => (data[key] ?? []).map(([ts]) => ts))
            .filter((ts) => ts <= LATEST_MS)
          expect(merged[key]?.ts).toBe(believable.length > 0 ? Math.max(...believable) : undefined)
        }
      }),
    )
  })
})

describe('merging a read into what is known', () => {
  test('a key that the answer lacks is removed', () => {
    const known: TimedValues = { image: { ts: 5, value: 'x' }, Mode: { ts: 5, value: '4' } }
    expect(read(known, known, { Mode: { ts: 5, value: 4 } })).toEqual({ Mode: { ts: 5, value: 4 } })
  })

  test('what arrived live since the read was sent stays', () => {
    const atStart: TimedValues = { Mode: { ts: 5, value: '4' } }
    const now: TimedValues = { Mode: { ts: 8, value: '0' }, Vang: { ts: 8, value: '3' } }
    expect(read(now, atStart, { Mode: { ts: 5, value: 4 } })).toEqual(now)
  })

  test('the answer counts where it is newer', () => {
    const known: TimedValues = { Mode: { ts: 5, value: '4' } }
    expect(read(known, known, { Mode: { ts: 9, value: 0 } })).toEqual({ Mode: { ts: 9, value: 0 } })
  })
})
