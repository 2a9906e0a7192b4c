import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { connectAsync } from 'mqtt'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { LIMITS } from '../limits/limits.ts'
import { makeDevice } from '../testing/makeDevice.ts'
import { dialDevice, dialDeviceTls } from '../testing/rawDevice.ts'
import { selfSignedCertificate } from '../testing/selfSignedCertificate.ts'
import { startGateway, type TestGateway } from '../testing/startGateway.ts'
import { until } from '../testing/until.ts'
import { AttemptLog } from './session/attemptLog.ts'

let system: TestGateway
beforeEach(async () => {
  system = await startGateway()
})
afterEach(() => system.close())

const LOGIN = { clientId: 'tlc-7', userName: 'junction-7', password: 'a generated word' }
const kindsOf = (deviceId: string) => system.gateway.attempts(deviceId).attempts.map(({ kind }) => kind)

test('a controller with a wrong password, then with the right one, leaves each step with address and time', async () => {
  const { id } = makeDevice(system.store, { credentials: LOGIN })
  const url = `mqtt://127.0.0.1:${system.port}`
  const { clientId, userName: username } = LOGIN
  const wrong = connectAsync(url, { clientId, username, password: 'another', reconnectPeriod: 0 })
  await expect(wrong).rejects.toThrow(/Not authorized/)
  const first = system.clock.now
  system.clock.now += 12_000
  await expect(connectAsync(url, { clientId, username, password: 'x', reconnectPeriod: 0 })).rejects.toThrow(
    /Not authorized/,
  )
  const seen = { address: '127.0.0.1', firstMs: first, atMs: first + 12_000, count: 2 }
  expect(system.gateway.attempts(id)).toMatchObject({
    ...{ isConnected: false, unknown: [], attempts: [{ kind: 'wrongPassword', ...seen }] },
    listens: { host: '127.0.0.1', mqtt: system.port, mqtts: null },
  })

  const client = await connectAsync(url, { clientId, username, password: LOGIN.password })
  await client.subscribeAsync('v1/devices/me/attributes')
  await client.publishAsync('v1/devices/me/telemetry', '{"T_D1":5}', { qos: 1 })
  await client.publishAsync('v1/devices/me/telemetry', '{"T_D1":4}', { qos: 1 })
  await client.publishAsync('v1/devices/me/attributes/request/1', '{}', { qos: 1 })
  await client.publishAsync('v1/devices/me/attributes', '{"Mode":4}', { qos: 1 })
  await client.publishAsync('v1/telemetry', '{"T_D1":4}', { qos: 1 })
  expect(kindsOf(id)).toEqual([
    ...['wrongPassword', 'signedIn', 'subscribed', 'published', 'requested', 'reported', 'wrongTopic'],
  ])
  const { attempts, isConnected } = system.gateway.attempts(id)
  expect(isConnected).toBe(true)
  expect(attempts.map(({ count }) => count)).toEqual([2, 1, 1, 1, 1, 1, 1])
  expect(attempts[2]?.detail).toBe('v1/devices/me/attributes')
  expect(attempts.at(-1)?.detail).toBe('v1/telemetry')
  client.publish('v1/devices/me/telemetry', 'lamps', { qos: 1 })
  await until(() => kindsOf(id).includes('malformed'))
  expect(system.gateway.attempts(id).attempts.find(({ kind }) => kind === 'malformed')?.detail).toBe('Invalid JSON')
  await client.endAsync(true)
})

test('unknown names are compared with the device, and neither user name nor password is kept', async () => {
  const { id } = makeDevice(system.store, { credentials: LOGIN })
  const refuse = async (clientId: string, username?: string) => {
    const device = await dialDevice(system.port)
    await device.connect({ clientId, ...(username !== undefined && { username, password: Buffer.from('p') }) })
  }
  await refuse('tlc-7', 'junction-8')
  await refuse('tlc-8', 'junction-7')
  await refuse('tlc-7', LOGIN.password)
  await refuse('tlc-9')
  const { unknown } = system.gateway.attempts(id)
  expect(unknown.map(({ clientId, isClientIdRight, userName }) => [clientId, isClientIdRight, userName])).toEqual([
    ['tlc-7', true, 'other'],
    ['tlc-8', false, 'right'],
    ['tlc-7', true, 'password'],
    ['tlc-9', false, 'none'],
  ])
  const text = JSON.stringify(system.gateway.attempts(id))
  for (const secret of ['junction-', LOGIN.password]) expect(text).not.toContain(secret)
})

test('a password that is not checked after many wrong ones is named as that', async () => {
  const { id } = makeDevice(system.store, { credentials: LOGIN })
  for (let i = 0; i <= LIMITS.guessesOfPair.value; i++) {
    const device = await dialDevice(system.port)
    await device.connect({ clientId: 'tlc-7', username: LOGIN.userName, password: Buffer.from('no') })
  }
  const counts = system.gateway.attempts(id).attempts.map(({ kind, count }) => [kind, count])
  expect(counts).toEqual([
    ['wrongPassword', LIMITS.guessesOfPair.value],
    ['notChecked', 1],
  ])
})

test('connections without a CONNECT are named by what came instead, on both ports', async () => {
  const { id } = makeDevice(system.store)
  const certificate = selfSignedCertificate()
  const tlsPort = await system.gateway.listenTls({ host: '127.0.0.1', port: 0, ...certificate })
  const send = async (port: number, bytes: Uint8Array, kind: string) => {
    const socket = connect(port, '127.0.0.1', () => (bytes.length > 0 ? socket.write(bytes) : socket.end()))
    socket.on('error', () => undefined)
    await until(() => system.gateway.attempts(id).strangers.some((stranger) => stranger.kind === kind))
    socket.destroy()
  }
  await send(system.port, new Uint8Array(), 'noConnect')
  await send(system.port, Buffer.from([0x16, 3, 1, 0, 1, 0]), 'tlsOnPlainPort')
  await send(system.port, Buffer.from('GET / HTTP/1.1\r\n\r\n'), 'notMqtt')
  await send(tlsPort, Buffer.from([0x10, 12, 0, 4, 0x4d, 0x51, 0x54, 0x54, 4, 2, 0, 60, 0, 0]), 'plainOnTlsPort')
  await expect(dialDeviceTls(tlsPort, selfSignedCertificate().cert)).rejects.toThrow(/certificate/)
  await until(() => system.gateway.attempts(id).strangers.some(({ kind }) => kind === 'tlsFailed'))
  expect(system.gateway.attempts(id).listens.mqtts).toBe(tlsPort)
})

test('two controllers with the same credentials are seen replacing each other', async () => {
  const { made, device } = await system.online()
  const second = await system.connect(made)
  expect(kindsOf(made.id)).toEqual(['takenOver', 'signedIn'])
  device.end()
  second.end()
})

test('a deleted device is forgotten', async () => {
  const { made } = await system.online()
  system.gateway.disconnectDevice(made.id, 'deviceDeleted')
  expect(system.gateway.attempts(made.id).attempts).toEqual([])
})

test('floods displace neither the steps of a device nor the names of other addresses', () => {
  const log = new AttemptLog(() => 1)
  log.note('a', 'signedIn', '10.0.0.7')
  log.noteUnknown({ clientId: 'tlc-1', userName: undefined }, '10.0.0.7')
  for (let i = 0; i < 1_000; i++) {
    log.note('a', 'wrongPassword', `10.1.0.${i}`)
    log.noteUnknown({ clientId: `invented ${i}`, userName: 'u'.repeat(60_000) }, '10.1.0.1')
    log.noteStranger('noConnect', `10.2.0.${i}`)
  }
  const { attempts, unknown, strangers } = log.read('a', {})
  expect(attempts).toHaveLength(LIMITS.attemptsOfDevice.value)
  expect(attempts[0]?.kind).toBe('signedIn')
  expect(unknown).toHaveLength(LIMITS.attemptsOfStrangers.value)
  expect(unknown[0]?.clientId).toBe('tlc-1')
  expect(strangers).toHaveLength(LIMITS.attemptsOfStrangers.value)
})

test('the log stays within its bytes: devices that were silent for longest are forgotten', () => {
  const log = new AttemptLog(() => 1)
  const ids = Array.from({ length: 10_000 }, () => randomUUID())
  for (const id of ids) {
    for (const kind of ['signedIn', 'published', 'malformed'] as const)
      log.note(id, kind, '10.0.0.7', 'x'.repeat(9_999))
  }
  expect(log.deviceBytes).toBeLessThanOrEqual(LIMITS.attemptBytes.value)
  expect(log.read(ids[0] ?? '', {}).attempts).toEqual([])
  expect(log.read(ids.at(-1) ?? '', {}).attempts).toHaveLength(3)
  for (const id of ids) log.forget(id)
  expect(log.deviceBytes).toBe(0)
})
