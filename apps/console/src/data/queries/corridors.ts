import { createClient } from '@greenwave/client/createClient'
import type { AssetInfo, AssetRequest } from '@greenwave/contract/wire/assets'
import { assetCalls } from '@greenwave/contract/wire/calls/assets'
import { CORRIDOR_TYPE } from '@greenwave/contract/records/corridors'
import { ROUTE_TYPE } from '@greenwave/contract/records/routes'
import type { Page, PageRequest } from '@greenwave/contract/wire/page'
import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import { InvalidScopeError } from '../apiErrors.ts'
import type { SessionState } from '../sessionStore.ts'
import { callDeps } from '../signInApi.ts'

/** Calls the platform about corridors, which are assets. Throws as `callApi` does. */
export const callCorridors = createClient({ ...callDeps, calls: assetCalls })

const corridorKeys = {
  all: ['corridors'] as const,
  lists: ['corridors', 'list'] as const,
  one: (corridorId: string) => ['corridors', 'one', corridorId] as const,
}

/** Reads one page of the corridors that the user may see: the tenant's or the customer's. */
export function corridorsQuery(session: SessionState, request: PageRequest) {
  const owner = session.state === 'signedIn' && session.isCustomerUser ? session.user.customerId : 'tenant'
  return queryOptions({
    queryKey: [...corridorKeys.lists, owner, request],
    queryFn: ({ signal }) => fetchCorridors(session, request, signal),
    placeholderData: keepPreviousData,
  })
}

async function fetchCorridors(
  session: SessionState,
  request: PageRequest,
  signal: AbortSignal,
  type = CORRIDOR_TYPE,
): Promise<Page<AssetInfo>> {
  const query = { ...request, type }
  if (session.state === 'signedIn' && session.isTenantAdmin) return callCorridors('tenantAssets', { query, signal })
  if (session.state === 'signedIn' && session.isCustomerUser)
    return callCorridors('customerAssets', { params: { customerId: session.user.customerId }, query, signal })
  throw new InvalidScopeError()
}

/** Returns whether the user may see a corridor or a green route. */
export async function hasCorridors(session: SessionState, signal: AbortSignal): Promise<boolean> {
  const first = { page: 0, pageSize: 1 }
  const found = await Promise.all([
    fetchCorridors(session, first, signal),
    fetchCorridors(session, first, signal, ROUTE_TYPE),
  ])
  return found.some(({ data }) => data.length > 0)
}

/** Reads one corridor. */
export function corridorQuery(corridorId: string) {
  return queryOptions({
    queryKey: corridorKeys.one(corridorId),
    queryFn: ({ signal }) => callCorridors('assetInfo', { params: { assetId: corridorId }, signal }),
  })
}

/** Creates a corridor, or updates the one with the id in the body: the complete object with its version. */
export const saveCorridorMutation = mutationOptions({
  mutationFn: (body: AssetRequest) => callCorridors('saveAsset', { body }),
  onSuccess: (_corridor, _body, _result, { client }) => client.invalidateQueries({ queryKey: corridorKeys.all }),
})

/** Deletes a corridor. Its junctions stay as they are. */
export const deleteCorridorMutation = mutationOptions({
  mutationFn: (corridorId: string) => callCorridors('deleteAsset', { params: { assetId: corridorId } }),
  onSuccess: (_reply, corridorId, _result, { client }) => {
    client.removeQueries({ queryKey: corridorKeys.one(corridorId) })
    return client.invalidateQueries({ queryKey: corridorKeys.lists })
  },
})
