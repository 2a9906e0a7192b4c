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

// Faults after a hold, a flash or new times, while cycles longer than those of the settings settle the change.
test.each([11, 47])('none, actuated: changes that settle one after the other agree with the oracle (%i)', (seed) => {
  expect(differences('none', 'actuated', seed)).toEqual([])
})

function differences(display: string, control: string, seed: number): readonly string[] {
  const kind = kindOf(display, control)
  const history = mixture(kind, seed)
  const found = episodesOf(play(history, RULES, () => {}, setStyles(kind)).changes)
  return disagreements(displayOracle(history, kind), found)
}
