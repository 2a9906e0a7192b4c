/** Reads of junctions by the watcher's state of them. Their schemas are large: import this file on demand. */
import type { DeviceInfo } from '@greenwave/contract/wire/devices'
import type { EntityDataQuery, EntityKey, KeyFilter } from '@greenwave/contract/wire/entityQueries'
import type { Page, PageRequest } from '@greenwave/contract/wire/page'
import { JUNCTION_KEYS, type JunctionLevel, parseJunctionState } from '@greenwave/contract/records/watch'
import { ApiError } from '../apiErrors.ts'
import { callFleet } from '../fleetApi.ts'

/** States by which junctions are filtered, each with its level and code. */
const STATES = {
  danger: { level: 5 },
  fault: { level: 4 },
  deviation: { level: 3 },
  hold: { level: 2 },
  muted: { level: 1 },
  healthy: { level: 0, code: 'ok' },
  unknown: { code: 'unknown' },
  notTaken: { code: 'not-taken' },
} as const satisfies Readonly<Record<string, { readonly level?: JunctionLevel; readonly code?: string }>>

/** By what the platform filters the junctions of a list. */
export interface JunctionFilters {
  readonly state?: keyof typeof STATES | undefined
  /** The observed mode. */
  readonly mode?: number | undefined
  /** The title of the customer. */
  readonly customer?: string | undefined
}

/** A junction of a level above 1: danger, fault, deviation, or held. */
export interface TroubledJunction {
  readonly deviceId: string
  /** The title of its customer; null without one. */
  readonly customer: string | null
  readonly level: Exclude<JunctionLevel, 0 | 1>
}

const field = (key: string): EntityKey => ({ type: 'ENTITY_FIELD', key })
const attribute = (key: string): EntityKey => ({ type: 'SERVER_ATTRIBUTE', key })

function isNumber(key: string, operation: 'EQUAL' | 'GREATER' | 'GREATER_OR_EQUAL', value: number): KeyFilter {
  return { key: attribute(key), predicate: { type: 'NUMERIC', operation, value: { defaultValue: value } } }
}

function isText(key: EntityKey, value: string): KeyFilter {
  return { key, predicate: { type: 'STRING', operation: 'EQUAL', value: { defaultValue: value } } }
}

/**
 * Fetches one page of junctions that the platform filters and sorts by the watcher's state of them. Sorted by health, the
 * worst come first in ascending order; junctions without a state are left out then.
 *
 * @param readDevice reads one device; a query finds their ids alone
 */
export async function fetchJunctions(
  { page, pageSize, textSearch, sortProperty, sortOrder }: PageRequest,
  filters: JunctionFilters,
  signal: AbortSignal,
  readDevice: (deviceId: string) => Promise<DeviceInfo>,
): Promise<Page<DeviceInfo>> {
  const isByHealth = sortProperty === 'health'
  const { state, mode, customer } = filters
  const wanted: { readonly level?: JunctionLevel; readonly code?: string } = state ? STATES[state] : {}
  const keyFilters = [
    wanted.level !== undefined && isNumber(JUNCTION_KEYS.level, 'EQUAL', wanted.level),
    wanted.code !== undefined && isText(attribute(JUNCTION_KEYS.state), wanted.code),
    mode !== undefined && isNumber(JUNCTION_KEYS.mode, 'EQUAL', mode),
    customer !== undefined && isText(field('ownerName'), customer),
    // Otherwise they would come before the worst.
    isByHealth && isNumber(JUNCTION_KEYS.level, 'GREATER_OR_EQUAL', 0),
  ].filter((filter) => filter !== false)
  const key = isByHealth ? attribute(JUNCTION_KEYS.level) : sortKey(sortProperty)
  const isUp = (sortOrder === 'DESC') === isByHealth
  const pageLink = { page, pageSize, textSearch, sortOrder: { key, direction: isUp ? 'ASC' : 'DESC' } } as const
  // A search looks at what is selected.
  const entityFields = ['name', 'label', 'type', 'ownerName'].map(field)
  const found = await findDevices({ keyFilters, pageLink, entityFields }, signal)
  const devices = await Promise.all(found.data.map(({ entityId }) => orNull(readDevice(entityId.id))))
  return { ...found, data: devices.filter((device) => device !== null) }
}

function sortKey(property = 'name'): EntityKey {
  return property === 'active' ? attribute(property) : field(property)
}

/** Returns a device; null for one that was deleted meanwhile. */
async function orNull(device: Promise<DeviceInfo>): Promise<DeviceInfo | null> {
  try {
    return await device
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

/** Junctions that one call reads, and the most calls: ten thousand junctions in trouble. */
const TROUBLED_PAGE = 1000
const MOST_PAGES = 10

/** Fetches all junctions in trouble that the user may see, the worst first. */
export async function fetchTroubled(signal: AbortSignal): Promise<readonly TroubledJunction[]> {
  const level = attribute(JUNCTION_KEYS.level)
  const found: TroubledJunction[] = []
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const { data, hasNext } = await findDevices(
      {
        keyFilters: [isNumber(JUNCTION_KEYS.level, 'GREATER', 1)],
        pageLink: { pageSize: TROUBLED_PAGE, page, sortOrder: { key: level, direction: 'DESC' } },
        entityFields: ['ownerName', 'ownerType'].map(field),
        latestValues: [JUNCTION_KEYS.level, JUNCTION_KEYS.state].map(attribute),
      },
      signal,
    )
    for (const { entityId, latest } of data) {
      const values = Object.entries(latest.SERVER_ATTRIBUTE ?? {}).map(([key, { value }]) => [key, value])
      const { level: known = 0 } = parseJunctionState(Object.fromEntries(values)) ?? {}
      const { ownerName, ownerType } = latest.ENTITY_FIELD ?? {}
      const customer = ownerType?.value === 'CUSTOMER' ? ownerName?.value.trim() || null : null
      if (known > 1) found.push({ deviceId: entityId.id, customer, level: known as TroubledJunction['level'] })
    }
    if (!hasNext) break
  }
  return found
}

/** Counts all devices of a customer, by its title; null counts the devices without a customer. */
export async function fetchDeviceCount(customer: string | null, signal: AbortSignal): Promise<number> {
  const keyFilters =
    customer === null
      ? [isText(field('ownerType'), 'TENANT')]
      : [isText(field('ownerType'), 'CUSTOMER'), isText(field('ownerName'), customer)]
  return (await findDevices({ keyFilters, pageLink: { pageSize: 1, page: 0 } }, signal)).totalElements
}

function findDevices(query: Omit<EntityDataQuery, 'entityFilter'>, signal: AbortSignal) {
  const body = { ...query, entityFilter: { type: 'entityType' as const, entityType: 'DEVICE' as const } }
  return callFleet('findEntities', { body, signal })
}
