import { countShown, type DisplayStyle, displayStyleText, FULL, parseDisplayStyle } from '@greenwave/controller/display'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { Counts } from './counts.ts'
import { type Learning, NOTHING_LEARNT, nextLearning } from './learning.ts'

const style = (text: string): DisplayStyle => parseDisplayStyle(text) ?? FULL

/** Seconds of phase 1 that show lamps of given lengths in turn: red, green, yellow. Phases 2 and 3 show an uncounted red. */
function shown(lengths: readonly number[], of: (place: number) => DisplayStyle): readonly Counts[] {
  const order = [0, 2, 1]
  return lengths.flatMap((length, nth) =>
    Array.from({ length }, (_, second) => {
      const counts = [0, 0, 0, 1, 0, 0, 1, 0, 0]
      const place = order[nth % 3] ?? 0
      counts[place] = countShown(of(place), length - second)
      return counts
    }),
  )
}

function learn(seconds: readonly (Counts | null)[]): Learning {
  let learning = NOTHING_LEARNT
  let last: { counts: Counts; second: number } | null = null
  for (const [second, counts] of seconds.entries()) {
    if (!counts) continue
    const before = last?.second === second - 1 ? last : null
    last = { counts, second }
    learning = nextLearning(learning, before, last, true)
  }
  return learning
}

const texts = (learning: Learning) => {
  const { red, yellow, green } = learning.display[0]
  return [red, yellow, green].map((one) => one && displayStyleText(one))
}
const cycles = (count: number) => Array.from({ length: count }, () => [37, 20, 3]).flat()

describe('the style of a lamp', () => {
  it.each(['full', 'last-8', 'last-8-0', 'last-8-99', 'none', 'last-5-3'])(
    '%s is learned within ten cycles',
    (text) => {
      // The first lighting was not seen from its beginning, and a yellow shorter than what is counted shows all of its seconds.
      const learning = learn(shown(cycles(11), () => style(text)))
      expect(texts(learning)).toEqual([
        text,
        text === 'none' ? 'none' : text === 'last-5-3' ? 'full' : expect.any(String),
        text,
      ])
    },
  )

  it('takes no more memory, and no more work, once each lighting is like the ten before', () => {
    const after = (count: number) => learn(shown(cycles(count), () => FULL))
    const { kept } = after(20)
    expect(kept).toEqual(after(12).kept)
    expect(kept.map((own) => (typeof own === 'number' ? 1 : own.length))).toEqual([1, 1, 1, 0, 0, 0, 0, 0, 0])
  })

  it('is not learned from nine', () => {
    expect(texts(learn(shown(cycles(9), () => style('last-8'))))).toEqual([null, null, null])
  })

  it('has the flashing before its end', () => {
    expect(texts(learn(shown(cycles(11), (place) => style(place === 2 ? 'full+flash-4' : 'full'))))[2]).toBe(
      'full+flash-4',
    )
    expect(texts(learn(shown(cycles(11), (place) => style(place === 2 ? 'none+flash-4' : 'none'))))[2]).toBe(
      'none+flash-4',
    )
  })

  it('stays when lightings are irregular, and changes when ten others agree', () => {
    const before = shown(cycles(11), () => FULL)
    const odd = shown(cycles(1), () => FULL).map((counts, second) =>
      second % 5 === 0 ? counts.map((count) => (count > 2 ? 77 : count)) : counts,
    )
    expect(texts(learn([...before, ...odd, ...odd, ...odd]))[0]).toBe('full')
    const after = shown(cycles(11), () => style('last-8'))
    expect(texts(learn([...before, ...after]))[0]).toBe('last-8')
  })

  it('is not learned from lightings of which a second is missing', () => {
    const seconds = shown(cycles(11), () => FULL).map((counts, second) => (second % 60 === 30 ? null : counts))
    expect(texts(learn(seconds))).toEqual([null, 'full', 'full'])
  })

  test('of greens that are shorter and longer than what is counted is that of the longer ones', () => {
    const anyGreens = fc.array(fc.integer({ min: 4, max: 30 }), { minLength: 12, maxLength: 12 })
    fc.assert(
      fc.property(anyGreens, (greens) => {
        fc.pre(greens.slice(0, 10).filter((green) => green > 9).length >= 4)
        const lengths = greens.flatMap((green) => [37, green, 3])
        expect(texts(learn(shown(lengths.slice(0, 33), () => style('last-8'))))[2]).toBe('last-8')
      }),
      { numRuns: 50 },
    )
  })
})

describe('before a style is learned', () => {
  it('one lighting of 5 s that counts all of its seconds presumes that each second is counted', () => {
    expect(learn(shown([20, 20, 3], () => FULL)).presumes).toBe('full')
    expect(learn(shown([20, 4, 3], () => FULL)).presumes).toBe('nothing')
  })

  it('a count that rises, or a phase that goes out, ends that until ten agree', () => {
    expect(learn(shown([20, 20, 3, 20], (place) => (place === 0 ? style('last-8') : FULL))).presumes).toBe('notFull')
    expect(learn(shown([20, 20, 3, 20], (place) => (place === 0 ? style('last-8-0') : FULL))).presumes).toBe('notFull')
    expect(learn(shown(cycles(12), (place) => (place === 0 ? style('last-8') : FULL))).presumes).toBe('settled')
  })
})
