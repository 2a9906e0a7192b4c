/**
 * @file Days of controllers without faults: nothing is raised, no mode is observed that did not run, displays are learned as
 * they are, and records hold what was sent (signal-control §6, §9). `npm run test:soak -- days` lives 1,000 of each.
 */
import { expect, test } from 'vitest'
import { DAYS } from './testing/days.ts'

interface Lived {
  readonly hours: number
  readonly seeds: readonly number[]
  /** Fewest of each count, for each day. */
  readonly fewest: number
}

const LIVED: Readonly<Record<string, Lived>> = {
  'independent of the engine': { hours: 2, seeds: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], fewest: 20 },
  'virtual controllers': { hours: 24, seeds: [0], fewest: 200 },
}
/** Begins with a hold, while the displays are not known. */
const DISPLAY_DAY: Lived = { hours: 8, seeds: [3], fewest: 25_000 }

test.each(Object.entries(DAYS))('%s: a day without faults brings no mistake', (name, live) => {
  const { hours, seeds, fewest } = LIVED[name] ?? DISPLAY_DAY
  for (const seed of seeds) {
    const { counts, mistakes } = live(seed, hours)
    expect({ seed, mistakes }).toEqual({ seed, mistakes: [] })
    expect(Math.min(...Object.values(counts))).toBeGreaterThan(fewest)
  }
})

test.each([
  // Three of the first ten cycles after a restart without notes.
  { seed: 477, hours: 11 },
  // Two of the first cycles, in a row.
  { seed: 3062, hours: 1 },
])(
  'greens between limits that are near the settings by chance are not taken for fixed ones: $seed',
  ({ seed, hours }) => {
    expect(DAYS['full, actuated']?.(seed, hours).mistakes).toEqual([])
  },
)
