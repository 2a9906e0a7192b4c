/**
 * @file A disk that refuses writes for a while, with a complete platform: a refused write reaches nobody, then or
 * later.
 */
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { folderOfTest } from '@greenwave/harness/ofTest'
import { LIVE_PATH } from '@greenwave/contract/wire/live'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Platform } from './start/platform.ts'
import { LiveClient } from './testing/liveClient.ts'
import { makeDevice } from './testing/makeDevice.ts'
import { dialDevice } from './testing/rawDevice.ts'
import { signIn, startPlatform } from './testing/startPlatform.ts'
import { until } from './testing/until.ts'

let folder = ''
let platform: Platform
beforeEach(async () => {
  folder = folderOfTest()
  platform = await startPlatform({ dataDir: folder })
})
afterEach(() => platform.close())

/** Removes the database of values while the work runs; everything else works. */
async function whileValuesAreGone(work: () => Promise<void>): Promise<void> {
  const file = join(folder, 'telemetry.db')
  renameSync(file, `${file}.away`)
  await work()
  renameSync(`${file}.away`, file)
}

const values = (deviceId: string) => `/api/plugins/telemetry/DEVICE/${deviceId}`

async function asAdmin() {
  const token = await signIn(platform)
  const call = async (method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }> => {
    const response = await fetch(`${platform.url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', 'x-authorization': `Bearer ${token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
  }
  const follow = async (cmds: readonly object[]): Promise<LiveClient> => {
    const client = await new LiveClient(`${platform.url.replace('http', 'ws')}${LIVE_PATH}`).opened()
    client.send({ authCmd: { cmdId: 0, token }, cmds })
    for (const _command of cmds) await client.next()
    return client
  }
  return { call, follow }
}

test('a setting answered 500 never reaches the controller, a console or a reader, also after a restart', async () => {
  const { call, follow } = await asAdmin()
  const made = makeDevice(platform.store)
  const device = await dialDevice(Number(new URL(platform.mqttUrl).port))
  await device.connect({ username: made.userName, password: Buffer.from(made.password) })
  await device.subscribe('v1/devices/me/attributes')
  const write = (settings: object) => call('POST', `${values(made.id)}/SHARED_SCOPE`, settings)
  await write({ Vang: 3 })
  await device.next('publish')
  const console = await follow([
    { type: 'ATTRIBUTES', entityType: 'DEVICE', entityId: made.id, scope: 'SHARED_SCOPE', cmdId: 1 },
  ])

  await whileValuesAreGone(async () => {
    expect((await write({ Mode: 2 })).status).toBe(500)
    expect((await call('DELETE', `${values(made.id)}/SHARED_SCOPE?keys=Vang`)).status).toBe(500)
  })
  // The next write is committed after everything that might still be retried.
  await until(async () => (await write({ Do_cong: 4 })).status === 200)
  const pushed = await device.next('publish')
  expect(JSON.parse(pushed.payload.toString())).toEqual({ Do_cong: 4 })
  expect((await console.next()).data).toMatchObject({ Do_cong: [[expect.any(Number), '4']] })
  expect(console.unread).toEqual([])

  const stored = async (): Promise<unknown> => {
    const all = [...platform.store.data.attributes(made.id, 'SHARED_SCOPE')]
    return Object.fromEntries(all.map(([key, { value }]) => [key, value]))
  }
  expect(await stored()).toEqual({ Vang: 3, Do_cong: 4 })
  device.end()
  await platform.close()
  platform = await startPlatform({ dataDir: folder })
  expect(await stored()).toEqual({ Vang: 3, Do_cong: 4 })
})

test('telemetry answered 500 is taken back from the console that saw it, and is in no answer later', async () => {
  const { call, follow } = await asAdmin()
  const made = makeDevice(platform.store)
  const write = (sample: object) => call('POST', `${values(made.id)}/timeseries/ANY`, sample)
  await write({ ts: 1000, values: { a: 1 } })
  const console = await follow([
    { type: 'TIMESERIES', entityType: 'DEVICE', entityId: made.id, scope: 'LATEST_TELEMETRY', cmdId: 1 },
  ])
  await whileValuesAreGone(async () => {
    expect((await write({ ts: 2000, values: { a: 2 } })).status).toBe(500)
  })
  const frames = [await console.next(), await console.next(), await console.next()]
  expect(frames.map(({ data }) => data?.a)).toEqual([[[2000, '2']], [[0, '']], [[1000, '1']]])
  await until(async () => (await write({ ts: 1500, values: { a: 1.5 } })).status === 200)
  expect((await call('GET', `${values(made.id)}/values/timeseries`)).body).toEqual({ a: [{ ts: 1500, value: '1.5' }] })
  const history = await call('GET', `${values(made.id)}/values/timeseries?keys=a&startTs=0&endTs=9000`)
  expect(history.body).toEqual({
    a: [
      { ts: 1500, value: '1.5' },
      { ts: 1000, value: '1' },
    ],
  })
})
