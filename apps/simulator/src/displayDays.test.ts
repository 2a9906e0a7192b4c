/**
 * @file Days of signals of every display and both kinds of control, without faults: nothing is raised, no mode is observed
 * that did not run, and the styles are learned as they are (signal-control §9).
 */
import { rounds } from '@greenwave/harness/rounds'
import { displayDay } from '@greenwave/observer/testing/displayDay'
import { KINDS, kindOf } from '@greenwave/observer/testing/displayStories'
import { expect, test } from 'vitest'

const HOURS = rounds({ few: 8, all: 24 })
const CONTROLLERS = rounds({ few: 1, all: 1000 })
/** Its day begins with a hold, while the displays are not known. */
const FIRST = 3

test.each(KINDS)(
  `%s, %s: ${CONTROLLERS} controllers raise nothing in ${HOURS} h, and their displays are learned`,
  { timeout: rounds({ few: 60_000, all: 7_200_000 }) },
  (display, control) => {
    const kind = kindOf(display, control)
    for (let seed = FIRST; seed < FIRST + CONTROLLERS; seed += 1) {
      const { raised, flips, unlearned } = displayDay(kind, seed, HOURS)
      expect({ seed, raised, flips, unlearned }).toEqual({ seed, raised: [], flips: [], unlearned: [] })
    }
  },
)
