/** @file What a day counts of any display and control: the known parts, each with its share, and nothing that was not shown. */
import { parseDaySums, writeDaySums } from '@greenwave/contract/records/daySums'
import { expect, test } from 'vitest'
import { settingsFrom, settingsInForce } from '../recordedSettings.ts'
import { KINDS, kindOf } from '../testing/displayStories.ts'
import type { IndependentSignals } from '../testing/independentSignals.ts'
import { record } from '../testing/record.ts'
import { shownSignals } from '../testing/shownSignals.ts'
import { countDay } from './countDay.ts'
import { midnightOf } from './days.ts'
import { figuresOf } from './figures.ts'

const EIGHT = Date.UTC(2026, 10, 22, 1)
const SECONDS = 7200

/** Counts two hours of signals from 08:00, in cycles of 45 s where control is fixed. */
function counted(display: string, control: string, live: (signals: IndependentSignals) => void) {
  const { history, set } = shownSignals(kindOf(display, control), live)
  const settings = history.flatMap((input) => {
    const inForce = input.kind === 'attributes' ? settingsInForce(input.attributes) : null
    return inForce ? [{ ...settingsFrom(inForce), fromMs: 0 }] : []
  })
  const span = { dayMs: midnightOf(EIGHT), fromMs: EIGHT, untilMs: EIGHT + SECONDS * 1000 }
  const sums = countDay({ ...span, windows: record(history, set), events: [], incidents: [], settings })
  // What is counted comes back from its telemetry value.
  expect(parseDaySums(sums.dayMs, writeDaySums(sums))).toEqual(sums)
  return { sums, figures: figuresOf(sums) }
}

test.each(KINDS)('%s, %s: right signals are as programmed wherever they are shown, and nowhere wrong', (...of) => {
  const { sums, figures } = counted(...of, (signals) => signals.run(SECONDS + 60))
  const [display, control] = of
  const hides = display === 'last-8-0'
  expect(writeDaySums(sums).v).toBe(hides || control === 'actuated' ? 2 : 1)
  expect([figures.available, figures.missing]).toEqual([hides ? null : 1, 0])
  expect(figures.asProgrammed).toBe(hides ? null : 1)
  expect(figures.cycles).toBeGreaterThan(60)
  // The first cycle begins before the first sample, and the last one is not over.
  expect(figures.over.asProgrammed).toBeGreaterThanOrEqual(hides ? 0 : 0.95)
  expect(figures.byLimits).toBe(control === 'actuated' && !hides ? figures.evaluated : 0)
  if (control === 'actuated')
    expect([figures.greens, figures.cycleLength, figures.position]).toEqual([null, null, null])
  else if (!hides) expect(figures.greens).toMatchObject({ mean: 0, largest: 0 })
  // In each second one phase or another hides its lamp.
  if (hides) expect(figures.over.available).toBe(0)
  else expect([figures.over.available, figures.notShown]).toEqual([1, 0])
})

test('what a display hides of fixed greens is not known, and the rest is counted over its share', () => {
  const { sums, figures } = counted('last-8-0', 'fixed', (signals) => signals.run(SECONDS + 60))
  // The green of 6 s is shown whole, those of 18 and 9 s in their last 8 s.
  const [program] = sums.programs
  if (!program) throw new Error('there is no program')
  const { greens, partly, unseen } = program
  expect(partly).toBeGreaterThan(150)
  expect(greens.map(({ count }) => count)).toEqual([0, 0, partly])
  expect(unseen).toEqual({ greens: 2 * partly, starts: 2 * partly })
  expect(figures.greens).toMatchObject({ count: partly, mean: 0 })
  expect(figures.over.greens).toBeGreaterThan(0.3)
  expect(figures.over.greens).toBeLessThan(0.34)
  expect(figures.cycleLength).toMatchObject({ mean: 0 })
  expect(figures.over.cycleLength).toBeGreaterThan(0.95)
})

test('wrong greens are found in every display that shows them, by limits where they are actuated', () => {
  const deviating = (signals: IndependentSignals): void => {
    signals.run(1800)
    signals.deviate({ programs: [{ greens: [30, 9, 6], starts: [0, 34, 47] }] })
    signals.run(1800)
    signals.deviate(null)
    signals.run(SECONDS - 3600 + 60)
  }
  for (const display of ['full', 'last-8', 'none', 'by colour'])
    expect(counted(display, 'fixed', deviating).figures.asProgrammed).toBeLessThan(0.8)
  const outside = counted('none', 'actuated', (signals) => {
    signals.run(3600)
    signals.lights.limits = [50, 60]
    signals.run(SECONDS - 3600 + 60)
  })
  expect(outside.figures.asProgrammed).toBeGreaterThan(0.4)
  expect(outside.figures.asProgrammed).toBeLessThan(0.8)
})
