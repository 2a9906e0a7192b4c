/**
 * @file One address opens connections and stays silent, against a platform with the usual limit of 1,024 open files;
 * everybody else must be served. The addresses are 127.0.0.x, and none is a trusted proxy unless a test says so.
 */
import { once } from 'node:events'
import { get } from 'node:http'
import { connect, type Socket } from 'node:net'
import websocket from '@fastify/websocket'
import { LIVE_PATH } from '@greenwave/contract/wire/live'
import fastify from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { LIMITS } from '../limits/limits.ts'
import type { Platform } from '../start/platform.ts'
import { makeDevice } from '../testing/makeDevice.ts'
import { dialDevice, dialDeviceTls } from '../testing/rawDevice.ts'
import { selfSignedCertificate } from '../testing/selfSignedCertificate.ts'
import { startGateway } from '../testing/startGateway.ts'
import { signIn, startPlatform } from '../testing/startPlatform.ts'
import { createTestPlatform } from '../testing/testPlatform.ts'
import { until } from '../testing/until.ts'
import { shareHandles } from './handleShares.ts'
import { registerConnections } from './httpConnections.ts'

const GREEDY = '127.0.0.2'
const MODEST = '127.0.0.3'
const HANDLES = 1_024
const SHARES = shareHandles(HANDLES, 7 * 86_400_000)
const HALF_A_REQUEST = 'GET /api/auth/user HTTP/1.1\r\nHost: x\r\nX-Slow: '

const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

async function platformOf(trustedProxies: readonly string[] = []): Promise<Platform> {
  const platform = await startPlatform({ handleLimit: HANDLES, trustedProxies })
  stops.push(() => platform.close())
  return platform
}

/**
 * Opens connections from one address and sends the same text on each. Returns them when all were accepted or refused.
 */
async function flood(port: number, count: number, said = ''): Promise<Socket[]> {
  const sockets: Socket[] = []
  for (let i = 0; i < count; i++) {
    const socket = connect({ port, host: '127.0.0.1', localAddress: GREEDY })
    socket.on('error', () => {})
    sockets.push(socket)
    await Promise.race([once(socket, 'connect'), once(socket, 'close')])
    socket.write(said)
  }
  stops.push(() => {
    for (const socket of sockets) socket.destroy()
  })
  return sockets
}
const openOf = (sockets: readonly Socket[]): number => sockets.filter(({ closed }) => !closed).length

/** Makes a request on its own connection; resolves with the status. */
function ask(platform: Platform, localAddress: string, path = '/api/noauth/userPasswordPolicy'): Promise<number> {
  return new Promise((resolve, reject) => {
    get(platform.url + path, { agent: false, localAddress }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    }).on('error', reject)
  })
}
const portOf = (url: string): number => Number(new URL(url).port)

describe('1,500 half-sent requests from one address', () => {
  it.each([
    ['an ordinary one', [], LIMITS.httpConnectionsOfAddress.value],
    ['that of a proxy', ['loopback'], SHARES.http],
  ] as const)('%s: hold no more connections than they may, and everybody is served', async (_what, proxies, most) => {
    const platform = await platformOf(proxies)
    const sockets = await flood(portOf(platform.url), 1_500, HALF_A_REQUEST)
    for (const from of [MODEST, GREEDY, MODEST, '127.0.0.4']) expect(await ask(platform, from)).toBe(200)
    await until(() => openOf(sockets) <= Math.min(most, SHARES.http))
    expect(openOf(sockets)).toBeGreaterThan(0)
  })

  it('with half-sent bodies are no different', async () => {
    const platform = await platformOf(['loopback'])
    const half =
      'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{'
    const sockets = await flood(portOf(platform.url), 500, half)
    expect(await ask(platform, MODEST)).toBe(200)
    await until(() => openOf(sockets) <= SHARES.http)
  })

  it('leave alone who had asked before, and is in the middle of an answer', async () => {
    const platform = await platformOf(['loopback'])
    const device = makeDevice(platform.store)
    const token = await signIn(platform)
    // A call that the device never answers.
    const controller = await dialDevice(portOf(platform.mqttUrl))
    await controller.connect({ username: device.userName, password: Buffer.from(device.password) })
    await controller.subscribe('v1/devices/me/rpc/request/+')
    const waiting = fetch(`${platform.url}/api/rpc/twoway/${device.id}`, {
      method: 'POST',
      headers: { 'x-authorization': `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{"method":"wait","params":{}}',
    })
    const { topic } = await controller.next('publish')
    await flood(portOf(platform.url), SHARES.http + 100, HALF_A_REQUEST)
    controller.publish(topic.replace('request', 'response'), { done: true })
    expect(await (await waiting).json()).toEqual({ done: true })
    controller.end()
  })
})

it('a request has so much time for its headers, so much in all, and a connection so much between two', async () => {
  const platform = await createTestPlatform()
  expect(platform.app.server).toMatchObject({
    headersTimeout: LIMITS.headersTimeoutMs.value,
    requestTimeout: LIMITS.requestTimeoutMs.value,
    keepAliveTimeout: LIMITS.idleConnectionMs.value,
  })
  await platform.close()
})

it('a platform that stops ends connections that asked nothing, or half, and those that are between two requests', async () => {
  const platform = await startPlatform()
  const dial = async (said: string): Promise<Socket> => {
    const socket = connect(portOf(platform.url), '127.0.0.1').on('error', () => {})
    stops.push(() => socket.destroy())
    await once(socket, 'connect')
    socket.write(said)
    return socket.resume()
  }
  const whole = 'GET /api/noauth/userPasswordPolicy HTTP/1.1\r\nHost: x\r\n\r\n'
  const sockets = [await dial(''), await dial(HALF_A_REQUEST), await dial(whole), await dial(whole + HALF_A_REQUEST)]
  await Promise.all(sockets.slice(2).map((socket) => once(socket, 'data')))
  const ended = sockets.map((socket) => once(socket, 'close'))
  await platform.close()
  expect(await Promise.all(ended)).toHaveLength(sockets.length)
})

it('an upgrade that comes while the server stops is refused, and does not keep it from stopping', async () => {
  const app = fastify()
  registerConnections(app, { isTrustedProxy: () => false })
  await app.register(websocket)
  app.get(LIVE_PATH, { websocket: true }, () => {})
  const answers: string[] = []
  let url = ''
  app.addHook('preClose', async () => {
    const socket = connect({ port: portOf(url), host: '127.0.0.1' })
    socket.write(`GET ${LIVE_PATH} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`)
    socket.on('data', (bytes) => answers.push(bytes.toString()))
    await once(socket, 'close')
  })
  url = await app.listen({ host: '127.0.0.1', port: 0 })
  await app.close()
  expect(answers.join('')).toMatch(/^HTTP\/1.1 503 /)
})

it('behind a proxy each client has so many requests under way, and another client its own', async () => {
  const platform = await startPlatform({ handleLimit: 20_000, trustedProxies: ['127.0.0.1'] })
  stops.push(() => platform.close())
  const device = makeDevice(platform.store)
  const token = await signIn(platform)
  const controller = await dialDevice(portOf(platform.mqttUrl))
  await controller.connect({ username: device.userName, password: Buffer.from(device.password) })
  // QoS 0, because this device acknowledges nothing.
  const subscriptions = [{ topic: 'v1/devices/me/rpc/request/+', qos: 0 as const }]
  controller.send({ cmd: 'subscribe', messageId: 1, subscriptions })
  await controller.next('suback')
  const call = (client: string, path: string, init: { method?: string; headers?: object; body?: string } = {}) =>
    fetch(platform.url + path, { ...init, headers: { ...init.headers, 'x-forwarded-for': client } })
  const wait = () =>
    call('203.0.113.1', `/api/rpc/twoway/${device.id}`, {
      method: 'POST',
      headers: { 'x-authorization': `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{"method":"wait","params":{},"timeout":600000}',
    })
  const waiting = Array.from({ length: LIMITS.httpConnectionsOfAddress.value }, wait)
  for (const _ of waiting) await controller.next('publish')
  const refused = await call('203.0.113.1', '/api/noauth/userPasswordPolicy')
  expect([refused.status, await refused.json()]).toMatchObject([429, { errorCode: 33 }])
  expect((await call('203.0.113.2', '/api/noauth/userPasswordPolicy')).status).toBe(200)
  controller.end()
  // The calls end with the device's session or with the platform.
  platform.gateway.endCalls()
  for (const answer of await Promise.all(waiting)) expect(answer.status).toBeGreaterThanOrEqual(400)
  expect((await call('203.0.113.1', '/api/noauth/userPasswordPolicy')).status).toBe(200)
})

describe('live sockets of one address that say nothing', () => {
  /** Opens a socket; resolves when it is open or was refused. */
  async function dial(platform: Platform, localAddress: string): Promise<WebSocket> {
    const socket = new WebSocket(platform.url.replace('http', 'ws') + LIVE_PATH, { localAddress })
    stops.push(() => socket.terminate())
    await new Promise((resolve) => socket.on('open', resolve).on('error', resolve))
    return socket
  }

  it('give way to those of others, and never take the place of one that has signed in', async () => {
    const platform = await platformOf(['loopback'])
    const token = await signIn(platform)
    const device = makeDevice(platform.store)
    const signedIn = async (): Promise<WebSocket> => {
      const socket = await dial(platform, MODEST)
      const command = { type: 'TIMESERIES', entityType: 'DEVICE', entityId: device.id, cmdId: 1, keys: 'T_D1' }
      socket.send(JSON.stringify({ authCmd: { cmdId: 0, token }, cmds: [command] }))
      await once(socket, 'message')
      return socket
    }
    const before = await signedIn()
    const silent: WebSocket[] = []
    for (let i = 0; i < SHARES.live + 50; i++) silent.push(await dial(platform, GREEDY))
    const after = await signedIn()
    expect([before.readyState, after.readyState]).toEqual([WebSocket.OPEN, WebSocket.OPEN])
    const open = (): number => silent.filter(({ readyState }) => readyState === WebSocket.OPEN).length
    await until(() => open() <= SHARES.live - 2)
    expect(open()).toBeGreaterThan(0)
  })

  it('are no more than one address may have', async () => {
    const platform = await startPlatform({ trustedProxies: [] })
    stops.push(() => platform.close())
    const sockets: WebSocket[] = []
    for (let i = 0; i < LIMITS.liveSocketsOfAddress.value + 20; i++) sockets.push(await dial(platform, GREEDY))
    await until(
      () =>
        sockets.filter(({ readyState }) => readyState === WebSocket.OPEN).length <= LIMITS.liveSocketsOfAddress.value,
    )
    expect((await dial(platform, MODEST)).readyState).toBe(WebSocket.OPEN)
  })
})

describe('connections of one address that send no CONNECT', () => {
  const MOST = 40
  const certificate = selfSignedCertificate()

  it('give way to controllers, those that are connected stay', async () => {
    const system = await startGateway({ maxConnections: MOST })
    stops.push(() => system.close())
    const { device: before } = await system.online()
    const sockets = await flood(system.port, 3 * MOST, '\x10')
    const { device: after } = await system.online()
    for (const device of [before, after]) {
      device.publish('v1/devices/me/telemetry', { T_D1: 1 })
      await device.next('puback')
    }
    await until(() => openOf(sockets) <= MOST - 2)
    expect(openOf(sockets)).toBeGreaterThan(0)
    for (const device of [before, after]) device.end()
  })

  it('give way before and after their TLS handshake alike', async () => {
    const system = await startGateway({ maxConnections: MOST })
    stops.push(() => system.close())
    const port = await system.gateway.listenTls({ host: '127.0.0.1', port: 0, ...certificate })
    const made = makeDevice(system.store)
    const online = async () => {
      const device = await dialDeviceTls(port, certificate.cert)
      await device.connect({ username: made.userName, password: Buffer.from(made.password) })
      return device
    }
    const raw = await flood(port, 2 * MOST, '\x16\x03\x01')
    const shaken = await Promise.all(Array.from({ length: MOST / 2 }, () => dialDeviceTls(port, certificate.cert)))
    const silent = await flood(port, 2 * MOST)
    const device = await online()
    device.publish('v1/devices/me/telemetry', { T_D1: 1 })
    await device.next('puback')
    await until(() => openOf([...raw, ...silent, ...shaken.map(({ socket }) => socket)]) < MOST)
  })

  it('refuse a newcomer only when every other is a controller at work', async () => {
    const system = await startGateway({ maxConnections: 2 })
    stops.push(() => system.close())
    const first = await system.online()
    const second = await system.online()
    const third = await dialDevice(system.port)
    await third.closed()
    first.device.end()
    second.device.end()
    await until(() => system.gateway.sessionCount === 0)
    await system.online()
  })
})
