import { modulo } from '@greenwave/controller/cycle'
import { type Bands, bandsOf } from './bands.ts'
import { choicesOf, type JunctionChoices } from './choices.ts'
import type { Corridor, Direction, Objective, Timing } from './corridor.ts'
import { allShifts, type Layout, layoutAt, type LayoutFamily, type Shifts, shiftsBetween, startOf } from './layouts.ts'
import { type BestBands, type SearchProgress, searchBands } from './search.ts'

/** Proposal for a junction. */
export interface PlannedTiming extends Timing, Pick<Layout, 'order' | 'phaseStarts'> {}

/** Proposal for a corridor at one cycle. */
export interface Plan {
  readonly cycle: number
  readonly timings: readonly PlannedTiming[]
  readonly bands: Bands
  /** Whether no other offsets, orders and unused times can be better. If not, `boundS` says how good they could be. */
  readonly exact: boolean
  /** Upper bound of the objective, seconds of band. */
  readonly boundS: number
}

/** Settings of a plan. */
export interface PlanOptions {
  readonly objective: Objective
  readonly cycle: number
  /** How many pairs of band positions are looked at before the search is cut short. */
  readonly mostPairs?: number
}

/**
 * Plans a corridor whose junctions fit the cycle (`misfits` finds none): which offsets, and which orders of phases and
 * unused times where blocks are known, are best for the objective. Where several are, it takes the order that is now,
 * and of offsets the one that leaves the most green before and behind the bands.
 *
 * A generator: yields its progress each few milliseconds and returns the plan. Whoever stops asking cancels it.
 */
export function* planSteps(corridor: Corridor, options: PlanOptions): Generator<SearchProgress, Plan> {
  const { objective, cycle, mostPairs } = options
  const choices = choicesOf(corridor, cycle)
  const best = yield* searchBands(choices, objective, cycle, mostPairs)
  const timings: PlannedTiming[] = []
  for (const junction of choices) {
    timings.push(timingWithin(junction, best))
    yield { done: best.pairs, atMost: best.pairs }
  }
  const { exact, boundMs } = best
  return { cycle, timings, bands: bandsOf(corridor, cycle, timings), exact, boundS: boundMs / 1000 }
}

/** Plans a corridor without a pause; see `planSteps`. */
export function planCorridor(corridor: Corridor, options: PlanOptions): Plan {
  return finish(planSteps(corridor, options))
}

/** Runs steps to their end and returns their result. */
export function finish<Result>(steps: Generator<unknown, Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Returns the timing of a junction that lets the best bands through. */
function timingWithin(junction: JunctionChoices, bands: BestBands): PlannedTiming {
  let best: { readonly family: LayoutFamily; readonly shifts: Shifts; readonly offset: number } | undefined
  let mostRoom = Number.NEGATIVE_INFINITY
  const offsets = junction.canOffset ? junction.period : 1
  for (const family of junction.families) {
    // The order of phases comes first; another one must be needed.
    if (mostRoom >= 0) break
    for (const shifts of shiftsToTry(junction, family)) {
      for (let offset = 0; offset < offsets; offset++) {
        const room = Math.min(
          roomMs(junction, bands, 'outbound', (startOf(family, 'outbound', shifts) ?? 0) + offset),
          roomMs(junction, bands, 'inbound', (startOf(family, 'inbound', shifts) ?? 0) + offset),
        )
        if (best && room <= mostRoom) continue
        best = { family, shifts, offset }
        mostRoom = room
      }
    }
  }
  if (!best) throw new Error('a junction always has a layout')
  return { offset: best.offset, ...layoutAt(best.family, best.shifts) }
}

/** Returns the shifts of a family that differ in more than an offset could make good. */
function shiftsToTry({ canOffset }: JunctionChoices, family: LayoutFamily): Iterable<Shifts> {
  if (!canOffset) return allShifts(family)
  const most = family.hasTwo ? family.unused : 0
  return Array.from({ length: most + 1 }, (_, between) => shiftsBetween(family, between))
}

/**
 * Returns the green that is left before or behind a band, whichever is less, milliseconds; negative if the band is cut.
 * The green begins at this second of the cycle.
 */
function roomMs(
  { greens, period }: JunctionChoices,
  { frontsMs, widthsMs }: BestBands,
  direction: Direction,
  start: number,
): number {
  const green = greens[direction]
  const front = frontsMs[direction]
  if (!green || front === null) return Number.POSITIVE_INFINITY
  const before = modulo(front + green.passingMs - start * 1000, period * 1000)
  return Math.min(before, green.greenMs - before - widthsMs[direction])
}
