/** @file Verbs that assign, unassign and delete devices. */
import type { Customer } from '@greenwave/contract/customers'
import type { Device } from '@greenwave/contract/devices'
import { entityRef, isAssigned, NULL_UUID } from '@greenwave/contract/ids'
import type { Principal } from '../access/principal.ts'
import { badRequest } from '../access/refusal.ts'
import { subjectOf } from '../audit/action.ts'
import type { EntityDeps } from './entityDeps.ts'

/** Assigns a device to a customer, whoever had it before. Does nothing if the customer has it already. */
export function assignDevice(
  { store, access }: EntityDeps,
  principal: Principal,
  customer: Customer,
  device: Device,
): Device {
  if (device.customerId.id === customer.id.id) return device
  const action = {
    actor: principal,
    type: 'ASSIGNED_TO_CUSTOMER',
    ...subjectOf(device),
    customerId: customer.id.id,
    data: { entityId: device.id.id, assignedCustomerId: customer.id.id, assignedCustomerName: customer.title },
  } as const
  return access.audited(action, () => store.devices.save({ ...device, customerId: customer.id }))
}

/** Unassigns a device from its customer. @throws {Refusal} when it has none */
export function unassignDevice({ store, access }: EntityDeps, principal: Principal, device: Device): Device {
  if (!isAssigned(device.customerId)) throw badRequest("Device isn't assigned to any customer!")
  const customerId = device.customerId.id
  const action = {
    actor: principal,
    type: 'UNASSIGNED_FROM_CUSTOMER',
    ...subjectOf(device),
    data: {
      entityId: device.id.id,
      unassignedCustomerId: customerId,
      unassignedCustomerName: store.customers.byId(customerId)?.title ?? null,
    },
  } as const
  return access.audited(action, () => store.devices.save({ ...device, customerId: entityRef('CUSTOMER', NULL_UUID) }))
}

/** Deletes a device with its credentials, values and alarms, and closes its connections. */
export async function deleteDevice(
  { store, gateway, access }: EntityDeps,
  principal: Principal,
  device: Device,
): Promise<void> {
  const deviceId = device.id.id
  const action = { actor: principal, type: 'DELETED', ...subjectOf(device), data: { entityId: deviceId } } as const
  access.audited(action, () => store.devices.remove(deviceId))
  // Its values are deleted last, so that a device that could not be deleted keeps them.
  await store.committed()
  gateway.disconnectDevice(deviceId, 'deviceDeleted')
  await store.data.forgetDevice(deviceId)
}
