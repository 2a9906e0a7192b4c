import { pulseKey, WATCH_ASSET_TYPE } from '@greenwave/contract/records/watch'
import type { WatcherCall } from '@greenwave/contract/records/watcherCalls'
import { counted } from '@greenwave/contract/text'
import { entityRef, ofDevice } from '@greenwave/contract/wire/ids'
import type { CallApi } from '../callTypes.ts'
import type { Probe } from './probe.ts'

const FIRST = { pageSize: 1, page: 0 } as const
const ADMIN = 'Use the account of a tenant administrator'
const COMPATIBLE = 'The platform must be Greenwave, or a ThingsBoard of version 4 or newer'

/** Record kinds whose age says how long the platform keeps them. */
const RECORDS = 'gw_cycle,gw_event'
const DAY_MS = 86_400_000
/** Days for which records are to be kept; a platform watched for fewer days cannot be checked. */
const KEPT_DAYS = 400
/** How many days younger than the watching the oldest record may be: a device may have been added later. */
const LATER_DAYS = 3

const visible = (count: number): string => counted(count, 'is visible', 'are visible')
const inDays = (days: number): string => counted(Math.floor(days), 'day', 'days')

/** Probes of the reads of a starting watcher; nothing is written. */
export const WATCHER_PROBES: readonly Probe<WatcherCall>[] = [
  {
    check: 'junctions',
    fix: ADMIN,
    run: async (call) => visible((await call('tenantDevices', { query: FIRST })).totalElements),
  },
  {
    check: 'customers and their attributes',
    fix: ADMIN,
    async run(call) {
      const { data, totalElements } = await call('customers', { query: FIRST })
      const [customer] = data
      if (!customer) return 'there are no customers yet'
      await fetchAttributes(call, 'CUSTOMER', customer.id.id)
      return `${visible(totalElements)}, with ${totalElements === 1 ? 'its' : 'their'} attributes`
    },
  },
  {
    check: 'assets and their attributes',
    fix: ADMIN,
    async run(call) {
      const asset = await findWatchAsset(call)
      if (!asset) return 'can be listed; no watcher has made its own yet'
      await fetchAttributes(call, 'ASSET', asset.id.id)
      return 'can be listed; that of the watcher can be read'
    },
  },
  {
    check: 'alarms',
    fix: COMPATIBLE,
    async run(call) {
      const query = { ...FIRST, sortProperty: 'createdTime', sortOrder: 'DESC', statusList: ['ACTIVE'] }
      return counted((await call('alarmsV2', { query })).totalElements, 'is active', 'are active')
    },
  },
  {
    check: 'accounts',
    fix: `${ADMIN}: messages about incidents go by the rules of each account`,
    run: async (call) => visible((await call('users', { query: FIRST })).totalElements),
  },
  {
    check: 'how long records are kept',
    fix: COMPATIBLE,
    async run(call) {
      const { data } = await call('tenantDevices', {
        query: { ...FIRST, sortProperty: 'createdTime', sortOrder: 'ASC' },
      })
      const asset = await findWatchAsset(call)
      const [device] = data
      if (!device || !asset) return 'cannot be known before a watcher has run for a while'
      const nowMs = Date.now()
      const query = { keys: RECORDS, startTs: '1', endTs: String(nowMs), limit: '1', orderBy: 'ASC', agg: 'NONE' }
      const found = await call('timeseries', { params: ofDevice(device.id.id), query })
      const times = Object.values(found).flatMap((samples) => samples.map(({ ts }) => ts))
      if (times.length === 0) return `${device.name}, the oldest junction, has none yet`
      const sinceMs = Math.max(asset.createdTime, device.createdTime)
      return checkRecordAge((nowMs - Math.min(...times)) / DAY_MS, (nowMs - sinceMs) / DAY_MS)
    },
  },
]

/** Compares the age of the oldest record with how long junctions have been watched; both in days. */
export function checkRecordAge(
  oldestDays: number,
  watchedDays: number,
): Awaited<ReturnType<Probe<WatcherCall>['run']>> {
  const oldest = `the oldest is ${inDays(oldestDays)} old`
  const isLost = oldestDays < KEPT_DAYS && watchedDays - oldestDays > LATER_DAYS
  if (!isLost) return oldest
  return {
    level: 'warning',
    says: `${oldest}, although a watcher has run for ${inDays(watchedDays)}: the platform deletes them`,
    fix: `Let telemetry live for ${KEPT_DAYS} days or for ever (ThingsBoard: Tenant profiles, default storage TTL days, and the TTL of its database)`,
  }
}

async function findWatchAsset(call: CallApi<WatcherCall>) {
  const query = { ...FIRST, type: WATCH_ASSET_TYPE, sortProperty: 'createdTime', sortOrder: 'ASC' }
  return (await call('tenantAssets', { query })).data[0]
}

async function fetchAttributes(call: CallApi<WatcherCall>, type: 'ASSET' | 'CUSTOMER', id: string): Promise<void> {
  const { entityType, id: entityId } = entityRef(type, id)
  await call('attributes', { params: { entityType, entityId, scope: 'SERVER_SCOPE' }, query: { keys: pulseKey(1, 1) } })
}
