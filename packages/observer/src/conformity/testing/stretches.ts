/** Random stretches of a street, and the promise that errors are found and none made up. The soak runs it at length. */
import type { DaySums } from '@greenwave/contract/records/daySums'
import fc from 'fast-check'
import { countDay } from '../countDay.ts'
import type { Recount } from './naiveRecount.ts'
import { EIGHT, playStreet, type Stretch } from './street.ts'

const anyTrouble: fc.Arbitrary<Omit<Stretch, 'seconds'>> = fc.oneof(
  fc.constant({}),
  fc.record({ gap: fc.integer({ min: 1, max: 200 }) }),
  // A clock that is set by 1 s makes one cycle 1 s longer or shorter, which is rightly found.
  fc.record({ clockStep: fc.constantFrom(-30, -2, 2, 7, 40) }),
  fc.record({ darkPhase: fc.integer({ min: 0, max: 2 }) }),
  fc.record({ losesEvery: fc.integer({ min: 2, max: 90 }) }),
)

/** Some stretches of any kind, with changes of the mode. */
export const anyStretches: fc.Arbitrary<readonly Stretch[]> = fc.array(
  fc
    .tuple(fc.integer({ min: 30, max: 700 }), anyTrouble, fc.constantFrom(4, 4, 4, 0, 1, 2))
    .map(([seconds, trouble, mode]): Stretch => ({ seconds, ...trouble, mode })),
  { minLength: 2, maxLength: 7 },
)

/** Stretches with trouble that is no error of the program, for more than an hour in all. */
const anyTroubles = fc.array(
  fc
    .tuple(fc.integer({ min: 200, max: 900 }), anyTrouble)
    .map(([seconds, trouble]): Stretch => ({ seconds, ...trouble })),
  { minLength: 5, maxLength: 6 },
)

/** A street that begins 800 s before the end of a quarter, so that 10 cycles of 80 s are counted with it. */
const TEN_CYCLES_BEFORE_MS = EIGHT + 100_000

/**
 * Plays a street with gaps, faults and clock steps, and streets with an error of the program. Lists the errors
 * of their sums.
 */
export function injectedErrors(seed: number): readonly string[] {
  const [troubles = []] = fc.sample(anyTroubles, { seed, numRuns: 1 })
  const wrong: string[] = []
  const rest = { seconds: 900 }
  const clean = countDay(playStreet([rest, ...troubles, rest]))
  if (clean.programs.every(({ evaluated }) => evaluated === 0)) wrong.push('nothing was judged')
  const differing = differences(clean)
  if (differing.length > 0) wrong.push(`made up: ${differing.join()}`)
  for (const [name, injected, expected] of INJECTED) {
    const records = playStreet([{ seconds: 1000, ...injected }], TEN_CYCLES_BEFORE_MS)
    const sums = countDay({ ...records, untilMs: EIGHT + 900_000 })
    if (sums.cycles > 10) wrong.push(`${sums.cycles} cycles`)
    const found = differences(sums)
    if (found.join() !== expected.join())
      wrong.push(`${name}: ${found.join() || 'nothing'} instead of ${expected.join()}`)
  }
  return wrong
}

const INJECTED: readonly (readonly [string, Omit<Stretch, 'seconds'>, readonly string[]])[] = [
  ['1 s late', { late: 1 }, ['start 1 +1', 'start 2 +1', 'start 3 +1']],
  ['1 s early', { late: -1 }, ['start 1 -1', 'start 2 -1', 'start 3 -1']],
  ['2 s longer', { longer: 2 }, ['green 1 +2']],
  ['2 s shorter', { longer: -2 }, ['green 1 -2']],
]

/** Lists the differences in the evaluated cycles, such as `green 1 +2`. */
function differences({ programs }: DaySums): readonly string[] {
  return programs.flatMap(({ cycle, greens, starts }) => [
    ...(cycle.sizes > 0 ? [`cycle ${signed(cycle.largest)}`] : []),
    ...greens.flatMap(({ sizes, largest }, nth) => (sizes > 0 ? [`green ${nth + 1} ${signed(largest)}`] : [])),
    ...starts.flatMap(({ sizes, largest }, nth) => (sizes > 0 ? [`start ${nth + 1} ${signed(largest)}`] : [])),
  ])
}

function signed(seconds: number): string {
  return seconds > 0 ? `+${seconds}` : String(seconds)
}

/** Returns the figures that sums and a recount share. */
export function figuresOf(counted: DaySums | Recount): unknown {
  const { expected, missing, believable, cycles, modes } = counted
  return {
    expected,
    missing,
    believable,
    cycles,
    modes,
    programs: 'programs' in counted ? ofSums(counted) : ofRecount(counted),
  }
}

function ofSums({ programs }: DaySums): unknown {
  return programs.map(({ program, evaluated, cycle, greens, starts }) => [
    program,
    evaluated,
    ...[cycle, ...greens, ...starts].map(({ count, sum, sizes, largest }) => [count, sum, sizes, Math.abs(largest)]),
  ])
}

function ofRecount({ differences: all }: Recount): unknown {
  return [...all]
    .sort(([a], [b]) => a - b)
    .map(([program, cycles]) => [
      program,
      cycles.length,
      ...[0, 1, 2, 3, 4, 5, 6].map((place) => {
        const seen = cycles.flatMap((one) => one[place] ?? [])
        const sizes = seen.map(Math.abs)
        const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
        return [seen.length, sum(seen), sum(sizes), Math.max(0, ...sizes)]
      }),
    ])
}
