import { randomUUID } from 'node:crypto'
import type { Asset, AssetProfileName, AssetRequest } from '@greenwave/contract/wire/assets'
import { entityRef } from '@greenwave/contract/wire/ids'
import type { Principal } from '../access/principal.ts'
import { badRequest } from '../access/refusal.ts'
import { requestedSubject, savedAs, subjectOf } from '../audit/action.ts'
import type { Store } from '../store/openStore.ts'
import { namedCustomer } from './assignment.ts'
import type { EntityDeps } from './entityDeps.ts'
import { uniquified } from './nameConflict.ts'
import type { Caller } from './reach.ts'
import { findTextViolations } from './textRules.ts'

/** Profile of assets that name neither a profile nor a type. */
const DEFAULT_TYPE = 'default'

/**
 * Creates an asset, or replaces all members of one; members that are not in the request are cleared.
 * @throws {Refusal}
 * @throws {VersionConflict}
 */
export function saveAsset(
  { store, access }: EntityDeps,
  { principal, reach }: Caller,
  request: AssetRequest,
  nameConflictPolicy: string | undefined,
): Asset {
  const { tenantId } = principal
  const action = {
    actor: principal,
    type: request.id == null ? 'ADDED' : 'UPDATED',
    ...requestedSubject('ASSET', request.id, request.name),
  } as const
  const save = (): Asset =>
    store.transaction(() => {
      const existing = request.id == null ? undefined : reach.asset(request.id.id)
      checkTexts(request)
      const profile = profileOf(store, tenantId, request)
      const isTaken = (candidate: string): boolean => {
        const holder = store.assets.byName(tenantId, candidate)
        return holder !== undefined && holder.id.id !== existing?.id.id
      }
      const asset: Asset = {
        id: existing?.id ?? entityRef('ASSET', randomUUID()),
        createdTime: existing?.createdTime ?? access.now(),
        tenantId: entityRef('TENANT', tenantId),
        customerId: namedCustomer(store, tenantId, 'asset', request.customerId),
        name: uniquified(request.name ?? '', nameConflictPolicy, isTaken, 'Asset with such name already exists!'),
        type: profile.name,
        label: request.label ?? null,
        assetProfileId: profile.id,
        externalId: existing?.externalId ?? null,
        additionalInfo: request.additionalInfo ?? null,
      }
      return store.assets.save(asset, request.version ?? undefined)
    })
  return access.audited(action, save, savedAs)
}

function checkTexts({ name, label, type, additionalInfo }: AssetRequest): void {
  const violations = findTextViolations(
    [
      { name: 'name', value: name },
      { name: 'label', value: label },
      { name: 'type', value: type },
    ],
    additionalInfo,
  )
  if (violations !== undefined) throw badRequest(violations)
  if (name == null || name.trim() === '') throw badRequest('Asset name should be specified!')
}

function profileOf(store: Store, tenantId: string, { assetProfileId, type }: AssetRequest): AssetProfileName {
  if (assetProfileId == null) {
    return store.assetProfiles.named(tenantId, type == null || type.trim() === '' ? DEFAULT_TYPE : type)
  }
  const profile = store.assetProfiles.byId(tenantId, assetProfileId.id)
  if (profile === undefined) throw badRequest('Asset is referencing non existing asset profile!')
  return profile
}

/** Deletes an asset with its values and alarms. */
export async function deleteAsset({ store, access }: EntityDeps, principal: Principal, asset: Asset): Promise<void> {
  const assetId = asset.id.id
  const action = { actor: principal, type: 'DELETED', ...subjectOf(asset), data: { entityId: assetId } } as const
  access.audited(action, () => store.assets.remove(assetId))
  // Its values are deleted last, so that an asset that could not be deleted keeps them.
  await store.committed()
  await store.alarms.removeOf(assetId)
  await store.data.forget(assetId)
}
