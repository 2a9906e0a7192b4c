/** @file A JSON value comes back in the right shape on every path by which values are read [contract 20.3]. */
import { LIVE_PATH } from '@greenwave/contract/wire/live'
import { Api } from '@greenwave/harness/api'
import { rounds } from '@greenwave/harness/rounds'
import fc from 'fast-check'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Platform } from '../start/platform.ts'
import { LiveClient } from '../testing/liveClient.ts'
import { startPlatform, TEST_ADMIN } from '../testing/startPlatform.ts'
import { until } from '../testing/until.ts'

/** The entities whose values are written. */
interface Owner {
  readonly entityType: 'DEVICE' | 'CUSTOMER' | 'ASSET'
  readonly entityId: string
}

/** Most characters of a value that the audit log keeps. */
const MAX_AUDITED_TEXT = 1000

let platform: Platform
let api: Api
let socket: LiveClient
let device: MqttClient
let owners: readonly Owner[]
const pushed: string[] = []

beforeAll(async () => {
  platform = await startPlatform()
  api = await Api.signIn(platform.url, TEST_ADMIN.email, TEST_ADMIN.password)
  const login = { clientId: '', userName: 'controller', password: 'secret' }
  owners = [
    { entityType: 'DEVICE', entityId: (await api.createDevice({ name: 'TLC', label: '' }, login)).id.id },
    { entityType: 'CUSTOMER', entityId: (await api.createCustomer('District')).id.id },
    { entityType: 'ASSET', entityId: (await api.call('saveAsset', { body: { name: 'Corridor' } })).id.id },
  ]
  socket = await new LiveClient(platform.url.replace(/^http/, 'ws') + LIVE_PATH).opened()
  const cmds = owners.flatMap((owner, place) => [
    { type: 'ATTRIBUTES', ...owner, scope: 'SHARED_SCOPE', cmdId: 10 + place },
    { type: 'TIMESERIES', ...owner, scope: 'LATEST_TELEMETRY', cmdId: 20 + place },
  ])
  socket.send({ authCmd: { cmdId: 0, token: api.token }, cmds })
  for (const _ of cmds) await socket.next()
  device = await connectAsync(platform.mqttUrl, { username: login.userName, password: login.password })
  device.on('message', (_topic, payload) => void pushed.push(payload.toString()))
  await device.subscribeAsync(['v1/devices/me/attributes', 'v1/devices/me/attributes/response/+'])
})
afterAll(async () => {
  socket.socket.terminate()
  await device.endAsync(true)
  await platform.close()
})

async function ask(path: string, body?: string): Promise<string> {
  const headers = { 'x-authorization': `Bearer ${api.token}`, 'content-type': 'application/json' }
  const response = await fetch(platform.url + path, {
    headers,
    ...(body === undefined ? {} : { method: 'POST', body }),
  })
  expect(response.status).toBe(200)
  return response.text()
}

const word = fc.constantFrom('g', 'plan', 'Điện Biên Phủ', '10', '', ' "x" ', '{"not":"parsed"}', '[1]', 'null')
const { value: json } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    word,
    fc.integer(),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    tie('object'),
    tie('list'),
  ),
  object: fc.dictionary(word, tie('value'), { maxKeys: 4 }),
  list: fc.array(tie('value'), { maxLength: 4 }),
}))
/** JSON, and texts that look like it. */
const written = fc.oneof(
  fc.dictionary(word, json, { maxKeys: 4 }),
  fc.array(json, { maxLength: 4 }),
  fc.constantFrom('{"not":"parsed"}', '[1,2]', 'text'),
)

let ts = 1_767_312_000_000

async function expectShapes(owner: Owner, place: number, value: unknown): Promise<void> {
  const native = JSON.stringify(value)
  const text = typeof value === 'string' ? value : native
  const values = `/api/plugins/telemetry/${owner.entityType}/${owner.entityId}`
  const attribute = async (): Promise<void> => {
    await ask(`${values}/SHARED_SCOPE`, `{"v":${native}}`)
    const { subscriptionId, data } = await socket.next()
    expect([subscriptionId, data?.v?.[0]?.[1]]).toEqual([10 + place, text])
    const read = await ask(`${values}/values/attributes/SHARED_SCOPE?keys=v`)
    expect(read.replace(/\d{13}/, '')).toBe(`[{"lastUpdateTs":,"key":"v","value":${native}}]`)
    const query = 'pageSize=1&page=0&sortProperty=createdTime&sortOrder=DESC&actionTypes=ATTRIBUTES_UPDATED'
    const log = await ask(`/api/audit/logs/entity/${owner.entityType}/${owner.entityId}?${query}`)
    expect(JSON.parse(log).data[0].actionData.attributes).toEqual({ v: text.slice(0, MAX_AUDITED_TEXT) })
  }
  const telemetry = async (): Promise<void> => {
    ts += 1000
    await ask(`${values}/timeseries/ANY`, `{"ts":${ts},"values":{"v":${native}}}`)
    const { subscriptionId, data } = await socket.next()
    expect([subscriptionId, data?.v]).toEqual([20 + place, [[ts, text]]])
    const latest = `${values}/values/timeseries?keys=v`
    for (const path of [latest, `${latest}&startTs=${ts}&endTs=${ts + 1}`]) {
      expect(await ask(path)).toBe(`{"v":[{"ts":${ts},"value":${JSON.stringify(text)}}]}`)
      expect(await ask(`${path}&useStrictDataTypes=true`)).toBe(`{"v":[{"ts":${ts},"value":${native}}]}`)
    }
  }
  await attribute()
  await telemetry()
  if (owner.entityType === 'DEVICE') {
    await device.publishAsync('v1/devices/me/attributes/request/1', '{"sharedKeys":"v"}', { qos: 1 })
    await until(() => pushed.length >= 2)
    expect(pushed.splice(0)).toEqual([`{"v":${native}}`, `{"shared":{"v":${native}}}`])
  }
}

it('for devices, customers and assets: native where JSON is read, compact text where texts are', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: 2 }), written, async (place, value) => {
      const owner = owners[place]
      if (owner !== undefined) await expectShapes(owner, place, value)
    }),
    { numRuns: rounds({ few: 12, all: 200 }) },
  )
})
