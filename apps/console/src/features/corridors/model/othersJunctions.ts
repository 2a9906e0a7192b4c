import type { Corridor } from '@greenwave/contract/records/corridors'
import type { FleetJunction } from '../../../data/fleet/fleetJunction.ts'

/**
 * Returns the labels of the junctions that are not the customer's to whom a corridor is assigned: its users see the
 * corridor without them. Empty for a corridor that is assigned to no customer.
 */
export function othersJunctions(
  { junctions }: Corridor,
  known: ReadonlyMap<string, Pick<FleetJunction, 'label' | 'customer'>>,
  customer: string | null | undefined,
): readonly string[] {
  if (!customer) return []
  return junctions.flatMap(({ device }) => {
    const junction = known.get(device)
    return junction && junction.customer !== customer ? [junction.label] : []
  })
}
