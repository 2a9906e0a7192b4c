/** @file What console and watcher write, tried on an asset that is made for it and deleted in the end. */
import type { LiveConnection } from '../liveConnection.ts'
import { follow } from '../programLive.ts'
import type { CallName } from '@greenwave/contract/wire/calls/calls'
import { entityRef } from '@greenwave/contract/wire/ids'
import type { Finding } from './finding.ts'
import { NotTried, type Probe } from './probe.ts'

const ADMIN = 'Give a tenant administrator, whom no rule of the platform keeps from writing'
const JSON_FIX = 'Records are JSON: the platform must keep values of JSON as they are (ThingsBoard does)'
const LIVE_FIX =
  'A proxy in between must pass WebSockets on (deploy/nginx shows how), and the profile of the tenant must allow enough sessions and subscriptions'
/** How long a frame may take, milliseconds. */
const FRAME_WITHIN_MS = 10_000
const VALUE = { text: 'Ngã tư', list: [1, 2], flag: true }
const KEY = 'gw_doctor'
/** The asset has the type that every platform has: another one would leave a profile of that name behind. */
const NAME = 'Greenwave doctor'

/** Returns probes that write, in their order. `openLive` opens a live connection that reconnects by itself. */
export function writingProbes(openLive: () => LiveConnection): readonly Probe<CallName>[] {
  let assetId: string | undefined
  const asset = (): string => {
    if (assetId === undefined) throw new NotTried('no asset could be made')
    return assetId
  }
  const place = () => ({ entityType: 'ASSET', entityId: asset(), scope: 'SERVER_SCOPE' })
  return [
    {
      check: 'making an asset',
      fix: `${ADMIN}, and enough assets in the profile of the tenant`,
      async run(call) {
        const saved = await call('saveAsset', { body: { name: `${NAME} ${crypto.randomUUID()}` } })
        assetId = saved.id.id
        return 'works'
      },
    },
    {
      check: 'attributes of assets, as JSON',
      fix: JSON_FIX,
      async run(call) {
        await call('saveAttributes', { params: place(), body: { [KEY]: VALUE } })
        const [found] = await call('attributes', { params: place(), query: { keys: KEY } })
        return comparedWith(found?.value)
      },
    },
    {
      check: 'records, as JSON',
      fix: JSON_FIX,
      async run(call) {
        const ts = Date.now()
        await call('saveTimeseries', {
          params: { ...place(), scope: 'ANY' },
          body: { ts, values: { [KEY]: VALUE } },
        })
        const query = { keys: KEY, startTs: String(ts), endTs: String(ts + 1), useStrictDataTypes: 'true' }
        const found = await call('timeseries', { params: place(), query })
        return comparedWith(found[KEY]?.[0]?.value)
      },
    },
    {
      check: 'raising and clearing an alarm',
      fix: `${ADMIN}, and enough alarms in the profile of the tenant`,
      async run(call) {
        const originator = entityRef('ASSET', asset())
        const body = { originator, type: KEY, severity: 'INDETERMINATE' as const, details: VALUE }
        const params = { alarmId: (await call('saveAlarm', { body })).id.id }
        const { cleared } = await call('clearAlarm', { params })
        await call('deleteAlarm', { params })
        if (cleared) return 'works'
        return { level: 'error', says: 'an alarm that was cleared is still active', fix: ADMIN }
      },
    },
    {
      check: 'attributes of customers',
      fix: `${ADMIN}: users of customers see by them that a watcher runs`,
      async run(call) {
        const { data } = await call('customers', { query: { pageSize: 1, page: 0 } })
        const [customer] = data
        if (!customer) return 'there are no customers yet'
        const params = { entityType: 'CUSTOMER', entityId: customer.id.id, scope: 'SERVER_SCOPE' }
        await call('saveAttributes', { params, body: { [KEY]: VALUE } })
        await call('deleteAttributes', { params, query: { keys: KEY } })
        return 'can be written and deleted'
      },
    },
    {
      check: 'live socket',
      fix: LIVE_FIX,
      async run(call) {
        const live = openLive()
        try {
          const { entityId, scope } = place()
          const frame = firstFrame(live, { type: 'ATTRIBUTES', entityType: 'ASSET', entityId, scope, keys: KEY })
          const beganMs = performance.now()
          await call('saveAttributes', { params: place(), body: { [KEY]: { ...VALUE, again: true } } })
          if (!(await frame)) {
            const says = `no frame came within ${FRAME_WITHIN_MS / 1000} s`
            return { level: 'error', says, fix: LIVE_FIX }
          }
          return `a frame came after ${Math.round(performance.now() - beganMs)} ms`
        } finally {
          live.disconnect()
        }
      },
    },
    {
      check: 'deleting that asset',
      fix: `${ADMIN}; delete the assets named ${NAME} by hand`,
      async run(call) {
        await call('deleteAsset', { params: { assetId: asset() } })
        return 'works'
      },
    },
  ]
}

/** Resolves with whether a frame came in time. */
async function firstFrame(live: LiveConnection, command: Parameters<typeof follow>[1]): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), FRAME_WITHIN_MS)
  const stop = follow(live, command, () => resolve(true))
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    stop()
  }
}

/** Parses a text as JSON; undefined if it is not valid JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Tells whether a value came back as it was written; a platform may write its members in another order. */
function comparedWith(value: unknown): string | Omit<Finding, 'check'> {
  const found = typeof value === 'string' ? jsonOf(value) : value
  const isSame =
    typeof found === 'object' &&
    found !== null &&
    Object.entries(VALUE).every(([name, member]) => {
      return JSON.stringify((found as Record<string, unknown>)[name]) === JSON.stringify(member)
    })
  if (isSame) return 'come back as they were written'
  return { level: 'error', says: `${JSON.stringify(VALUE)} came back as ${JSON.stringify(value)}`, fix: JSON_FIX }
}
