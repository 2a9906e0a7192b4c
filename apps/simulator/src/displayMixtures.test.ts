/** Compares the observer with the slow oracle of §9 over seeded mixtures of faults, for each display and control. */
import { rounds } from '@greenwave/harness/rounds'
import { expect, test } from 'vitest'
import { disagreements, displayOracle } from '@greenwave/observer/testing/displayOracle'
import { kindOf, mixture } from '@greenwave/observer/testing/displayStories'
import { episodesOf, play } from '@greenwave/observer/testing/history'

const MIXTURES = rounds({ few: 2, all: 200 })

const KINDS = [['full', 'fixed']] as const

test.each(KINDS)(
  '%s, %s: what is raised agrees with the oracle in every mixture of faults',
  {
    timeout: rounds({ few: 60_000, all: 3_600_000 }),
  },
  (display, control) => {
    const kind = kindOf(display, control)
    for (let seed = 1; seed <= MIXTURES; seed += 1) {
      const history = mixture(kind, seed)
      const found = episodesOf(play(history).changes)
      expect([seed, ...disagreements(displayOracle(history, kind), found)]).toEqual([seed])
    }
  },
)
