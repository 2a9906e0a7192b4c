/** @file Looks up what the paths below `/api/plugins/telemetry` and `/api/rpc` name. */
import { AttributeScope } from '@greenwave/contract/attributes'
import type { Device } from '@greenwave/contract/devices'
import { MESSAGES } from '@greenwave/contract/errors'
import { ownerOf } from '../access/permissions.ts'
import { badRequest } from '../access/refusal.ts'
import type { ValueOwner } from '../entities/deviceValues.ts'
import { type Caller, ownerOfCustomer } from '../entities/reach.ts'
import type { Store } from '../store/store.ts'
import { deniedAsText, TextRefusal } from './errorAnswers.ts'
import { readEntityType } from './queryValues.ts'

/** Returns a device within the caller's reach. @throws {TextRefusal} */
export function textDevice(store: Store, { principal, reach }: Caller, id: string): Device {
  const device = store.devices.byId(id)
  if (device === undefined || device.tenantId.id !== principal.tenantId) {
    throw new TextRefusal(404, MESSAGES.deviceNotFoundText)
  }
  if (!reach.has(ownerOf(device))) throw deniedAsText()
  return device
}

function textCustomer(store: Store, { principal, reach }: Caller, id: string): ValueOwner {
  const customer = store.customers.byId(id)
  if (customer === undefined || customer.tenantId.id !== principal.tenantId) {
    throw new TextRefusal(404, "Customer with requested id wasn't found!")
  }
  if (!reach.has(ownerOfCustomer(customer))) throw deniedAsText()
  return customer
}

/** A call whose path names an entity. */
interface TargetedCall extends Caller {
  readonly params: { readonly entityType: string; readonly entityId: string }
}

/**
 * Returns the device or customer that the path of a call names. @throws {Refusal} for other kinds, which have no values
 * here @throws {TextRefusal}
 */
export function targetOwner(store: Store, call: TargetedCall): ValueOwner {
  const { entityType, entityId } = call.params
  if (readEntityType(entityType) === 'CUSTOMER') return textCustomer(store, call, entityId)
  if (entityType !== 'DEVICE') throw badRequest(`Entities of type '${entityType}' have no attributes or telemetry here`)
  return textDevice(store, call, entityId)
}

/** Returns the scope of this name. @throws {Refusal} */
export function readScope(text: string): AttributeScope {
  const scope = AttributeScope.safeParse(text)
  if (!scope.success) throw badRequest(`Invalid scope: ${text}`)
  return scope.data
}

/** Returns a scope that users may write, which the client scope is not. @throws {Refusal} @throws {TextRefusal} */
export function writableScope(text: string): AttributeScope {
  const scope = readScope(text)
  if (scope === 'CLIENT_SCOPE') throw new TextRefusal(400, `Invalid scope: ${scope}`)
  return scope
}
