import type { DeviceWithCredentialsRequest } from '@greenwave/contract/wire/credentials'
import type { DeviceInfo, DeviceRequest } from '@greenwave/contract/wire/devices'
import type { Page, PageRequest } from '@greenwave/contract/wire/page'
import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import { callApi } from '../api.ts'
import { InvalidScopeError } from '../apiErrors.ts'
import type { SessionState } from '../sessionStore.ts'
import type { JunctionFilters } from './junctionPage.ts'

/** The keys of reads of devices in the cache. */
export const deviceKeys = {
  all: ['devices'] as const,
  lists: ['devices', 'list'] as const,
  info: (deviceId: string) => ['devices', 'info', deviceId] as const,
}

/** A request for a page of devices. `active` limits it to active or to inactive devices. */
export interface DevicesRequest extends PageRequest {
  active?: boolean
  /** Filters of the platform by the state that the watcher reports. */
  filters?: JunctionFilters
}

/** The request for the devices that are loaded to be looked through at once: the first hundred by name. */
export const FIRST_DEVICES = { pageSize: 100, page: 0, sortProperty: 'name', sortOrder: 'ASC' } as const

/** For how long a row keeps what was read of its device, while its list is filtered again and again. Milliseconds. */
const LISTED_AGAIN_MS = 60_000

/** Reads one page of the devices that the user may see: the tenant's or the customer's. */
export function devicesQuery(session: SessionState, request: DevicesRequest) {
  return queryOptions({
    queryKey: [...deviceKeys.lists, ownerOf(session), request],
    queryFn: ({ signal, client }) =>
      fetchDevices(session, request, signal, (deviceId) =>
        client.fetchQuery({ ...deviceInfoQuery(deviceId), staleTime: LISTED_AGAIN_MS }),
      ),
    placeholderData: keepPreviousData,
  })
}

function ownerOf(session: SessionState): string {
  if (session.state !== 'signedIn') return 'none'
  return session.isCustomerUser ? session.user.customerId : session.user.tenantId
}

async function fetchDevices(
  session: SessionState,
  request: DevicesRequest,
  signal: AbortSignal,
  readDevice: (deviceId: string) => Promise<DeviceInfo>,
): Promise<Page<DeviceInfo>> {
  const { active, filters = {}, ...page } = request
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  if (isFiltered || page.sortProperty === 'health') {
    const { fetchJunctions } = await import('./junctionPage.ts')
    return fetchJunctions(page, filters, signal, readDevice)
  }
  const query = { ...page, ...(active !== undefined && { active: String(active) }) }
  if (session.state === 'signedIn' && session.isTenantAdmin) return callApi('tenantDevices', { query, signal })
  if (session.state === 'signedIn' && session.isCustomerUser)
    return callApi('customerDevices', { params: { customerId: session.user.customerId }, query, signal })
  throw new InvalidScopeError()
}

/** Reads one device with the names of its customer and profile. */
export function deviceInfoQuery(deviceId: string) {
  return queryOptions({
    queryKey: deviceKeys.info(deviceId),
    queryFn: ({ signal }) => callApi('deviceInfo', { params: { deviceId }, signal }),
  })
}

/** Reads the tenant's default device profile. */
export function defaultDeviceProfileQuery() {
  return queryOptions({
    queryKey: ['deviceProfile', 'default'],
    queryFn: ({ signal }) => callApi('defaultDeviceProfile', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Creates a device together with its credentials. */
export const createDeviceMutation = mutationOptions({
  mutationFn: (body: DeviceWithCredentialsRequest) => callApi('saveDeviceWithCredentials', { body }),
  onSuccess: (_device, _body, _result, { client }) => client.invalidateQueries({ queryKey: deviceKeys.all }),
})

/**
 * Saves a device. The body is the complete object as it was read, with its version; members that are left out are
 * cleared.
 */
export const saveDeviceMutation = mutationOptions({
  mutationFn: (body: DeviceRequest) => callApi('saveDevice', { body }),
  onSuccess: (_device, _body, _result, { client }) => client.invalidateQueries({ queryKey: deviceKeys.all }),
})

/** Deletes a device. */
export const deleteDeviceMutation = mutationOptions({
  mutationFn: (deviceId: string) => callApi('deleteDevice', { params: { deviceId } }),
  onSuccess: (_reply, deviceId, _result, { client }) => {
    client.removeQueries({ queryKey: deviceKeys.info(deviceId) })
    return client.invalidateQueries({ queryKey: deviceKeys.lists })
  },
})

/** Assigns a device to a customer. */
export const assignDeviceMutation = mutationOptions({
  mutationFn: (params: { customerId: string; deviceId: string }) => callApi('assignDevice', { params }),
  onSuccess: (_device, _params, _result, { client }) => client.invalidateQueries({ queryKey: deviceKeys.all }),
})

/** Removes a device from its customer. */
export const unassignDeviceMutation = mutationOptions({
  mutationFn: (deviceId: string) => callApi('unassignDevice', { params: { deviceId } }),
  onSuccess: (_device, _deviceId, _result, { client }) => client.invalidateQueries({ queryKey: deviceKeys.all }),
})
