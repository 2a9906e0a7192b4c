import fc from 'fast-check'
import { expect, test } from 'vitest'
import { columnsOf, PHASE_STATES, phaseStatesOf, secondsIn, stateOfColumn } from './columns.ts'
import { NO_PROGRAM } from './programmed.ts'
import { ALL_LAMPS, packLamps, QUARTER_MS, QUARTER_SECONDS, type Quarter } from './quarter.ts'

const START = Date.UTC(2026, 10, 22, 1)
const GREEN_1 = packLamps(0b001_001_100, ALL_LAMPS)
const YELLOW_1 = packLamps(0b001_001_010, ALL_LAMPS)
const anyPacked = fc.constantFrom(0, GREEN_1, YELLOW_1, packLamps(0, ALL_LAMPS), packLamps(0b100_001_100, ALL_LAMPS))

function quarterOf(startMs: number, packed: readonly number[]): Quarter {
  const lamps = new Uint32Array(QUARTER_SECONDS)
  lamps.set(packed.slice(0, QUARTER_SECONDS))
  return { startMs, source: 'samples', lamps, clockMs: new Float64Array(0), counts: null, takenMs: null }
}

test('each phase of a second has one state; who has the road together, or two lamps, is said', () => {
  expect(phaseStatesOf(0)).toEqual(['noData', 'noData', 'noData'])
  expect(phaseStatesOf(packLamps(0b000_010_001, ALL_LAMPS))).toEqual(['red', 'yellow', 'dark'])
  expect(phaseStatesOf(packLamps(0b100_001_100, ALL_LAMPS))).toEqual(['conflict', 'red', 'conflict'])
  expect(phaseStatesOf(packLamps(0b001_101_001, ALL_LAMPS))).toEqual(['red', 'contradicting', 'red'])
  // Flashing is no conflict; of an unknown lamp nothing is said.
  expect(phaseStatesOf(packLamps(0b010_010_010, ALL_LAMPS))).toEqual(['yellow', 'yellow', 'yellow'])
  expect(phaseStatesOf(packLamps(0b001_000_100, 0b111_110_111))).toEqual(['green', 'noData', 'red'])
})

test('columns count every second once, whatever their number and wherever the span begins', () => {
  const anySeconds = fc.array(anyPacked, { minLength: 30, maxLength: 30 })
  fc.assert(
    fc.property(anySeconds, fc.integer({ min: 1, max: 40 }), fc.integer({ min: 0, max: 29 }), (packed, most, from) => {
      // Half of the seconds are before the end of a quarter, half after.
      const before = quarterOf(START, [...Array<number>(QUARTER_SECONDS - 15).fill(0), ...packed.slice(0, 15)])
      const after = quarterOf(START + QUARTER_MS, packed.slice(15))
      const firstMs = START + (QUARTER_SECONDS - 15 + from) * 1000
      const span = { fromMs: firstMs, untilMs: START + QUARTER_MS + 15_000 }
      const columns = columnsOf((ms) => (ms === START ? before : after), undefined, span, most)
      expect(columns.count).toBe(Math.min(most, 30 - from))
      const seconds = packed.slice(from)
      expect(columns.seconds.reduce((sum, one) => sum + one, 0)).toBe(seconds.length)
      for (const [phase] of [0, 1, 2].entries()) {
        for (const state of PHASE_STATES) {
          let sum = 0
          for (let column = 0; column < columns.count; column += 1) sum += secondsIn(columns, column, phase, state)
          expect([state, sum]).toEqual([state, seconds.filter((one) => phaseStatesOf(one)[phase] === state).length])
        }
      }
    }),
    { numRuns: 100 },
  )
})

test('a column shows what lasts longest, but never hides a fault behind it', () => {
  const shown = (packed: readonly number[]) =>
    stateOfColumn(
      columnsOf(() => quarterOf(START, packed), undefined, { fromMs: START, untilMs: START + packed.length * 1000 }, 1),
      0,
      0,
    )
  expect(shown([GREEN_1, GREEN_1, YELLOW_1])).toBe('green')
  expect(shown([0, 0, GREEN_1])).toBe('noData')
  expect(shown([GREEN_1, GREEN_1, packLamps(0b100_001_100, ALL_LAMPS)])).toBe('conflict')
})

test('the greens of the program are counted where one is known', () => {
  const programmed = new Uint8Array(QUARTER_SECONDS).fill(NO_PROGRAM)
  programmed.set([0b001, 0b001, 0b110, 0])
  const span = { fromMs: START, untilMs: START + 8000 }
  const columns = columnsOf(
    () => undefined,
    () => programmed,
    span,
    2,
  )
  expect([...columns.programmed]).toEqual([2, 1, 1, 0, 0, 0])
  expect([...columns.driven]).toEqual([4, 0])
})
