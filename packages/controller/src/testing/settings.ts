/** Settings for tests: worked examples, and arbitrary ones for property tests. */
import fc from 'fast-check'
import {
  type PerPhase,
  PLAN_NUMBERS,
  type PlanNumber,
  PROGRAM_NUMBERS,
  type ProgramNumber,
} from '../controllerLimits.ts'
import type { Clearance, ControllerSettings, PhaseTiming, Plan, Program } from '../settings.ts'

export const EXAMPLE_CLEARANCE: Clearance = { yellow: 3, redClearance: 2 }

/** Greens 30, 20, 15 at 0, 35, 60: a cycle of 80 s with yellow 3 and red clearance 2. */
export const EXAMPLE_PROGRAM: Program = programFrom(1, [30, 20, 15], [0, 35, 60])

/** Returns a program with the greens and starts of its three phases, seconds. */
export function programFrom(number: ProgramNumber, greens: PerPhase<number>, starts: PerPhase<number>): Program {
  const timing = (index: 0 | 1 | 2): PhaseTiming => ({ green: greens[index], start: starts[index] })
  return { number, phases: [timing(0), timing(1), timing(2)], sharedPeriod: 0 }
}

/** Returns a plan that starts at a time such as '05:30'. */
export function planFrom(number: PlanNumber, time: string, programNumber: number, enabled = true): Plan {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return { number, hour, minute, programNumber, enabled }
}

/** Returns settings in automatic, by default with the example's program in all six places. */
export function settingsWith(parts: {
  readonly mode?: number
  readonly planTotal?: number
  readonly clearance?: Clearance
  readonly plans?: readonly Plan[]
  readonly programs?: readonly Program[]
}): ControllerSettings {
  const plans = PLAN_NUMBERS.map(
    (number) => parts.plans?.find((plan) => plan.number === number) ?? planFrom(number, '00:00', 1, false),
  )
  const programs = PROGRAM_NUMBERS.map(
    (number) => parts.programs?.find((program) => program.number === number) ?? { ...EXAMPLE_PROGRAM, number },
  )
  return {
    mode: parts.mode ?? 4,
    planTotal: parts.planTotal ?? 6,
    clearance: parts.clearance ?? EXAMPLE_CLEARANCE,
    plans,
    programs,
  }
}

/** One plan that runs the example's program all day from midnight. */
export const EXAMPLE_SETTINGS: ControllerSettings = settingsWith({ plans: [planFrom(1, '00:00', 1)] })

/** Six plans. The sixth is above the plan count. */
export const EXAMPLE_SCHEDULE: ControllerSettings = settingsWith({
  planTotal: 5,
  plans: [
    planFrom(1, '05:30', 1),
    planFrom(2, '06:30', 2),
    planFrom(3, '08:30', 1),
    planFrom(4, '16:00', 3),
    planFrom(5, '19:30', 1),
    planFrom(6, '23:00', 4),
  ],
})

/** Returns the seconds since midnight of 'HH:MM' or 'HH:MM:SS'. */
export function at(time: string): number {
  const [hour = 0, minute = 0, second = 0] = time.split(':').map(Number)
  return hour * 3600 + minute * 60 + second
}

export const anySecondOfDay = fc.integer({ min: 0, max: 86_399 })

export const anyClearance: fc.Arbitrary<Clearance> = fc.record({
  yellow: fc.integer({ min: 0, max: 7 }),
  redClearance: fc.integer({ min: 0, max: 7 }),
})

/** Any program within the specification's ranges up to `max` seconds, with or without overlapping blocks. */
export function anyProgram(number: ProgramNumber, max: number): fc.Arbitrary<Program> {
  const green = fc.oneof(
    { weight: 1, arbitrary: fc.constant(0) },
    { weight: 4, arbitrary: fc.integer({ min: 1, max }) },
  )
  const timing = fc.record({ green, start: fc.integer({ min: 0, max }) })
  return fc.record({
    number: fc.constant(number),
    phases: fc.tuple(timing, timing, timing),
    sharedPeriod: fc.constant(0),
  })
}

/** A program whose phases follow one another, each start moved by up to `slip` seconds: sound, or nearly so. */
export function nearlySoundProgram(number: ProgramNumber, clearance: Clearance, slip: number): fc.Arbitrary<Program> {
  return fc
    .record({
      greens: fc.tuple(
        fc.integer({ min: 0, max: 25 }),
        fc.integer({ min: 0, max: 25 }),
        fc.integer({ min: 0, max: 25 }),
      ),
      slips: fc.tuple(
        fc.integer({ min: 0, max: slip }),
        fc.integer({ min: -slip, max: slip }),
        fc.integer({ min: -slip, max: slip }),
      ),
      order: fc.constantFrom<PerPhase<0 | 1 | 2>>([0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]),
    })
    .map(({ greens, slips, order }) => {
      const starts: [number, number, number] = [0, 0, 0]
      let next = 0
      for (const index of order) {
        starts[index] = Math.max(0, next + slips[index])
        if (greens[index] > 0) next = starts[index] + greens[index] + clearance.yellow + clearance.redClearance
      }
      return programFrom(number, greens, starts)
    })
}

/** A program without overlapping blocks. */
export function soundProgram(number: ProgramNumber, clearance: Clearance): fc.Arbitrary<Program> {
  return nearlySoundProgram(number, clearance, 0)
}

export function anyPlan(number: PlanNumber): fc.Arbitrary<Plan> {
  return fc.record({
    number: fc.constant(number),
    hour: fc.integer({ min: 0, max: 23 }),
    minute: fc.integer({ min: 0, max: 59 }),
    programNumber: fc.integer({ min: 0, max: 6 }),
    enabled: fc.boolean(),
  })
}

/** Any settings within the specification's ranges, with programs from `program`. */
export function anySettings(
  program: (number: ProgramNumber, clearance: Clearance) => fc.Arbitrary<Program>,
  mode: fc.Arbitrary<number> = fc.constant(4),
  anyTimes: fc.Arbitrary<Clearance> = anyClearance,
): fc.Arbitrary<ControllerSettings> {
  return anyTimes.chain((clearance) =>
    fc.record({
      mode,
      planTotal: fc.integer({ min: 1, max: 6 }),
      clearance: fc.constant(clearance),
      plans: fc.tuple(...PLAN_NUMBERS.map(anyPlan)),
      programs: fc.tuple(...PROGRAM_NUMBERS.map((number) => program(number, clearance))),
    }),
  )
}

export const anyMode = fc.oneof(fc.constantFrom(0, 1, 2, 4), fc.integer({ min: -5, max: 9 }))
