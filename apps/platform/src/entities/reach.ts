/** @file Looks entities up for a caller: found, within reach of the call, or refused as the contract words it. */
import type { Alarm } from '@greenwave/contract/alarms'
import type { CallName } from '@greenwave/contract/calls'
import type { Customer } from '@greenwave/contract/customers'
import type { Device, DeviceInfo } from '@greenwave/contract/devices'
import type { User } from '@greenwave/contract/users'
import { mayReach, type Ownership, ownerOf } from '../access/permissions.ts'
import type { Principal } from '../access/principal.ts'
import { notFound, permissionDenied } from '../access/refusal.ts'
import type { Store } from '../store/store.ts'

/** What a caller reaches by one call, as its row of the permissions has it. A look-up that finds nothing throws a Refusal. */
export interface Reach {
  /** True if an entity of this owner is within reach. */
  has(owner: Ownership): boolean
  /** The customer whose entities alone the caller sees in lists; undefined for administrators. */
  readonly customerId: string | undefined
  /** Another tenant's device does not exist, another customer's is denied. */
  device(id: string): Device
  /** Unlike a device by its id, one of another tenant is denied. */
  deviceInfo(id: string): DeviceInfo
  /** Another tenant's customer is denied. */
  customer(id: string): Customer
  /** Another tenant's user is denied, and so is an administrator to a customer user. */
  user(id: string): User
  /** Another tenant's alarm does not exist, another customer's is denied. */
  alarm(id: string): Alarm
}

/** Who makes a call, and what they reach by it. */
export interface Caller {
  readonly principal: Principal
  readonly reach: Reach
}

/** What is told of another tenant's entity. */
type Foreign = 'unknown' | 'denied'

/** Returns what a caller reaches by a call. */
export function reachOf(store: Store, principal: Principal, call: CallName): Reach {
  const has = (owner: Ownership): boolean => mayReach(principal, call, owner)

  function find<T>(entity: T | undefined, kind: string, id: string, foreign: Foreign, owner: (entity: T) => Ownership) {
    if (entity === undefined) throw notFound(kind, id)
    const owned = owner(entity)
    if (foreign === 'unknown' && owned.tenantId !== principal.tenantId) throw notFound(kind, id)
    if (!has(owned)) throw permissionDenied()
    return entity
  }

  return {
    has,
    customerId: principal.authority === 'CUSTOMER_USER' ? principal.customerId : undefined,
    device: (id) => find(store.devices.byId(id), 'Device', id, 'unknown', ownerOf),
    deviceInfo: (id) => find(store.devices.infoById(id), 'Device', id, 'denied', ownerOf),
    customer: (id) => find(store.customers.byId(id), 'Customer', id, 'denied', ownerOfCustomer),
    user: (id) =>
      find(store.users.byId(id), 'User', id, 'denied', (user) => ({ ...ownerOf(user), userId: user.id.id })),
    alarm: (id) => find(store.alarms.byId(id), 'Alarm', id, 'unknown', ownerOf),
  }
}

/** Returns the owner of a customer: it is its own. */
export const ownerOfCustomer = ({ id, tenantId }: Customer): Ownership => ({ tenantId: tenantId.id, customerId: id.id })
