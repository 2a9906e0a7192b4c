/** Virtual controllers with random settings, faults and changes before the observer, compared with the slow oracle. */
import { rounds } from '@greenwave/harness/rounds'
import { type Episode, episodesOf, play } from '@greenwave/observer/testing/history'
import { oracle } from '@greenwave/observer/testing/oracle'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyMixture, tell } from './testing/mixtures.ts'

const inWords = (episodes: readonly Episode[]) =>
  episodes.map(({ code, raisedMs, clearedMs }) => `${code} ${raisedMs}-${clearedMs}`)

test('a mixture of faults raises exactly what the slow oracle says', {
  timeout: rounds({ few: 60_000, all: 1_200_000 }),
}, () => {
  fc.assert(
    fc.property(anyMixture, (mixture) => {
      const history = tell(mixture)
      expect(inWords(episodesOf(play(history).changes))).toEqual(inWords(oracle(history)))
    }),
    // The soak looks for other mixtures in each run; `npm test` has one answer for one state of the code.
    { seed: rounds({ few: 5, all: Date.now() % 1_000_000_000 }), numRuns: rounds({ few: 20, all: 1000 }) },
  )
})

test('200 seeded mixtures raise every incident that lamps, clock and connection can show', () => {
  const counts = new Map<string, number>()
  for (const mixture of fc.sample(anyMixture, { numRuns: rounds({ few: 40, all: 200 }), seed: 11 })) {
    for (const { code } of play(tell(mixture)).changes.map(({ incident }) => incident)) {
      counts.set(code, (counts.get(code) ?? 0) + 1)
    }
  }
  expect(counts.size).toBeGreaterThanOrEqual(12)
})
