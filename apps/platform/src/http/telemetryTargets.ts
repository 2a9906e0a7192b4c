/** @file What the calls below `/api/plugins/telemetry` and `/api/rpc` name in their path. */
import { AttributeScope } from '@greenwave/contract/attributes'
import type { CallName } from '@greenwave/contract/calls'
import type { Device } from '@greenwave/contract/devices'
import { MESSAGES } from '@greenwave/contract/errors'
import { EntityType } from '@greenwave/contract/ids'
import { mayReach, ownerOf } from '../access/permissions.ts'
import type { Principal } from '../access/principal.ts'
import { badRequest } from '../access/refusal.ts'
import type { ValueOwner } from '../entities/deviceValues.ts'
import type { Store } from '../store/store.ts'
import { deniedAsText, TextRefusal } from './errorAnswers.ts'

/** A device within the caller's reach; refusals are bare text. @throws {TextRefusal} */
export function textDevice(store: Store, principal: Principal, call: CallName, id: string): Device {
  const device = store.devices.byId(id)
  if (device === undefined || device.tenantId.id !== principal.tenantId) {
    throw new TextRefusal(404, MESSAGES.deviceNotFoundText)
  }
  if (!mayReach(principal, call, ownerOf(device))) throw deniedAsText()
  return device
}

function textCustomer(store: Store, principal: Principal, call: CallName, id: string): ValueOwner {
  const customer = store.customers.byId(id)
  if (customer === undefined || customer.tenantId.id !== principal.tenantId) {
    throw new TextRefusal(404, "Customer with requested id wasn't found!")
  }
  if (!mayReach(principal, call, { tenantId: customer.tenantId.id, customerId: id })) throw deniedAsText()
  return customer
}

/** The device or customer that `entityType` and `entityId` of a path name; nothing else has values here. */
export function targetOwner(
  store: Store,
  principal: Principal,
  call: CallName,
  { entityType, entityId }: { entityType: string; entityId: string },
): ValueOwner {
  if (!EntityType.safeParse(entityType).success) throw badRequest(`Unknown entity type '${entityType}'`)
  if (entityType === 'CUSTOMER') return textCustomer(store, principal, call, entityId)
  if (entityType !== 'DEVICE') throw badRequest(`Entities of type '${entityType}' have no attributes or telemetry here`)
  return textDevice(store, principal, call, entityId)
}

/** A scope by its name. @throws {Refusal} */
export function readScope(text: string): AttributeScope {
  const scope = AttributeScope.safeParse(text)
  if (!scope.success) throw badRequest(`Invalid scope: ${text}`)
  return scope.data
}

/** A scope that people may write: the client scope is the device's own. */
export function writableScope(text: string): AttributeScope {
  const scope = readScope(text)
  if (scope === 'CLIENT_SCOPE') throw new TextRefusal(400, `Invalid scope: ${scope}`)
  return scope
}
