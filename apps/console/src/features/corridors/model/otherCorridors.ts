import type { AssetInfo } from '@greenwave/contract/wire/assets'
import { parseCorridor } from '@greenwave/contract/records/corridors'

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
