/**
 * @file Looks up entities for a caller. An entity that does not exist or is out of reach is refused in the contract's
 * words.
 */
import type { Alarm } from '@greenwave/contract/wire/alarms'
import type { Asset } from '@greenwave/contract/wire/assets'
import type { Customer } from '@greenwave/contract/wire/customers'
import type { Device, DeviceInfo } from '@greenwave/contract/wire/devices'
import { NULL_UUID } from '@greenwave/contract/wire/ids'
import type { User } from '@greenwave/contract/wire/users'
import { mayReach, type Owned, type Ownership, ownerOf, type Permission } from '../access/permissions.ts'
import type { Principal } from '../access/principal.ts'
import { notFound, permissionDenied } from '../access/refusal.ts'
import type { Store } from '../store/openStore.ts'

/**
 * The entities that a caller may reach with one call, according to its permission. Each look-up throws a
 * Refusal when it fails.
 */
export interface Reach {
  /** Returns true if an entity of this owner is within reach. */
  has(owner: Ownership): boolean
  /** The only customer whose entities the caller sees in lists; undefined for administrators. */
  readonly customerId: string | undefined
  /** Returns a device. Another tenant's device is "not found", another customer's is denied. */
  device(id: string): Device
  /** Returns a device for lists. Unlike `device`, another tenant's device is denied. */
  deviceInfo(id: string): DeviceInfo
  /** Returns an asset. Another tenant's asset is "not found", another customer's is denied. */
  asset(id: string): Asset
  /** Returns an entity that was looked up by its id. One of another tenant is "not found", another customer's is denied. */
  found<T extends Owned>(kind: string, id: string, entity: T | undefined): T
  /** Returns a customer. Another tenant's customer is denied. */
  customer(id: string): Customer
  /** Returns a user. Another tenant's user is denied, and an administrator is denied to a customer user. */
  user(id: string): User
  /**
   * Resolves with an alarm, which belongs to the customer that its originator belongs to now. Another tenant's alarm is
   * "not found", another customer's is denied.
   */
  alarm(id: string): Promise<Alarm>
  /**
   * Calls `work` with an alarm as it is in that moment, and resolves with its result. What `work` writes at once is not
   * mixed with other changes of this alarm. Rejects as `alarm` does.
   */
  onAlarm<T>(id: string, work: (alarm: Alarm) => T): Promise<T>
}

/** The caller of a request, and what they may reach. */
export interface Caller {
  readonly principal: Principal
  readonly reach: Reach
}

/** Refusal for an entity of another tenant. */
type Foreign = 'unknown' | 'denied'

/** Entities that a caller may reach with a call of this permission. */
export function reachOf(store: Store, principal: Principal, permission: Permission): Reach {
  const has = (owner: Ownership): boolean => mayReach(principal, permission, owner)

  function find<T>(entity: T | undefined, kind: string, id: string, foreign: Foreign, owner: (entity: T) => Ownership) {
    if (entity === undefined) throw notFound(kind, id)
    const owned = owner(entity)
    if (foreign === 'unknown' && owned.tenantId !== principal.tenantId) throw notFound(kind, id)
    if (!has(owned)) throw permissionDenied()
    return entity
  }

  const alarmOf = (id: string, alarm: Alarm | undefined): Alarm =>
    find(alarm, 'Alarm', id, 'unknown', (found) => ownerOfAlarm(store, found))

  return {
    has,
    customerId: principal.authority === 'CUSTOMER_USER' ? principal.customerId : undefined,
    device: (id) => find(store.devices.byId(id), 'Device', id, 'unknown', ownerOf),
    deviceInfo: (id) => find(store.devices.infoById(id), 'Device', id, 'denied', ownerOf),
    asset: (id) => find(store.assets.byId(id), 'Asset', id, 'unknown', ownerOf),
    found: (kind, id, entity) => find(entity, kind, id, 'unknown', ownerOf),
    customer: (id) => find(store.customers.byId(id), 'Customer', id, 'denied', ownerOfCustomer),
    user: (id) =>
      find(store.users.byId(id), 'User', id, 'denied', (user) => ({ ...ownerOf(user), userId: user.id.id })),
    alarm: async (id) => alarmOf(id, await store.alarms.find(id)),
    onAlarm: (id, work) => store.alarms.change(id, (alarm) => work(alarmOf(id, alarm))),
  }
}

/** Returns the owner of a customer: the customer itself. */
export const ownerOfCustomer = ({ id, tenantId }: Customer): Ownership => ({ tenantId: tenantId.id, customerId: id.id })

/** Returns the owner of an alarm: that of its originator now, or the tenant alone when the originator is gone. */
export function ownerOfAlarm(store: Store, { originator, tenantId }: Alarm): Ownership {
  if (originator.entityType === 'CUSTOMER') return { tenantId: tenantId.id, customerId: originator.id }
  const entities = originator.entityType === 'ASSET' ? store.assets : store.devices
  return entities.ownerOf(originator.id) ?? { tenantId: tenantId.id, customerId: NULL_UUID }
}
