import { beforeEach, expect, test, vi } from 'vitest'
import type { LiveConnection, Subscription } from './liveConnection.ts'
import { AFTER_REFUSAL_MS, follow, openLive } from './programLive.ts'
import { TestClock } from './testing/testClock.ts'
import { TestSockets } from './testing/testSocket.ts'
import { systemTransport } from './transport.ts'

const TELEMETRY: Subscription = {
  type: 'TIMESERIES',
  entityType: 'DEVICE',
  entityId: '5b1d0f20-8c1e-11f0-9a55-0f6a3c2b7e10',
  scope: 'LATEST_TELEMETRY',
}

let clock: TestClock
let sockets: TestSockets
let addresses: string[]
let remarks: string[]
let session: { token: string; onUnauthorized: (token: string | null) => Promise<string | null> }
let connection: LiveConnection

beforeEach(() => {
  clock = new TestClock()
  sockets = new TestSockets()
  addresses = []
  remarks = []
  session = { token: 'first', onUnauthorized: async () => null }
  connection = openLive({
    base: 'https://platform.test:8443',
    session,
    transport: {
      ...systemTransport,
      after: clock.after,
      openSocket(address, events) {
        addresses.push(String(address))
        return sockets.open(events)
      },
    },
    log: (remark) => remarks.push(remark),
  })
})

test('connects to where the contract says that the platform listens', () => {
  expect(addresses).toEqual(['wss://platform.test:8443/api/ws'])
})

test('is retried without end after a loss, at growing intervals up to half a minute', () => {
  for (const seconds of [1, 2, 4, 8, 16, 30, 30, 30]) {
    const opened = sockets.all.length
    sockets.last.events.closed(1006, '')
    clock.advance(seconds * 1000 - 1)
    expect(sockets.all).toHaveLength(opened)
    clock.advance(1)
    expect(sockets.all).toHaveLength(opened + 1)
  }
})

test('follow subscribes again on each connection until it is ended', async () => {
  const heard: unknown[] = []
  const end = follow(connection, TELEMETRY, (frame) => heard.push(frame.data))
  for (const value of ['1', '2']) {
    sockets.last.events.opened()
    await Promise.resolve()
    const [command] = sockets.last.commands
    expect(command).toMatchObject(TELEMETRY)
    sockets.last.frame(command?.cmdId ?? 0, { T_D1: [[1, value]] })
    sockets.last.events.closed(1006, '')
    clock.advance(30_000)
  }
  expect(heard).toEqual([{ T_D1: [[1, '1']] }, { T_D1: [[1, '2']] }])
  end()
  sockets.last.events.opened()
  await Promise.resolve()
  expect(sockets.last.commands).toEqual([])
})

test('a refused token is replaced, and the connection is opened again with the new one', async () => {
  session.onUnauthorized = async (token) => {
    session.token = `after ${token}`
    return session.token
  }
  sockets.last.events.opened()
  sockets.last.events.closed(1007, 'Token is outdated')
  await vi.waitFor(() => expect(sockets.all).toHaveLength(2))
  sockets.last.events.opened()
  expect(sockets.last.sent).toEqual([{ authCmd: { cmdId: 0, token: 'after first' } }])
})

test.each<[string, number, () => Promise<string | null>]>([
  ['no new token', 1007, async () => null],
  ['a sign-in that fails', 1007, () => Promise.reject(new Error('no'))],
  ['a refusal that is no word on the token', 1008, () => Promise.reject(new Error('is not asked'))],
])('after %s it is tried again a minute later', async (_, code, onUnauthorized) => {
  session.onUnauthorized = onUnauthorized
  const waiting = clock.waiting
  sockets.last.events.closed(code, 'no')
  await vi.waitFor(() => expect(clock.waiting).toBe(waiting))
  clock.advance(AFTER_REFUSAL_MS - 1)
  expect(sockets.all).toHaveLength(1)
  clock.advance(1)
  expect(sockets.all).toHaveLength(2)
  expect(remarks.join()).toContain(`${code} no`)
})

test.each<[string, () => Promise<string | null>]>([
  ['gives no new token', async () => null],
  ['fails', () => Promise.reject(new Error('no'))],
  ['gives a new token', async () => 'second'],
])('after disconnect nothing is waited for, though the sign-in %s', async (_, onUnauthorized) => {
  const signIn = Promise.withResolvers<void>()
  session.onUnauthorized = () => signIn.promise.then(onUnauthorized)
  sockets.last.events.closed(1007, 'Token is outdated')
  connection.disconnect()
  signIn.resolve()
  await new Promise(setImmediate)
  expect([clock.waiting, sockets.all.length, connection.state.kind]).toEqual([0, 1, 'off'])
})

test('disconnect ends the minute that is waited after a refusal', () => {
  sockets.last.events.closed(1008, 'no')
  expect(clock.waiting).toBe(1)
  connection.disconnect()
  expect(clock.waiting).toBe(0)
})
