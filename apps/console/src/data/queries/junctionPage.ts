import type { DeviceInfo } from '@greenwave/contract/wire/devices'
import type { EntityKey, KeyFilter } from '@greenwave/contract/wire/entityQueries'
import type { Page, PageRequest } from '@greenwave/contract/wire/page'
import { JUNCTION_KEYS, type JunctionLevel } from '@greenwave/contract/records/watch'
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

const field = (key: string): EntityKey => ({ type: 'ENTITY_FIELD', key })
const attribute = (key: string): EntityKey => ({ type: 'SERVER_ATTRIBUTE', key })

function isNumber(key: string, operation: 'EQUAL' | 'GREATER_OR_EQUAL', value: number): KeyFilter {
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
  const found = await callFleet('findEntities', {
    body: {
      entityFilter: { type: 'entityType', entityType: 'DEVICE' },
      keyFilters,
      pageLink: { page, pageSize, textSearch, sortOrder: { key, direction: isUp ? 'ASC' : 'DESC' } },
      // A search looks at what is selected.
      entityFields: ['name', 'label', 'type', 'ownerName'].map(field),
    },
    signal,
  })
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
