import type { Counts } from '@greenwave/observer/sample'
import { expect, test } from 'vitest'
import { modeShownAt } from './modeShown.ts'
import { sampledQuarter } from './sampledQuarter.ts'

const START = Date.UTC(2026, 10, 22, 1)

/** A quarter that shows one row of counts a second, or at the given times after its beginning. */
function quarterOf(rows: readonly Counts[], afterMs = rows.map((_, second) => second * 1000 + 300)) {
  const messages = rows.map((counts, nth) => {
    const ts = START + (afterMs[nth] ?? 0)
    return { ts, counts, clockMs: null, receivedMs: ts }
  })
  return sampledQuarter(START, messages)
}

const RUNNING: Counts = [0, 0, 14, 19, 0, 0, 44, 0, 0]
const HELD: Counts = [0, 0, 1, 1, 0, 0, 1, 0, 0]
const FLASHING: Counts = [0, 1, 0, 0, 1, 0, 0, 1, 0]
const CONFLICT: Counts = [0, 0, 14, 0, 0, 14, 44, 0, 0]

test.each([
  ['a second of a program is automatic', [RUNNING], 0, 4],
  ['a hold that lasts is a hold', [HELD, HELD], 0, 1],
  ['the last second of a green is no hold', [RUNNING, HELD, RUNNING], 1, undefined],
  ['flashing that lasts is flashing', [FLASHING, FLASHING], 1, 0],
  ['lamps that contradict one another show no mode', [CONFLICT], 0, undefined],
  ['a second without data shows no mode', [RUNNING], 5, undefined],
] as const)('%s', (_, rows, second, mode) => {
  expect(modeShownAt(quarterOf(rows), START + second * 1000)).toBe(mode)
})

test('a sample that stands for the second after it, too, is no hold that lasts', () => {
  const quarter = quarterOf([HELD, RUNNING], [900, 2390])
  expect(quarter?.counts?.subarray(9, 18)).toEqual(Int16Array.from(HELD))
  expect(modeShownAt(quarter, START)).toBeUndefined()
})

test('nothing is known of a quarter that was not read', () => {
  expect(modeShownAt(undefined, START)).toBeUndefined()
})
