import type { Bands } from './bands.ts'
import { byDirection, type ByDirection, type Corridor, type Objective } from './corridor.ts'
import { type Misfit, misfits } from './misfits.ts'
import { type Plan, planSteps } from './plan.ts'
import type { SearchProgress } from './search.ts'
import { isWorthMore, valuationOf, type Worth } from './worth.ts'

/** Result of a cycle of the list: a plan, or why there is none. */
type CycleOutcome =
  | { readonly cycle: number; readonly plan: Plan }
  | { readonly cycle: number; readonly misfits: readonly Misfit[] }

/** Results of a list of cycles. */
export interface CyclePlans {
  /** Results by cycle, in the order of the list. */
  readonly outcomes: readonly CycleOutcome[]
  /** Null if no cycle fits. */
  readonly best: Plan | null
}

/** How far the search is: which cycle of how many, and what is done of it. */
export interface CycleProgress extends SearchProgress {
  readonly index: number
  readonly count: number
}

/**
 * Plans a corridor at each of some cycles, and chooses the one whose bands are the largest share of their cycle for the
 * objective; of equals the shorter, at which side streets wait less. Greens and blocks keep their seconds at each cycle.
 * A generator like `planSteps`.
 */
export function* planCyclesSteps(
  corridor: Corridor,
  { objective, cycles }: { readonly objective: Objective; readonly cycles: readonly number[] },
): Generator<CycleProgress, CyclePlans> {
  const outcomes: CycleOutcome[] = []
  for (const [index, cycle] of cycles.entries()) {
    const found = misfits(corridor, cycle)
    if (found.length > 0) {
      outcomes.push({ cycle, misfits: found })
      continue
    }
    const steps = planSteps(corridor, { objective, cycle })
    let step = steps.next()
    for (; !step.done; step = steps.next()) yield { ...step.value, index, count: cycles.length }
    outcomes.push({ cycle, plan: step.value })
  }
  const plans = outcomes.flatMap((outcome) => ('plan' in outcome ? [outcome.plan] : []))
  return { outcomes, best: bestByShare(plans, objective) }
}

/**
 * Returns the one whose bands are the largest share of its cycle for the objective, the shortest cycle among equals; null
 * if there are none.
 */
export function bestByShare<Evaluated extends { readonly cycle: number; readonly bands: Bands }>(
  evaluated: readonly Evaluated[],
  objective: Objective,
): Evaluated | null {
  const valuation = valuationOf(objective)
  let best: Evaluated | null = null
  let worth: Worth = { first: Number.NEGATIVE_INFINITY, second: 0 }
  for (const one of [...evaluated].sort((a, b) => a.cycle - b.cycle)) {
    const { outbound, inbound } = sharesOf(one.bands, one.cycle)
    if (!isWorthMore(valuation, outbound, inbound, worth)) continue
    best = one
    worth = { first: valuation.first(outbound, inbound), second: valuation.second(outbound, inbound) }
  }
  return best
}

/** Bands as shares of the cycle; 1 for a direction that is not served, so that it decides nothing. */
function sharesOf(bands: Bands, cycle: number): ByDirection<number> {
  return byDirection((direction) => {
    const band = bands.byDirection[direction]
    return band ? (band.arc?.widthMs ?? 0) / (cycle * 1000) : 1
  })
}
