/** Reads rollouts, and what must be known of junctions before one is made. */
import { ROLLOUT_TYPE } from '@greenwave/contract/records/recordKeys'
import { type Rollout, parseRollout } from '@greenwave/contract/records/rollouts'
import { fetchClockValues, fetchJunctionFacts, type JunctionFacts, shownDrift } from '@greenwave/rollout/junctionFacts'
import { askedToStop } from '@greenwave/rollout/nextStep'
import { createRollout, type OpenRollout, openRollout, saveRollout } from '@greenwave/rollout/rolloutAsset'
import { infiniteQueryOptions, keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import { ApiError } from '../apiErrors.ts'
import { callRollouts } from '../changeApi.ts'
import { serverNowMs } from '../serverTime.ts'

const rolloutKeys = {
  all: ['rollouts'] as const,
  list: ['rollouts', 'list'] as const,
  one: (id: string) => ['rollouts', id] as const,
}

/** A rollout with the id of its asset. */
export interface KnownRollout {
  readonly id: string
  readonly rollout: Rollout
}

/** A page is short because each rollout may have hundreds of junctions. */
const PAGE_SIZE = 10
const LIST_AGAIN_MS = 10_000
const RUNNING_AGAIN_MS = 3000
/** Junctions that are read at once. */
const AT_ONCE = 6

/** Reads the rollouts, the last ones first. */
export function rolloutsQuery() {
  return infiniteQueryOptions({
    queryKey: rolloutKeys.list,
    queryFn: async ({ pageParam, signal }) => {
      const query = {
        ...{ type: ROLLOUT_TYPE, page: pageParam, pageSize: PAGE_SIZE },
        sortProperty: 'createdTime',
        sortOrder: 'DESC',
      }
      const { data, hasNext } = await callRollouts('tenantAssets', { query, signal })
      const rollouts = data.flatMap(({ id, additionalInfo }): readonly KnownRollout[] => {
        const rollout = parseRollout(additionalInfo)
        return rollout ? [{ id: id.id, rollout }] : []
      })
      return { rollouts, hasNext }
    },
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.hasNext ? pages.length : undefined),
    refetchInterval: LIST_AGAIN_MS,
  })
}

/** Reads one rollout, repeatedly while any tab may be sending it. */
export function rolloutQuery(id: string) {
  return queryOptions({
    queryKey: rolloutKeys.one(id),
    queryFn: async ({ signal }) => (await openRollout(callRollouts, id, signal)).rollout,
    refetchInterval: ({ state }) => (state.data?.run === 'over' ? false : RUNNING_AGAIN_MS),
  })
}

/** Makes a rollout. Resolves with its id. */
export const createRolloutMutation = mutationOptions({
  mutationFn: async (rollout: Rollout) => {
    const { asset } = await createRollout(callRollouts, `Rollout ${crypto.randomUUID()}`, rollout)
    return asset.id.id
  },
  onSuccess: (_id, _rollout, _result, { client }) => client.invalidateQueries({ queryKey: rolloutKeys.list }),
})

/** Requests the sender of a rollout to stop. */
export const stopRolloutMutation = mutationOptions({
  mutationFn: (id: string) => saveOver(id, (rollout) => askedToStop(rollout, serverNowMs())),
  onSuccess: (_open, id, _result, { client }) => client.invalidateQueries({ queryKey: rolloutKeys.one(id) }),
})

/** Lets a rollout that waits for its time begin now. */
export const beginRolloutMutation = mutationOptions({
  mutationFn: (id: string) => saveOver(id, (rollout) => ({ ...rollout, notBefore: undefined })),
  onSuccess: (_open, id, _result, { client }) => client.invalidateQueries({ queryKey: rolloutKeys.one(id) }),
})

/** Saves a change of a rollout, again if its sender has saved it meanwhile. */
async function saveOver(id: string, change: (rollout: Rollout) => Rollout): Promise<OpenRollout> {
  for (;;) {
    const open = await openRollout(callRollouts, id)
    try {
      return await saveRollout(callRollouts, open, change(open.rollout))
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409) throw error
    }
  }
}

/** Facts about a junction before anything is sent to it. */
export interface KnownFacts extends JunctionFacts {
  /** Clock offset, seconds, positive when the controller is ahead; null without a clock, undefined if not requested. */
  readonly driftSeconds?: number | null
}

/** Reads what must be known of junctions; those that do not exist any more are left out. */
export function junctionFactsQuery(ids: readonly string[], withClocks: boolean) {
  return queryOptions({
    queryKey: [...rolloutKeys.all, 'facts', ids, withClocks],
    queryFn: ({ signal }) => fetchFacts(ids, withClocks, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    // What is read again is another preview, for which its user asks.
    refetchOnWindowFocus: false,
    enabled: ids.length > 0,
  })
}

async function fetchFacts(
  ids: readonly string[],
  withClocks: boolean,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, KnownFacts>> {
  const read = async (id: string): Promise<readonly [string, KnownFacts] | null> => {
    try {
      const [facts, clock] = await Promise.all([
        fetchJunctionFacts(callRollouts, id, signal),
        withClocks ? fetchClockValues(callRollouts, id) : undefined,
      ])
      return [id, clock ? { ...facts, driftSeconds: shownDrift(clock) } : facts]
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return null
      throw error
    }
  }
  const facts: (readonly [string, KnownFacts])[] = []
  for (let first = 0; first < ids.length; first += AT_ONCE) {
    const some = await Promise.all(ids.slice(first, first + AT_ONCE).map(read))
    facts.push(...some.filter((one) => one !== null))
  }
  return new Map(facts)
}
