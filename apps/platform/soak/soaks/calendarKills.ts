import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { formatLocalMinute } from '@greenwave/changes/calendar/dates'
import { type Calendar, parseCalendar, writeCalendar } from '@greenwave/contract/records/calendars'
import { parseChangeRecord } from '@greenwave/contract/records/changeRecords'
import { CALENDAR_TYPE, CHANGE_KEY } from '@greenwave/contract/records/recordKeys'
import type { Asset } from '@greenwave/contract/wire/assets'
import { ofDevice } from '@greenwave/contract/wire/ids'
import { timeZone } from '@greenwave/controller/timeZone'
import type { Api } from '@greenwave/harness/api'
import { ADMIN_EMAIL, type PlatformProcess } from '@greenwave/harness/platformProcess'
import { startRecordingProxy } from '@greenwave/harness/recordingProxy'
import { until } from '@greenwave/harness/until'
import { connectAsync, type MqttClient } from 'mqtt'
import type { Target } from '../scene/attack.ts'
import { adminOf, type MadeDevice, makeDevices } from '../scene/scene.ts'
import { watcherPidOf } from '../scene/smallCity.ts'
import { none, type Soak, type SoakResult } from '../scene/soakRow.ts'
import { withPlatform } from '../scene/withPlatform.ts'

const JUNCTIONS = 30
/** Settings of plans; both kinds run the same program all day. */
const PLAN = { Plan_total: 1, P1_HH: 0, P1_MM: 0, P1_Pr: 1, P1_ENT: 1 }
const SETTINGS = { ...PLAN, Mode: 4, Vang: 3, Do_cong: 2, Pr1_X1: 30, Pr1_X2: 20, Start_Pr1_X2: 35 }
const KINDS = { even: { ...PLAN, P1_MM: 2 }, odd: { ...PLAN, P1_MM: 1 } }
type Kind = keyof typeof KINDS
/** Kills of a round come this soon after the calendar was saved, or after the first junction was sent to, at the latest. */
const LATEST_KILL_MS = 3_000
/** Every junction is right this soon after a switch. */
const RIGHT_WITHIN_MS = 600_000
const MINUTE_MS = 60_000
/** Kills of a switch at most: it has to begin again and again. */
const MOST_KILLS = 12
/** Calls that a tenant's profile of a ThingsBoard allows. */
const LIMITS = '50:1,1000:60'
const WATCHER = fileURLToPath(new URL('../../../watcher/src/main.ts', import.meta.url))

/**
 * The calendar switches junctions between two kinds while watcher and platform are killed at random moments: each junction is
 * sent each switch once, and is right within ten minutes.
 */
export const calendarKills: Soak = ({ seconds }) =>
  withPlatform((platform, target) => switchAmidKills(platform, target, seconds, () => watcherPidOf(platform)), {
    environment: { GREENWAVE_WATCHER: 'on', GREENWAVE_WATCHER_LIST_EVERY: '2' },
  })

/** The same with a watcher of its own in front of a platform with the manners and limits of a ThingsBoard. */
export const calendarKillsForeign: Soak = ({ seconds }) =>
  withPlatform(async (platform, target) => {
    const proxy = await startRecordingProxy(platform.url, true)
    proxy.limitCalls(LIMITS)
    let isWanted = true
    let watcher: ChildProcess | undefined
    const start = (): void => {
      if (!isWanted) return
      const account = { GREENWAVE_WATCHER_EMAIL: ADMIN_EMAIL, GREENWAVE_WATCHER_PASSWORD: platform.adminPassword }
      watcher = spawn(process.execPath, [WATCHER, '--url', proxy.url, '--list-every', '2'], {
        env: { ...process.env, ...account },
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      })
      watcher.on('exit', () => setTimeout(start, 1000))
    }
    start()
    try {
      return await switchAmidKills(platform, target, seconds, () => watcher?.pid ?? 0)
    } finally {
      isWanted = false
      watcher?.kill('SIGKILL')
      await proxy.stop()
    }
  })

async function switchAmidKills(
  platform: PlatformProcess,
  target: Target,
  seconds: number,
  watcherPid: () => number,
): Promise<SoakResult> {
  const api = await adminOf(target)
  const devices = await makeDevices(api, JUNCTIONS)
  for (const { id } of devices) {
    await api.writeAttributes(id, 'SHARED_SCOPE', SETTINGS)
    await api.writeAttributes(id, 'SERVER_SCOPE', { gw_kinds: { calendar: 'city', kinds: KINDS } })
  }
  const clients = await Promise.all(devices.map((device) => connect(platform, device)))
  const additionalInfo = writeCalendar({}, calendarOf('even'))
  let asset = await api.call('saveAsset', { body: { name: 'Calendar', type: CALENDAR_TYPE, additionalInfo } })
  const end = performance.now() + seconds * 1000
  let [switches, kills, late, twice, unfinished] = [0, 0, 0, 0, 0]
  for (let kind: Kind = 'odd'; performance.now() < end; kind = kind === 'odd' ? 'even' : 'odd') {
    const begunMs = Date.now()
    asset = await save(api, asset, kind)
    const isBegun = async () => (await rightOnes(api, devices, kind)) > 0
    // Half of the kills come before the first sending, half amid them.
    if (switches % 2 === 0) await until('the first sending', isBegun, RIGHT_WITHIN_MS, 50)
    const planned = 1 + Math.floor(Math.random() * MOST_KILLS)
    for (let nth = 0; nth < planned; nth += 1) {
      await pause(Math.random() * (nth === 0 && switches % 2 === 0 ? 300 : LATEST_KILL_MS))
      await killOne(platform, watcherPid())
      kills += 1
    }
    const isRight = async () => (await rightOnes(api, devices, kind)) === JUNCTIONS
    await until('all junctions', isRight, RIGHT_WITHIN_MS).catch(() => {
      late += 1
    })
    const isNoted = async () => (await recordsOf(api, devices, begunMs)).every(({ begun }) => begun === 0)
    await until('all records', isNoted, 120_000).catch(() => {
      unfinished += 1
    })
    for (const { count } of await recordsOf(api, devices, begunMs)) twice += Math.max(0, count - 1)
    switches += 1
  }
  await Promise.all(clients.map((client) => client.endAsync(true)))
  return {
    counts: { switches, junctions: JUNCTIONS, kills },
    held: [
      none('every junction is right within 10 min', 'switches late', late),
      none('no junction is sent a switch twice', 'sent twice', twice),
      none('every record of a change is finished', 'switches with begun records', unfinished),
    ],
  }
}

function calendarOf(kind: Kind): Calendar {
  const nowMs = Date.now()
  const local = (ms: number) => formatLocalMinute(Math.floor((ms + timeZone().aheadMs(ms)) / MINUTE_MS))
  const { record } = parseCalendar({
    kinds: Object.keys(KINDS).map((id) => ({ id, name: id, color: 'grey' })),
    rules: [{ on: 'hand', at: nowMs, from: local(nowMs), until: local(nowMs + 12 * 60 * MINUTE_MS), kind }],
  })
  if (!record) throw new Error('the calendar is not valid')
  return record
}

async function save(api: Api, asset: Asset, kind: Kind): Promise<Asset> {
  const { version: _, ...latest } = await api.call('asset', { params: { assetId: asset.id.id } })
  return api.call('saveAsset', { body: { ...latest, additionalInfo: writeCalendar({}, calendarOf(kind)) } })
}

async function killOne(platform: PlatformProcess, watcher: number): Promise<void> {
  // It may have been killed just before, and not be started again yet.
  if (Math.random() < 0.6 && watcher > 0) {
    try {
      process.kill(watcher, 'SIGKILL')
    } catch {
      // It had just ended.
    }
    return
  }
  await platform.kill()
  await platform.restart()
}

async function rightOnes(api: Api, devices: readonly MadeDevice[], kind: Kind): Promise<number> {
  const sent = await Promise.all(
    devices.map(async ({ id }) => (await api.attributes(id, 'SHARED_SCOPE').catch(() => undefined))?.P1_MM),
  )
  return sent.filter((minute) => minute === KINDS[kind].P1_MM).length
}

/** Counts the recorded sendings to each junction since a time, and those that are only begun. */
async function recordsOf(api: Api, devices: readonly MadeDevice[], sinceMs: number) {
  const times = { startTs: String(sinceMs), endTs: String(Date.now() + 5000), limit: '100', orderBy: 'ASC' }
  return Promise.all(
    devices.map(async ({ id }) => {
      const query = { keys: CHANGE_KEY, ...times, agg: 'NONE' } as const
      const found = await api.call('timeseries', { params: ofDevice(id), query })
      const records = (found[CHANGE_KEY] ?? []).map(({ ts, value }) => parseChangeRecord(ts, value))
      return { count: records.length, begun: records.filter((record) => record?.state === 'begun').length }
    }),
  )
}

async function connect(platform: PlatformProcess, { login }: MadeDevice): Promise<MqttClient> {
  const { clientId, userName: username, password } = login
  const client = await connectAsync(platform.mqttUrl, { clientId, username, password, reconnectPeriod: 200 })
  client.on('error', () => {})
  return client
}
