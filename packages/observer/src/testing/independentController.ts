/**
 * @file A controller written from the readings R1-R16 alone, without the engine, so that a fault of the engine is no
 * fault of the tests. Its lamps are a function of its clock; what reaches the platform is a matter of `lines.ts`.
 */
import type { TimedValues } from '@greenwave/controller/timedValue'
import type { Counts } from '../counts.ts'

/** A program: greens and starts of three phases, seconds. */
export interface PlainProgram {
  readonly greens: readonly [number, number, number]
  readonly starts: readonly [number, number, number]
}

/** What a controller runs, and what it does wrong. */
export interface PlainController {
  readonly yellow: number
  readonly redClearance: number
  /** By number, from 1. */
  readonly programs: readonly PlainProgram[]
  /** Program numbers with their starts, seconds of the day, in order; 0 flashes. */
  readonly plans: readonly { readonly start: number; readonly program: number }[]
  /** Yellow that its lamps show, seconds; undefined: as set. */
  readonly shownYellow?: number
  /** Phases whose lamps are out. */
  readonly darkPhases?: readonly number[]
}

export const DAY = 86_400

/** Greens 18, 9 and 6 with yellow 3 and red clearance 1: a cycle of 45 s, which divides the day. */
export const PLAIN: PlainController = {
  yellow: 3,
  redClearance: 1,
  programs: [{ greens: [18, 9, 6], starts: [0, 22, 35] }],
  plans: [{ start: 0, program: 1 }],
}

/** (R6) Returns the cycle of a program, seconds. */
export function plainCycle(
  { yellow, redClearance }: Pick<PlainController, 'yellow' | 'redClearance'>,
  { greens, starts }: PlainProgram,
): number {
  return Math.max(...greens.map((green, i) => (green > 0 ? (starts[i] ?? 0) + green + yellow + redClearance : 0)))
}

/** (R9) Returns the number of the plan at a second of the day, from 1. */
export function planAt({ plans }: Pick<PlainController, 'plans'>, second: number): number {
  const begun = plans.findLastIndex(({ start }) => start <= second)
  return (begun < 0 ? plans.length - 1 : begun) + 1
}

/**
 * Returns the plan that the lamps follow, from 1: (R11) a new plan takes effect when the cycle of the last one ends. For
 * cycles that divide the day.
 */
function planOfLamps(controller: PlainController, second: number): number {
  const plan = planAt(controller, second)
  const since = controller.plans[plan - 1]?.start ?? 0
  const beforeStart = planAt(controller, (since + DAY - 1) % DAY)
  const last = controller.programs[(controller.plans[beforeStart - 1]?.program ?? 0) - 1]
  if (!last || plan === beforeStart) return plan
  const cycle = plainCycle(controller, last)
  const endOfCycle = since + ((cycle - (since % cycle)) % cycle)
  return second < endOfCycle ? beforeStart : plan
}

/** (R1-R5, R8, R13) Returns the nine counts at a second of the day. */
export function plainCounts(controller: PlainController, second: number): Counts {
  const number = controller.plans[planOfLamps(controller, second) - 1]?.program ?? 0
  const program = controller.programs[number - 1]
  const dark = controller.darkPhases ?? []
  if (!program) return [1, 2, 3].flatMap((phase) => (dark.includes(phase) ? [0, 0, 0] : [0, 1, 0]))
  const cycle = plainCycle(controller, program)
  const position = second % cycle
  const yellow = controller.shownYellow ?? controller.yellow
  return [0, 1, 2].flatMap((i) => {
    const [green, start] = [program.greens[i] ?? 0, program.starts[i] ?? 0]
    if (dark.includes(i + 1)) return [0, 0, 0]
    if (green === 0) return [1, 0, 0]
    const since = (position - start + cycle) % cycle
    if (since < green) return [0, 0, green - since]
    if (since < green + yellow) return [0, green + yellow - since, 0]
    return [cycle - since, 0, 0]
  })
}

/** Returns the attributes that it was sent and reports, all written at one time, epoch milliseconds. */
export function plainAttributes(
  controller: PlainController,
  atMs: number,
): { shared: TimedValues; client: TimedValues } {
  const values = { ...plainValues(controller), Mode: 4 }
  const timed = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { ts: atMs, value }]))
  return { shared: timed, client: timed }
}

/** Returns its settings but the mode, by the keys of their attributes. */
export function plainValues({
  yellow,
  redClearance,
  programs,
  plans,
}: Pick<PlainController, 'yellow' | 'redClearance' | 'programs' | 'plans'>): Readonly<Record<string, number>> {
  const values: Record<string, number> = { Vang: yellow, Do_cong: redClearance, Plan_total: plans.length }
  for (const [index, { start, program }] of plans.entries()) {
    const n = index + 1
    Object.assign(values, {
      [`P${n}_HH`]: Math.floor(start / 3600),
      [`P${n}_MM`]: Math.floor(start / 60) % 60,
      [`P${n}_Pr`]: program,
      [`P${n}_ENT`]: 1,
    })
  }
  for (const [index, { greens, starts }] of programs.entries()) {
    for (const i of [0, 1, 2]) {
      values[`Pr${index + 1}_X${i + 1}`] = greens[i] ?? 0
      values[`Start_Pr${index + 1}_X${i + 1}`] = starts[i] ?? 0
    }
  }
  return values
}
