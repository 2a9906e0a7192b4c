import type { Counts } from '../counts.ts'
import { expect, test } from 'vitest'
import { modeShownAt } from './programmed.ts'
import { sampledQuarter } from './sampledQuarter.ts'

const START = Date.UTC(2026, 10, 22, 1)

/** A quarter that shows one row of counts a second. */
function quarterOf(rows: readonly Counts[]) {
  const messages = rows.map((counts, second) => {
    const ts = START + second * 1000 + 300
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

test('nothing is known of a quarter that was not read', () => {
  expect(modeShownAt(undefined, START)).toBeUndefined()
})
