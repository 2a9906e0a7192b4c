/** @file Looks entities up for a caller: found, within his reach for this call, or refused as the contract words it. */
import type { Alarm } from '@greenwave/contract/alarms'
import type { CallName } from '@greenwave/contract/calls'
import type { Customer } from '@greenwave/contract/customers'
import type { Device } from '@greenwave/contract/devices'
import type { User } from '@greenwave/contract/users'
import { mayReach, ownerOf } from '../access/permissions.ts'
import type { Principal } from '../access/principal.ts'
import { notFound, permissionDenied } from '../access/refusal.ts'
import type { Store } from '../store/store.ts'

/** A device by its id: another tenant's does not exist, another customer's is denied. */
export function reachDevice(store: Store, principal: Principal, call: CallName, id: string): Device {
  const device = store.devices.byId(id)
  if (device === undefined || device.tenantId.id !== principal.tenantId) throw notFound('Device', id)
  if (!mayReach(principal, call, ownerOf(device))) throw permissionDenied()
  return device
}

/** A customer by its id: another tenant's is denied. */
export function reachCustomer(store: Store, principal: Principal, call: CallName, id: string): Customer {
  const customer = store.customers.byId(id)
  if (customer === undefined) throw notFound('Customer', id)
  const owner = { tenantId: customer.tenantId.id, customerId: customer.id.id }
  if (!mayReach(principal, call, owner)) throw permissionDenied()
  return customer
}

/** A user by his id: another tenant's is denied, and so is an administrator to a customer user. */
export function reachUser(store: Store, principal: Principal, call: CallName, id: string): User {
  const user = store.users.byId(id)
  if (user === undefined) throw notFound('User', id)
  if (!mayReach(principal, call, { ...ownerOf(user), userId: user.id.id })) throw permissionDenied()
  return user
}

/** An alarm by its id: another tenant's does not exist, another customer's is denied. */
export function reachAlarm(store: Store, principal: Principal, call: CallName, id: string): Alarm {
  const alarm = store.alarms.byId(id)
  if (alarm === undefined || alarm.tenantId.id !== principal.tenantId) throw notFound('Alarm', id)
  if (!mayReach(principal, call, ownerOf(alarm))) throw permissionDenied()
  return alarm
}
