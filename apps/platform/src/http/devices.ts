import type { Device } from '@greenwave/contract/wire/devices'
import { MESSAGES } from '@greenwave/contract/wire/errors'
import type { Page, PageQuery } from '@greenwave/contract/wire/page'
import { admins, ownerOf, tenantAdmins, watchers } from '../access/permissions.ts'
import { badRequest, notFound, Refusal } from '../access/refusal.ts'
import { assign, unassign } from '../entities/assignment.ts'
import { deleteDevice, saveDevice } from '../entities/saveDevice.ts'
import { updateCredentials } from '../entities/deviceCredentials.ts'
import type { EntityDeps } from '../entities/entityDeps.ts'
import { pageLink } from '../entities/pageLinks.ts'
import { DEVICE_SORTS } from '../store/deviceIndex.ts'
import type { DeviceFilter } from '../store/store.ts'
import { type CallInput, handlersOf, policiesOf } from './callTypes.ts'
import { parseId, parseList, parseOptionalFlag, requiredPage } from './queryValues.ts'

/** Returns the filters of a device list; a type takes precedence over a profile's id. */
function filterOf(query: CallInput<'tenantDevices'>['query']): DeviceFilter {
  const active = parseOptionalFlag(query, 'active')
  const deviceProfileId = query.deviceProfileId ? parseId(query.deviceProfileId) : undefined
  return query.type ? { active, type: query.type } : { active, deviceProfileId }
}

/** Returns the `credentials` and the `device` of a body. @throws {Refusal} when one is missing */
function bothHalves({ device, credentials }: CallInput<'saveDeviceWithCredentials'>['body']) {
  if (device != null && credentials != null) return { device, credentials }
  const missing = [...(credentials == null ? ['credentials'] : []), ...(device == null ? ['device'] : [])]
  throw badRequest(`Validation error: ${missing.map((name) => `${name} must not be null`).join(', ')}`)
}

/** Policies of the calls about devices. */
export const devicePolicies = policiesOf({
  tenantDevices: { may: admins, summary: 'Devices of the tenant' },
  customerDevices: { may: watchers, summary: 'Devices of a customer' },
  tenantPlainDevices: {
    may: admins,
    summary: 'Devices of the tenant without the names of customer and profile, or only the one with `deviceName`',
  },
  customerPlainDevices: { may: watchers, summary: 'Devices of a customer without the names of customer and profile' },
  devicesByIds: { may: watchers, summary: 'Devices in reach by their ids' },
  deviceInfo: { may: watchers, summary: 'One device with the names of its customer and profile' },
  device: { may: watchers, summary: 'One device' },
  saveDevice: {
    may: tenantAdmins,
    summary: 'Create or replace a device',
    records: 'ADDED',
    example: { name: 'TLC-0001' },
  },
  saveDeviceWithCredentials: {
    may: tenantAdmins,
    summary: 'Create or replace a device with its credentials',
    records: 'ADDED',
  },
  deleteDevice: { may: tenantAdmins, summary: 'Delete a device', records: 'DELETED' },
  deviceCredentials: { may: tenantAdmins, summary: "A device's credentials" },
  saveDeviceCredentials: {
    may: tenantAdmins,
    summary: "Update a device's credentials",
    records: 'CREDENTIALS_UPDATED',
  },
  assignDevice: { may: tenantAdmins, summary: 'Assign a device to a customer', records: 'ASSIGNED_TO_CUSTOMER' },
  unassignDevice: {
    may: tenantAdmins,
    summary: 'Take a device from its customer',
    records: 'UNASSIGNED_FROM_CUSTOMER',
  },
})

/** Returns the handlers of the calls about devices. */
export function deviceHandlers(deps: EntityDeps) {
  const { store } = deps
  const page = (tenantId: string, filter: DeviceFilter, query: PageQuery) =>
    store.devices.page(tenantId, filter, pageLink(query, DEVICE_SORTS))

  /** Returns a page of devices without the names that lists add. */
  function plainPage(
    tenantId: string,
    query: CallInput<'customerPlainDevices'>['query'],
    customerId?: string,
  ): Page<Device> {
    const { data, ...totals } = page(tenantId, { type: query.type || undefined, customerId }, query)
    return { ...totals, data: data.flatMap(({ id }) => store.devices.byId(id.id) ?? []) }
  }

  return handlersOf({
    tenantDevices: ({ query, principal }) => page(principal.tenantId, filterOf(query), query),
    customerDevices: ({ params, query, principal, reach }) => {
      const customerId = reach.customer(params.customerId).id.id
      return page(principal.tenantId, { ...filterOf(query), customerId }, query)
    },
    tenantPlainDevices: ({ query, principal }) => {
      const { deviceName, type } = query
      // With a complete page request the name is ignored.
      if (deviceName === undefined || (query.pageSize !== undefined && query.page !== undefined)) {
        return plainPage(principal.tenantId, { ...requiredPage(query), type })
      }
      const device = store.devices.byName(principal.tenantId, deviceName)
      if (device === undefined) throw new Refusal('itemNotFound', MESSAGES.itemNotFound)
      return device
    },
    customerPlainDevices: ({ params, query, principal, reach }) =>
      plainPage(principal.tenantId, query, reach.customer(params.customerId).id.id),
    devicesByIds: ({ query, reach }) =>
      parseList(query.deviceIds).flatMap((text) => {
        const device = store.devices.byId(parseId(text))
        return device !== undefined && reach.has(ownerOf(device)) ? [device] : []
      }),
    deviceInfo: ({ params, reach }) => reach.deviceInfo(params.deviceId),
    device: ({ params, reach }) => reach.device(params.deviceId),
    saveDevice: (input) => saveDevice(deps, input, input.body, input.query),
    saveDeviceWithCredentials: (input) => {
      const { device, credentials } = bothHalves(input.body)
      return saveDevice(deps, input, device, { credentials, ...input.query })
    },
    deleteDevice: ({ params, principal, reach }) => deleteDevice(deps, principal, reach.device(params.deviceId)),
    deviceCredentials: ({ params, reach }) => {
      const credentials = store.credentials.byDevice(reach.device(params.deviceId).id.id)
      if (credentials === undefined) throw notFound('Device credentials', params.deviceId)
      return credentials
    },
    saveDeviceCredentials: (input) => updateCredentials(deps, input, input.body),
    assignDevice: ({ params, principal, reach }) =>
      assign(deps, principal, reach.customer(params.customerId), reach.device(params.deviceId), store.devices),
    unassignDevice: ({ params, principal, reach }) =>
      unassign(deps, principal, 'Device', reach.device(params.deviceId), store.devices),
  })
}
