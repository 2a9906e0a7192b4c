/** Junctions that are lost together: one cause, such as a cut line, shown as one row. */

/** A junction that was lost: not connected, or silent. */
export interface Loss {
  readonly id: string
  /** Whose junction it is; losses of different customers are never one group. */
  readonly customer: string
  /** Epoch milliseconds. */
  readonly atMs: number
}

/** Junctions of one customer that were lost together, or a single one; the earliest loss first. */
export type LossGroup<L extends Loss> = readonly L[]

/** How many losses within what time are one group. */
export interface GroupLimits {
  readonly least: number
  readonly withinSeconds: number
}

/**
 * Returns the losses in groups of five or more of one customer within 15 s; each other loss is a group of its own. The
 * groups are in the order of their first losses.
 */
export function groupLosses<L extends Loss>(
  losses: readonly L[],
  { least, withinSeconds }: GroupLimits = { least: 5, withinSeconds: 15 },
): readonly LossGroup<L>[] {
  const groups = [...Map.groupBy(losses, ({ customer }) => customer).values()].flatMap((ofOne) => {
    const sorted = ofOne.toSorted((a, b) => a.atMs - b.atMs)
    const found: LossGroup<L>[] = []
    for (let from = 0, end = 0; from < sorted.length; ) {
      const lastMs = (sorted[from]?.atMs ?? 0) + withinSeconds * 1000
      // It only goes forward, so that thousands that were lost one after the other are no long work.
      while (end < sorted.length && (sorted[end]?.atMs ?? 0) <= lastMs) end += 1
      const together = sorted.slice(from, Math.max(end, from + 1))
      const group = together.length >= least ? together : together.slice(0, 1)
      found.push(group)
      from += group.length
    }
    return found
  })
  return groups.sort((a, b) => (a[0]?.atMs ?? 0) - (b[0]?.atMs ?? 0))
}
