/** Hooks with which components follow the watch over all junctions. */
import { WATCH_ASSET_TYPE } from '@greenwave/contract/records/watch'
import type { TimedValues } from '@greenwave/controller/timedValue'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { callApi } from './api.ts'
import { topics } from './live.ts'
import { serverNowMs } from './serverTime.ts'
import { useSession } from './session.ts'
import { useNow } from './useNow.ts'
import { parseWatch, WATCH_UNKNOWN, WatchHolder, type WatchState, watchStateAt } from './watch.ts'

/**
 * Follows server attributes of an asset or a customer while the component is mounted; undefined until they have arrived.
 *
 * @param keys with commas between them; all if left out
 */
export function useServerAttributes(
  entityType: 'ASSET' | 'CUSTOMER',
  entityId: string | undefined,
  keys?: string,
): TimedValues | undefined {
  const [arrived, setArrived] = useState<{ readonly of: string; readonly samples: TimedValues | undefined }>()
  useEffect(() => {
    if (entityId === undefined) return
    const take = (samples: TimedValues | undefined) => setArrived({ of: entityId, samples })
    return topics.follow(
      { entityType, entityId, scope: 'SERVER_SCOPE', ...(keys !== undefined && { keys }) },
      { value: ({ samples }) => take(samples), over: () => take(undefined) },
    )
  }, [entityType, entityId, keys])
  return arrived && arrived.of === entityId ? arrived.samples : undefined
}

/** State of the watch in this tab. */
export const watchHolder = new WatchHolder<WatchState>(WATCH_UNKNOWN)
const attributeHolder = new WatchHolder<TimedValues | undefined>(undefined)

/**
 * Interval at which the age of the pulse is checked, and a missing asset is requested, milliseconds. A user who signs in
 * right after the first start is faster than the watcher.
 */
const AGE_STEP_MS = 10_000
const ASK_AGAIN_MS = 10_000

/** Reads the id of the asset that carries the pulse for tenant administrators; null if no watcher ever ran. */
export const watchAssetQuery = queryOptions({
  queryKey: ['watchAsset'],
  queryFn: async ({ signal }) => {
    const { data } = await callApi('tenantAssets', { query: { type: WATCH_ASSET_TYPE, page: 0, pageSize: 1 }, signal })
    return data[0]?.id.id ?? null
  },
  refetchInterval: ({ state }) => (state.data ? false : ASK_AGAIN_MS),
})

/** Returns the state of the watch. The component renders again when it changes. */
export function useWatch(): WatchState {
  return useHeld(watchHolder)
}

/**
 * Returns the watcher's values for users like this one: the server attributes of the watch asset, or of the user's
 * customer. Undefined until they have arrived.
 */
export function useWatchAttributes(): TimedValues | undefined {
  return useHeld(attributeHolder)
}

/** Returns the value of a holder. The component renders again when it changes. */
export function useHeld<T>(held: WatchHolder<T>): T {
  return useSyncExternalStore(
    useCallback((watcher) => held.onChange(watcher), [held]),
    () => held.state,
  )
}

/** Follows the watch for the whole tab while the component is mounted, which is one component of the shell. */
export function useFollowWatch(): void {
  const session = useSession()
  const customerId = session.state === 'signedIn' && session.isCustomerUser ? session.user.customerId : undefined
  const asset = useQuery({ ...watchAssetQuery, enabled: session.state === 'signedIn' && session.isTenantAdmin })
  const entityType = customerId === undefined ? 'ASSET' : 'CUSTOMER'
  const attributes = useServerAttributes(entityType, customerId ?? asset.data ?? undefined)
  const nowMs = useNow(AGE_STEP_MS, serverNowMs)
  useEffect(() => {
    const watch = asset.data === null ? null : attributes && parseWatch(attributes)
    watchHolder.set(watchStateAt(watch, nowMs))
    attributeHolder.set(attributes)
  }, [asset.data, attributes, nowMs])
  useEffect(
    () => () => {
      watchHolder.set(WATCH_UNKNOWN)
      attributeHolder.set(undefined)
    },
    [],
  )
}
