/** @file What a replay shows of any display: what was lit, or that it was not shown, from samples and from records alike. */
import { displayTexts } from '@greenwave/controller/display'
import { expect, test } from 'vitest'
import { KINDS, kindOf } from '../testing/displayStories.ts'
import { record } from '../testing/record.ts'
import { shownSignals } from '../testing/shownSignals.ts'
import { modeShownAt } from './programmed.ts'
import { ALL_LAMPS, packLamps, QUARTER_MS, quarterOf, secondOf } from './quarter.ts'
import { phaseStatesOf } from './columns.ts'
import { rebuiltQuarter } from './rebuiltQuarter.ts'
import { replayDisplay } from './recordedStyles.ts'
import { sampledQuarter } from './sampledQuarter.ts'

/** The second quarter: by then each lamp was lit. */
const START = Date.UTC(2026, 10, 22, 1) + QUARTER_MS
const stateOf = (lit: number, known: number, notShown: number) => phaseStatesOf(packLamps(lit, known, notShown))

test.each(KINDS)('%s, %s: no second is dark, and what is shown was lit', (display, control) => {
  const { history, set, lit } = shownSignals(kindOf(display, control), (signals) => signals.run(2000))
  const displays = replayDisplay({ display: displayTexts(set.display) }, undefined)
  const messages = history.flatMap((input) => (input.kind === 'message' ? [input.message] : []))
  const sampled = sampledQuarter(START, messages, displays)
  const window = record(history, set).find(({ startMs }) => startMs === START)
  const rebuilt = window && rebuiltQuarter(window)
  let hidden = 0
  for (let second = 0; second < 900; second += 1) {
    const ms = START + second * 1000
    const really = stateOf(lit.get(ms / 1000) ?? 0, ALL_LAMPS, 0)
    const shown = secondOf(sampled, ms)
    const states = stateOf(shown.lit, shown.known, shown.notShown)
    const expected = states.map((state, phase) => (state === 'notShown' ? state : really[phase]))
    expect([second, states]).toEqual([second, expected])
    hidden += states.filter((state) => state === 'notShown').length
    const recorded = secondOf(rebuilt, ms)
    expect([second, stateOf(recorded.lit, recorded.known, recorded.notShown)]).toEqual([second, states])
    expect(modeShownAt(sampled, ms)).toBe(display === 'last-8-0' && shown.lit === 0 ? undefined : 4)
  }
  // Of greens of 18, 9 and 6 s and their reds a display shows the last 8 s; of an actuated one likewise.
  if (display === 'last-8-0') expect(hidden).toBeGreaterThan(1200)
  else expect(hidden).toBe(0)
})

test('a lamp whose display counts nothing has no seconds; one that counts its last ones has them then', () => {
  const uncountedOf = (display: string) => {
    const { history, set } = shownSignals(kindOf(display, 'fixed'), (signals) => signals.run(1000))
    const messages = history.flatMap((input) => (input.kind === 'message' ? [input.message] : []))
    const start = quarterOf(Date.UTC(2026, 10, 22, 1))
    const quarter = sampledQuarter(start, messages, replayDisplay({ display: displayTexts(set.display) }, undefined))
    // Phase 1 is green for the first 18 s of each cycle of 45 s.
    return [90, 99, 100, 101, 104, 107].map(
      (second) => (secondOf(quarter, start + second * 1000).uncounted & 0b111) > 0,
    )
  }
  expect(uncountedOf('full')).toEqual([false, false, false, false, false, false])
  expect(uncountedOf('none')).toEqual([true, true, true, true, true, true])
  expect(uncountedOf('last-8')).toEqual([true, true, false, false, false, false])
  // In the last of three seconds that flash, 1 may be the filler, too.
  expect(uncountedOf('by colour')).toEqual([true, true, false, false, false, true])
})

test('zeros that last longer than any display hides a lamp are dark', () => {
  const { history, set } = shownSignals(kindOf('last-8-0', 'fixed'), (signals) => {
    signals.run(960)
    signals.countFault = (counts) => counts.map((count, place) => (place < 3 ? 0 : count))
    signals.run(400)
  })
  const messages = history.flatMap((input) => (input.kind === 'message' ? [input.message] : []))
  const sampled = sampledQuarter(START, messages, replayDisplay({ display: displayTexts(set.display) }, undefined))
  const window = record(history, set).find(({ startMs }) => startMs === START)
  const firstOf = (second: number) => {
    const { lit, known, notShown } = secondOf(sampled, START + second * 1000)
    return stateOf(lit, known, notShown)[0]
  }
  expect([100, 200, 300].map(firstOf)).toEqual(['notShown', 'notShown', 'dark'])
  // The record follows the incident, which knows the program.
  const { lit, known, notShown } = secondOf(window && rebuiltQuarter(window), START + 200_000)
  expect(stateOf(lit, known, notShown)[0]).toBe('dark')
})
