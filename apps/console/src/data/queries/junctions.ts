import { JUNCTION_KEYS, type JunctionLevel, readJunctionState } from '@greenwave/contract/watch'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

/** Levels of junctions by the id of their device. */
export type LevelsById = ReadonlyMap<string, JunctionLevel>

/**
 * Reads the levels of those of these devices, one or more, that are not healthy. The platform looks them up in one call, so that
 * groups that are closed need no subscription for each of their devices.
 */
export function levelsQuery(deviceIds: readonly string[]) {
  return queryOptions({
    queryKey: ['junctions', 'levels', deviceIds],
    queryFn: ({ signal }) => fetchLevels(deviceIds, signal),
    placeholderData: keepPreviousData,
  })
}

async function fetchLevels(deviceIds: readonly string[], signal: AbortSignal): Promise<LevelsById> {
  // The schemas of queries are large, and the list of junctions is drawn before their levels.
  const keys = [JUNCTION_KEYS.level, JUNCTION_KEYS.state].map((key) => ({ type: 'SERVER_ATTRIBUTE' as const, key }))
  const { callFleet } = await import('../fleetApi.ts')
  const { data } = await callFleet('findEntities', {
    body: {
      entityFilter: { type: 'entityList', entityType: 'DEVICE', entityList: [...deviceIds] },
      keyFilters: [
        {
          key: { type: 'SERVER_ATTRIBUTE', key: JUNCTION_KEYS.level },
          predicate: { type: 'NUMERIC', operation: 'GREATER', value: { defaultValue: 0 } },
        },
      ],
      pageLink: { pageSize: deviceIds.length, page: 0 },
      latestValues: keys,
    },
    signal,
  })
  return new Map(
    data.flatMap(({ entityId, latest }): [string, JunctionLevel][] => {
      const values = Object.entries(latest.SERVER_ATTRIBUTE ?? {}).map(([key, { value }]) => [key, value])
      const state = readJunctionState(Object.fromEntries(values))
      return state ? [[entityId.id, state.level]] : []
    }),
  )
}
