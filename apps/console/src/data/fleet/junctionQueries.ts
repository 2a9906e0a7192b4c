import { JUNCTION_KEYS } from '@greenwave/contract/records/watch'
import type { EntityDataQuery } from '@greenwave/contract/wire/entityQueries'
import { queryOptions } from '@tanstack/react-query'
import { callFleet } from '../fleetApi.ts'
import { type FleetJunction, parseJunction, WHOLE } from './fleetJunction.ts'
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

/** How many muted junctions are read at most. */
const MOST_MUTED = 1000

/** Reads the muted junctions that the user may see. A platform without entity queries has none. */
export function mutedJunctionsQuery() {
  return queryOptions({
    queryKey: ['alarms', 'muted'],
    queryFn: async ({ signal }): Promise<readonly FleetJunction[]> => {
      const key = { type: 'SERVER_ATTRIBUTE', key: JUNCTION_KEYS.level } as const
      const body: EntityDataQuery = {
        ...WHOLE,
        entityFilter: { type: 'entityType', entityType: 'DEVICE' },
        keyFilters: [{ key, predicate: { type: 'NUMERIC', operation: 'EQUAL', value: { defaultValue: 1 } } }],
        pageLink: { page: 0, pageSize: MOST_MUTED },
      }
      const { data } = await callFleet('findEntities', { body, signal })
      return data.map((row) => parseJunction(row, undefined))
    },
    staleTime: 0,
    retry: false,
  })
}
