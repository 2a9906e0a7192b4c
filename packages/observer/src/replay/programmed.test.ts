import { parseSettings } from '@greenwave/controller/settingTable/allSettings'
import { expect, test } from 'vitest'
import { type InForce, NO_PROGRAM, programmedGreens } from './programmed.ts'

/** Local midnight, at which each cycle begins. */
const START = Date.UTC(2026, 10, 21, 17)
/** The worked example: a cycle of 80 s with greens 30, 20, 15 at 0, 35, 60, and a program of 60 s. */
const EXAMPLE = {
  ...{ Mode: 4, Vang: 3, Do_cong: 2, Plan_total: 1, P1_ENT: 1, P1_HH: 0, P1_MM: 0, P1_Pr: 1 },
  ...{ Pr1_X1: 30, Pr1_X2: 20, Pr1_X3: 15, Start_Pr1_X1: 0, Start_Pr1_X2: 35, Start_Pr1_X3: 60 },
  ...{ Pr2_X1: 55, Start_Pr2_X1: 0 },
}
const SETTINGS = [{ fromMs: 0, settings: parseSettings(EXAMPLE) }]

function at(inForce: Partial<InForce>, seconds: readonly number[], aheadMs?: number): readonly number[] {
  const clockMs = aheadMs === undefined ? undefined : new Float64Array(900).map((_, s) => START + s * 1000 + aheadMs)
  const greens = programmedGreens(START, clockMs, { settings: SETTINGS, plans: [], modes: [], ...inForce })
  return seconds.map((second) => greens[second] ?? Number.NaN)
}

test('a phase is green as the program of the schedule says, by the clock of the controller (R8, R9)', () => {
  expect(at({}, [0, 29, 30, 35, 54, 60, 74, 75, 80])).toEqual([1, 1, 0, 2, 2, 4, 4, 0, 1])
  expect(at({}, [0, 24, 25, 30], 5000)).toEqual([1, 1, 0, 2])
})

test('the plan that was in effect counts more than the schedule, and none is no program (R10, R14)', () => {
  const span = { untilMs: START + 900_000, value: { plan: 1, program: 2 } } as const
  expect(at({ plans: [{ ...span, fromMs: START + 50_000 }] }, [49, 50, 54, 55, 60])).toEqual([2, 1, 1, 0, 1])
  const flashing = [{ fromMs: START, untilMs: START + 50_000, value: { plan: 1, program: null } }] as const
  expect(at({ plans: flashing }, [0, 49, 50])).toEqual([NO_PROGRAM, NO_PROGRAM, 2])
})

test('nothing is programmed in a hold, while it flashes, or before the settings are known (R12)', () => {
  const modes = [
    { fromMs: START, untilMs: START + 10_000, value: 1 },
    { fromMs: START + 10_000, untilMs: START + 20_000, value: 0 },
    { fromMs: START + 20_000, untilMs: START + 900_000, value: 4 },
  ] as const
  expect(at({ modes }, [0, 19, 20])).toEqual([NO_PROGRAM, NO_PROGRAM, 1])
  expect(at({ settings: [{ fromMs: START + 7000, settings: parseSettings(EXAMPLE) }] }, [6, 7])).toEqual([
    NO_PROGRAM,
    1,
  ])
  expect(at({ settings: [] }, [0])).toEqual([NO_PROGRAM])
})

test('settings hold from the moment on at which they changed', () => {
  const later = { fromMs: START + 20_000, settings: parseSettings({ ...EXAMPLE, Pr1_X1: 25 }) }
  expect(at({ settings: [...SETTINGS, later] }, [19, 24, 25, 29])).toEqual([1, 1, 0, 0])
})
