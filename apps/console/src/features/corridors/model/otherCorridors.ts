import { type Corridor, parseCorridor } from '@greenwave/contract/records/corridors'
import type { AssetInfo } from '@greenwave/contract/wire/assets'
import type { FleetJunction } from '../../../data/fleet/fleetJunction.ts'

/**
 * Returns the names of the other corridors that a junction is in, by the id of its device: what one corridor's plan
 * changes there changes their waves, too.
 *
 * @param corridorId the corridor itself
 */
export function otherCorridors(
  corridors: readonly AssetInfo[],
  corridorId: string,
): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, readonly string[]>()
  for (const corridor of corridors) {
    if (corridor.id.id === corridorId) continue
    for (const { device } of parseCorridor(corridor)?.junctions ?? [])
      names.set(device, [...(names.get(device) ?? []), corridor.name])
  }
  return names
}

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
