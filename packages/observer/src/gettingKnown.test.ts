/** Signals whose displays are not known yet (signal-control §9): from the first sample on, without anything that was learned. */
import { describe, expect, test } from 'vitest'
import type { IncidentCode } from './incident.ts'
import type { Counts } from './counts.ts'
import { RULES } from './rules/table.ts'
import { NOTHING_SET } from './styles.ts'
import { kindOf, STORY_SETTINGS } from './testing/displayStories.ts'
import { episodesOf, type Input, play } from './testing/history.ts'
import { IndependentSignals } from './testing/independentSignals.ts'
import { seededRandom } from './testing/lines.ts'
import { GREEN, RED } from './testing/plainDisplay.ts'
import type { LampFault } from './testing/plainLights.ts'

/** 08:00 in the controllers' zone, the first second of a cycle of 80 s. Unix time. */
const EIGHT = Date.UTC(2026, 10, 22, 1) / 1000
const CYCLE = 80
/** Where none is known, seconds. */
const LONGEST_CYCLE = 150
/** The promise of §6, seconds. */
const WITHIN = 5

interface Fault {
  /** Seconds after the first sample. */
  readonly from: number
  readonly seconds: number
  readonly lamps?: LampFault
  readonly isFrozen?: boolean
}

/** Returns after how many seconds of a fault each incident is raised. */
function raised(display: string, { from, seconds, lamps, isFrozen = false }: Fault): ReadonlyMap<IncidentCode, number> {
  const history: Input[] = []
  const signals = new IndependentSignals(
    STORY_SETTINGS,
    kindOf(display, 'fixed'),
    EIGHT,
    (input) => history.push(input),
    seededRandom(1),
  )
  signals.run(from)
  let still: Counts | null = null
  signals.lights.fault = lamps
  if (isFrozen) {
    signals.countFault = (counts) => {
      still ??= counts
      return still
    }
  }
  signals.run(seconds)
  const begins = (EIGHT + from) * 1000
  return new Map(
    episodesOf(play(history, RULES, () => {}, NOTHING_SET).changes).map(({ code, raisedMs }) => [
      code,
      (raisedMs - begins) / 1000,
    ]),
  )
}

const otherPhase =
  (phase: number, lit: ReturnType<LampFault>[number]): LampFault =>
  (lamps) =>
    lamps.map((lamp, index) => (index === phase ? lit : [lamp]))

describe.each(['full', 'last-8', 'last-8-0', 'none'])('%s', (display) => {
  test('two greens and two lamps of a phase are found from the first sample on', () => {
    const green = otherPhase(1, [{ colour: GREEN, left: 5 }])
    const both = otherPhase(1, [
      { colour: RED, left: 5 },
      { colour: GREEN, left: 5 },
    ])
    // With filler 0 the other green is shown from its last 8 s on.
    const from = display === 'last-8-0' ? 23 : 8
    expect(raised(display, { from, seconds: 7, lamps: green }).get('conflict')).toBeLessThan(WITHIN)
    expect(raised(display, { from, seconds: 7, lamps: both }).get('lamps')).toBeLessThan(WITHIN)
  })

  test('the junction is dark after 30 s of zeros', () => {
    const from = 10
    const dark = raised(display, { from, seconds: 60, lamps: (lamps) => lamps.map(() => []) }).get('dark') ?? 0
    // With filler 0 nothing was shown before either.
    const zeros = display === 'last-8-0' ? dark + from : dark
    expect(zeros).toBeGreaterThan(28)
    expect(zeros).toBeLessThan(30 + WITHIN)
  })
})

test.each(['last-8', 'none'])(
  '%s: a phase is dark after a cycle of zeros, or 150 s while control is unknown',
  (display) => {
    const dark = raised(display, { from: 10, seconds: 3 * CYCLE, lamps: otherPhase(2, []) }).get('dark') ?? 0
    expect(dark).toBeGreaterThan(CYCLE - 2)
    expect(dark).toBeLessThan(LONGEST_CYCLE + WITHIN)
  },
)

test('countdowns that stand still are found once a lighting was seen to count down to 1', () => {
  expect(raised('full', { from: 20, seconds: 20, isFrozen: true }).get('frozen')).toBeUndefined()
  expect(raised('full', { from: 100, seconds: 20, isFrozen: true }).get('frozen')).toBeLessThan(4 + WITHIN)
})
