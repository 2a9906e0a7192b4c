/** @file Long: the start and the end of a platform, in all the ways that each can go. */
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { folderOfTest } from '@greenwave/harness/ofTest'
import { Device } from '@greenwave/contract/wire/devices'
import { LIVE_PATH } from '@greenwave/contract/wire/live'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { LiveClient } from '../testing/liveClient.ts'
import { makeDevice } from '../testing/makeDevice.ts'
import { dialDevice, dialDeviceTls } from '../testing/rawDevice.ts'
import { selfSignedCertificate } from '../testing/selfSignedCertificate.ts'
import { silentLog } from '../testing/silentLog.ts'
import { signIn, startPlatform } from '../testing/startPlatform.ts'
import { createPlatform, type Platform } from './platform.ts'
import { StartRefused } from './startRefused.ts'

let folder = ''
const stops: (() => Promise<void>)[] = []
beforeEach(() => {
  folder = folderOfTest()
})
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

async function started(options: Parameters<typeof startPlatform>[0] = {}): Promise<Platform> {
  const platform = await startPlatform(options)
  stops.push(() => platform.close())
  return platform
}

const mqttPort = (platform: Platform): number => Number(new URL(platform.mqttUrl).port)

/** Returns a port that another server listens on. */
async function takenPort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  stops.push(() => new Promise((resolve) => server.close(() => resolve())))
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

/** Returns true if nobody listens on a port. */
async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  server.listen(port, '127.0.0.1')
  const [event] = await Promise.race([
    once(server, 'listening').then(() => ['listening']),
    once(server, 'error').then(() => ['error']),
  ])
  if (event === 'listening') await new Promise<void>((resolve) => server.close(() => resolve()))
  return event === 'listening'
}

describe('several platforms in one process', () => {
  test('know nothing of each other', async () => {
    const [first, second] = [await started(), await started()]
    const made = makeDevice(first.store)
    const identity = { username: made.userName, password: Buffer.from(made.password) }
    const device = await dialDevice(mqttPort(first))
    expect((await device.connect(identity)).returnCode).toBe(0)
    const stranger = await dialDevice(mqttPort(second))
    expect((await stranger.connect(identity)).returnCode).toBe(5)
    const token = await signIn(first)
    const answers = await Promise.all(
      [first, second].map(({ url }) =>
        fetch(`${url}/api/auth/user`, { headers: { 'x-authorization': `Bearer ${token}` } }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 401])
    device.end()
  })

  test('one closes while the other goes on', async () => {
    const [first, second] = [await startPlatform(), await started()]
    const made = makeDevice(second.store)
    const device = await dialDevice(mqttPort(second))
    await device.connect({ username: made.userName, password: Buffer.from(made.password) })
    await first.close()
    device.publish('v1/devices/me/telemetry', { T_D1: 1 })
    await device.next('puback')
    device.end()
  })
})

describe('a start that cannot succeed starts nothing', () => {
  const options = () => ({
    dataDir: folder,
    host: '127.0.0.1',
    port: 0,
    mqttHost: '127.0.0.1',
    mqttPort: 0,
    telemetryRetentionMs: 86_400_000,
    inactivityTimeoutMs: 600_000,
    log: silentLog,
  })

  /** Starts twice: first refused for a reason, then, without that reason, with the same folder and ports. */
  async function expectRefusedAndThenFree(
    refused: Partial<Parameters<typeof createPlatform>[0]>,
    setting: string,
  ): Promise<void> {
    const attempt = createPlatform({ ...options(), ...refused })
    await expect(attempt).rejects.toBeInstanceOf(StartRefused)
    await expect(attempt).rejects.toThrow(setting)
    const platform = await createPlatform(options())
    await platform.close()
  }

  test('a port that is taken', async () => {
    await expectRefusedAndThenFree({ port: await takenPort() }, 'GREENWAVE_PORT')
  })

  test('an MQTT port that is taken: the console’s port is free again', async () => {
    const platform = await startPlatform()
    const port = Number(new URL(platform.url).port)
    await platform.close()
    await expectRefusedAndThenFree({ port, mqttPort: await takenPort() }, 'GREENWAVE_MQTT_PORT')
    expect(await isFree(port)).toBe(true)
  })

  test('a TLS port that is taken', async () => {
    const { cert, key } = selfSignedCertificate()
    const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
    writeFileSync(certFile, cert)
    writeFileSync(keyFile, key)
    await expectRefusedAndThenFree({ tls: { port: await takenPort(), certFile, keyFile } }, 'GREENWAVE_MQTTS_PORT')
  })

  test('a certificate that cannot be read', async () => {
    const tls = { port: 0, certFile: join(folder, 'none.pem'), keyFile: join(folder, 'none.pem') }
    await expectRefusedAndThenFree({ tls }, 'GREENWAVE_TLS_CERT')
  })

  test('a certificate that is none', async () => {
    const file = join(folder, 'text.pem')
    writeFileSync(file, 'not a certificate')
    await expectRefusedAndThenFree({ tls: { port: 0, certFile: file, keyFile: file } }, 'GREENWAVE_TLS_CERT')
  })

  test('a certificate with the key of another', async () => {
    const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
    writeFileSync(certFile, selfSignedCertificate().cert)
    writeFileSync(keyFile, selfSignedCertificate().key)
    await expectRefusedAndThenFree({ tls: { port: 0, certFile, keyFile } }, 'GREENWAVE_TLS_KEY')
  })

  test('a first step that fails', async () => {
    const attempt = createPlatform({
      ...options(),
      prepare: () => Promise.reject(new Error('no administrator')),
    })
    await expect(attempt).rejects.toThrow('no administrator')
    const platform = await createPlatform(options())
    await platform.close()
  })
})

describe('closing', () => {
  test('settles what controllers sent, says good-bye to them and to consoles, and frees the ports', async () => {
    const platform = await startPlatform({ dataDir: folder })
    const ports = [Number(new URL(platform.url).port), mqttPort(platform)]
    const made = makeDevice(platform.store)
    const device = await dialDevice(mqttPort(platform), 5)
    await device.connect({ username: made.userName, password: Buffer.from(made.password) })
    const console = await new LiveClient(`${platform.url.replace('http', 'ws')}${LIVE_PATH}`).opened()
    console.send({ authCmd: { cmdId: 0, token: await signIn(platform) } })
    const ids = Array.from({ length: 50 }, (_, n) => device.publish('v1/devices/me/telemetry', { n }))
    await device.next('puback')
    await platform.close()
    expect(await console.closed()).toEqual({ code: 1001, reason: 'The platform stops' })
    const packets = await device.closed()
    const acknowledged = packets.filter(({ cmd }) => cmd === 'puback')
    expect(packets.at(-1)).toMatchObject({ cmd: 'disconnect', reasonCode: 0x8b })
    expect(acknowledged.length).toBeLessThan(ids.length)
    for (const port of ports) expect(await isFree(port)).toBe(true)

    const again = await started({ dataDir: folder })
    const stored = again.store.data.latest(made.id).get('n')?.value
    expect(stored).toBeGreaterThanOrEqual(acknowledged.length)
    const server = again.store.data.attributes(made.id, 'SERVER_SCOPE')
    expect(server.get('lastDisconnectTime')?.value).toBeGreaterThanOrEqual(Number(server.get('lastConnectTime')?.value))
  })

  test('does not wait for the answer of a device that is being called', async () => {
    const platform = await startPlatform()
    const made = makeDevice(platform.store)
    const device = await dialDevice(mqttPort(platform))
    await device.connect({ username: made.userName, password: Buffer.from(made.password) })
    await device.subscribe('v1/devices/me/rpc/request/+')
    const call = fetch(`${platform.url}/api/rpc/twoway/${made.id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-authorization': `Bearer ${await signIn(platform)}` },
      body: '{"method":"wait","timeout":600000}',
    })
    await device.next('publish')
    await platform.close()
    expect((await call).status).toBe(504)
  })

  test('ends a connection that is still in its TLS handshake', async () => {
    const { cert, key } = selfSignedCertificate()
    const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
    writeFileSync(certFile, cert)
    writeFileSync(keyFile, key)
    const platform = await startPlatform({ tls: { port: 0, certFile, keyFile } })
    const tlsPort = Number(new URL(platform.mqttsUrl ?? '').port)
    const device = await dialDeviceTls(tlsPort, cert)
    const waiting = await dialDevice(tlsPort)
    await platform.close()
    await Promise.all([waiting.closed(), device.closed()])
    expect(await isFree(tlsPort)).toBe(true)
  })
})

describe('the parts together', () => {
  const asAdmin = async (platform: Platform) => {
    const token = await signIn(platform)
    return (method: string, path: string, body?: unknown) =>
      fetch(`${platform.url}${path}`, {
        method,
        headers: {
          'x-authorization': `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
  }

  async function online(platform: Platform, version: 4 | 5 = 5) {
    const made = makeDevice(platform.store)
    const device = await dialDevice(mqttPort(platform), version)
    await device.connect({ username: made.userName, password: Buffer.from(made.password) })
    return { made, device }
  }

  test('a call may be sent as plain text, as client libraries do [contract 11]', async () => {
    const platform = await started()
    const { id } = makeDevice(platform.store)
    const response = await fetch(`${platform.url}/api/rpc/oneway/${id}`, {
      method: 'POST',
      headers: { 'x-authorization': `Bearer ${await signIn(platform)}`, 'content-type': 'text/plain' },
      body: '{"method":"blink"}',
    })
    expect(response.status).toBe(504)
  })

  test('a call of a user is no activity of the device; `active` is false from its creation on [contract 8]', async () => {
    const platform = await started()
    const call = await asAdmin(platform)
    const created = Device.parse(await (await call('POST', '/api/device', { name: 'TLC-1' })).json())
    const id = created.id?.id ?? ''
    await call('POST', `/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`, { T_D1: 1 })
    await call('POST', `/api/plugins/telemetry/DEVICE/${id}/SHARED_SCOPE`, { Mode: 1 })
    const server = platform.store.data.attributes(id, 'SERVER_SCOPE')
    expect([...server].map(([key, { value }]) => [key, value])).toEqual([['active', false]])
  })

  test('a sample of the year 2100 is acknowledged, and comes to consoles as of the time at which it came', async () => {
    const platform = await started()
    const call = await asAdmin(platform)
    const { made, device } = await online(platform)
    const console = await new LiveClient(`${platform.url.replace('http', 'ws')}${LIVE_PATH}`).opened()
    console.send({
      authCmd: { cmdId: 0, token: await signIn(platform) },
      cmds: [{ type: 'TIMESERIES', entityType: 'DEVICE', entityId: made.id, scope: 'LATEST_TELEMETRY', cmdId: 1 }],
    })
    await console.next()
    const before = Date.now()
    const future = { ts: Date.parse('2100-01-01T00:00:00Z'), values: { n: 1 } }
    const path = `/api/plugins/telemetry/DEVICE/${made.id}`
    expect((await call('POST', `${path}/timeseries/ANY`, future)).status).toBe(200)
    device.publish('v1/devices/me/telemetry', future)
    await device.next('puback')
    device.publish('v1/devices/me/telemetry', { n: 2 })
    await device.next('puback')
    const frames = [await console.next(), await console.next(), await console.next()]
    const seen = frames.map(({ data }) => data?.n?.[0])
    expect(seen.map((pair) => pair?.[1])).toEqual(['1', '1', '2'])
    for (const pair of seen) {
      expect(pair?.[0]).toBeGreaterThanOrEqual(before)
      expect(pair?.[0]).toBeLessThanOrEqual(Date.now())
    }
    expect(await (await call('GET', `${path}/values/timeseries?keys=n`)).json()).toMatchObject({ n: [{ value: '2' }] })
    device.end()
  })
})
