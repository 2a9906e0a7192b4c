import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mergeFrame, mergeRead, type Samples } from './samples.ts'

describe('folding a frame into what is known', () => {
  test('[spec 3 telemetry] takes the sample with the largest time, in whatever order they come', () => {
    expect(
      mergeFrame(
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
    const known: Samples = { T_D1: { ts: 30, value: '4' } }
    expect(mergeFrame(known, { T_D1: [[20, '5']] })).toBe(known)
  })

  test('of equal times the later arrival counts', () => {
    expect(mergeFrame({ Mode: { ts: 30, value: '0' } }, { Mode: [[30, '4']] })).toEqual({
      Mode: { ts: 30, value: '4' },
    })
  })

  test('keys that a frame does not name stay', () => {
    const known: Samples = { Mode: { ts: 1, value: '0' }, Vang: { ts: 1, value: '3' } }
    expect(mergeFrame(known, { Mode: [[2, '4']] })).toEqual({
      Mode: { ts: 2, value: '4' },
      Vang: { ts: 1, value: '3' },
    })
  })

  test('[0, ""] deletes a key, an empty text with a time is a value', () => {
    const known: Samples = { image: { ts: 9, value: 'https://a.test/x.jpg' }, Mode: { ts: 9, value: '4' } }
    expect(mergeFrame(known, { image: [[0, '']] })).toEqual({ Mode: { ts: 9, value: '4' } })
    expect(mergeFrame(known, { image: [[10, '']] }).image).toEqual({ ts: 10, value: '' })
  })

  test('a frame without data, and one that deletes what is not there, change nothing', () => {
    const known: Samples = { Mode: { ts: 9, value: '4' } }
    expect(mergeFrame(known, null)).toBe(known)
    expect(mergeFrame(known, { image: [[0, '']], T_D1: [] })).toBe(known)
  })

  test('what was known is left as it was', () => {
    const known: Samples = Object.freeze({ Mode: { ts: 1, value: '0' } })
    mergeFrame(known, { Mode: [[2, '4']], Vang: [[2, '3']] })
    expect(known).toEqual({ Mode: { ts: 1, value: '0' } })
  })

  test('the newest sample wins whatever the order of frames', () => {
    const frame = fc.dictionary(
      fc.constantFrom('a', 'b'),
      fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.string()), { maxLength: 3 }),
    )
    fc.assert(
      fc.property(fc.array(frame, { maxLength: 6 }), (frames) => {
        const merged = frames.reduce<Samples>((known, data) => mergeFrame(known, data), {})
        for (const key of ['a', 'b']) {
          const times = frames.flatMap((data) => (data[key] ?? []).map(([ts]) => ts))
          expect(merged[key]?.ts).toBe(times.length > 0 ? Math.max(...times) : undefined)
        }
      }),
    )
  })
})

describe('putting a read in the place of what is known', () => {
  test('a key that the answer lacks is gone', () => {
    const known: Samples = { image: { ts: 5, value: 'x' }, Mode: { ts: 5, value: '4' } }
    expect(mergeRead(known, known, { Mode: { ts: 5, value: 4 } })).toEqual({ Mode: { ts: 5, value: 4 } })
  })

  test('what arrived live since the read was sent stays', () => {
    const atStart: Samples = { Mode: { ts: 5, value: '4' } }
    const now: Samples = { Mode: { ts: 8, value: '0' }, Vang: { ts: 8, value: '3' } }
    expect(mergeRead(now, atStart, { Mode: { ts: 5, value: 4 } })).toEqual(now)
  })

  test('the answer counts where it is newer', () => {
    const known: Samples = { Mode: { ts: 5, value: '4' } }
    expect(mergeRead(known, known, { Mode: { ts: 9, value: 0 } })).toEqual({ Mode: { ts: 9, value: 0 } })
  })
})
