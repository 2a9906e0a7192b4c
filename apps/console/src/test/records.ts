import { writeCorridor } from '@greenwave/contract/records/corridors'
/** Records in the form in which the platform returns them, for component tests. */
import type { AlarmInfo } from '@greenwave/contract/wire/alarms'
import type { AssetInfo } from '@greenwave/contract/wire/assets'
import type { DeviceCredentials } from '@greenwave/contract/wire/credentials'
import type { Customer } from '@greenwave/contract/wire/customers'
import type { DeviceInfo } from '@greenwave/contract/wire/devices'
import { NULL_UUID } from '@greenwave/contract/wire/ids'
import type { Page } from '@greenwave/contract/wire/page'
import type { Session } from '@greenwave/contract/wire/sessions'
import type { User } from '@greenwave/contract/wire/users'
import type { Incident } from '../data/fleet/incident.ts'
import { cityMs } from './localTime.ts'

export const TENANT_ID = '9a0e4d30-8c1e-11f0-9a55-0f6a3c2b7e10'
export const CUSTOMER_ID = 'a4b3b6c0-8c1e-11f0-9a55-0f6a3c2b7e10'
const PROFILE_ID = '9a2c8d60-8c1e-11f0-9a55-0f6a3c2b7e10'
/** A time of the default city. */
const CREATED_MS = cityMs(2026, 0, 2, 3, 4, 5)

/** Returns a UUID that ends with a number. */
export function testId(number: number): string {
  return `5b1d0f20-8c1e-11f0-9a55-${number.toString(16).padStart(12, '0')}`
}

/** The asset that carries the watcher's pulse. */
export const WATCH_ASSET: AssetInfo = {
  id: { entityType: 'ASSET', id: testId(70) },
  createdTime: 0,
  tenantId: { entityType: 'TENANT', id: TENANT_ID },
  customerId: { entityType: 'CUSTOMER', id: NULL_UUID },
  name: 'Greenwave',
  type: 'greenwave',
  assetProfileId: { entityType: 'ASSET_PROFILE', id: testId(71) },
  assetProfileName: 'greenwave',
  customerTitle: null,
  customerIsPublic: false,
}

/** Returns a device whose id and name contain the number. */
export function testDevice(number: number, change: Partial<DeviceInfo> = {}): DeviceInfo {
  return {
    id: { entityType: 'DEVICE', id: testId(number) },
    createdTime: CREATED_MS,
    tenantId: { entityType: 'TENANT', id: TENANT_ID },
    customerId: { entityType: 'CUSTOMER', id: NULL_UUID },
    name: `TLC-${String(number).padStart(4, '0')}`,
    type: 'default',
    label: `Ngã tư ${number}`,
    deviceProfileId: { entityType: 'DEVICE_PROFILE', id: PROFILE_ID },
    deviceData: { configuration: { type: 'DEFAULT' }, transportConfiguration: { type: 'DEFAULT' } },
    version: 1,
    additionalInfo: { gateway: false, overwriteActivityTime: false, description: '' },
    customerTitle: null,
    customerIsPublic: false,
    deviceProfileName: 'default',
    active: false,
    ...change,
  }
}

/** Returns a corridor of Quận 1 whose id and name contain the number: these devices, 320 m and 40 km/h apart, phase 1 both ways. */
export function testCorridor(number: number, deviceIds: readonly string[]): AssetInfo {
  const junctions = deviceIds.map((device, index) => ({
    device,
    distance: index === 0 ? null : 320,
    speed: index === 0 ? { outbound: null, inbound: null } : { outbound: 40, inbound: 40 },
    phase: { outbound: 1 as const, inbound: 1 as const },
  }))
  return {
    ...WATCH_ASSET,
    id: { entityType: 'ASSET', id: testId(number) },
    name: `Trục ${number}`,
    type: 'corridor',
    customerId: { entityType: 'CUSTOMER', id: CUSTOMER_ID },
    customerTitle: 'Quận 1',
    version: 1,
    additionalInfo: writeCorridor({}, { junctions }),
  }
}

/** Returns the MQTT credentials of a device. */
export function testCredentials(device: DeviceInfo, change: Partial<DeviceCredentials> = {}): DeviceCredentials {
  return {
    id: { id: testId(900) },
    createdTime: CREATED_MS,
    deviceId: device.id,
    credentialsType: 'MQTT_BASIC',
    credentialsId: 'hash',
    credentialsValue: '{"clientId":"ctl-01","userName":"nga4-user","password":"k3v9q2m7x1b8d4s6"}',
    version: 7,
    ...change,
  }
}

/** Returns a customer whose id and title contain the number. */
export function testCustomer(number: number, change: Partial<Customer> = {}): Customer {
  const title = change.title ?? `Quận ${number}`
  return {
    id: { entityType: 'CUSTOMER', id: testId(number) },
    createdTime: CREATED_MS,
    tenantId: { entityType: 'TENANT', id: TENANT_ID },
    name: title,
    country: 'Việt Nam',
    state: null,
    city: 'Hồ Chí Minh',
    email: `d${number}@signal.vn`,
    version: 1,
    additionalInfo: null,
    ...change,
    title,
  }
}

/** Returns a user of the test customer. */
export function testUser(number: number, change: Partial<User> = {}): User {
  const email = change.email ?? `user${number}@signal.vn`
  return {
    id: { entityType: 'USER', id: testId(number) },
    createdTime: CREATED_MS,
    tenantId: { entityType: 'TENANT', id: TENANT_ID },
    customerId: { entityType: 'CUSTOMER', id: CUSTOMER_ID },
    name: email,
    authority: 'CUSTOMER_USER',
    firstName: 'Trúc',
    lastName: `Ban ${number}`,
    phone: '+84901234567',
    version: 1,
    additionalInfo: { description: 'kept' },
    ...change,
    email,
  }
}

/** Returns an active alarm of a device. */
export function testAlarm(number: number, device: DeviceInfo, change: Partial<AlarmInfo> = {}): AlarmInfo {
  const raised = CREATED_MS + number
  return {
    id: { entityType: 'ALARM', id: testId(number) },
    createdTime: raised,
    tenantId: { entityType: 'TENANT', id: TENANT_ID },
    customerId: null,
    type: 'Dark phase',
    name: 'Dark phase',
    originator: device.id,
    originatorName: device.name,
    originatorLabel: device.label,
    severity: 'MAJOR',
    acknowledged: false,
    cleared: false,
    status: 'ACTIVE_UNACK',
    assigneeId: null,
    startTs: raised,
    endTs: raised,
    ackTs: 0,
    clearTs: 0,
    assignTs: 0,
    details: {},
    propagate: false,
    propagateToOwner: false,
    propagateToTenant: false,
    propagateRelationTypes: [],
    ...change,
  }
}

/** Returns a session of a user. */
export function testSession(number: number, change: Partial<Session> = {}): Session {
  return {
    id: testId(number),
    current: false,
    address: '10.0.0.1',
    browser: 'Firefox 128.0',
    os: 'Linux',
    startedTs: CREATED_MS,
    lastUsedTs: CREATED_MS + 86_400_000,
    expiresTs: CREATED_MS + 90 * 86_400_000,
    impersonatedBy: null,
    ...change,
  }
}

/** Returns a page of a list, which is the only page by default. */
export function testPage<T>(data: T[], totalElements: number = data.length, pageSize = 10): Page<T> {
  return { data, totalElements, totalPages: Math.ceil(totalElements / pageSize), hasNext: totalElements > data.length }
}

/** Returns an open incident at a junction of its own, by default a dark phase. */
export function openIncident(id: string, change: Partial<Incident> = {}): Incident {
  return {
    ...{
      id,
      of: 'junction',
      junctionId: `j-${id}`,
      junction: `Ngã tư ${id}`,
      customerId: null,
      code: 'dark',
      level: 4,
    },
    ...{ sinceMs: 0, endedMs: null, acknowledgedMs: null, assignee: null, facts: {}, text: '' },
    ...change,
  }
}
