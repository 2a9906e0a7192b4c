/** Proposals for the junctions of a corridor: a common cycle, splits, orders of phases and offsets. */

import { ofPhase, PHASES } from '@greenwave/controller/controllerLimits'
import { cycleSeconds, isServed, modulo } from '@greenwave/controller/cycle'
import type { Clearance, Program } from '@greenwave/controller/settings'
import { type Bands, bandsOf } from './bands.ts'
import { type Corridor, cycleOf, DIRECTIONS, type Objective } from './corridor.ts'
import { bestByShare } from './cycles.ts'
import { corridorOfSettings, plannedSettings, type SetJunction } from './fromSettings.ts'
import { misfits } from './misfits.ts'
import { type PlannedTiming, planSteps } from './plan.ts'
import { programAtCycle } from './splits.ts'

/** Request to the planner. */
export interface ProposalRequest {
  /** In the outbound order. */
  readonly junctions: readonly SetJunction[]
  readonly objective: Objective
  /** The common cycles to choose from, seconds. */
  readonly cycles: readonly number[]
  /** The program of a junction at a cycle; without it splits are kept. */
  readonly programAt?: ProgramAt
}

/** Returns the program of a junction at a cycle, seconds, by its index; null if it has none there. */
type ProgramAt = (junction: SetJunction, cycle: number, index: number) => Program | null

const keptSplits: ProgramAt = ({ program, clearance }, cycle) => programAtCycle(program, clearance, cycle)

/** Proposal or reason for a cycle of the list. */
export type CycleProposal =
  | {
      readonly cycle: number
      readonly bands: Bands
      /** The junctions with their programs and offsets, as they would be set. */
      readonly junctions: readonly SetJunction[]
      /** False if the search was cut short. */
      readonly exact: boolean
      /** The longest red of a side street, seconds. */
      readonly longestRed: number
    }
  | {
      readonly cycle: number
      /** Indices of the junctions whose greens do not fit this cycle. */
      readonly unfit: readonly number[]
    }

/** Proposal of the planner. */
export interface Proposal {
  /** Results by cycle, in the order of the list. */
  readonly cycles: readonly CycleProposal[]
  /** The cycle whose bands are the largest share of it; null if none fits. */
  readonly best: number | null
  /** Bands if every controller supported offsets; null if all do. */
  readonly withOffsets: Bands | null
}

/** How much is done, 0 to 1. */
export interface ProposalProgress {
  readonly share: number
}

/**
 * Proposes the best timings at each cycle, and the best of these cycles. A junction with half of the common cycle keeps a
 * half. A generator: yields every few milliseconds, and whoever stops asking cancels it.
 */
export function* proposalSteps({
  junctions,
  objective,
  cycles,
  programAt = keptSplits,
}: ProposalRequest): Generator<ProposalProgress, Proposal> {
  const common = corridorOfSettings(junctions).cycle
  const found: CycleProposal[] = []
  for (const [index, cycle] of cycles.entries()) {
    yield { share: index / (cycles.length + 1) }
    found.push(yield* atCycle(junctions, { objective, cycle, common, programAt }, index / (cycles.length + 1)))
  }
  const planned = found.flatMap((one) => ('bands' in one ? [one] : []))
  const best = bestByShare(planned, objective)
  if (!best) return { cycles: found, best: null, withOffsets: null }
  if (junctions.every(({ canOffset }) => canOffset)) return { cycles: found, best: best.cycle, withOffsets: null }
  const able = junctions.map((junction) => ({ ...junction, canOffset: true }))
  const share = cycles.length / (cycles.length + 1)
  const freed = yield* atCycle(able, { objective, cycle: best.cycle, common, programAt }, share)
  return { cycles: found, best: best.cycle, withOffsets: 'bands' in freed ? freed.bands : null }
}

interface AtCycle {
  readonly objective: Objective
  readonly cycle: number
  /** The common cycle that the junctions have now. */
  readonly common: number
  readonly programAt: ProgramAt
}

function* atCycle(
  junctions: readonly SetJunction[],
  { objective, cycle, common, programAt }: AtCycle,
  share: number,
): Generator<ProposalProgress, CycleProposal> {
  const programs = junctions.map((junction, index) => {
    const isHalf = cycleSeconds(junction.program, junction.clearance) * 2 === common
    return cycle % 2 > 0 && isHalf ? null : programAt(junction, isHalf ? cycle / 2 : cycle, index)
  })
  const unfit = programs.flatMap((program, index) => (program ? [] : [index]))
  if (unfit.length > 0) return { cycle, unfit }
  // A planned offset is whole: what was set says nothing about it, as long as the controller can be offset.
  const scaled = junctions.map((junction, index) => ({
    ...junction,
    program: programs[index] ?? junction.program,
    offset: 0,
  }))
  const { corridor, unserved } = corridorOfSettings(scaled)
  const wrong = [...misfits(corridor, cycle), ...unserved].map(({ junction }) => junction)
  if (wrong.length > 0) return { cycle, unfit: [...new Set(wrong)] }
  const steps = planSteps(corridor, { objective, cycle })
  let step = steps.next()
  for (; !step.done; step = steps.next()) yield { share }
  const { exact } = step.value
  const timings = turnedToKeep(corridor, step.value.timings, { cycle, junctions })
  const bands = bandsOf(corridor, cycle, timings)
  const set = scaled.map((junction, index) => {
    const timing = timings[index]
    return timing ? { ...junction, ...plannedSettings(junction, timing) } : junction
  })
  return { cycle, bands, exact, junctions: set, longestRed: longestRed(set) }
}

/**
 * Returns timings with as many offsets as set as possible: later by the same seconds everywhere, they are as good. So
 * less is sent, and a junction of a street that crosses may keep its place in that street's wave. Of equals the first
 * junction counts. Where a controller cannot be offset, the others are bound to it.
 */
function turnedToKeep(
  corridor: Corridor,
  timings: readonly PlannedTiming[],
  { cycle, junctions }: { readonly cycle: number; readonly junctions: readonly SetJunction[] },
): readonly PlannedTiming[] {
  if (!junctions.every(({ canOffset }) => canOffset)) return timings
  const periods = corridor.map((junction) => cycleOf(junction, cycle))
  const turned = junctions.map(({ offset }, index) => {
    const later = offset - (timings[index]?.offset ?? 0)
    return timings.map((timing, other) => ({
      ...timing,
      offset: modulo(timing.offset + later, periods[other] ?? cycle),
    }))
  })
  const keptBy = (some: readonly PlannedTiming[]): number =>
    some.filter(({ offset }, index) => offset === junctions[index]?.offset).length
  const most = Math.max(...turned.map(keptBy))
  return turned.find((some) => keptBy(some) === most) ?? timings
}

/**
 * Returns the longest red in which a side street waits, seconds: of the phases that serve neither direction of the
 * corridor, or of all phases where there is no other.
 */
export function longestRed(junctions: readonly SetJunction[]): number {
  const reds = (onlySides: boolean) =>
    junctions.flatMap(({ program, clearance, phases }) =>
      PHASES.filter(
        (phase) =>
          isServed(ofPhase(program.phases, phase)) &&
          !(onlySides && DIRECTIONS.some((direction) => phases[direction] === phase)),
      ).map((phase) => redOf(program, clearance, ofPhase(program.phases, phase).green)),
    )
  const ofSides = reds(true)
  return Math.max(0, ...(ofSides.length > 0 ? ofSides : reds(false)))
}

function redOf(program: Program, clearance: Clearance, green: number): number {
  return cycleSeconds(program, clearance) - green - Math.max(0, clearance.yellow)
}
