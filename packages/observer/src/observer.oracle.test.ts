/** Compares the observer with the slow oracle over random settings, faults, gaps, changes and clock steps. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Episode, episodesOf, play } from './testing/history.ts'
import { oracle } from './testing/oracle.ts'
import { anyStory, tell } from './testing/stories.ts'

const inWords = (episodes: readonly Episode[]) =>
  episodes.map(
    ({ code, raisedMs, clearedMs }) => `${code} ${raisedMs / 1000}-${clearedMs === null ? '' : clearedMs / 1000}`,
  )

test('says of any story of a junction exactly what the oracle says', () => {
  fc.assert(
    fc.property(anyStory, (story) => {
      const history = tell(story)
      expect(inWords(episodesOf(play(history).changes))).toEqual(inWords(oracle(history)))
    }),
    { numRuns: 12 },
  )
})

test('the stories raise every incident, each often enough', () => {
  const counts = new Map<string, number>()
  for (const story of fc.sample(anyStory, { numRuns: 60, seed: 1 })) {
    for (const { code } of episodesOf(play(tell(story)).changes)) counts.set(code, (counts.get(code) ?? 0) + 1)
  }
  expect([...counts.entries()].filter(([, count]) => count < 2)).toEqual([])
  expect(counts.size).toBe(14)
})
