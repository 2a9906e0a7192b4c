import { randomUUID } from 'node:crypto'
import type { CredentialsType, MqttBasicValue } from '@greenwave/contract/wire/credentials'
import { entityRef, NULL_UUID } from '@greenwave/contract/wire/ids'
import { formatCredentials } from '../entities/deviceCredentials.ts'
import type { Store } from '../store/openStore.ts'

interface DeviceTraits {
  /** MQTT_BASIC credentials; default: a new user name and password. */
  readonly credentials?: MqttBasicValue
  /** ACCESS_TOKEN credentials instead. */
  readonly accessToken?: string
  readonly customerId?: string
  readonly createdTime?: number
}

/** A device in a store, with its credentials. */
export interface MadeDevice {
  readonly id: string
  readonly tenantId: string
  readonly userName: string
  readonly password: string
}

/** Saves a device with credentials in a store, in its first tenant. */
export function makeDevice(store: Store, traits: DeviceTraits = {}): MadeDevice {
  const tenant = store.tenants.all()[0] ?? store.tenants.create('Greenwave')
  const profile = store.profiles.default(tenant.id)
  const id = randomUUID()
  const userName = traits.credentials?.userName ?? `user-${id.slice(0, 8)}`
  const password = traits.credentials?.password ?? 'secret'
  store.devices.save({
    id: entityRef('DEVICE', id),
    createdTime: traits.createdTime ?? Date.now(),
    tenantId: entityRef('TENANT', tenant.id),
    customerId: entityRef('CUSTOMER', traits.customerId ?? NULL_UUID),
    name: `TLC-${id.slice(0, 8)}`,
    type: profile.name,
    label: null,
    deviceProfileId: profile.id,
    additionalInfo: null,
  })
  const credentialsType: CredentialsType = traits.accessToken === undefined ? 'MQTT_BASIC' : 'ACCESS_TOKEN'
  store.credentials.save({
    id: { id: randomUUID() },
    createdTime: Date.now(),
    deviceId: entityRef('DEVICE', id),
    ...formatCredentials({
      credentialsType,
      credentialsId: traits.accessToken,
      credentialsValue: JSON.stringify(traits.credentials ?? { userName, password }),
    }),
  })
  return { id, tenantId: tenant.id, userName, password }
}
