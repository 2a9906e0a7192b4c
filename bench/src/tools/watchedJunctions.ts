import { parsePulse, WATCH_ASSET_NAME } from '@greenwave/contract/records/watch'
import type { Api } from '@greenwave/harness/api'

/** How many junctions watchers judge by their pulse, and how many of them they find healthy. */
export interface WatchedJunctions {
  readonly evaluated: number
  readonly healthy: number
}

/** Returns how many junctions are watched; none while nobody watches. */
export async function watchedJunctions(api: Api): Promise<WatchedJunctions> {
  const asset = await api.call('assetByName', { query: { assetName: WATCH_ASSET_NAME } }).catch(() => undefined)
  if (!asset) return { evaluated: 0, healthy: 0 }
  const params = { entityType: 'ASSET', entityId: asset.id.id, scope: 'SERVER_SCOPE' }
  const [pulse] = await api.call('attributes', { params })
  const read = parsePulse(pulse?.value)
  const unknown = read?.unknown ?? 0
  const all = (read?.levels ?? []).reduce((sum, count) => sum + count, 0)
  return { evaluated: all - unknown, healthy: (read?.levels[0] ?? 0) - unknown }
}
