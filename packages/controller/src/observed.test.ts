import { expect, test } from 'vitest'
import type { Lamps } from './lamps.ts'
import { compareObserved, type Observation, observe } from './observed.ts'
import {
  at,
  EXAMPLE_CLEARANCE,
  EXAMPLE_PROGRAM,
  EXAMPLE_SETTINGS,
  planFrom,
  programFrom,
  settingsWith,
} from './testing/settings.ts'
import { run } from './testing/street.ts'

const SIX = at('06:00')

/** Watches lamps that come once a second, and compares after the last one with the example's program. */
function watch(seconds: readonly Lamps[], inEffectAt: (second: number) => string = () => 'plan 1') {
  let state: Observation | null = null
  seconds.forEach((lamps, second) => {
    state = observe(state, lamps, second * 1000, inEffectAt(second))
  })
  if (!state) throw new Error('nothing was watched')
  return compareObserved(state, EXAMPLE_PROGRAM, EXAMPLE_CLEARANCE)
}

function lampsOf(program = EXAMPLE_PROGRAM, seconds = 400): Lamps[] {
  const settings = settingsWith({ plans: [planFrom(1, '00:00', 1)], programs: [program] })
  return run(settings, SIX, seconds).map((state) => state.lamps)
}

test('tells nothing before a full cycle has passed', () => {
  expect(watch(lampsOf(EXAMPLE_PROGRAM, 80))).toEqual([null, null, null])
  expect(watch(lampsOf(EXAMPLE_PROGRAM, 150))).toEqual([null, null, null])
})

test('a controller that runs its program agrees in green and cycle, in every phase', () => {
  const comparisons = watch(lampsOf())
  expect(comparisons.map((comparison) => comparison?.observed)).toEqual([
    { green: 30, cycle: 80 },
    { green: 20, cycle: 80 },
    { green: 15, cycle: 80 },
  ])
  expect(comparisons.every((comparison) => comparison?.agrees)).toBe(true)
})

test('a controller that runs other times differs, with both shown', () => {
  const [first] = watch(lampsOf(programFrom(1, [22, 20, 15], [0, 27, 52])))
  expect(first).toEqual({ programmed: { green: 30, cycle: 80 }, observed: { green: 22, cycle: 72 }, agrees: false })
})

test('a phase that never gets its green is found after the cycles it had for it', () => {
  const stuck = run(EXAMPLE_SETTINGS, SIX, 400).map(
    (state): Lamps => [state.lamps[0], state.lamps[1], { red: 9, yellow: 0, green: 0 }],
  )
  expect(watch(stuck.slice(0, 200))[2]).toBeNull()
  expect(watch(stuck)[2]).toMatchObject({ observed: { green: 0 }, agrees: false })
})

test('starts over when another plan, program or mode comes into effect', () => {
  const other = lampsOf(programFrom(1, [22, 20, 15], [0, 27, 52]), 300)
  const back = [...other, ...lampsOf(EXAMPLE_PROGRAM, 400)]
  expect(watch(back.slice(0, 400), (second) => (second < 300 ? 'plan 2' : 'plan 1'))).toEqual([null, null, null])
  expect(watch(back, (second) => (second < 300 ? 'plan 2' : 'plan 1'))[0]).toMatchObject({ agrees: true })
})

test('starts over after a gap, which may have hidden the end of a green', () => {
  let state: Observation | null = null
  for (const [second, lamps] of lampsOf().entries()) {
    if (second > 300 && second < 320) continue
    state = observe(state, lamps, second * 1000, 'plan 1')
  }
  expect(state && compareObserved(state, EXAMPLE_PROGRAM, EXAMPLE_CLEARANCE)).toEqual([null, null, null])
})

test('one odd cycle, as over midnight, is not yet a difference', () => {
  const odd = [
    ...lampsOf(EXAMPLE_PROGRAM, 320),
    ...lampsOf(EXAMPLE_PROGRAM, 80).slice(0, 60),
    ...lampsOf(EXAMPLE_PROGRAM, 30),
  ]
  expect(watch(odd)[0]?.agrees ?? null).toBeNull()
})

test('repeated samples change nothing, and phases that are not served are not compared', () => {
  const twice = lampsOf().flatMap((lamps, second) => [[lamps, second] as const, [lamps, second] as const])
  let state: Observation | null = null
  for (const [lamps, second] of twice) state = observe(state, lamps, second * 1000, 'plan 1')
  const served = programFrom(1, [30, 20, 0], [0, 35, 0])
  expect(state && compareObserved(state, served, EXAMPLE_CLEARANCE)[2]).toBeNull()
  expect(state && compareObserved(state, EXAMPLE_PROGRAM, EXAMPLE_CLEARANCE)[0]?.agrees).toBe(true)
})
