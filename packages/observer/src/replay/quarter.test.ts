import { WINDOW_MS } from '../recordWindow.ts'
import { expect, test } from 'vitest'
import { gapsIn, rebuiltIn } from './gaps.ts'
import {
  ALL_LAMPS,
  knownSecondsOf,
  packLamps,
  QUARTER_SECONDS,
  type Quarter,
  quartersIn,
  quarterToShow,
  secondOf,
} from './quarter.ts'
import { rebuiltQuarter } from './rebuiltQuarter.ts'

const START = Date.UTC(2026, 10, 22, 1)
const LIT = 0b001_001_100

const cycle = (second: number, startMs: number) => ({
  ...{ second, startMs, startClockMs: startMs + 41_000, firstPhase: 1 as const },
  ...{ plan: 1 as const, program: 1 as const, inChange: false, evaluated: true },
})
const runs = [
  { second: 0, lit: LIT },
  { second: 100, lit: null },
  { second: 113, lit: 0 },
]

/** A quarter of which the first seconds are known. */
function quarter(source: Quarter['source'], known: number): Quarter {
  const lamps = new Uint32Array(QUARTER_SECONDS).fill(packLamps(LIT, ALL_LAMPS), 0, known)
  return { startMs: START, source, lamps, clockMs: new Float64Array(QUARTER_SECONDS), counts: null, takenMs: null }
}

test('a record is rebuilt without countdowns: its lamps, its gaps, dark as dark, and its clock', () => {
  const rebuilt = rebuiltQuarter({ startMs: START, seconds: 900, cycles: [cycle(0, START + 250)], runs })
  expect(secondOf(rebuilt, START + 99_999)).toEqual({
    ...{ atMs: START + 99_000, source: 'record', lit: LIT, known: ALL_LAMPS, notShown: 0, uncounted: LIT },
    ...{ counts: null, takenMs: null, clockMs: START + 250 + 41_000 + 99_000 },
  })
  expect(secondOf(rebuilt, START + 100_000)).toMatchObject({ source: null, lit: 0, known: 0, clockMs: null })
  expect(secondOf(rebuilt, START + 113_000)).toMatchObject({ source: 'record', lit: 0, known: ALL_LAMPS })
})

test('a record of a slow clock, whose next cycle is a second later than counted, has no hole there', () => {
  const cycles = [cycle(0, START), cycle(50, START + 51_000)]
  const rebuilt = rebuiltQuarter({ startMs: START, seconds: 899, cycles, runs: [{ second: 0, lit: LIT }] })
  expect(gapsIn(() => rebuilt, { fromMs: START, untilMs: START + WINDOW_MS })).toEqual([])
  expect(knownSecondsOf(rebuilt)).toBe(900)
})

test('gaps are what is not known in a span, across quarters, and to the second', () => {
  const rebuilt = rebuiltQuarter({ startMs: START, seconds: 900, cycles: [cycle(0, START)], runs })
  const at = (startMs: number) => (startMs === START ? rebuilt : undefined)
  const after = START + WINDOW_MS
  expect(gapsIn(at, { fromMs: START - 5000, untilMs: after + 4000 })).toEqual([
    { fromMs: START - 5000, untilMs: START },
    { fromMs: START + 100_000, untilMs: START + 113_000 },
    { fromMs: after, untilMs: after + 4000 },
  ])
  expect(gapsIn(at, { fromMs: START + 105_000, untilMs: START + 107_000 })).toEqual([
    { fromMs: START + 105_000, untilMs: START + 107_000 },
  ])
  expect(rebuiltIn(at, { fromMs: START - 5000, untilMs: after })).toEqual([{ fromMs: START, untilMs: after }])
  expect(rebuiltIn(() => quarter('record', 900), { fromMs: START, untilMs: after + 10 })).toHaveLength(1)
})

test('samples are shown unless only remnants of them are left', () => {
  const [whole, rebuilt] = [quarter('samples', 890), quarter('record', 900)]
  expect(quarterToShow(whole, rebuilt)).toBe(whole)
  expect(quarterToShow(quarter('samples', 100), rebuilt)).toBe(rebuilt)
  expect(quarterToShow(undefined, rebuilt)).toBe(rebuilt)
  expect(quarterToShow(whole, undefined)).toBe(whole)
  expect(quarterToShow(undefined, quarter('record', 0))).toBeUndefined()
})

test('a span touches the quarters from its first second to its last', () => {
  expect(quartersIn(START + 1, START + WINDOW_MS)).toEqual([START])
  expect(quartersIn(START + 1, START + WINDOW_MS + 1)).toEqual([START, START + WINDOW_MS])
})
