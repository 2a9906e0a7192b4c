import { queryOptions } from '@tanstack/react-query'
import { callFleet } from '../fleetApi.ts'
import { type FleetJunction, parseJunction } from './fleetJunction.ts'
import { createFleetReads } from './fleetReads.ts'

/** Fetches some junctions by the ids of their devices; those that the user may not see are missing. */
export async function fetchNamedJunctions(
  deviceIds: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, FleetJunction>> {
  const rows = deviceIds.length === 0 ? [] : await createFleetReads(callFleet).these(deviceIds, signal)
  return new Map(rows.map((row) => [row.entityId.id, parseJunction(row, undefined)]))
}

/** Fetches some junctions, as `fetchNamedJunctions` does. */
export function namedJunctionsQuery(deviceIds: readonly string[]) {
  return queryOptions({
    queryKey: ['junctions', 'named', deviceIds],
    queryFn: ({ signal }) => fetchNamedJunctions(deviceIds, signal),
  })
}
