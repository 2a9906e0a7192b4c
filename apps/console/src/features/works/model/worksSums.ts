/** @file Sums of works: the times by firm and kind, and the junctions with the most works. */
import { durationsOf, stateOf, type Work } from '@greenwave/contract/records/works'

/** Works of one firm and kind. */
interface WorksGroup {
  readonly who: string
  readonly kind: Work['kind']
  readonly count: number
  /** Works that are not done. */
  readonly open: number
  /** Medians, milliseconds; null while no work has been answered or done. */
  readonly answerMs: number | null
  readonly repairMs: number | null
}

/** Works on one junction. */
interface WorksOfJunction {
  readonly device: string
  /** Name of the junction in its newest work. */
  readonly junction: string
  readonly count: number
  readonly open: number
}

/** Most junctions of the list. */
const MOST_JUNCTIONS = 10

/** Returns the sums of works, the newest first: groups and junctions with most works first. */
export function sumsOfWorks(works: readonly Work[]): {
  readonly groups: readonly WorksGroup[]
  readonly junctions: readonly WorksOfJunction[]
} {
  const groups = Map.groupBy(works, ({ who, kind }) => JSON.stringify([who, kind]))
  const junctions = Map.groupBy(works, ({ device }) => device)
  return {
    groups: [...groups.values()].map(groupOf).sort((a, b) => b.count - a.count),
    junctions: [...junctions]
      .map(([device, own]) => ({ device, junction: own[0]?.junction ?? '', ...countsOf(own) }))
      .sort((a, b) => b.count - a.count)
      .slice(0, MOST_JUNCTIONS),
  }
}

function groupOf(own: readonly Work[]): WorksGroup {
  const times = own.map(durationsOf)
  return {
    ...{ who: own[0]?.who ?? '', kind: own[0]?.kind ?? 'repair', ...countsOf(own) },
    answerMs: medianOf(times.map(({ answerMs }) => answerMs)),
    repairMs: medianOf(times.map(({ repairMs }) => repairMs)),
  }
}

const countsOf = (own: readonly Work[]) => ({
  count: own.length,
  open: own.filter((work) => stateOf(work) !== 'done').length,
})

/** Returns the middle one of values; of an even number the mean of the two in the middle. */
function medianOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null).sort((a, b) => a - b)
  const middle = known.length / 2
  const [low, high] = [known[Math.ceil(middle) - 1], known[Math.floor(middle)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}
