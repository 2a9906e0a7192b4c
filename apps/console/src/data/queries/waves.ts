/** State of the green waves of corridors, from the watcher. */
import { parseWave, WAVE_KEY, type Wave } from '@greenwave/contract/records/waves'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callFleet } from '../fleetApi.ts'

/** Interval of reads, milliseconds; a cycle is evaluated about every minute. */
const EVERY_MS = 20_000

/** Reads the state of the waves of corridors, at most a page of a list; corridors without a state are missing. */
export function wavesQuery(corridorIds: readonly string[]) {
  return queryOptions({
    queryKey: ['corridors', 'waves', corridorIds],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, Wave>> => {
      const { data } = await callFleet('findEntities', {
        body: {
          entityFilter: { type: 'entityList', entityType: 'ASSET', entityList: [...corridorIds] },
          pageLink: { page: 0, pageSize: corridorIds.length },
          latestValues: [{ type: 'SERVER_ATTRIBUTE', key: WAVE_KEY }],
        },
        signal,
      })
      return new Map(
        data.flatMap(({ entityId, latest }) => {
          const wave = parseWave(latest.SERVER_ATTRIBUTE?.[WAVE_KEY]?.value)
          return wave ? [[entityId.id, wave] as const] : []
        }),
      )
    },
    enabled: corridorIds.length > 0,
    placeholderData: keepPreviousData,
    refetchInterval: EVERY_MS,
  })
}
