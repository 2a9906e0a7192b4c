/** @file Days of signals of each display and control, whose styles are learned: nothing is raised, and no mode flips. */
import { displayTexts } from '@greenwave/controller/display'
import { rounds } from '@greenwave/harness/rounds'
import { displayDay } from '@greenwave/observer/testing/displayDay'
import { CONTROLS, DISPLAYS, kindOf } from '@greenwave/observer/testing/displayStories'
import { expect, test } from 'vitest'

const CONTROLLERS = rounds({ few: 1, all: 125 })
const HOURS = rounds({ few: 3, all: 24 })

const KINDS = Object.keys(DISPLAYS).flatMap((display) =>
  Object.keys(CONTROLS).map((control) => [display, control] as const),
)
const STYLES: Readonly<Record<string, string>> = { 'last-8-filler-0': 'last-8-0' }

test.each(KINDS)(
  '%s, %s: nothing is raised, no mode flips, and the style is learned',
  { timeout: rounds({ few: 120_000, all: 3_600_000 }) },
  (display, control) => {
    for (let seed = 1; seed <= CONTROLLERS; seed += 1) {
      const { raised, flips, junction } = displayDay(kindOf(display, control), seed, HOURS)
      expect({ seed, raised, flips }).toEqual({ seed, raised: [], flips: [] })
      const { red, green } = displayTexts(junction.styles.learned.display)[1] ?? {}
      const style = STYLES[display] ?? display
      expect({ seed, red, green }).toEqual({ seed, red: style, green: style })
      if (display !== 'last-8-filler-0') expect(junction.styles.learned.control?.kind).toBe(control)
    }
  },
)
