import type { Device } from '@greenwave/contract/devices'
import { MESSAGES } from '@greenwave/contract/errors'
import { Uuid } from '@greenwave/contract/ids'
import { type Page, PageQuery } from '@greenwave/contract/page'
import { mayReach, ownerOf } from '../access/permissions.ts'
import { badRequest, notFound, permissionDenied, Refusal } from '../access/refusal.ts'
import { updateCredentials } from '../entities/deviceCredentials.ts'
import { assignDevice, deleteDevice, unassignDevice } from '../entities/deviceOwnership.ts'
import type { EntityDeps } from '../entities/entityDeps.ts'
import { pageLink } from '../entities/pageLinks.ts'
import { reachCustomer, reachDevice } from '../entities/reach.ts'
import { saveDevice } from '../entities/saveDevice.ts'
import type { DeviceFilter } from '../store/store.ts'
import type { CallInput, Handlers } from './callTypes.ts'
import { readList, readOptionalFlag } from './queryValues.ts'

type DeviceCall =
  | 'tenantDevices'
  | 'customerDevices'
  | 'tenantPlainDevices'
  | 'customerPlainDevices'
  | 'deviceInfo'
  | 'device'
  | 'saveDevice'
  | 'saveDeviceWithCredentials'
  | 'deleteDevice'
  | 'deviceCredentials'
  | 'saveDeviceCredentials'
  | 'assignDevice'
  | 'unassignDevice'
  | 'devicesByIds'

/** Filters of a device list; the type counts before the profile's id. */
function filterOf(query: CallInput<'tenantDevices'>['query']): DeviceFilter {
  const { type, deviceProfileId } = query
  const active = readOptionalFlag('active', query.active)
  if (deviceProfileId) {
    const id = Uuid.safeParse(deviceProfileId)
    if (!id.success) throw badRequest(`Invalid UUID string: ${deviceProfileId}`)
  }
  return {
    ...(type ? { type } : deviceProfileId ? { deviceProfileId } : {}),
    ...(active === undefined ? {} : { active }),
  }
}

/** The page that a query asks for which may do without. @throws {Refusal} when a part of it is missing */
function requiredPage(query: CallInput<'tenantPlainDevices'>['query']): PageQuery {
  const page = PageQuery.safeParse(query)
  if (page.success) return page.data
  throw badRequest(page.error.issues[0]?.message ?? 'Malformed request')
}

/** The `credentials` and `device` halves of a body, both of them. */
function bothHalves({ device, credentials }: CallInput<'saveDeviceWithCredentials'>['body']) {
  if (device != null && credentials != null) return { device, credentials }
  const missing = [...(credentials == null ? ['credentials'] : []), ...(device == null ? ['device'] : [])]
  throw badRequest(`Validation error: ${missing.map((name) => `${name} must not be null`).join(', ')}`)
}

export function deviceHandlers(deps: EntityDeps): Handlers<DeviceCall> {
  const { store } = deps

  /** A page of devices without the names that lists add to them. */
  function plainPage(
    tenantId: string,
    query: CallInput<'customerPlainDevices'>['query'],
    customerId?: string,
  ): Page<Device> {
    const filter = { ...(query.type ? { type: query.type } : {}), ...(customerId === undefined ? {} : { customerId }) }
    const { data, ...page } = store.devices.page(tenantId, filter, pageLink(query, 'deviceInfos'))
    return { ...page, data: data.flatMap(({ id }) => store.devices.byId(id.id) ?? []) }
  }

  return {
    tenantDevices: ({ query, principal }) =>
      store.devices.page(principal.tenantId, filterOf(query), pageLink(query, 'deviceInfos')),
    customerDevices: ({ params, query, principal }) => {
      const customer = reachCustomer(store, principal, 'customerDevices', params.customerId)
      const filter = { ...filterOf(query), customerId: customer.id.id }
      return store.devices.page(principal.tenantId, filter, pageLink(query, 'deviceInfos'))
    },
    tenantPlainDevices: ({ query, principal }) => {
      const { deviceName, type } = query
      // Beside a whole page request the name does not count.
      if (deviceName === undefined || (query.pageSize !== undefined && query.page !== undefined)) {
        return plainPage(principal.tenantId, { ...requiredPage(query), type })
      }
      const device = store.devices.byName(principal.tenantId, deviceName)
      if (device === undefined) throw new Refusal('itemNotFound', MESSAGES.itemNotFound)
      return device
    },
    customerPlainDevices: ({ params, query, principal }) => {
      const customer = reachCustomer(store, principal, 'customerPlainDevices', params.customerId)
      return plainPage(principal.tenantId, query, customer.id.id)
    },
    deviceInfo: ({ params, principal }) => {
      // Unlike a device by its id, one of another tenant is denied here and not unknown.
      const device = store.devices.infoById(params.deviceId)
      if (device === undefined) throw notFound('Device', params.deviceId)
      if (!mayReach(principal, 'deviceInfo', ownerOf(device))) throw permissionDenied()
      return device
    },
    device: ({ params, principal }) => reachDevice(store, principal, 'device', params.deviceId),
    saveDevice: ({ body, query, principal }) => saveDevice(deps, principal, body, { call: 'saveDevice', ...query }),
    saveDeviceWithCredentials: ({ body, query, principal }) => {
      const { device, credentials } = bothHalves(body)
      return saveDevice(deps, principal, device, { call: 'saveDeviceWithCredentials', credentials, ...query })
    },
    deleteDevice: ({ params, principal }) => deleteDevice(deps, principal, params.deviceId),
    deviceCredentials: ({ params, principal }) => {
      const device = reachDevice(store, principal, 'deviceCredentials', params.deviceId)
      const credentials = store.credentials.byDevice(device.id.id)
      if (credentials === undefined) throw notFound('Device credentials', params.deviceId)
      return credentials
    },
    saveDeviceCredentials: ({ body, principal }) => updateCredentials(deps, principal, body),
    assignDevice: ({ params, principal }) => assignDevice(deps, principal, params.customerId, params.deviceId),
    unassignDevice: ({ params, principal }) => unassignDevice(deps, principal, params.deviceId),
    devicesByIds: ({ query, principal }) =>
      readList(query.deviceIds).flatMap((text) => {
        const id = Uuid.safeParse(text)
        if (!id.success) throw badRequest(`Invalid UUID string: ${text}`)
        const device = store.devices.byId(id.data)
        return device !== undefined && mayReach(principal, 'device', ownerOf(device)) ? [device] : []
      }),
  }
}
