import type { SetJunction } from '@greenwave/coordination/fromSettings'
import type { CycleProposal } from '@greenwave/coordination/proposal'

/** Returns the names of the junctions that do not fit a cycle, with commas between them; empty where all fit. */
export function unfitNames(proposed: CycleProposal, junctions: readonly SetJunction[]): string {
  const unfit = 'unfit' in proposed ? proposed.unfit : []
  return unfit.flatMap((index) => junctions[index]?.name ?? []).join(', ')
}
