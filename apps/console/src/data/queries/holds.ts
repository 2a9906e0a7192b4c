import { type Hold, holdNotOver } from '@greenwave/contract/records/holds'
import { JUNCTION_KEYS } from '@greenwave/contract/records/watch'
import { queryOptions } from '@tanstack/react-query'
import { callFleet } from '../fleetApi.ts'
import { HOLDS } from './deviceAttributes.ts'

/** Beyond this number of holds only their count is known: the platform cannot sort them by their ends. */
const MOST = 100
/** The level of junctions that are held, or flash, with an end. */
const HELD_LEVEL = 2
const AGAIN_MS = 30_000

/**
 * Reads the holds that the watcher counts, the one that ends first before the others; none where there are too many.
 *
 * @param count number of holds by the watcher: whenever it changes, they are read again
 */
export function holdsQuery(count: number) {
  return queryOptions({
    queryKey: [...HOLDS, count],
    queryFn: async ({ signal }) => {
      const { data, hasNext } = await callFleet('findEntities', {
        body: {
          entityFilter: { type: 'entityType', entityType: 'DEVICE' },
          pageLink: { page: 0, pageSize: MOST },
          keyFilters: [
            {
              key: { type: 'SERVER_ATTRIBUTE', key: JUNCTION_KEYS.level },
              predicate: { type: 'NUMERIC', operation: 'EQUAL', value: { defaultValue: HELD_LEVEL } },
            },
          ],
          latestValues: [JUNCTION_KEYS.hold, JUNCTION_KEYS.held].map((key) => ({
            type: 'SERVER_ATTRIBUTE' as const,
            key,
          })),
        },
        signal,
      })
      if (hasNext) return []
      const holds = data.flatMap(({ latest: { SERVER_ATTRIBUTE: server = {} } }): readonly Hold[] => {
        const hold = holdNotOver({ hold: server[JUNCTION_KEYS.hold], held: server[JUNCTION_KEYS.held] })
        return hold && hold.until !== null ? [hold] : []
      })
      return holds.toSorted((a, b) => (a.until ?? 0) - (b.until ?? 0))
    },
    refetchInterval: AGAIN_MS,
    // Without them, the ribbon has its count.
    retry: false,
  })
}
