/** The asset that carries the pulse of all devices, for administrators. */
import type { CallApi } from '@greenwave/client/callTypes'
import { WATCH_ASSET_NAME, WATCH_ASSET_TYPE } from '@greenwave/contract/records/watch'
import type { WatcherCall } from '@greenwave/contract/records/watcherCalls'
import { isRefusal } from './writeQueue.ts'

/** Returns the id of the asset, and makes the asset if it is missing. */
export async function findWatchAsset(call: CallApi<WatcherCall>): Promise<string> {
  const found = await find(call)
  if (found !== undefined) return found
  try {
    const { id } = await call('saveAsset', { body: { name: WATCH_ASSET_NAME, type: WATCH_ASSET_TYPE } })
    return id.id
  } catch (error) {
    if (!isRefusal(error)) throw error
    // Another watcher made it meanwhile, or another asset has its name.
    const other = await find(call)
    if (other !== undefined) return other
    const query = { nameConflictPolicy: 'UNIQUIFY' }
    const { id } = await call('saveAsset', { query, body: { name: WATCH_ASSET_NAME, type: WATCH_ASSET_TYPE } })
    return id.id
  }
}

/** Returns the oldest asset of the type, so that several watchers agree on one. */
async function find(call: CallApi<WatcherCall>): Promise<string | undefined> {
  const query = { type: WATCH_ASSET_TYPE, pageSize: 1, page: 0, sortProperty: 'createdTime', sortOrder: 'ASC' }
  const { data } = await call('tenantAssets', { query })
  return data[0]?.id.id
}
