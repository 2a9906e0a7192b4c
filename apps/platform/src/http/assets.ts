import type { Asset, AssetInfo } from '@greenwave/contract/wire/assets'
import { MESSAGES } from '@greenwave/contract/wire/errors'
import type { PageQuery } from '@greenwave/contract/wire/page'
import { admins, everyone, tenantAdmins, watchers } from '../access/permissions.ts'
import { Refusal } from '../access/refusal.ts'
import { deleteAsset, saveAsset } from '../entities/assets.ts'
import { assign, unassign } from '../entities/assignment.ts'
import type { EntityDeps } from '../entities/entityDeps.ts'
import { mapPage, pageLink } from '../entities/pageLinks.ts'
import { ASSET_SORTS } from '../store/assets.ts'
import type { AssetFilter } from '../store/store.ts'
import { type CallInput, handlersOf, policiesOf } from './callTypes.ts'
import { parseId, requiredPage } from './queryValues.ts'

/** Returns the filters of a list; a type takes precedence over a profile's id. */
function filterOf({ type, assetProfileId }: CallInput<'tenantAssets'>['query']): AssetFilter {
  return type ? { type } : { assetProfileId: assetProfileId ? parseId(assetProfileId) : undefined }
}

/** Returns an asset without the members that only lists add. */
function plain(info: AssetInfo): Asset {
  const { customerTitle: _title, customerIsPublic: _isPublic, assetProfileName: _profile, ...asset } = info
  return asset
}

/** Policies of the calls about assets. */
export const assetPolicies = policiesOf({
  tenantAssets: { may: admins, summary: 'Assets of the tenant' },
  customerAssets: { may: watchers, summary: 'Assets of a customer' },
  tenantPlainAssets: {
    may: admins,
    summary: 'Assets of the tenant without the names of customer and profile, or only the one with `assetName`',
  },
  customerPlainAssets: { may: watchers, summary: 'Assets of a customer without the names of customer and profile' },
  assetByName: { may: tenantAdmins, summary: 'The asset with a name' },
  assetInfo: { may: watchers, summary: 'One asset with the names of its customer and profile' },
  asset: { may: watchers, summary: 'One asset' },
  saveAsset: {
    may: tenantAdmins,
    summary: 'Create or replace an asset',
    records: 'ADDED',
    example: { name: 'Corridor' },
  },
  deleteAsset: { may: tenantAdmins, summary: 'Delete an asset', records: 'DELETED' },
  assignAsset: { may: tenantAdmins, summary: 'Assign an asset to a customer', records: 'ASSIGNED_TO_CUSTOMER' },
  unassignAsset: { may: tenantAdmins, summary: 'Take an asset from its customer', records: 'UNASSIGNED_FROM_CUSTOMER' },
  assetProfileNames: { may: everyone, summary: 'Names of the asset profiles, which are the types of assets' },
})

/** Returns the handlers of the calls about assets. */
export function assetHandlers(deps: EntityDeps) {
  const { store } = deps
  const page = (tenantId: string, filter: AssetFilter, query: PageQuery) =>
    store.assets.page(tenantId, filter, pageLink(query, ASSET_SORTS))
  function named(tenantId: string, name: string): Asset {
    const asset = store.assets.byName(tenantId, name)
    if (asset === undefined) throw new Refusal('itemNotFound', MESSAGES.itemNotFound)
    return asset
  }

  return handlersOf({
    tenantAssets: ({ query, principal }) => page(principal.tenantId, filterOf(query), query),
    customerAssets: ({ params, query, principal, reach }) => {
      const customerId = reach.customer(params.customerId).id.id
      return page(principal.tenantId, { ...filterOf(query), customerId }, query)
    },
    tenantPlainAssets: ({ query, principal }) => {
      const { assetName, type } = query
      // With a complete page request the name is ignored.
      if (assetName !== undefined && (query.pageSize === undefined || query.page === undefined)) {
        return named(principal.tenantId, assetName)
      }
      return mapPage(page(principal.tenantId, { type: type || undefined }, requiredPage(query)), plain)
    },
    customerPlainAssets: ({ params, query, principal, reach }) => {
      const customerId = reach.customer(params.customerId).id.id
      return mapPage(page(principal.tenantId, { type: query.type || undefined, customerId }, query), plain)
    },
    assetByName: ({ query, principal }) => named(principal.tenantId, query.assetName),
    assetInfo: ({ params, reach }) => reach.found('Asset', params.assetId, store.assets.infoById(params.assetId)),
    asset: ({ params, reach }) => reach.asset(params.assetId),
    saveAsset: (input) => saveAsset(deps, input, input.body, input.query.nameConflictPolicy),
    deleteAsset: ({ params, principal, reach }) => deleteAsset(deps, principal, reach.asset(params.assetId)),
    assignAsset: ({ params, principal, reach }) =>
      assign(deps, principal, reach.customer(params.customerId), reach.asset(params.assetId), store.assets),
    unassignAsset: ({ params, principal, reach }) =>
      unassign(deps, principal, 'Asset', reach.asset(params.assetId), store.assets),
    assetProfileNames: ({ principal }) => store.assetProfiles.all(principal.tenantId),
  })
}
