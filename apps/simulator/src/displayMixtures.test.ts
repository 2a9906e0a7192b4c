/** Compares the observer with the slow oracle of §9 over seeded mixtures of faults, for each display and control. */
import { rounds } from '@greenwave/harness/rounds'
import { RULES } from '@greenwave/observer/rules/table'
import { disagreements, displayOracle } from '@greenwave/observer/testing/displayOracle'
import { KINDS, kindOf, mixture, setStyles } from '@greenwave/observer/testing/displayStories'
import { episodesOf, play } from '@greenwave/observer/testing/history'
import { expect, test } from 'vitest'

const MIXTURES = rounds({ few: 1, all: 200 })

test.each(KINDS)(
  '%s, %s: what is raised agrees with the oracle in every mixture of faults',
  { timeout: rounds({ few: 60_000, all: 3_600_000 }) },
  (display, control) => {
    for (let seed = 1; seed <= MIXTURES; seed += 1)
      expect([seed, ...differences(display, control, seed)]).toEqual([seed])
  },
)

// 11 and 47: faults while changes settle one after the other, by cycles longer than those of the settings.
// 78: a green that is too long ends with its cycle, without a yellow.
// 4 and 15: not shown for longer than the settings in force allow, and while a change settles.
test.each([
  ['none', 11],
  ['none', 47],
  ['none', 78],
  ['last-8-0', 4],
  ['last-8-0', 15],
])('%s, actuated: mixture %i agrees with the oracle', (display, seed) => {
  expect(differences(display, 'actuated', seed)).toEqual([])
})

function differences(display: string, control: string, seed: number): readonly string[] {
  const kind = kindOf(display, control)
  const history = mixture(kind, seed)
  const found = episodesOf(play(history, RULES, () => {}, setStyles(kind)).changes)
  return disagreements(displayOracle(history, kind), found)
}
