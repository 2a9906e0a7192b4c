/** Reads the corridors of the tenant, page by page. */
import type { CallApi } from '@greenwave/client/callTypes'
import { listRows } from '@greenwave/client/listPages'
import { type Corridor, CORRIDOR_TYPE, parseCorridor } from '@greenwave/contract/records/corridors'
import { isAssigned } from '@greenwave/contract/wire/ids'
import type { WatcherCall } from '@greenwave/contract/records/watcherCalls'
import { isOfShare, type Share } from './share.ts'

/** A corridor has up to fifty junctions: few of them are a page. */
const PAGE_ROWS = 50

/** A corridor as far as the watcher must know it from a list. */
export interface ListedCorridor {
  readonly id: string
  readonly name: string
  /** Null for none. */
  readonly customerId: string | null
  readonly content: Corridor
}

/**
 * Returns the corridors of a share. A corridor is of one share by its own id, whichever shares its junctions are of. One
 * whose junctions cannot be read is left out.
 */
export async function listCorridors(call: CallApi<WatcherCall>, share: Share): Promise<readonly ListedCorridor[]> {
  const corridors: ListedCorridor[] = []
  const assets = listRows((page) =>
    call('tenantAssets', {
      query: { type: CORRIDOR_TYPE, pageSize: PAGE_ROWS, page, sortProperty: 'createdTime', sortOrder: 'ASC' },
    }),
  )
  for await (const asset of assets) {
    const { id, name, customerId } = asset
    const content = isOfShare(share, id.id) ? parseCorridor(asset) : undefined
    if (content) corridors.push({ id: id.id, name, customerId: isAssigned(customerId) ? customerId.id : null, content })
  }
  return corridors
}
