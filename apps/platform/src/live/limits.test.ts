import { MAX_CLIENT_MESSAGE_BYTES } from '@greenwave/contract/wire/live'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { LIMITS } from '../limits/limits.ts'
import { makeDevice } from '../testing/makeDevice.ts'
import { startLive, type TestLive } from '../testing/startLive.ts'
import { subscriptionBytes } from './liveBudget.ts'
import { PING_AFTER_MS } from './liveSession.ts'

let live: TestLive
beforeEach(async () => {
  live = await startLive()
})
afterEach(() => live.close())

const follow = (entityId: string, cmdId = 10, type = 'TIMESERIES', scope = 'LATEST_TELEMETRY') => ({
  type,
  entityType: 'DEVICE',
  entityId,
  scope,
  cmdId,
})

describe('what a client sends [contract 9.1]', () => {
  test('may be 32,768 bytes long', async () => {
    const { id } = makeDevice(live.store)
    const client = await live.console()
    const message = JSON.stringify({ cmds: [follow(id)] })
    client.send(message.padEnd(MAX_CLIENT_MESSAGE_BYTES))
    expect(await client.next()).toMatchObject({ subscriptionId: 10, errorCode: 0 })
  })

  test('may not be a byte longer', async () => {
    const client = await live.console()
    client.send('{}'.padEnd(MAX_CLIENT_MESSAGE_BYTES + 1))
    expect((await client.closed()).code).toBe(1009)
  })

  test('is not packed, since a few bytes could unpack to any length', async () => {
    const client = await live.console()
    expect(client.socket.extensions).toBe('')
  })

  test('is text', async () => {
    const client = await live.console()
    client.socket.send(Buffer.from('{}'))
    expect(await client.closed()).toEqual({ code: 1003, reason: 'Binary messages are not supported' })
  })

  test('holds no more subscriptions than a socket may have', async () => {
    const { id } = makeDevice(live.store)
    const client = await live.console()
    client.send({ cmds: [follow(id, 0)] })
    await client.next()
    const batch = 150
    for (let cmdId = 0; cmdId <= LIMITS.subscriptionsOfSocket.value; cmdId += batch) {
      client.send({ cmds: Array.from({ length: batch }, (_, i) => follow(id, cmdId + i)) })
    }
    expect(await client.closed()).toMatchObject({ code: 1008, reason: expect.stringMatching(/subscriptions limit/) })
  })
})

describe('what all sockets of a user hold', () => {
  test('keys of subscriptions are counted in bytes, and a socket that has too many is closed', async () => {
    const { id } = makeDevice(live.store)
    const client = await live.console()
    let keys = 'k'
    for (let i = 0; keys.length < MAX_CLIENT_MESSAGE_BYTES - 300; i++) keys += `,${i.toString(36)}`
    const most = Math.ceil(LIMITS.subscriptionBytesOfSocket.value / subscriptionBytes(keys))
    for (let cmdId = 0; cmdId < most; cmdId++) client.send({ cmds: [{ ...follow(id, cmdId), keys }] })
    expect(await client.closed()).toEqual({ code: 1008, reason: 'Max subscriptions size limit reached!' })
    expect(client.unread.length).toBeLessThan(most)
    expect(live.fills()).toMatchObject({ subscriptionBytes: 0, subscriptionBytesOfUser: 0 })
  })

  test('subscriptions that are replaced or ended count no more', async () => {
    const { id } = makeDevice(live.store)
    const client = await live.console()
    for (const keys of ['a,b', 'c']) {
      client.send({ cmds: [{ ...follow(id, 1), keys }] })
      await client.next()
      expect(live.fills()).toMatchObject({ subscriptionBytes: subscriptionBytes(keys) })
    }
    client.send({ cmds: [{ ...follow(id, 1), unsubscribe: true }, { ...follow('nobody', 2) }] })
    await client.next()
    expect(live.fills()).toMatchObject({ subscriptionBytes: 0 })
  })

  test('a user has so many sockets, and the next one is turned away', async () => {
    const { id } = makeDevice(live.store)
    const clients = await Promise.all(Array.from({ length: LIMITS.socketsOfUser.value }, () => live.console()))
    for (const client of clients) {
      client.send({ cmds: [follow(id)] })
      await client.next()
    }
    expect(live.fills()).toMatchObject({ socketsOfUser: LIMITS.socketsOfUser.value })
    const next = await live.console()
    expect(await next.closed()).toEqual({ code: 1008, reason: 'Max regular user sessions limit reached!' })
    const other = await live.console(await live.customerToken(id))
    other.send({ cmds: [follow('nobody')] })
    expect(await other.next()).toMatchObject({ errorCode: 1 })
  })
})

describe('signs of life [contract 9.6]', () => {
  test('a socket is pinged once its last pong is ten seconds old, and stays as long as it answers', async () => {
    const { id } = makeDevice(live.store)
    const client = await live.console()
    for (let i = 0; i < 4; i++) {
      client.send({ cmds: [follow(id, i)] })
      expect(await client.next()).toMatchObject({ subscriptionId: i, errorCode: 0 })
      const pinged = new Promise((resolve) => client.socket.once('ping', resolve))
      live.clock.now += PING_AFTER_MS
      await pinged
    }
  })

  test('a socket without a pong for thirty seconds is closed with 4500, whatever it sends', async () => {
    const { id } = makeDevice(live.store)
    const client = await live.console(live.token, { autoPong: false })
    for (const wait of [LIMITS.pongTimeoutMs.value - 1, 1]) {
      client.send({ cmds: [follow(id)] })
      await client.next()
      live.clock.now += wait
    }
    expect(await client.closed()).toEqual({ code: 4500, reason: '' })
  })
})

describe('a reader that does not read [contract 9.6]', () => {
  /** Larger than the buffers of both ends of a connection. */
  const large = 'x'.repeat(16_777_216)
  const fill = (id: string) => live.store.data.saveAttributes(id, 'SHARED_SCOPE', { large }, 1)

  test('is cut off when nothing goes out for five seconds, and disturbs nobody', async () => {
    const { id } = makeDevice(live.store)
    const stuck = await live.console()
    const other = await live.console()
    for (const client of [stuck, other]) {
      client.send({ cmds: [follow(id, 1, 'ATTRIBUTES', 'SHARED_SCOPE')] })
      await client.next()
    }
    stuck.socket.pause()
    await fill(id)
    await other.next()
    live.clock.now += LIMITS.sendTimeoutMs.value
    await live.store.data.saveAttributes(id, 'SHARED_SCOPE', { Mode: 1 }, 2)
    expect((await other.next()).data).toEqual({ Mode: [[2, '1']] })
    stuck.socket.resume()
    expect((await stuck.closed()).code).toBe(1006)
  })

  test('is cut off when more than a thousand events wait for it', async () => {
    const { id } = makeDevice(live.store)
    const client = await live.console()
    client.send({ cmds: [follow(id, 1, 'ATTRIBUTES', 'SHARED_SCOPE')] })
    await client.next()
    client.socket.pause()
    await fill(id)
    const writes = Array.from({ length: LIMITS.waitingEvents.value + 1 }, (_, n) =>
      live.store.data.saveAttributes(id, 'SHARED_SCOPE', { n }, n),
    )
    await Promise.all(writes)
    client.socket.resume()
    expect(await client.closed()).toEqual({ code: 1008, reason: 'Max pending updates limit reached!' })
  })

  test('gets the newest telemetry alone once it reads again, and its replies in the order of its commands', async () => {
    const { id } = makeDevice(live.store)
    const client = await live.console()
    client.send({ cmds: [follow(id, 1, 'ATTRIBUTES', 'SHARED_SCOPE'), follow(id, 2)] })
    await client.next()
    await client.next()
    client.socket.pause()
    await fill(id)
    const second = (ts: number) => live.store.data.saveTelemetry(id, [{ ts, values: { T_D1: ts } }])
    await Promise.all(Array.from({ length: 500 }, (_, i) => second(i + 1)))
    client.send({ cmds: [follow(id, 3), follow(id, 4), follow(id, 5)] })
    client.socket.resume()
    expect(Object.keys((await client.next()).data ?? {})).toEqual(['large'])
    const frames = [await client.next(), await client.next(), await client.next(), await client.next()]
    const replies = frames.filter(({ subscriptionId }) => subscriptionId > 2)
    expect(replies.map(({ subscriptionId }) => subscriptionId)).toEqual([3, 4, 5])
    expect(frames.every(({ data }) => data?.T_D1?.[0]?.[1] === '500')).toBe(true)
    expect(client.unread).toEqual([])
  })
})
