import { randomInt, randomUUID } from 'node:crypto'
import type { CredentialsRequest, DeviceCredentials } from '@greenwave/contract/wire/credentials'
import type { Device, DeviceProfileInfo, DeviceRequest } from '@greenwave/contract/wire/devices'
import { entityRef, NULL_UUID } from '@greenwave/contract/wire/ids'
import { infoOf } from '@greenwave/contract/wire/tolerant'
import type { Principal } from '../access/principal.ts'
import { badRequest } from '../access/refusal.ts'
import { requestedSubject, savedAs, subjectOf } from '../audit/action.ts'
import { namedCustomer } from './assignment.ts'
import { formatCredentials, saveCredentials } from './deviceCredentials.ts'
import type { EntityDeps } from './entityDeps.ts'
import { uniquified } from './nameConflict.ts'
import type { Caller } from './reach.ts'
import { findTextViolations } from './textRules.ts'

/** Options of a save, in addition to the request's body. */
export interface SaveDeviceOptions {
  /** Access token of a new device's credentials; random when absent. */
  readonly accessToken?: string | undefined
  readonly nameConflictPolicy?: string | undefined
  /** Saved together with the device, or not at all. */
  readonly credentials?: CredentialsRequest
}

/**
 * Creates a device, or replaces all members of one; members that are not in the request are cleared.
 * @throws {Refusal}
 * @throws {VersionConflict}
 */
export async function saveDevice(
  { store, gateway, access }: EntityDeps,
  { principal, reach }: Caller,
  request: DeviceRequest,
  options: SaveDeviceOptions,
): Promise<Device> {
  const isNew = request.id == null
  const action = {
    actor: principal,
    type: isNew ? 'ADDED' : 'UPDATED',
    ...requestedSubject('DEVICE', request.id, request.name),
  } as const
  let credentialsChanged = false
  const save = (): Device =>
    store.transaction(() => {
      const existing = request.id == null ? undefined : reach.device(request.id.id)
      const device = store.devices.save(composeDevice(), request.version ?? undefined)
      if (options.credentials !== undefined) {
        credentialsChanged = saveDeviceAndCredentials(device, options.credentials)
      } else if (isNew) {
        store.credentials.save(newTokenCredentials(device, options.accessToken))
      }
      return device

      function composeDevice(): Device {
        checkTexts(request)
        refusePackages(request)
        const profile = resolveProfile(request, principal.tenantId)
        return {
          id: existing?.id ?? entityRef('DEVICE', randomUUID()),
          createdTime: existing?.createdTime ?? access.now(),
          tenantId: entityRef('TENANT', principal.tenantId),
          customerId: namedCustomer(store, principal.tenantId, 'device', request.customerId),
          name: freeName(request.name ?? '', existing),
          type: profile.name,
          label: request.label ?? null,
          deviceProfileId: profile.id,
          deviceData: composeDeviceData(request.deviceData, profile),
          firmwareId: null,
          softwareId: null,
          externalId: existing?.externalId ?? null,
          additionalInfo: request.additionalInfo ?? null,
        }
      }
    })
  const saved = access.audited(action, save, savedAs)
  if (credentialsChanged) gateway.disconnectDevice(saved.id.id, 'credentialsChanged')
  if (isNew) await store.data.saveAttributes(saved.id.id, 'SERVER_SCOPE', { active: false }, access.now())
  return saved

  function saveDeviceAndCredentials(device: Device, credentials: CredentialsRequest): boolean {
    const existing = store.credentials.byDevice(device.id.id)
    const { changed } = saveCredentials(
      store,
      {
        id: existing?.id ?? { id: randomUUID() },
        createdTime: existing?.createdTime ?? access.now(),
        deviceId: device.id,
        ...formatCredentials(credentials),
      },
      credentials.version ?? undefined,
    )
    return changed && existing !== undefined
  }

  function newTokenCredentials(device: Device, accessToken: string | undefined): DeviceCredentials {
    const token = accessToken === undefined || accessToken === '' ? randomToken() : accessToken
    if (store.credentials.byCredentialsId(token) !== undefined) {
      throw badRequest('Device credentials are already assigned to another device!')
    }
    return {
      id: { id: randomUUID() },
      createdTime: access.now(),
      deviceId: device.id,
      ...formatCredentials({ credentialsType: 'ACCESS_TOKEN', credentialsId: token }),
    }
  }

  function resolveProfile({ deviceProfileId, type }: DeviceRequest, tenantId: string): DeviceProfileInfo {
    if (deviceProfileId != null) {
      const profile = store.profiles.byId(deviceProfileId.id)
      if (profile === undefined) throw badRequest('Device is referencing non existing device profile!')
      if (profile.tenantId.id !== tenantId) {
        throw badRequest('Device can`t be referencing to device profile from different tenant!')
      }
      return profile
    }
    if (type == null || type.trim() === '') return store.profiles.default(tenantId)
    return store.profiles.byName(tenantId, type) ?? store.profiles.create(tenantId, type)
  }

  function freeName(name: string, existing: Device | undefined): string {
    const isTaken = (candidate: string): boolean => {
      const holder = store.devices.byName(principal.tenantId, candidate)
      return holder !== undefined && holder.id.id !== existing?.id.id
    }
    return uniquified(name, options.nameConflictPolicy, isTaken, 'Device with such name already exists!')
  }
}

function checkTexts({ name, label, type, additionalInfo }: DeviceRequest): void {
  const violations = findTextViolations(
    [
      { name: 'name', value: name },
      { name: 'label', value: label },
      { name: 'type', value: type },
    ],
    additionalInfo,
  )
  if (violations !== undefined) throw badRequest(violations)
  if (name == null || name.trim() === '') throw badRequest('Device name should be specified!')
}

/** Refuses firmware and software packages: there are none here that could be assigned. */
function refusePackages({ firmwareId, softwareId }: DeviceRequest): void {
  if (firmwareId != null && firmwareId.id !== NULL_UUID) throw badRequest("Can't assign non-existent firmware!")
  if (softwareId != null && softwareId.id !== NULL_UUID) throw badRequest("Can't assign non-existent software!")
}

/** The kinds of device data that ThingsBoard knows. */
const CONFIGURATIONS = ['DEFAULT']
const TRANSPORTS = ['DEFAULT', 'MQTT', 'COAP', 'LWM2M', 'SNMP']

function checkDeviceData(sent: DeviceRequest['deviceData']): void {
  for (const [member, known] of [
    ['configuration', CONFIGURATIONS],
    ['transportConfiguration', TRANSPORTS],
  ] as const) {
    const block = sent?.[member]
    if (block == null) continue
    const type = infoOf(block).type
    if (typeof type !== 'string' || !known.includes(type)) {
      const named = type === undefined ? 'missing' : JSON.stringify(type)
      throw badRequest(`deviceData.${member}.type is ${named}; it must be one of ${known.join(', ')}.`)
    }
  }
}

/** Returns the device data for the profile's transport; a block for another transport is replaced by an empty one. */
function composeDeviceData(sent: DeviceRequest['deviceData'], profile: DeviceProfileInfo): Device['deviceData'] {
  checkDeviceData(sent)
  const transport = sent?.transportConfiguration
  const isOfProfile =
    typeof transport === 'object' &&
    transport !== null &&
    'type' in transport &&
    transport.type === profile.transportType
  return {
    configuration: sent?.configuration ?? { type: profile.type },
    transportConfiguration: isOfProfile ? transport : { type: profile.transportType },
  }
}

/** Returns an access token of 20 letters and digits. */
function randomToken(): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
  return Array.from({ length: 20 }, () => alphabet[randomInt(alphabet.length)]).join('')
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
  await store.alarms.removeOf(deviceId)
  await store.data.forget(deviceId)
}
