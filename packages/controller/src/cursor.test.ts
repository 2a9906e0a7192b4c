import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cycleSecondFromLamps } from './cursor.ts'
import { cycleSeconds } from './cycle.ts'
import { lampsAt } from './lamps.ts'
import {
  anyClearance,
  at,
  EXAMPLE_CLEARANCE,
  EXAMPLE_PROGRAM,
  EXAMPLE_SETTINGS,
  programFrom,
  soundProgram,
} from './testing/settings.ts'
import { last, run } from './testing/street.ts'

const OFF = { red: 0, yellow: 0, green: 0 }

test('tells the second of the cycle from the countdowns, for any sound program', () => {
  const anyMoment = anyClearance.chain((clearance) =>
    fc.tuple(soundProgram(1, clearance), fc.constant(clearance), fc.nat(500)),
  )
  fc.assert(
    fc.property(anyMoment, ([program, clearance, second]) => {
      const cycle = cycleSeconds(program, clearance)
      const expected = cycle === 0 ? null : second % cycle
      expect(cycleSecondFromLamps(program, clearance, lampsAt(program, clearance, second))).toBe(expected)
    }),
  )
})

test('a phase whose message came a second late is outvoted', () => {
  const now = lampsAt(EXAMPLE_PROGRAM, EXAMPLE_CLEARANCE, 20)
  const before = lampsAt(EXAMPLE_PROGRAM, EXAMPLE_CLEARANCE, 19)
  expect(cycleSecondFromLamps(EXAMPLE_PROGRAM, EXAMPLE_CLEARANCE, [before[0], now[1], now[2]])).toBe(20)
})

test('a phase that joins late and waits at red still tells the second', () => {
  const endOfCycle = last(run(EXAMPLE_SETTINGS, at('06:00'), 80))
  const joined = last(run(EXAMPLE_SETTINGS, at('06:00') + 80 + 27, 1, endOfCycle))
  expect(cycleSecondFromLamps(EXAMPLE_PROGRAM, EXAMPLE_CLEARANCE, joined.lamps)).toBe(27)
})

test('says nothing when the lamps contradict one another, as in flashing yellow', () => {
  const flashing = { red: 0, yellow: 1, green: 0 }
  expect(cycleSecondFromLamps(EXAMPLE_PROGRAM, EXAMPLE_CLEARANCE, [flashing, flashing, flashing])).toBeNull()
})

test('says nothing without data, with dark or conflicting lamps, or with counts that the program cannot have', () => {
  const none = { red: undefined, yellow: undefined, green: undefined }
  const both = { red: 3, yellow: 0, green: 3 }
  const tooLong = { red: 0, yellow: 0, green: 31 }
  for (const lamps of [none, OFF, both, tooLong, { red: 0, yellow: 4, green: 0 }, { red: 500, yellow: 0, green: 0 }]) {
    expect(cycleSecondFromLamps(EXAMPLE_PROGRAM, EXAMPLE_CLEARANCE, [lamps, OFF, OFF])).toBeNull()
  }
})

test('says nothing of a program without a cycle', () => {
  const lamps = lampsAt(EXAMPLE_PROGRAM, EXAMPLE_CLEARANCE, 0)
  expect(cycleSecondFromLamps(programFrom(1, [0, 0, 0], [0, 0, 0]), EXAMPLE_CLEARANCE, lamps)).toBeNull()
})
