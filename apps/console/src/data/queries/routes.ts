/** Reads and saves green routes, which are assets; starts their runs, and tells them of orders and positions. */
import {
  isUnderWay,
  ORDER_KEY,
  POSITION_KEY,
  parseRun,
  ROUTE_KEY,
  ROUTE_TYPE,
  type RouteOrder,
  type RoutePosition,
  type RouteRun,
  RUN_KEY,
} from '@greenwave/contract/records/routes'
import type { AssetInfo, AssetRequest } from '@greenwave/contract/wire/assets'
import { ofDevice } from '@greenwave/contract/wire/ids'
import type { Page, PageRequest } from '@greenwave/contract/wire/page'
import { RED_CLEARANCE_KEY, YELLOW_KEY } from '@greenwave/controller/keys'
import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import { InvalidScopeError } from '../apiErrors.ts'
import { callRollouts } from '../changeApi.ts'
import { callFleet } from '../fleetApi.ts'
import type { SessionState } from '../sessionStore.ts'

const routeKeys = {
  all: ['routes'] as const,
  lists: ['routes', 'list'] as const,
  one: (routeId: string) => ['routes', 'one', routeId] as const,
  runs: ['routes', 'runs'] as const,
  records: (routeId: string) => ['routes', 'records', routeId] as const,
}

/** How often it is looked which routes run, milliseconds. */
const RUNS_AGAIN_MS = 10_000
const MOST_ROUTES = 200
const MOST_RECORDS = 20

const onAsset = (entityId: string) => ({ entityType: 'ASSET', entityId }) as const

/** Reads one page of the routes that the user may see. */
export function routesQuery(session: SessionState, request: PageRequest) {
  const owner = session.state === 'signedIn' && session.isCustomerUser ? session.user.customerId : 'tenant'
  return queryOptions({
    queryKey: [...routeKeys.lists, owner, request],
    queryFn: ({ signal }): Promise<Page<AssetInfo>> => {
      const query = { ...request, type: ROUTE_TYPE }
      if (session.state === 'signedIn' && session.isTenantAdmin) return callRollouts('tenantAssets', { query, signal })
      if (session.state === 'signedIn' && session.isCustomerUser)
        return callRollouts('customerAssets', { params: { customerId: session.user.customerId }, query, signal })
      throw new InvalidScopeError()
    },
    placeholderData: keepPreviousData,
  })
}

/** Reads one route. */
export function routeQuery(routeId: string) {
  return queryOptions({
    queryKey: routeKeys.one(routeId),
    queryFn: ({ signal }) => callRollouts('assetInfo', { params: { assetId: routeId }, signal }),
  })
}

/** A run with the id of its route. */
export interface KnownRun {
  readonly routeId: string
  readonly run: RouteRun
}

/** Reads the runs that go on, of the routes that the user may see. */
export function runsQuery() {
  return queryOptions({
    queryKey: routeKeys.runs,
    queryFn: async ({ signal }): Promise<readonly KnownRun[]> => {
      const { data } = await callFleet('findEntities', {
        body: {
          entityFilter: { type: 'assetType', assetTypes: [ROUTE_TYPE] },
          pageLink: { page: 0, pageSize: MOST_ROUTES },
          latestValues: [{ type: 'SERVER_ATTRIBUTE', key: RUN_KEY }],
        },
        signal,
      })
      return data.flatMap(({ entityId, latest }) => {
        const run = parseRun(latest.SERVER_ATTRIBUTE?.[RUN_KEY]?.value)
        return run && isUnderWay(run) ? [{ routeId: entityId.id, run }] : []
      })
    },
    refetchInterval: RUNS_AGAIN_MS,
  })
}

/** Reads the records of the last runs of a route, the newest first; anew whenever the state of its run changes. */
export function recordsQuery(routeId: string, state: string | undefined) {
  return queryOptions({
    queryKey: [...routeKeys.records(routeId), state],
    queryFn: async ({ signal }): Promise<readonly RouteRun[]> => {
      const times = { startTs: '0', endTs: String(Number.MAX_SAFE_INTEGER), limit: String(MOST_RECORDS) }
      const query = { keys: ROUTE_KEY, ...times, orderBy: 'DESC', agg: 'NONE' }
      const found = await callRollouts('timeseries', { params: onAsset(routeId), query, signal })
      return (found[ROUTE_KEY] ?? []).flatMap(({ value }) => parseRun(value) ?? [])
    },
  })
}

/** Reads the yellow and the red clearance of junctions together, seconds by device. */
export function clearancesQuery(deviceIds: readonly string[]) {
  return queryOptions({
    queryKey: ['routes', 'clearances', deviceIds],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, number>> => {
      const read = deviceIds.map(async (id) => {
        const shared = await callRollouts('attributes', { params: { ...ofDevice(id), scope: 'SHARED_SCOPE' }, signal })
        const times = shared.filter(({ key }) => key === YELLOW_KEY || key === RED_CLEARANCE_KEY)
        return [id, times.reduce((sum, { value }) => sum + (Number(value) || 0), 0)] as const
      })
      return new Map(await Promise.all(read))
    },
  })
}

/** Creates a route, or updates the one with the id in the body: the complete object with its version. */
export const saveRouteMutation = mutationOptions({
  mutationFn: (body: AssetRequest) => callRollouts('saveAsset', { body }),
  onSuccess: (_route, _body, _result, { client }) => client.invalidateQueries({ queryKey: routeKeys.all }),
})

/** Deletes a route with its records. */
export const deleteRouteMutation = mutationOptions({
  mutationFn: (routeId: string) => callRollouts('deleteAsset', { params: { assetId: routeId } }),
  onSuccess: (_reply, routeId, _result, { client }) => {
    client.removeQueries({ queryKey: routeKeys.one(routeId) })
    return client.invalidateQueries({ queryKey: routeKeys.lists })
  },
})

/** A run of the route goes on already. */
export class RunsAlready extends Error {}

/** Starts a run. Rejects with `RunsAlready` while another run of the route goes on. */
export const startRunMutation = mutationOptions({
  mutationFn: async ({ routeId, run }: KnownRun) => {
    const params = { ...onAsset(routeId), scope: 'SERVER_SCOPE' } as const
    const [found] = await callRollouts('attributes', { params, query: { keys: RUN_KEY } })
    const present = parseRun(found?.value)
    if (present && isUnderWay(present)) throw new RunsAlready()
    await callRollouts('saveAttributes', { params, body: { [RUN_KEY]: run } })
  },
  onSettled: (_reply, _error, _run, _result, { client }) => client.invalidateQueries({ queryKey: routeKeys.runs }),
})

/** Tells a run what a person reports. */
export const orderMutation = mutationOptions({
  mutationFn: ({ routeId, order }: { readonly routeId: string; readonly order: RouteOrder }) =>
    callRollouts('saveTimeseries', { params: { ...onAsset(routeId), scope: 'ANY' }, body: { [ORDER_KEY]: order } }),
})

/** Tells a route where its vehicle is. */
export async function sendPosition(routeId: string, position: RoutePosition): Promise<void> {
  const params = { ...onAsset(routeId), scope: 'ANY' } as const
  await callRollouts('saveTimeseries', { params, body: { [POSITION_KEY]: position } })
}
