import { readPulse, WATCH_ASSET_NAME } from '@greenwave/contract/watch'
import type { Api } from '@greenwave/harness/api'

/** Returns how many junctions are healthy by the pulse; 0 while nobody watches. */
export async function healthyJunctions(api: Api): Promise<number> {
  const asset = await api.call('assetByName', { query: { assetName: WATCH_ASSET_NAME } }).catch(() => undefined)
  if (!asset) return 0
  const params = { entityType: 'ASSET', entityId: asset.id.id, scope: 'SERVER_SCOPE' }
  const [pulse] = await api.call('attributes', { params })
  const read = readPulse(pulse?.value)
  return (read?.levels[0] ?? 0) - (read?.unknown ?? 0)
}
