import type { DeviceInfo } from '@greenwave/contract/wire/devices'
import type { Page, PageRequest } from '@greenwave/contract/wire/page'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callApi } from '../api.ts'
import { InvalidScopeError } from '../apiErrors.ts'
import type { SessionState } from '../sessionStore.ts'
import type { JunctionFilters } from './junctionReads.ts'

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
    const { fetchJunctions } = await import('./junctionReads.ts')
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
