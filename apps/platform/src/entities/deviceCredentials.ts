import { createHash } from 'node:crypto'
import { type CredentialsRequest, type DeviceCredentials, MqttBasicValue } from '@greenwave/contract/wire/credentials'
import { badRequest } from '../access/refusal.ts'
import { subjectOf } from '../audit/action.ts'
import type { Store } from '../store/openStore.ts'
import type { EntityDeps } from './entityDeps.ts'
import type { Caller } from './reach.ts'

type Secrets = Pick<DeviceCredentials, 'credentialsType' | 'credentialsId' | 'credentialsValue'>

/**
 * Returns the SHA3-256 of a text in lower-case hex; credentials with a client id are looked up by it. Line ends and PEM
 * marks do not count.
 */
export function credentialsHash(text: string): string {
  const stripped = text.replace(/-----(?:BEGIN|END) CERTIFICATE-----|[\r\n]/g, '')
  return createHash('sha3-256').update(stripped, 'utf8').digest('hex')
}

/** Returns the id by which a connecting device with MQTT_BASIC credentials is looked up. */
export function mqttBasicCredentialsId(clientId: string, userName: string): string {
  if (clientId === '') return userName
  return credentialsHash(userName === '' ? clientId : `${clientId}|${userName}`)
}

/**
 * Checks credentials and returns them in their stored form.
 * @throws {Refusal}
 */
export function formatCredentials(request: CredentialsRequest): Secrets {
  const { credentialsType, credentialsId, credentialsValue } = request
  if (credentialsType == null) throw badRequest('Device credentials type should be specified')
  if (credentialsType === 'MQTT_BASIC') return formatMqttBasic(credentialsValue)
  if (credentialsType !== 'ACCESS_TOKEN') {
    throw badRequest(
      `Unsupported device credentials type '${credentialsType}'. Only 'ACCESS_TOKEN', 'MQTT_BASIC' are allowed.`,
    )
  }
  if (credentialsId == null || credentialsId === '') throw badRequest('Device credentials id should be specified!')
  refuseControlCharacters('credentialsId', credentialsId)
  return { credentialsType, credentialsId, credentialsValue: null }
}

function formatMqttBasic(value: string | null | undefined): Secrets {
  const { clientId, userName, password } = parseMqttBasic(value)
  for (const [name, text] of Object.entries({ clientId, userName, password })) refuseControlCharacters(name, text)
  if (!clientId && !userName) throw badRequest('Both mqtt client id and user name are empty!')
  if (clientId && password && !userName) throw badRequest('Password cannot be specified along with client id')
  return {
    credentialsType: 'MQTT_BASIC',
    credentialsId: mqttBasicCredentialsId(clientId ?? '', userName ?? ''),
    credentialsValue: JSON.stringify({
      clientId: clientId ?? null,
      userName: userName ?? null,
      password: password ?? null,
    }),
  }
}

/** Parses the `credentialsValue` of MQTT_BASIC credentials. @throws {Refusal} */
function parseMqttBasic(value: string | null | undefined): MqttBasicValue {
  const invalid = badRequest('Invalid credentials body for simple mqtt credentials!')
  if (value == null) throw invalid
  let parsed: unknown
  try {
    parsed = JSON.parse(value)
  } catch {
    throw invalid
  }
  const result = MqttBasicValue.safeParse(parsed)
  if (!result.success) throw invalid
  return result.data
}

function refuseControlCharacters(name: string, text: string | null | undefined): void {
  // biome-ignore format: one class of characters
  if (text != null && /\p{Cc}/u.test(text)) throw badRequest(`${name} must not contain control characters!`)
}

/**
 * Stores credentials, and returns them with whether type, id or value changed. @throws {Refusal} when another device
 * has their id
 */
export function saveCredentials(
  store: Store,
  credentials: DeviceCredentials,
  expectedVersion: number | undefined,
): { saved: DeviceCredentials; changed: boolean } {
  const holder = store.credentials.byCredentialsId(credentials.credentialsId)
  if (holder !== undefined && holder.deviceId.id !== credentials.deviceId.id) {
    throw badRequest('Device credentials are already assigned to another device!')
  }
  const existing = store.credentials.byDevice(credentials.deviceId.id)
  const saved = store.credentials.save(credentials, expectedVersion)
  const changed =
    existing?.credentialsType !== saved.credentialsType ||
    existing.credentialsId !== saved.credentialsId ||
    existing.credentialsValue !== saved.credentialsValue
  return { saved, changed }
}

/**
 * Replaces the credentials of a device; a change closes its connections. @throws {Refusal} @throws {VersionConflict}
 */
export function updateCredentials(
  { store, gateway, access }: EntityDeps,
  { principal, reach }: Caller,
  request: CredentialsRequest,
): DeviceCredentials {
  const { deviceId, id, credentialsType, credentialsId, credentialsValue, version } = request
  if (deviceId == null) throw badRequest('Invalid entity id')
  const device = reach.device(deviceId.id)
  const action = {
    actor: principal,
    type: 'CREDENTIALS_UPDATED',
    ...subjectOf(device),
    data: { entityId: device.id.id, credentials: { credentialsType, credentialsId, credentialsValue, version } },
  } as const
  const { saved, changed } = access.audited(action, () =>
    store.transaction(() => {
      const existing = store.credentials.byDevice(device.id.id)
      const secrets = formatCredentials(request)
      if (id == null) throw badRequest('Credentials for this device are already specified!')
      if (existing === undefined || existing.id.id !== id.id) {
        throw badRequest('Unable to update non-existent device credentials!')
      }
      return saveCredentials(store, { ...existing, ...secrets }, version ?? undefined)
    }),
  )
  if (changed) gateway.disconnectDevice(device.id.id, 'credentialsChanged')
  return saved
}
