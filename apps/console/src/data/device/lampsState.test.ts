import { LAMP_KEYS } from '@greenwave/controller/keys'
import { expect, it } from 'vitest'
import { NOTHING_ARRIVED } from '../liveTopics.ts'
import { LAMPS_STEPS, withReasons } from './lampsState.ts'

const AT_MS = Date.UTC(2026, 2, 5, 0, 8, 22)
const MOMENT = { nowMs: AT_MS, aheadMs: 0, connected: true }

/** Returns the lamps of a sample with these nine counts; undefined is left out. */
function lampsOf(counts: readonly (number | undefined)[]) {
  const sent = LAMP_KEYS.flatMap((key, nth) =>
    counts[nth] === undefined ? [] : [[key, { ts: AT_MS, value: counts[nth] }]],
  )
  const value = { ...NOTHING_ARRIVED, samples: Object.fromEntries(sent), arrivedAtMs: AT_MS }
  return LAMPS_STEPS.foldTelemetry(LAMPS_STEPS.nothingKnown, value, MOMENT).phases
}

it('a phase without a lit lamp is dark by three zeros, and without data where a value is missing', () => {
  expect(lampsOf([0, 0, 21, 0, 0, 0, undefined, 0, 0])).toEqual([['green'], 'dark', 'noData'])
})

it('three zeros are not shown where the displays hide lamps, unless an incident says that they are dark', () => {
  const phases = lampsOf([0, 0, 0, 0, 0, 0, 9, 0, 0])
  expect(withReasons(phases, [true, false, true], false)).toEqual(['notShown', 'dark', ['red']])
  expect(withReasons(phases, [true, false, true], true)).toEqual(['dark', 'dark', ['red']])
  expect(withReasons(phases, undefined, false)).toEqual(phases)
})
