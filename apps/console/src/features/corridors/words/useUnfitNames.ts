import type { SetJunction } from '@greenwave/coordination/fromSettings'
import type { CycleProposal } from '@greenwave/coordination/proposal'
import { useJunctionNames } from '../../../shared/useJunctionNames.ts'
import { useTexts } from '../../../texts/useTexts.ts'

/** So many junctions are named; of more, the others are counted. */
const NAMED = 3

/** Returns the function that names the junctions that do not fit a cycle; it is called where some do not. */
export function useUnfitNames(junctions: readonly SetJunction[]): (proposed: CycleProposal) => string {
  const t = useTexts('corridors')
  const namesText = useJunctionNames(NAMED)
  return (proposed) => {
    const unfit = 'unfit' in proposed ? proposed.unfit : []
    if (unfit.length === junctions.length) return t('unfitAny')
    return namesText(unfit.flatMap((index) => junctions[index]?.name ?? []))
  }
}
