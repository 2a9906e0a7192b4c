import { type EngineState, step } from '@greenwave/controller/engine/engine'
import type { ControllerSettings } from '@greenwave/controller/settings'
import { programOf } from '@greenwave/controller/settings'
import { readSettings } from '@greenwave/controller/settingTable/allSettings'
import { describe, expect, test } from 'vitest'
import {
  foldStreet,
  NOTHING_WATCHED,
  type ProgramInEffect,
  phasesAstray,
  type StreetWatch,
  streetDifferences,
} from './streetWatch.ts'

const SETTINGS = readSettings({
  Mode: 4,
  Plan_total: 1,
  P1_Pr: 1,
  P1_ENT: 1,
  Vang: 3,
  Do_cong: 2,
  Pr1_X1: 30,
  Pr1_X2: 20,
  Pr1_X3: 15,
  Start_Pr1_X2: 35,
  Start_Pr1_X3: 60,
  Pr2_X1: 20,
  Pr2_X2: 15,
  Start_Pr2_X2: 25,
})
const CYCLE = 80

function inEffect(settings: ControllerSettings, number: 1 | 2 = 1): ProgramInEffect {
  return { program: programOf(settings, number), clearance: settings.clearance }
}

/** Runs the engine with one sample per second, and watches it as if `watched` were in effect. */
function run(
  from: { watch: StreetWatch; state: EngineState | null; second: number },
  settings: ControllerSettings,
  watched: ProgramInEffect,
  seconds: number,
  inspect: (watch: StreetWatch, second: number) => void = () => undefined,
) {
  let { watch, state, second } = from
  for (const end = second + seconds; second < end; second++) {
    state = step(state, settings, second)
    watch = foldStreet(watch, watched, state.lamps, second * 1000)
    inspect(watch, second)
  }
  return { watch, state, second }
}

const START = { watch: NOTHING_WATCHED, state: null, second: 0 }

describe('the street compared with the program', () => {
  test('the cursor stands where the engine stands, each second of three cycles (R8)', () => {
    run(START, SETTINGS, inEffect(SETTINGS), 3 * CYCLE, (watch, second) => {
      expect(watch.position).toEqual({ kind: 'at', second: second % CYCLE })
    })
  })

  test('a controller that runs its program shows no difference', () => {
    const { watch } = run(START, SETTINGS, inEffect(SETTINGS), 4 * CYCLE)
    expect(watch.settled).toBe(true)
    expect(streetDifferences(watch, inEffect(SETTINGS))).toEqual([])
    expect(watch.observed[1]).toMatchObject({ greens: [20, 20], cycles: [CYCLE, CYCLE] })
  })

  test('a green and a cycle of another length are named once seen twice', () => {
    const longer = readSettings({ ...writeBack, Pr1_X1: 36, Start_Pr1_X2: 41, Start_Pr1_X3: 66 })
    const { watch } = run(START, longer, inEffect(SETTINGS), 4 * 86)
    expect(streetDifferences(watch, inEffect(SETTINGS))).toContainEqual({
      phase: 1,
      what: 'green',
      observed: 36,
      programmed: 30,
    })
    expect(streetDifferences(watch, inEffect(SETTINGS))).toContainEqual({
      phase: 2,
      what: 'cycle',
      observed: 86,
      programmed: CYCLE,
    })
  })

  test('a change of program is no fault: the old cycle ends first (R11)', () => {
    const before = run(START, SETTINGS, inEffect(SETTINGS), 2 * CYCLE + 10)
    const toSecond = { ...SETTINGS, plans: SETTINGS.plans.map((plan) => ({ ...plan, programNumber: 2 })) }
    run(before, toSecond, inEffect(toSecond, 2), 5 * CYCLE, (watch) => {
      expect(phasesAstray(watch)).toEqual([])
      expect(streetDifferences(watch, inEffect(toSecond, 2))).toEqual([])
    })
  })

  test('phases that do not follow for longer than a cycle are astray', () => {
    const stuck = { red: 9, yellow: 0, green: 0 }
    const astray: number[][] = []
    for (let second = 0, watch = NOTHING_WATCHED; second < 3 * CYCLE; second++) {
      watch = foldStreet(watch, inEffect(SETTINGS), [stuck, stuck, stuck], second * 1000)
      astray.push([...phasesAstray(watch)])
    }
    expect(astray[CYCLE]).toEqual([])
    expect(astray.at(-1)).toEqual([2, 3])
  })

  test('without a program in effect there is nothing to compare', () => {
    const { watch } = run(START, SETTINGS, inEffect(SETTINGS), 10)
    expect(foldStreet(watch, null, [NO_LAMP, NO_LAMP, NO_LAMP], 10_000).position).toEqual({ kind: 'unknown' })
  })

  test('the same sample twice changes nothing', () => {
    const { watch, state } = run(START, SETTINGS, inEffect(SETTINGS), 10)
    expect(state && foldStreet(watch, inEffect(SETTINGS), state.lamps, 9000)).toBe(watch)
  })
})

const NO_LAMP = { red: undefined, yellow: undefined, green: undefined }
const writeBack = {
  Mode: 4,
  Plan_total: 1,
  P1_Pr: 1,
  P1_ENT: 1,
  Vang: 3,
  Do_cong: 2,
  Pr1_X2: 20,
  Pr1_X3: 15,
}
