import { compareInOrder, type OrderedEntity, type PlaceInOrder } from './entityOrder.ts'
import type { QueriedEntity } from './queriedEntity.ts'

/** Which rows of the result a page has: from the first to before the second. */
export interface PageWindow {
  readonly from: number
  readonly to: number
}

/** Takes entities one by one and keeps those of one page. */
export interface PageRows {
  add(entity: QueriedEntity): void
  /** Returns the page's entities in order; call it last. */
  page(): readonly QueriedEntity[]
}

/** Returns the rows of a page of entities that come in their order. */
export function rowsInOrder({ from, to }: PageWindow): PageRows {
  const rows: QueriedEntity[] = []
  let seen = 0
  return {
    add(entity) {
      if (seen >= from && seen < to) rows.push(entity)
      seen += 1
    },
    page: () => rows,
  }
}

/** Entities that are sorted at once; sorting more would hold up all other work. */
const RUN = 1024

/**
 * Returns the rows of a page of entities that come in any order. It never sorts all of them: it sorts short runs, keeps
 * of each what can be on the page, and merges those.
 */
export function sortedRows({ from, to }: PageWindow, place: PlaceInOrder, direction: 'ASC' | 'DESC'): PageRows {
  const compare =
    direction === 'ASC' ? compareInOrder : (a: OrderedEntity, b: OrderedEntity): number => compareInOrder(b, a)
  /** Sorted runs, each longer than the next. */
  const runs: OrderedEntity[][] = []
  let run: OrderedEntity[] = []
  /** The last entity that can be on the page. */
  let last: OrderedEntity | undefined

  const endRun = (): void => {
    let merged = run.sort(compare).slice(0, to)
    run = []
    for (let before = runs.at(-1); before !== undefined && before.length <= merged.length; before = runs.at(-1)) {
      runs.pop()
      merged = mergedRuns(before, merged, compare, to)
    }
    runs.push(merged)
    if (merged.length === to) last = merged[to - 1]
  }
  return {
    add(entity) {
      const placed = place(entity)
      if (last !== undefined && compare(placed, last) > 0) return
      run.push(placed)
      if (run.length === RUN) endRun()
    },
    page() {
      endRun()
      const all = runs.reduceRight((later, before) => mergedRuns(before, later, compare, to))
      return all.slice(from).map(({ entity }) => entity)
    },
  }
}

/** Returns the first `most` of two sorted runs. */
function mergedRuns(
  a: readonly OrderedEntity[],
  b: readonly OrderedEntity[],
  compare: (a: OrderedEntity, b: OrderedEntity) => number,
  most: number,
): OrderedEntity[] {
  const merged: OrderedEntity[] = []
  let i = 0
  let j = 0
  while (merged.length < most) {
    const left = a[i]
    const right = b[j]
    const isLeft = left !== undefined && (right === undefined || compare(left, right) <= 0)
    const next = isLeft ? left : right
    if (next === undefined) break
    merged.push(next)
    if (isLeft) i += 1
    else j += 1
  }
  return merged
}
