/** Copies corridors, rollouts and other assets with what they hold. They are found by their names. */

import { ROLLOUT_TYPE } from '@greenwave/contract/records/recordKeys'
import { WATCH_ASSET_TYPE } from '@greenwave/contract/records/watch'
import type { Asset, AssetInfo } from '@greenwave/contract/wire/assets'
import { infoOf } from '@greenwave/contract/wire/tolerant'
import { assigned, type CopyContext, type CopyJob, type CopyPage, type ListQuery, pagesOf } from './copyContext.ts'
import { copyEntity, ifFound, type Match } from './copyEntity.ts'
import { differingMembers } from './exactJson.ts'

/** Returns how assets are copied. */
export function assetsJob(context: CopyContext): CopyJob<AssetInfo> {
  const { to, ids } = context

  async function find(row: AssetInfo): Promise<Match | undefined> {
    const there = await ifFound(to('assetByName', { query: { assetName: row.name } }))
    if (!there) return undefined
    const wanted = contentOf(row)
    const { assetProfileId: _, ...kept } = there
    return {
      id: there.id,
      fields: differingMembers(wanted, { ...there, customerId: assigned(there) }),
      // Without the id of its profile, so that its type counts.
      replace: () => to('saveAsset', { body: { ...kept, ...wanted } }),
    }
  }

  const create = (row: AssetInfo) => to('saveAsset', { body: { name: row.name, ...contentOf(row) } })

  function contentOf({ type, label, customerId, additionalInfo }: Asset) {
    const notes = type === ROLLOUT_TYPE ? stopped(additionalInfo) : additionalInfo
    return { type, label, customerId: ids.customerOf(customerId), additionalInfo: ids.translate(notes) }
  }

  return {
    kind: 'assets',
    pages: () => assetPages(context),
    idOf: ({ id }) => id.id,
    nameOf: ({ name }) => name,
    copy: (row) => copyEntity(context, { owner: 'ASSET', find, create }, row),
  }
}

/** Each platform's watcher keeps an asset for itself. */
async function* assetPages(context: CopyContext): AsyncGenerator<CopyPage<AssetInfo>, void, void> {
  const read = (query: ListQuery) => context.from('tenantAssets', { query })
  for await (const { rows, fraction } of pagesOf(context, read)) {
    yield { rows: rows.filter(({ type }) => type !== WATCH_ASSET_TYPE), fraction }
  }
}

/** A change that is being sent is stopped in its copy: sent from both platforms, junctions would get it twice. */
function stopped(additionalInfo: unknown): unknown {
  const { asked: _, ...rollout } = infoOf(additionalInfo)
  return rollout.run === 'running' ? { ...rollout, run: 'stopped', sender: null } : additionalInfo
}
