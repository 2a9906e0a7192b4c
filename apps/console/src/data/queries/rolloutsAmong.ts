import { ROLLOUT_TYPE } from '@greenwave/contract/records/recordKeys'
import { Uuid } from '@greenwave/contract/wire/ids'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callChangeHistory } from '../changeApi.ts'

/** Largest number of batches that are looked up. */
const MOST = 500
const FIELDS = ['type', 'createdTime']

/**
 * Reads which of some batches of changes are rollouts that the user may open, and when each was made, epoch milliseconds,
 * by the id. Batches of other kinds, and rollouts that were deleted, are missing.
 */
export function rolloutsAmongQuery(batches: readonly string[]) {
  // Another program may write any text as the name of a batch; platforms refuse what is no id.
  const ids = batches.filter((batch) => Uuid.safeParse(batch).success).slice(0, MOST)
  return queryOptions({
    queryKey: ['rollouts', 'among', ids],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, number>> => {
      const body = {
        entityFilter: { type: 'entityList', entityType: 'ASSET', entityList: ids } as const,
        pageLink: { page: 0, pageSize: ids.length },
        entityFields: FIELDS.map((key) => ({ type: 'ENTITY_FIELD' as const, key })),
      }
      const { data } = await callChangeHistory('findEntities', { body, signal })
      return new Map(
        data.flatMap(({ entityId, latest: { ENTITY_FIELD: fields } }) =>
          fields?.type?.value === ROLLOUT_TYPE ? [[entityId.id, Number(fields.createdTime?.value)] as const] : [],
        ),
      )
    },
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  })
}
