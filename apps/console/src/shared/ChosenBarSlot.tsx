import { useChosenJunctions } from '../data/chosenJunctions.ts'
import { lazyPart } from '../ui/states/lazyPart.tsx'
import { PartLoading } from '../ui/states/PartLoading.tsx'

const ChosenBar = lazyPart(async () => (await import('./ChosenBar.tsx')).ChosenBar, 'settings')

/**
 * The bar of the chosen junctions, once there are any. Tenant administrators alone choose some.
 *
 * @param props.withRoom whether it makes the page longer, so that nothing stays below the bar
 */
export function ChosenBarSlot({ withRoom = false }: { readonly withRoom?: boolean }) {
  const { length } = useChosenJunctions()
  if (length === 0) return null
  return (
    <PartLoading>
      <ChosenBar withRoom={withRoom} />
    </PartLoading>
  )
}
