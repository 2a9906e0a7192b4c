/** @file Looks up what the paths below `/api/plugins/telemetry` and `/api/rpc` name. */
import { AttributeScope } from '@greenwave/contract/wire/attributes'
import type { Device } from '@greenwave/contract/wire/devices'
import { type Ownership, ownerOf } from '../access/permissions.ts'
import { badRequest } from '../access/refusal.ts'
import { type Caller, ownerOfCustomer } from '../entities/reach.ts'
import type { ValueOwner } from '../entities/values.ts'
import type { Store } from '../store/openStore.ts'
import { deniedAsText, TextRefusal } from './errorAnswers.ts'
import { parseEntityType } from './queryValues.ts'

/** Returns an entity within the caller's reach; this family refuses in plain text. @throws {TextRefusal} */
function textEntity<T>(
  { principal, reach }: Caller,
  kind: string,
  entity: T | undefined,
  ownership: (entity: T) => Ownership,
): T {
  if (entity === undefined || ownership(entity).tenantId !== principal.tenantId) {
    throw new TextRefusal(404, `${kind} with requested id wasn't found!`)
  }
  if (!reach.has(ownership(entity))) throw deniedAsText()
  return entity
}

/** Returns a device within the caller's reach. @throws {TextRefusal} */
export function textDevice(store: Store, caller: Caller, id: string): Device {
  return textEntity(caller, 'Device', store.devices.byId(id), ownerOf)
}

/** A call whose path names an entity. */
interface TargetedCall extends Caller {
  readonly params: { readonly entityType: string; readonly entityId: string }
}

/**
 * Returns the device, customer or asset that the path of a call names. @throws {Refusal} for other kinds, which have no
 * values here @throws {TextRefusal}
 */
export function targetOwner(store: Store, call: TargetedCall): ValueOwner {
  const { entityType, entityId } = call.params
  switch (parseEntityType(entityType)) {
    case 'DEVICE':
      return textDevice(store, call, entityId)
    case 'CUSTOMER':
      return textEntity(call, 'Customer', store.customers.byId(entityId), ownerOfCustomer)
    case 'ASSET':
      return textEntity(call, 'Asset', store.assets.byId(entityId), ownerOf)
    default:
      throw badRequest(`Entities of type '${entityType}' have no attributes or telemetry here`)
  }
}

/** Returns the scope of this name. @throws {Refusal} */
export function parseScope(text: string): AttributeScope {
  const scope = AttributeScope.safeParse(text)
  if (!scope.success) throw badRequest(`Invalid scope: ${text}`)
  return scope.data
}

/** Returns a scope that users may write, which the client scope is not. @throws {Refusal} @throws {TextRefusal} */
export function writableScope(text: string): AttributeScope {
  const scope = parseScope(text)
  if (scope === 'CLIENT_SCOPE') throw new TextRefusal(400, `Invalid scope: ${scope}`)
  return scope
}
