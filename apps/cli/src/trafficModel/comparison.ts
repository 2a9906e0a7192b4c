/** Compares runs before and after, seed by seed: both have the same vehicles, so that their differences say most. */
import { type Estimate, estimateOf, meanOf } from './studentT.ts'
import { GROUPS, type Group, MEASURES, type Measure, type RunMeans } from './trips.ts'

/** A measure before and after, and its change from seed to seed, each with its 95 % interval. */
export interface Change {
  readonly before: Estimate
  readonly after: Estimate
  readonly change: Estimate
}

/** Change for a group of vehicles. Delay and travel are seconds, stops a number, each the mean of a vehicle. */
type GroupChange = { readonly group: Group } & Readonly<Record<Measure, Change>>

/** Differences between two plans. */
export interface Comparison {
  readonly groups: readonly GroupChange[]
  /** Vehicles counted in a run, and how many of them had not arrived at its end, in the mean of the seeds. */
  readonly vehicles: number
  readonly unfinished: { readonly before: number; readonly after: number }
}

/** The runs of a seed. */
export interface SeedRuns {
  readonly before: RunMeans
  readonly after: RunMeans
}

/** Compares the runs of at least two seeds. A group that lacks vehicles in one of them is left out. */
export function compareRuns(seeds: readonly SeedRuns[]): Comparison {
  const ofPlans = (read: (run: RunMeans) => number) => ({
    before: meanOf(seeds.map(({ before }) => read(before))),
    after: meanOf(seeds.map(({ after }) => read(after))),
  })
  return {
    groups: GROUPS.flatMap((group) => {
      const pairs = seeds.flatMap(({ before, after }) => {
        const [old, fresh] = [before.means.get(group), after.means.get(group)]
        return old && fresh ? [{ before: old, after: fresh }] : []
      })
      if (pairs.length < seeds.length) return []
      const changeOf = (measure: Measure): Change => ({
        before: estimateOf(pairs.map(({ before }) => before[measure])),
        after: estimateOf(pairs.map(({ after }) => after[measure])),
        change: estimateOf(pairs.map(({ before, after }) => after[measure] - before[measure])),
      })
      const [delay, stops, travel] = MEASURES.map(changeOf)
      return delay && stops && travel ? [{ group, delay, stops, travel }] : []
    }),
    vehicles: ofPlans(({ vehicles }) => vehicles).before,
    unfinished: ofPlans(({ unfinished }) => unfinished),
  }
}
