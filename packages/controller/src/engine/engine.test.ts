/**
 * The engine by example and against an oracle. Long because the seconds of every rule of R8 and R10-R14 are written
 * out.
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cycleSeconds, servedPhases } from '../cycle.ts'
import { lampsAt, type PhaseLamps } from '../lamps.ts'
import { type ControllerSettings, type Program, programOf } from '../settings.ts'
import { parseSettings } from '../settingTable/allSettings.ts'
import { writeLamps } from '../telemetry.ts'
import { colours, lampsOfPhase, last, litLamp, run } from '../testing/engineRun.ts'
import {
  anyMode,
  anyProgram,
  anySecondOfDay,
  anySettings,
  at,
  EXAMPLE_CLEARANCE,
  EXAMPLE_PROGRAM,
  EXAMPLE_SCHEDULE,
  EXAMPLE_SETTINGS,
  planFrom,
  programFrom,
  settingsWith,
} from '../testing/settings.ts'
import { type EngineState, step } from './engine.ts'

/** 06:00:00 is the first second of an 80 s cycle. */
const SIX = at('06:00')
const red = (count: number): PhaseLamps => ({ red: count, yellow: 0, green: 0 })
const yellow = (count: number): PhaseLamps => ({ red: 0, yellow: count, green: 0 })
const green = (count: number): PhaseLamps => ({ red: 0, yellow: 0, green: count })

const withProgram = (settings: ControllerSettings, program: Program): ControllerSettings => ({
  ...settings,
  programs: settings.programs.map((old) => (old.number === program.number ? program : old)),
})

describe('automatic', () => {
  test('(R8) comes up in step with the clock: every second is that of the worked example', () => {
    for (const [second, state] of run(EXAMPLE_SETTINGS, SIX, 240).entries()) {
      expect(state.lamps).toEqual(lampsAt(EXAMPLE_PROGRAM, EXAMPLE_CLEARANCE, second % 80))
    }
  })

  test('(R19) with an offset every second is the one that the worked example has so much earlier', () => {
    const late = { ...EXAMPLE_SETTINGS, optional: { Offset_Pr1: 25, Offset_Pr2: 7 } }
    for (const [second, state] of run(late, SIX, 240).entries()) {
      expect(state.lamps).toEqual(lampsAt(EXAMPLE_PROGRAM, EXAMPLE_CLEARANCE, (second + 55) % 80))
    }
  })

  test('(R11) (R19) an offset that is set begins at the end of the running cycle, and cuts no green', () => {
    const before = last(run(EXAMPLE_SETTINGS, SIX, 10))
    const after = run({ ...EXAMPLE_SETTINGS, optional: { Offset_Pr1: 50 } }, SIX + 10, 75, before)
    const shown = (second: number) => lampsAt(EXAMPLE_PROGRAM, EXAMPLE_CLEARANCE, second)
    expect(after.slice(0, 70).map(({ lamps }) => lamps)).toEqual(Array.from({ length: 70 }, (_, i) => shown(10 + i)))
    expect(after[70]?.stage).toMatchObject({ kind: 'cycling', second: 30 })
  })

  test('(R8) a controller that starts in the middle of a yellow shows the rest of it', () => {
    expect(step(null, EXAMPLE_SETTINGS, SIX + 31).lamps[0]).toEqual(yellow(2))
  })

  test('(R14) reports the plan, the program and the mode in effect', () => {
    const state = step(null, EXAMPLE_SCHEDULE, at('16:00'))
    expect(state).toMatchObject({ plan: 4, program: 3, mode: 4 })
  })

  test('(R13) a served phase counts down by one a second until its lamp changes', () => {
    const oneProgram = fc.tuple(
      anySettings((number) => anyProgram(number, 60)),
      fc.integer({ min: 1, max: 80_000 }),
    )
    fc.assert(
      fc.property(oneProgram, ([settings, from]) => {
        const alone = { ...settings, planTotal: 6, plans: [planFrom(1, '00:00', 1)] }
        const states = run(alone, from, 400)
        const isCycling = last(states).stage.kind === 'cycling'
        const served = servedPhases(programOf(alone, 1)).filter(() => isCycling)
        expect(served.flatMap((phase) => brokenCounts(lampsOfPhase(states, phase)))).toEqual([])
      }),
      { numRuns: 40 },
    )
  })
})

/** Returns the steps at which a count did not fall by one although its lamp had more than a second left. */
function brokenCounts(lamps: readonly PhaseLamps[]): string[] {
  return lamps.slice(1).flatMap((now, index) => {
    const before = lamps[index] ?? now
    const was = litLamp(before)
    const falls = before[was] === 1 || (litLamp(now) === was && now[was] === before[was] - 1)
    return falls ? [] : `${was} ${before[was]} to ${litLamp(now)} ${now[litLamp(now)]}`
  })
}

describe('(R11) changes wait for the end of the running cycle', () => {
  test('(R11) another program begins where the running cycle ends, at the place that R8 gives it', () => {
    const settings = settingsWith({
      plans: [planFrom(1, '05:00', 1), planFrom(2, '06:01', 2)],
      programs: [programFrom(2, [40, 30, 10], [0, 45, 80])],
    })
    const states = run(settings, SIX, 160)
    expect(states.slice(0, 80).every((state) => state.plan === 1)).toBe(true)
    expect(states.slice(80).every((state) => state.plan === 2 && state.program === 2)).toBe(true)
    const cycle = cycleSeconds(programOf(settings, 2), EXAMPLE_CLEARANCE)
    expect(cycle).toBe(95)
    expect((SIX + 80) % cycle).toBe(20)
    expect(states[80]?.lamps).toEqual([green(20), red(25), red(60)])
  })

  test('(R11) new times begin with the next cycle', () => {
    const before = last(run(EXAMPLE_SETTINGS, SIX, 10))
    const longer = withProgram(EXAMPLE_SETTINGS, programFrom(1, [40, 20, 15], [0, 45, 70]))
    const states = run(longer, SIX + 10, 71, before)
    expect(states[69]?.lamps).toEqual(lampsAt(EXAMPLE_PROGRAM, EXAMPLE_CLEARANCE, 79))
    expect(states[70]?.stage).toMatchObject({ kind: 'cycling', cycle: 90 })
  })

  test('(R11) new yellow and red clearance begin with the next cycle', () => {
    const before = last(run(EXAMPLE_SETTINGS, SIX, 10))
    const slower = { ...EXAMPLE_SETTINGS, clearance: { yellow: 5, redClearance: 2 } }
    const states = run(slower, SIX + 10, 71, before)
    expect(states[20]?.lamps[0]).toEqual(yellow(3))
    expect(states[70]?.stage).toMatchObject({ kind: 'cycling', clearance: { yellow: 5, redClearance: 2 } })
  })

  test('(R10) (R11) a plan without a program flashes from the end of the cycle on', () => {
    const settings = settingsWith({ plans: [planFrom(1, '05:00', 1), planFrom(2, '06:01', 0)] })
    const states = run(settings, SIX, 81)
    expect(states[79]).toMatchObject({ plan: 1, program: 1, stage: { kind: 'cycling' } })
    expect(states[80]).toMatchObject({ plan: 2, program: 0, stage: { kind: 'flashing', reason: 'noProgram' } })
  })

  test('(R10) from flashing to a program the lamps pass yellow and all-red', () => {
    const settings = settingsWith({ plans: [planFrom(1, '05:00', 0), planFrom(2, '06:00', 1)] })
    const states = run(settings, SIX - 1, 7)
    expect(states.map((state) => state.stage.kind)).toEqual([
      'flashing',
      ...Array<string>(5).fill('clearing'),
      'cycling',
    ])
    expect(states[1]?.lamps).toEqual([yellow(3), yellow(3), yellow(3)])
    expect(states[4]?.lamps).toEqual([red(2), red(2), red(2)])
    expect(states[6]?.lamps).toEqual(lampsAt(EXAMPLE_PROGRAM, EXAMPLE_CLEARANCE, 5))
  })
})

describe('(R8) a clock that jumps, and a midnight that the cycle does not divide', () => {
  const seventy = settingsWith({
    plans: [planFrom(1, '00:00', 1)],
    programs: [programFrom(1, [30, 25, 0], [0, 35, 0])],
  })

  test('(R8) over midnight the running cycle ends first, then the cycle stands where the new day has it', () => {
    const cycle = 65
    const left = cycle - (86_400 % cycle)
    const states = run(seventy, 86_399, left + 2)
    const joined = states[left + 1]
    expect(states[left]?.stage).toMatchObject({ kind: 'cycling', second: cycle - 1 })
    expect(joined?.stage).toMatchObject({ kind: 'cycling', second: left % cycle })
  })

  test('(R8) after a jump no green is cut: the running cycle ends first', () => {
    const before = last(run(EXAMPLE_SETTINGS, SIX, 6))
    const states = run(EXAMPLE_SETTINGS, SIX + 3600 + 45, 75, before)
    expect(states[0]?.lamps[0]).toEqual(green(24))
    expect(states[73]?.stage).toMatchObject({ second: 79 })
    expect(states[74]?.stage).toMatchObject({ second: (SIX + 3600 + 45 + 74) % 80 })
  })

  test('a green of which less than 5 s are left is not joined, nor a yellow that follows no green', () => {
    const joinAt = (second: number) => {
      const lastOfCycle = last(run(EXAMPLE_SETTINGS, SIX, 80))
      return step(lastOfCycle, EXAMPLE_SETTINGS, SIX + 80 + second).lamps
    }
    expect(joinAt(25)[0]).toEqual(green(5))
    expect(joinAt(26)[0]).toEqual(red(54))
    expect(joinAt(31)[0]).toEqual(red(49))
    expect(joinAt(40)).toEqual([red(40), green(15), red(20)])
  })

  test('a green that is programmed shorter than 5 s is given whole when its cycle is met at its beginning', () => {
    const short = withProgram(EXAMPLE_SETTINGS, programFrom(1, [3, 20, 15], [0, 35, 60]))
    expect(last(run(short, SIX, 81)).lamps[0]).toEqual(green(3))
  })
})

describe('(R12) modes', () => {
  const hold = (phase: number) => ({ ...EXAMPLE_SETTINGS, mode: phase })
  const flashing = { ...EXAMPLE_SETTINGS, mode: 0 }

  test('(R12) (R13) mode 0 lights every yellow, with nothing to count', () => {
    const state = step(null, flashing, SIX)
    expect(state.lamps).toEqual([yellow(1), yellow(1), yellow(1)])
    expect(state).toMatchObject({ mode: 0, plan: 0, program: 0 })
  })

  test('(R12) (R13) modes 1 and 2 hold green on their route and red on every other', () => {
    expect(step(null, hold(1), SIX).lamps).toEqual([green(1), red(1), red(1)])
    expect(step(null, hold(2), SIX).lamps).toEqual([red(1), green(1), red(1)])
    expect(last(run(hold(2), SIX, 200))).toMatchObject({
      lamps: [red(1), green(1), red(1)],
      mode: 2,
      plan: 0,
      program: 0,
    })
  })

  test('(R12) into a hold the phase that is green passes yellow and all-red first', () => {
    const before = last(run(EXAMPLE_SETTINGS, SIX, 10))
    const states = run(hold(2), SIX + 10, 6, before)
    expect(states.map((state) => state.lamps)).toEqual([
      [yellow(3), red(5), red(5)],
      [yellow(2), red(4), red(4)],
      [yellow(1), red(3), red(3)],
      [red(2), red(2), red(2)],
      [red(1), red(1), red(1)],
      [red(1), green(1), red(1)],
    ])
    expect(states.map((state) => state.mode)).toEqual([4, 4, 4, 4, 4, 2])
  })

  test('(R12) a yellow that has begun is neither cut nor begun again', () => {
    const before = last(run(EXAMPLE_SETTINGS, SIX, 31))
    expect(before.lamps[0]).toEqual(yellow(3))
    const states = run(hold(1), SIX + 31, 5, before)
    expect(lampsOfPhase(states, 1)).toEqual([yellow(2), yellow(1), red(2), red(1), green(1)])
  })

  test('(R12) out of a hold the held phase passes yellow and all-red, then automatic is joined where it stands', () => {
    const before = last(run(hold(1), SIX, 3))
    const states = run(EXAMPLE_SETTINGS, SIX + 3, 6, before)
    expect(lampsOfPhase(states, 1).slice(0, 5)).toEqual([yellow(3), yellow(2), yellow(1), red(2), red(1)])
    expect(states[5]?.lamps).toEqual(lampsAt(EXAMPLE_PROGRAM, EXAMPLE_CLEARANCE, 8))
    expect(states[5]?.mode).toBe(4)
  })

  test('(R12) from one hold to the other, and from a hold to flashing, passes yellow and all-red', () => {
    const before = last(run(hold(1), SIX, 3))
    const other = run(hold(2), SIX + 3, 6, before)
    expect(other.map((state) => colours(state.lamps).join(' '))).toEqual([
      'yellow red red',
      'yellow red red',
      'yellow red red',
      'red red red',
      'red red red',
      'red green red',
    ])
    const toFlashing = run(flashing, SIX + 3, 6, before)
    expect(toFlashing.map((state) => state.stage.kind)).toEqual([...Array<string>(5).fill('clearing'), 'flashing'])
  })

  test('(R12) from flashing into automatic or a hold every phase passes yellow and all-red', () => {
    const before = step(null, flashing, SIX)
    for (const settings of [EXAMPLE_SETTINGS, hold(2)]) {
      const states = run(settings, SIX + 1, 5, before)
      expect(lampsOfPhase(states, 3)).toEqual([yellow(3), yellow(2), yellow(1), red(2), red(1)])
    }
  })

  test('(R12) to flashing yellow from automatic takes no waiting', () => {
    const before = last(run(EXAMPLE_SETTINGS, SIX, 10))
    expect(step(before, flashing, SIX + 10).lamps).toEqual([yellow(1), yellow(1), yellow(1)])
  })

  test('(R12) a mode that changes again while the lamps clear is taken when they have', () => {
    const before = last(run(EXAMPLE_SETTINGS, SIX, 10))
    const clearing = last(run(hold(2), SIX + 10, 2, before))
    const states = run(hold(1), SIX + 12, 4, clearing)
    expect(lampsOfPhase(states, 1)).toEqual([yellow(1), red(2), red(1), green(1)])
  })

  test('(R12) (R15) another value for automatic changes no lamp, and is reported as it was asked for', () => {
    const before = last(run(EXAMPLE_SETTINGS, SIX, 10))
    const state = step(before, { ...EXAMPLE_SETTINGS, mode: 7 }, SIX + 10)
    expect(state.mode).toBe(7)
    expect(state.lamps[0]).toEqual(green(20))
  })

  test('(R12) without yellow and red clearance a hold still passes one second of all-red', () => {
    const bare = { ...EXAMPLE_SETTINGS, clearance: { yellow: 0, redClearance: 0 } }
    const before = last(run(bare, SIX, 1))
    const states = run({ ...bare, mode: 2 }, SIX + 1, 2, before)
    expect(states.map((state) => state.lamps)).toEqual([
      [red(1), red(1), red(1)],
      [red(1), green(1), red(1)],
    ])
  })
})

describe('a whole day', () => {
  test('(R8) (R9) (R11) agrees with an oracle that paints each cycle and walks it second by second', () => {
    const allServed = anySettings((number) =>
      anyProgram(number, 40).filter((program) => program.phases.some((timing) => timing.green > 0)),
    ).map((settings) => ({
      ...settings,
      plans: settings.plans.map((plan) => ({ ...plan, enabled: true, programNumber: Math.max(1, plan.programNumber) })),
    }))
    fc.assert(
      fc.property(allServed, anySecondOfDay, (settings, from) => {
        const seconds = 1500
        const painted = paintDay(settings, from, seconds)
        expect(run(settings, from, seconds).map((state) => writeLamps(state.lamps))).toEqual(painted.slice(0, seconds))
      }),
      { numRuns: 40 },
    )
  })
})

/** Returns the nine countdowns of each second in automatic, painted cycle by cycle without any rule of the engine. */
function paintDay(settings: ControllerSettings, from: number, seconds: number): Record<string, number>[] {
  const { yellow, redClearance } = settings.clearance
  const painted: Record<string, number>[] = []
  let time = from
  while (painted.length < seconds) {
    const startOf = ({ hour, minute }: { hour: number; minute: number }) => (hour * 60 + minute) * 60
    const inPlay = settings.plans.filter((plan) => plan.number <= settings.planTotal)
    const byStart = [...inPlay].sort((a, b) => startOf(a) - startOf(b) || a.number - b.number)
    const plan = byStart.filter((candidate) => startOf(candidate) <= time % 86_400).at(-1) ?? byStart.at(-1)
    const { phases } = settings.programs[(plan?.programNumber ?? 1) - 1] ?? EXAMPLE_PROGRAM
    const ends = phases.map(({ green, start }) => (green > 0 ? start + green + yellow + redClearance : 0))
    const cycle = Math.max(...ends)
    const first = (time % 86_400) % cycle
    const lines = phases.map(({ green, start }) => {
      const line = green > 0 ? [...Array(green).fill('X'), ...Array(yellow).fill('V')] : []
      const whole: string[] = Array(2 * cycle).fill('D')
      line.forEach((letter, index) => {
        whole[start + index] = letter
        whole[start + index + cycle] = letter
      })
      const rest = whole.slice(first, start + green).length
      const isJoinedLate = painted.length > 0 && whole[first] !== 'D' && rest < Math.min(5, green)
      if (isJoinedLate && green > 0) whole.fill('D', first, start + green + yellow)
      return whole
    })
    for (let second = first; second < cycle; second++) {
      const values: Record<string, number> = {}
      lines.forEach((line, index) => {
        const letter = line[second] ?? 'D'
        const { green, start } = phases[index] ?? { green: 0, start: 0 }
        let count = 1
        while (green > 0 && line[second + count] === letter && (second + count) % cycle !== start) count++
        for (const lamp of ['D', 'V', 'X']) values[`T_${lamp}${index + 1}`] = lamp === letter ? count : 0
      })
      painted.push(values)
      time++
    }
  }
  return painted
}

test('(R18) any JSON as settings and any clock give lamps of which each phase has exactly one lit', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.jsonValue(), fc.double()), { maxLength: 30 }), (script) => {
      let state: EngineState | null = null
      for (const [values, clock] of script) {
        state = step(state, parseSettings(values as Readonly<Record<string, unknown>>), clock)
        expect(colours(state.lamps)).toHaveLength(3)
      }
    }),
  )
})

test('any settings whatever, changed at any second, keep exactly one lamp of each phase lit', () => {
  const change = fc.record({
    settings: anySettings((number) => anyProgram(number, 999), anyMode),
    seconds: fc.integer({ min: 1, max: 60 }),
    clock: anySecondOfDay,
  })
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 6 }), (script) => {
      let state: EngineState | null = null
      for (const { settings, seconds, clock } of script) {
        for (const now of run(settings, clock, seconds, state)) {
          expect(colours(now.lamps)).toHaveLength(3)
          state = now
        }
      }
    }),
    { numRuns: 50 },
  )
})
