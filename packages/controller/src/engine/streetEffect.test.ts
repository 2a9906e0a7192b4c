import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ControllerSettings, type Program, withPlan, withProgram } from '../settings.ts'
import {
  anyProgram,
  anySecondOfDay,
  anySettings,
  at,
  EXAMPLE_SCHEDULE,
  planFrom,
  programFrom,
} from '../testing/settings.ts'
import { streetEffect } from './streetEffect.ts'

const NONE = { kind: 'none' } as const
const longer = (program: 1 | 2) => withProgram(EXAMPLE_SCHEDULE, programFrom(program, [35, 20, 15], [0, 40, 65]))

/** Plan 2 runs a program that is not like the others. */
const BEFORE = longer(2)

test.each<[string, ControllerSettings, string, ReturnType<typeof streetEffect>]>([
  ['the program that runs', withProgram(BEFORE, longer(1).programs[0] as Program), '05:31', { kind: 'now' }],
  ['a program that runs later', EXAMPLE_SCHEDULE, '05:31', { kind: 'later', atSecond: at('06:30') }],
  ['a program that runs tomorrow', EXAMPLE_SCHEDULE, '16:00', { kind: 'later', atSecond: at('06:30') }],
  ['a program of no plan in play', withProgram(BEFORE, programFrom(4, [9, 9, 9], [0, 14, 28])), '05:31', NONE],
  ['the times', { ...BEFORE, clearance: { yellow: 4, redClearance: 2 } }, '05:31', { kind: 'now' }],
  [
    'a start to a later one',
    withPlan(BEFORE, planFrom(2, '07:00', 2)),
    '05:31',
    { kind: 'later', atSecond: at('06:30') },
  ],
  [
    'a start to an earlier one',
    withPlan(BEFORE, planFrom(2, '06:00', 2)),
    '05:31',
    { kind: 'later', atSecond: at('06:00') },
  ],
  ['a plan whose program is like the one before it', withPlan(BEFORE, planFrom(4, '16:00', 3, false)), '05:31', NONE],
  ['the mode', { ...BEFORE, mode: 0 }, '05:31', { kind: 'mode' }],
  ['a mode that means the same', { ...BEFORE, mode: 7 }, '05:31', NONE],
  ['an offset (R19)', { ...BEFORE, optional: { Offset_Pr1: 3 } }, '05:31', { kind: 'now' }],
])('says what a change of %s does: case %#', (_is, after, time, effect) => {
  expect(streetEffect(BEFORE, after, at(time))).toEqual(effect)
})

test('the start of a phase that is not served changes nothing', () => {
  const [before, after] = [7, 9].map((start) =>
    withProgram(EXAMPLE_SCHEDULE, programFrom(1, [30, 20, 0], [0, 35, start])),
  ) as [ControllerSettings, ControllerSettings]
  expect(streetEffect(before, after, at('05:31'))).toEqual({ kind: 'none' })
})

test('while a route is held, a change waits until the mode is automatic again', () => {
  const held = { ...EXAMPLE_SCHEDULE, mode: 1 }
  expect(streetEffect(held, { ...longer(1), mode: 1 }, at('05:31'))).toEqual({ kind: 'held' })
})

test('the same settings change nothing, at any second', () => {
  const settings = anySettings((number) => anyProgram(number, 60))
  fc.assert(
    fc.property(settings, anySecondOfDay, (same, second) => {
      expect(streetEffect(same, { ...same }, second)).toEqual({ kind: 'none' })
    }),
    { numRuns: 30 },
  )
})
