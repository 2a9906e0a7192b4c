/** Reads which junctions are in trouble, and how many a customer has, for lists that have loaded only some devices. */
import type { EntityDataQuery, EntityKey, KeyFilter } from '@greenwave/contract/wire/entityQueries'
import { JUNCTION_KEYS, type JunctionLevel, parseJunctionState } from '@greenwave/contract/records/watch'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { deviceKeys } from './devices.ts'

/** A junction of a level above 1: danger, fault, deviation, or held. */
export interface TroubledJunction {
  readonly deviceId: string
  /** The title of its customer; null without one. */
  readonly customer: string | null
  readonly level: Exclude<JunctionLevel, 0 | 1>
}

/** Junctions that one call reads, and the most calls: ten thousand junctions in trouble. */
const PAGE = 1000
const MOST_PAGES = 10
/** How long the number of a customer's devices counts as fresh, milliseconds. */
const COUNT_FRESH_MS = 60_000

const field = (key: string): EntityKey => ({ type: 'ENTITY_FIELD', key })
const attribute = (key: string): EntityKey => ({ type: 'SERVER_ATTRIBUTE', key })
const OWNER = ['ownerName', 'ownerType'].map(field)
const LEVEL = attribute(JUNCTION_KEYS.level)

function isText(key: string, value: string): KeyFilter {
  return { key: field(key), predicate: { type: 'STRING', operation: 'EQUAL', value: { defaultValue: value } } }
}

/** Reads all junctions in trouble that the user may see, the worst first. One call reads a thousand of them. */
export function troubledQuery() {
  return queryOptions({
    queryKey: ['junctions', 'troubled'],
    queryFn: async ({ signal }): Promise<readonly TroubledJunction[]> => {
      const found: TroubledJunction[] = []
      for (let page = 0; page < MOST_PAGES; page += 1) {
        const { data, hasNext } = await findDevices(
          {
            keyFilters: [
              { key: LEVEL, predicate: { type: 'NUMERIC', operation: 'GREATER', value: { defaultValue: 1 } } },
            ],
            pageLink: { pageSize: PAGE, page, sortOrder: { key: LEVEL, direction: 'DESC' } },
            entityFields: OWNER,
            latestValues: [JUNCTION_KEYS.level, JUNCTION_KEYS.state].map(attribute),
          },
          signal,
        )
        for (const { entityId, latest } of data) {
          const values = Object.entries(latest.SERVER_ATTRIBUTE ?? {}).map(([key, { value }]) => [key, value])
          const { level = 0 } = parseJunctionState(Object.fromEntries(values)) ?? {}
          const { ownerName, ownerType } = latest.ENTITY_FIELD ?? {}
          const customer = ownerType?.value === 'CUSTOMER' ? ownerName?.value.trim() || null : null
          if (level > 1) found.push({ deviceId: entityId.id, customer, level: level as TroubledJunction['level'] })
        }
        if (!hasNext) break
      }
      return found
    },
    placeholderData: keepPreviousData,
  })
}

/** Counts all devices of a customer, by its title; null counts the devices without a customer. */
export function customerDevicesQuery(customer: string | null) {
  return queryOptions({
    queryKey: [...deviceKeys.lists, 'count', customer],
    queryFn: async ({ signal }) => {
      const keyFilters =
        customer === null
          ? [isText('ownerType', 'TENANT')]
          : [isText('ownerType', 'CUSTOMER'), isText('ownerName', customer)]
      return (await findDevices({ keyFilters, pageLink: { pageSize: 1, page: 0 } }, signal)).totalElements
    },
    staleTime: COUNT_FRESH_MS,
  })
}

async function findDevices(query: Omit<EntityDataQuery, 'entityFilter'>, signal: AbortSignal) {
  // The schemas of queries are large, and the list of junctions is drawn before their levels.
  const { callFleet } = await import('../fleetApi.ts')
  const body = { ...query, entityFilter: { type: 'entityType' as const, entityType: 'DEVICE' as const } }
  return callFleet('findEntities', { body, signal })
}
