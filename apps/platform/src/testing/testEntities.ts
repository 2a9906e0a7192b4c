import { randomUUID } from 'node:crypto'
import type { Alarm } from '@greenwave/contract/wire/alarms'
import type { Asset } from '@greenwave/contract/wire/assets'
import type { Customer } from '@greenwave/contract/wire/customers'
import type { Device } from '@greenwave/contract/wire/devices'
import { entityRef, NULL_UUID } from '@greenwave/contract/wire/ids'
import type { User } from '@greenwave/contract/wire/users'
import type { StoreLog } from '../sqlite/storeLog.ts'
import type { Store } from '../store/openStore.ts'

/** Retention of stores in tests, milliseconds. */
export const WEEK_MS = 7 * 86_400_000

/** A log that writes nothing. */
export const quietLog: StoreLog = { info: () => {}, warn: () => {}, error: () => {} }

/** Returns the id of the tenant that test entities belong to by default. */
export function someTenant(store: Store): string {
  return (store.tenants.all().find(({ title }) => title === 'Greenwave') ?? store.tenants.create('Greenwave')).id
}

/** Saves a customer with these traits. */
export function saveCustomer(store: Store, traits: Partial<Customer> = {}): Customer {
  return store.customers.save({
    id: entityRef('CUSTOMER', randomUUID()),
    createdTime: Date.now(),
    tenantId: entityRef('TENANT', someTenant(store)),
    title: `Customer ${randomUUID()}`,
    name: '',
    ...traits,
  })
}

/** Saves a device with these traits. */
export function saveDevice(store: Store, traits: Partial<Device> = {}): Device {
  const tenantId = traits.tenantId?.id ?? someTenant(store)
  const profile = store.profiles.default(tenantId)
  return store.devices.save({
    id: entityRef('DEVICE', randomUUID()),
    createdTime: Date.now(),
    tenantId: entityRef('TENANT', tenantId),
    customerId: entityRef('CUSTOMER', NULL_UUID),
    name: `Device ${randomUUID()}`,
    type: profile.name,
    label: null,
    deviceProfileId: profile.id,
    additionalInfo: null,
    ...traits,
  })
}

/** Saves an asset with these traits; `type` names its profile. */
export function saveAsset(store: Store, traits: Partial<Asset> = {}): Asset {
  const tenantId = traits.tenantId?.id ?? someTenant(store)
  const profile = store.assetProfiles.named(tenantId, traits.type ?? 'corridor')
  return store.assets.save({
    id: entityRef('ASSET', randomUUID()),
    createdTime: Date.now(),
    tenantId: entityRef('TENANT', tenantId),
    customerId: entityRef('CUSTOMER', NULL_UUID),
    name: `Asset ${randomUUID()}`,
    type: profile.name,
    label: null,
    assetProfileId: profile.id,
    additionalInfo: null,
    ...traits,
  })
}

/** Saves a user with these traits. */
export function saveUser(store: Store, traits: Partial<User> = {}): User {
  return store.users.save({
    id: entityRef('USER', randomUUID()),
    createdTime: Date.now(),
    tenantId: entityRef('TENANT', someTenant(store)),
    customerId: entityRef('CUSTOMER', NULL_UUID),
    email: `${randomUUID()}@greenwave.test`,
    name: '',
    authority: 'TENANT_ADMIN',
    ...traits,
  })
}

/** Returns an active alarm of a device that is not stored yet, with these traits. */
export function someAlarm(store: Store, deviceId: string, traits: Partial<Alarm> = {}): Alarm {
  return {
    id: entityRef('ALARM', randomUUID()),
    createdTime: 1,
    tenantId: entityRef('TENANT', someTenant(store)),
    customerId: null,
    type: 'Controller offline',
    name: 'Controller offline',
    originator: entityRef('DEVICE', deviceId),
    severity: 'CRITICAL',
    acknowledged: false,
    cleared: false,
    status: 'ACTIVE_UNACK',
    assigneeId: null,
    startTs: 1,
    endTs: 1,
    ackTs: 0,
    clearTs: 0,
    assignTs: 0,
    details: {},
    propagate: false,
    propagateToOwner: false,
    propagateToTenant: false,
    propagateRelationTypes: [],
    ...traits,
  }
}
