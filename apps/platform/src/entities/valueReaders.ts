import { mayReach, watchers } from '../access/permissions.ts'
import type { Principal } from '../access/principal.ts'
import type { Store } from '../store/openStore.ts'

/** An entity as commands of the live socket name it. */
export interface NamedEntity {
  readonly entityType: string
  readonly entityId: string
}

/**
 * Returns true if a caller may see the attributes and telemetry of an entity; false for one that does not exist, or
 * whose kind has none here. Cheap enough to call for every frame.
 */
export function mayReadValues(store: Store, principal: Principal, { entityType, entityId }: NamedEntity): boolean {
  const owner = repositoryOf(store, entityType)?.ownerOf(entityId)
  return owner !== undefined && mayReach(principal, watchers, owner)
}

function repositoryOf(store: Store, entityType: string) {
  if (entityType === 'DEVICE') return store.devices
  if (entityType === 'CUSTOMER') return store.customers
  return entityType === 'ASSET' ? store.assets : undefined
}
