/** @file As many sessions and subscriptions as a city needs, opened for a moment on an entity of the account. */
import pMap from 'p-map'
import { ApiError } from '../callErrors.ts'
import type { LiveConnection } from '../liveConnection.ts'
import { follow } from '../programLive.ts'
import { type Probe, RATE_FIX } from './probe.ts'

/** As many calls as two consoles and a watcher make when they open, in a moment. */
const BURST = 100
const AT_ONCE = 10

/** A burst of calls, to be tried last: what comes after it would be refused, too. */
export const RATE_PROBE: Probe<'currentUser'> = {
  check: 'rate limits',
  fix: RATE_FIX,
  async run(call) {
    const beganMs = performance.now()
    let refused = 0
    const ask = async (): Promise<void> => {
      try {
        await call('currentUser')
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 429) throw error
        refused += 1
      }
    }
    await pMap(Array.from({ length: BURST }), ask, { concurrency: AT_ONCE })
    const seconds = ((performance.now() - beganMs) / 1000).toFixed(1)
    if (refused === 0) return `${BURST} calls within ${seconds} s, none refused`
    const says = `${refused} of ${BURST} calls within ${seconds} s were refused (429)`
    return { level: 'warning', says, fix: RATE_FIX }
  },
}

/** A watcher and some consoles. */
const SESSIONS = 10
/** Of a junction: telemetry, and three scopes of attributes. */
const SUBSCRIPTIONS_OF_JUNCTION = 4
/** No connection follows more; several watchers share a larger city. */
const MOST_SUBSCRIPTIONS = 20_000
/** Without an answer for so long nothing more is expected, milliseconds. */
const QUIET_MS = 10_000
const FIX =
  'Raise the limits of sessions and subscriptions in the profile of the tenant (ThingsBoard: Tenant profiles, WS limits), as deploy/thingsboard/tenant-profile.json has them'

/** Returns the probes. `openLive` opens a live connection that reconnects by itself. */
export function loadProbes(openLive: () => LiveConnection): readonly Probe<'tenantDevices'>[] {
  return [
    {
      check: 'sessions of the live socket',
      fix: FIX,
      async run(call) {
        const device = await firstDevice(call)
        if (device === undefined) return 'not tried: there are no junctions yet'
        const lives = Array.from({ length: SESSIONS }, openLive)
        try {
          const followed = await Promise.all(lives.map((live) => answered(live, device.id, 1)))
          const open = followed.filter(({ count }) => count === 1).length
          if (open === SESSIONS) return `${SESSIONS} at once`
          const why = followed.find(({ refusal }) => refusal !== '')?.refusal ?? ''
          return { level: 'warning', says: `${open} of ${SESSIONS} work at once${why}`, fix: FIX }
        } finally {
          for (const live of lives) live.disconnect()
        }
      },
    },
    {
      check: 'subscriptions of the live socket',
      fix: FIX,
      async run(call) {
        const device = await firstDevice(call)
        if (device === undefined) return 'not tried: there are no junctions yet'
        const wanted = Math.min(MOST_SUBSCRIPTIONS, device.junctions * SUBSCRIPTIONS_OF_JUNCTION)
        const live = openLive()
        try {
          const { count, refusal } = await answered(live, device.id, wanted)
          if (count === wanted) return `${wanted} at once, as a watcher of ${device.junctions} junctions has`
          const says = `${count} of ${wanted} work at once, which a watcher of ${device.junctions} junctions needs${refusal}`
          return { level: 'error', says, fix: FIX }
        } finally {
          live.disconnect()
        }
      },
    },
  ]
}

async function firstDevice(
  call: Parameters<Probe<'tenantDevices'>['run']>[0],
): Promise<{ readonly id: string; readonly junctions: number } | undefined> {
  const { data, totalElements } = await call('tenantDevices', { query: { pageSize: 1, page: 0 } })
  return data[0] && { id: data[0].id.id, junctions: totalElements }
}

/** Counts the subscriptions that get their first frame; ends at a refusal, or when nothing comes any more. */
async function answered(
  live: LiveConnection,
  entityId: string,
  wanted: number,
): Promise<{ readonly count: number; readonly refusal: string }> {
  const over = Promise.withResolvers<string>()
  const command = {
    type: 'ATTRIBUTES',
    entityType: 'DEVICE',
    entityId,
    scope: 'SERVER_SCOPE',
    keys: 'gw_doctor',
  } as const
  let count = 0
  const giveUp = () => setTimeout(() => over.resolve(''), QUIET_MS)
  let timer = giveUp()
  const frames = (): (() => void) => {
    let isCounted = false
    return () => {
      if (isCounted) return
      isCounted = true
      count += 1
      clearTimeout(timer)
      timer = giveUp()
      if (count === wanted) over.resolve('')
    }
  }
  const stops = Array.from({ length: wanted }, () => follow(live, command, frames()))
  const stopState = live.onState((state) => {
    if (state.kind === 'refused') over.resolve(`: ${state.code} ${state.reason}`)
  })
  try {
    return { refusal: await over.promise, count }
  } finally {
    clearTimeout(timer)
    stopState()
    for (const stop of stops) stop()
  }
}
