import type { EntityFilter, SingleEntity } from '@greenwave/contract/wire/entityQueries'
import type { EntityType } from '@greenwave/contract/wire/ids'
import { badRequest } from '../../access/refusal.ts'
import type { Store } from '../../store/openStore.ts'
import type { Passes } from './entityFilter.ts'
import { boundedLike } from './predicates.ts'
import type { QueriedEntity } from './queriedEntity.ts'
import { type Asker, eachOf, type VisibleEntities, visibleEntities } from './visibleEntities.ts'

/** The entities that a query asks for, before any condition on their keys. */
export interface AskedEntities {
  /** All visible entities of the kind. */
  readonly kind: VisibleEntities
  /** Entities that the query names by their ids; undefined when it selects the whole kind. */
  readonly named: Iterable<QueriedEntity> | undefined
  /** Filter of the query. */
  readonly passes: Passes
}

const everyOne: Passes = () => true

/** Returns the entities that the filter of a query asks for. @throws {Refusal} for an incomplete filter */
export function askedEntities(store: Store, asker: Asker, filter: EntityFilter): AskedEntities {
  const wholeKind = (entityType: EntityType, passes: Passes): AskedEntities => ({
    kind: visibleEntities(store, asker, entityType),
    named: undefined,
    passes,
  })
  const byIds = (entityType: EntityType, ids: readonly string[]): AskedEntities => {
    const kind = visibleEntities(store, asker, entityType)
    return { kind, named: eachOf(ids, (id) => kind.byId(id)), passes: everyOne }
  }
  switch (filter.type) {
    case 'entityType':
      return wholeKind(filter.entityType, everyOne)
    case 'deviceType': {
      const { deviceTypes, deviceType, deviceNameFilter } = filter
      return wholeKind('DEVICE', ofType('deviceTypes', deviceTypes, deviceType, deviceNameFilter))
    }
    case 'assetType': {
      const { assetTypes, assetType, assetNameFilter } = filter
      return wholeKind('ASSET', ofType('assetTypes', assetTypes, assetType, assetNameFilter))
    }
    case 'entityList':
      return byIds(filter.entityType, [...new Set(filter.entityList)])
    case 'singleEntity': {
      const { entityType, id } = entityOf(filter.singleEntity, asker)
      return byIds(entityType, id == null ? [] : [id])
    }
  }
}

/** Returns the entity that a filter names by its id or by its relation to the caller. */
function entityOf(
  { entityType, id }: SingleEntity,
  { userId, tenantId, customerId }: Asker,
): { readonly entityType: EntityType; readonly id: string | null | undefined } {
  switch (entityType) {
    case 'CURRENT_USER':
      return { entityType: 'USER', id: userId }
    case 'CURRENT_TENANT':
      return { entityType: 'TENANT', id: tenantId }
    case 'CURRENT_CUSTOMER':
      return { entityType: 'CUSTOMER', id: customerId }
    case 'CURRENT_USER_OWNER':
      return customerId === undefined
        ? { entityType: 'TENANT', id: tenantId }
        : { entityType: 'CUSTOMER', id: customerId }
    default:
      return { entityType, id }
  }
}

type Maybe<T> = T | null | undefined

/**
 * Returns the condition on type and name.
 * @param member the member of the filter that names types
 * @param type what older clients send instead of it
 * @throws {Refusal} when no type is named
 */
function ofType(
  member: string,
  types: Maybe<readonly string[]>,
  type: Maybe<string>,
  nameFilter: Maybe<string>,
): Passes {
  const wanted = new Set(types?.length ? types : type == null ? [] : [type])
  if (wanted.size === 0) throw badRequest(`entityFilter.${member} is missing or empty; give the names of types.`)
  if (!nameFilter) return (entity) => wanted.has(entity.type)
  const pattern = nameFilter.toLowerCase()
  const matches = boundedLike(pattern.startsWith('%') || pattern.endsWith('%') ? pattern : `${pattern}%`)
  return (entity) => wanted.has(entity.type) && matches(entity.name.toLowerCase())
}
