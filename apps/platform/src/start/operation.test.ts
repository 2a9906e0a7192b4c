/** @file What an operator reads of a running platform: metrics, health, and how it stops. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { DEFAULT_CONSOLE_SETTINGS } from '@greenwave/contract/wire/consoleSettings'
import { LIVE_PATH } from '@greenwave/contract/wire/live'
import { pulseKey, WATCH_ASSET_NAME, WATCH_ASSET_TYPE } from '@greenwave/contract/records/watch'
import { Api } from '@greenwave/harness/api'
import { afterEach, expect, test } from 'vitest'
import { LiveClient } from '../testing/liveClient.ts'
import { makeDevice } from '../testing/makeDevice.ts'
import { dialDevice } from '../testing/rawDevice.ts'
import { silentLog } from '../testing/silentLog.ts'
import { signIn, startPlatform, TEST_ADMIN } from '../testing/startPlatform.ts'
import { createFront } from './front.ts'
import type { Platform } from './platform.ts'

const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

async function measured(): Promise<Platform> {
  const platform = await startPlatform({ metrics: { host: '127.0.0.1', port: 0 } })
  stops.push(() => platform.close())
  return platform
}

const read = async ({ metricsUrl }: Platform, path = '/metrics') => (await fetch(`${metricsUrl}${path}`)).text()

/** Returns the value of a metric, by its name with its labels as they are written. */
function metricOf(text: string, metric: string): number | undefined {
  const line = text.split('\n').find((each) => each.startsWith(`${metric} `))
  return line === undefined ? undefined : Number(line.slice(metric.length + 1).replace('+Inf', 'Infinity'))
}

async function connected(platform: Platform) {
  const { id, userName, password } = makeDevice(platform.store)
  const device = await dialDevice(Number(new URL(platform.mqttUrl).port), 5)
  stops.push(() => device.end())
  expect((await device.connect({ username: userName, password: Buffer.from(password) })).reasonCode).toBe(0)
  return { id, device }
}

test('metrics count what controllers send, what consoles get and who fails to sign in', async () => {
  const platform = await measured()
  const { id, device } = await connected(platform)
  const live = await new LiveClient(`${platform.url.replace('http', 'ws')}${LIVE_PATH}`).opened()
  stops.push(() => live.socket.terminate())
  const token = await signIn(platform)
  live.send({ authCmd: { cmdId: 0, token }, cmds: [] })
  live.send({
    cmds: [
      { type: 'TIMESERIES', entityType: 'DEVICE', entityId: id, scope: 'LATEST_TELEMETRY', cmdId: 1, keys: 'T_D1' },
    ],
  })
  await live.next()
  device.publish('v1/devices/me/telemetry', { T_D1: 1 })
  await device.next('puback')
  await live.next()
  device.publish('v1/devices/me/telemetry', 'no JSON')
  await device.next('puback')
  await fetch(`${platform.url}/api/auth/login`, {
    method: 'POST',
    body: JSON.stringify({ username: TEST_ADMIN.email, password: 'a wrong one' }),
  })
  const text = await read(platform)
  const values = Object.fromEntries(
    [
      'greenwave_ready',
      'greenwave_messages_total{kind="telemetry"}',
      'greenwave_message_bytes_total',
      'greenwave_messages_refused_total',
      'greenwave_messages_lost_total',
      'greenwave_acknowledgement_seconds_count',
      'greenwave_controllers_connected',
      'greenwave_live_sockets',
      'greenwave_sign_in_failures_total{why="password"}',
      'greenwave_devices{state="inactive"}',
    ].map((metric) => [metric, metricOf(text, metric)]),
  )
  expect(values).toEqual({
    greenwave_ready: 1,
    'greenwave_messages_total{kind="telemetry"}': 1,
    greenwave_message_bytes_total: '{"T_D1":1}'.length,
    greenwave_messages_refused_total: 1,
    greenwave_messages_lost_total: 0,
    greenwave_acknowledgement_seconds_count: 1,
    greenwave_controllers_connected: 1,
    greenwave_live_sockets: 1,
    'greenwave_sign_in_failures_total{why="password"}': 1,
    'greenwave_devices{state="inactive"}': 0,
  })
  expect(metricOf(text, 'greenwave_live_frames_total')).toBeGreaterThanOrEqual(2)
  expect(metricOf(text, 'greenwave_commit_seconds_count')).toBeGreaterThanOrEqual(1)
  expect(metricOf(text, 'greenwave_http_requests_total{status="4xx"}')).toBe(1)
  for (const secret of [TEST_ADMIN.email, TEST_ADMIN.password, token, id, 'T_D1']) expect(text).not.toContain(secret)
})

test('metrics count incidents by severity, and say how old the pulse of the slowest share is', async () => {
  const platform = await measured()
  const api = await Api.signIn(platform.url, TEST_ADMIN.email, TEST_ADMIN.password)
  expect(await read(platform)).not.toMatch(/^greenwave_watcher_pulse_age_seconds /m)
  const device = await api.createDevice({ name: 'TLC-1', label: '' }, { clientId: 'c', userName: 'u', password: 'p' })
  for (const [type, severity] of [
    ['Dark', 'CRITICAL'],
    ['Flash', 'MINOR'],
    ['Drift', 'MINOR'],
  ] as const) {
    await api.call('saveAlarm', { body: { type, severity, originator: device.id } })
  }
  const asset = await api.call('saveAsset', { body: { name: WATCH_ASSET_NAME, type: WATCH_ASSET_TYPE } })
  const params = { entityType: 'ASSET', entityId: asset.id.id, scope: 'SERVER_SCOPE' }
  const pulse = (agoMs: number, healthy: number) => ({
    ...{ at: Date.now() - agoMs, levels: [healthy, 0, 0, 0, 0, 1], unknown: 0, revision: 1 },
  })
  // The whole fleet was one share once.
  await api.call('saveAttributes', { params, body: { [pulseKey(1, 1)]: pulse(3_600_000, 9) } })
  await api.call('saveAttributes', { params, body: { [pulseKey(1, 2)]: pulse(0, 3) } })
  const half = await read(platform)
  expect(metricOf(half, 'greenwave_watcher_pulse_age_seconds')).toBe(Number.POSITIVE_INFINITY)
  await api.call('saveAttributes', { params, body: { [pulseKey(2, 2)]: pulse(60_000, 4) } })
  const text = await read(platform)
  const age = metricOf(text, 'greenwave_watcher_pulse_age_seconds') ?? 0
  expect([age >= 60, age < 120]).toEqual([true, true])
  expect(['0', '5'].map((level) => metricOf(text, `greenwave_junctions{level="${level}"}`))).toEqual([7, 2])
  const severities = ['CRITICAL', 'MAJOR', 'MINOR']
  expect(severities.map((each) => metricOf(text, `greenwave_incidents_active{severity="${each}"}`))).toEqual([1, 0, 2])
})

const monitoring = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../../../deploy/monitoring/${name}`, import.meta.url)), 'utf8')

test('dashboard and alert rules name metrics and labels that exist, and the dashboard shows every one of ours', async () => {
  const platform = await measured()
  const { device } = await connected(platform)
  device.publish('v1/devices/me/telemetry', { T_D1: 1 })
  await device.next('puback')
  const text = await read(platform)
  const known = new Set(
    [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [name, `${name}_bucket`] : [name],
    ),
  )
  // Of a whole installation on a disk, with a watcher.
  const asked = (content: string) => new Set(content.match(/\b(?:greenwave|process|nodejs)_[a-z0-9_]+\b/g))
  const dashboard = JSON.parse(monitoring('dashboard.json')) as { panels: { targets: { expr: string }[] }[] }
  const shown = asked(dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join('\n'))
  const rules = monitoring('alerts.yaml').match(/expr: .*\n(?: {10}.*\n)*/g) ?? []
  const alerts = asked(rules.join('\n'))
  for (const rule of rules.filter((text) => text.includes('predict_linear'))) {
    const [, metric = '', span = ''] = /predict_linear\((\S+)\[(\w+)\]/.exec(rule) ?? []
    // A trend of some minutes means nothing: there must be values of the whole span.
    expect(rule).toContain(`and ${metric} offset ${span}`)
  }
  expect([...shown, ...alerts].filter((name) => !known.has(name))).toEqual([])
  const isShown = (name: string): boolean => shown.has(name) || shown.has(`${name}_bucket`)
  expect([...known].filter((name) => name.startsWith('greenwave_') && !isShown(name))).toEqual([])
  expect(alerts.size).toBeGreaterThan(5)
})

test('health is answered without a sign-in, at the port of the console and at that of the metrics, and nothing else is', async () => {
  const platform = await measured()
  const statuses = await Promise.all(
    ['/healthz', '/readyz', '/', '/api/auth/user'].map(async (path) => [
      (await fetch(platform.url + path)).status,
      (await fetch(`${platform.metricsUrl}${path}`)).status,
    ]),
  )
  expect(statuses).toEqual([
    [200, 200],
    [200, 200],
    [404, 404],
    [401, 404],
  ])
  expect((await fetch(`${platform.metricsUrl}/metrics`, { method: 'POST' })).status).toBe(405)
  expect((await fetch(`${platform.url}/metrics`)).status).toBe(404)
})

test('a platform that stops is not ready any more, tells consoles why, and keeps what it acknowledged', async () => {
  const platform = await startPlatform({ metrics: { host: '127.0.0.1', port: 0 } })
  const { device } = await connected(platform)
  const address = `${platform.url.replace('http', 'ws')}${LIVE_PATH}`
  const viewer = await new LiveClient(address).opened()
  // A console that does not read holds the stop up for a moment.
  const stuck = await new LiveClient(address).opened()
  stuck.socket.pause()
  device.publish('v1/devices/me/telemetry', { T_D1: 7 })
  await device.next('puback')
  const stopping = platform.close()
  const answer = await fetch(`${platform.metricsUrl}/readyz`)
  expect([answer.status, await answer.text()]).toEqual([503, 'stopping\n'])
  expect(await viewer.closed()).toEqual({ code: 1001, reason: 'The platform stops' })
  expect(await device.next('disconnect')).toMatchObject({ reasonCode: 0x8b })
  stuck.socket.terminate()
  await stopping
  await expect(fetch(`${platform.metricsUrl}/readyz`)).rejects.toThrow('fetch failed')
})

test('a console in front of another platform is ready as long as that answers', async () => {
  const behind = await startPlatform()
  const front = await createFront({
    ...{ host: '127.0.0.1', port: 0, platformUrl: behind.url, consoleDir: undefined, tileArchive: undefined },
    ...{ consoleSettings: DEFAULT_CONSOLE_SETTINGS, imageHosts: undefined, trustedProxies: [], allowedOrigins: [] },
    metrics: { host: '127.0.0.1', port: 0 },
    log: silentLog,
  })
  stops.push(() => front.close())
  expect(await (await fetch(`${front.url}/readyz`)).text()).toBe('ready\n')
  await behind.close()
  await expect
    .poll(async () => (await fetch(`${front.url}/readyz`)).text())
    .toBe('the platform behind does not answer\n')
  expect((await fetch(`${front.url}/healthz`)).status).toBe(200)
  const text = await (await fetch(`${front.metricsUrl}/metrics`)).text()
  expect(metricOf(text, 'greenwave_http_requests_total{status="2xx"}')).toBeGreaterThanOrEqual(2)
})
