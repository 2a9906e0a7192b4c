import { NULL_UUID } from '@greenwave/contract/wire/ids'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Principal } from '../access/principal.ts'
import { makeDevice } from '../testing/makeDevice.ts'
import { legacyPath, startLive, type TestLive } from '../testing/startLive.ts'

let live: TestLive
beforeEach(async () => {
  live = await startLive()
})
afterEach(() => live.close())

const subscribe = (entityId: string, cmdId = 10) => ({
  type: 'TIMESERIES',
  entityType: 'DEVICE',
  entityId,
  scope: 'LATEST_TELEMETRY',
  cmdId,
})

describe('an API key in the first message', () => {
  async function withKey() {
    const { access, store } = live
    const caller = await access.tokens.verifyAccessToken(live.token)
    const user = store.users.byId(caller.userId)
    if (user === undefined) throw new Error('the administrator is there')
    const request = { userId: user.id, description: 'Wall', expirationTime: live.clock.now + 60_000 }
    const key = access.apiKeys.create(caller, user, request)
    const client = await live.dial().opened()
    client.send({ authCmd: { cmdId: 0, apiKey: key.value }, cmds: [subscribe(makeDevice(store).id)] })
    expect(await client.next()).toMatchObject({ subscriptionId: 10, errorCode: 0 })
    const stored = () => access.apiKeys.byId(key.id.id)
    return {
      client,
      user,
      remove: () => access.apiKeys.remove(caller, user, stored()),
      disable: () => access.apiKeys.update(caller, user, stored(), { enabled: false }),
    }
  }

  test('signs in, until the key is removed', async () => {
    const { client, remove } = await withKey()
    remove()
    expect(await client.closed()).toEqual({ code: 1007, reason: 'Token is outdated' })
  })

  test('signs in, until the key is disabled', async () => {
    const { client, disable } = await withKey()
    disable()
    expect(await client.closed()).toEqual({ code: 1007, reason: 'Token is outdated' })
  })

  test('signs in, until its user is disabled', async () => {
    const { client, user } = await withKey()
    live.access.accounts.setEnabled(user.id.id, false)
    expect(await client.closed()).toEqual({ code: 1007, reason: 'Token is outdated' })
  })

  test('signs in, until the key expires', async () => {
    const { client } = await withKey()
    live.clock.now += 60_000
    expect(await client.closed()).toEqual({ code: 1007, reason: 'Token is outdated' })
  })
})

test('the socket of an administrator who is signed in as a customer user closes when that administrator is disabled; the user’s own stays', async () => {
  const { access, store } = live
  const { id } = makeDevice(store)
  const own = await live.customerToken(store.devices.byId(id)?.customerId.id ?? NULL_UUID)
  const [{ userId }, admin] = [
    await access.tokens.verifyAccessToken(own),
    await access.tokens.verifyAccessToken(live.token),
  ]
  const user = store.users.byId(userId)
  if (user === undefined) throw new Error('the user is there')
  const grant = access.sessions.open(
    userId,
    { address: '::1', userAgent: '' },
    { impersonatedBy: admin.email, impersonatorId: admin.userId },
  )
  const pair = await access.tokens.issue(user, grant, true)
  const [theirs, dismissed] = [await live.console(own), await live.console(pair.token)]
  for (const client of [theirs, dismissed]) {
    client.send({ cmds: [subscribe(id)] })
    expect(await client.next()).toMatchObject({ subscriptionId: 10 })
  }
  access.accounts.setEnabled(admin.userId, false)
  expect(await dismissed.closed()).toEqual({ code: 1007, reason: 'Token is outdated' })
  theirs.send({ cmds: [subscribe(id, 11)] })
  expect(await theirs.next()).toMatchObject({ subscriptionId: 11 })
})

describe('the first message [contract 9.2]', () => {
  test('commands may follow at once, while the token is still being checked', async () => {
    const { id } = makeDevice(live.store)
    const client = await live.dial().opened()
    client.send({ authCmd: { cmdId: 0, token: live.token } })
    client.send({ cmds: [subscribe(id, 1)] })
    client.send({ cmds: [subscribe(id, 2)] })
    expect((await client.next()).subscriptionId).toBe(1)
    expect((await client.next()).subscriptionId).toBe(2)
  })

  test('a later authCmd is ignored', async () => {
    const { id } = makeDevice(live.store)
    const client = await live.console()
    client.send({ authCmd: { cmdId: 1, token: 'rubbish' }, cmds: [subscribe(id)] })
    expect(await client.next()).toMatchObject({ subscriptionId: 10, errorCode: 0 })
  })

  test.each<[what: string, message: unknown, code: number, reason: RegExp]>([
    ['is no JSON', '{', 1007, /JSON/],
    ['is an empty object', {}, 1008, /^Auth cmd is missing$/],
    ['has a member too many', { authCmd: { cmdId: 0, token: 'x' }, more: 1 }, 1007, /more/],
    ['is a list', [], 1007, /./],
    ['has no token', { authCmd: { cmdId: 0 } }, 1007, /^Token is invalid$/],
    ['has an API key that is unknown', { authCmd: { apiKey: 'k' } }, 1007, /^Authentication failed$/],
    ['has an empty API key', { authCmd: { apiKey: '' } }, 1007, /^Token is invalid$/],
  ])('that %s is refused', async (_what, message, code, reason) => {
    const client = await live.dial().opened()
    client.send(message)
    const closed = await client.closed()
    expect(closed.code).toBe(code)
    expect(closed.reason).toMatch(reason)
  })

  test('with an expired token is refused', async () => {
    live.clock.now += 9_001_000
    const client = await live.console()
    expect(await client.closed()).toEqual({ code: 1007, reason: 'JWT Token expired' })
  })

  test('with a token whose session ended is refused', async () => {
    const principal = await live.access.tokens.verifyAccessToken(live.token)
    live.access.sessions.end(principal.chainId)
    const client = await live.console()
    expect(await client.closed()).toEqual({ code: 1007, reason: 'Token is outdated' })
  })

  test('must come within ten seconds', async () => {
    const client = await live.dial().opened()
    live.clock.now += 10_000
    expect(await client.closed()).toEqual({ code: 1008, reason: '' })
  })

  test('may be followed by a hundred before the token is checked, not by thousands', async () => {
    const client = await live.dial().opened()
    client.send({ authCmd: { cmdId: 0, token: live.token } })
    // Sent in one piece, so that all of them arrive before the check has ended.
    client.socket.pause()
    for (let i = 0; i < 5_000; i++) client.send('{}')
    client.socket.resume()
    expect(await client.closed()).toEqual({ code: 1008, reason: 'Too many messages before sign-in' })
  })
})

describe('an open socket [contract 9.2]', () => {
  test('outlives its token', async () => {
    const { id } = makeDevice(live.store)
    const client = await live.console()
    client.send({ cmds: [subscribe(id)] })
    await client.next()
    live.clock.now += 9_001_000
    client.socket.pong()
    // Uses the system's clock, by which the store judges what is in the future.
    const ts = Date.now()
    await live.store.data.saveTelemetry(id, [{ ts, values: { a: 1 } }])
    expect((await client.next()).data).toEqual({ a: [[ts, '1']] })
  })

  test.each<[what: string, end: (principal: Principal) => void]>([
    ['its session ends', ({ chainId }) => live.access.sessions.end(chainId)],
    ["all of its user's tokens are voided", ({ userId }) => live.access.sessions.endAllOf(userId)],
  ])('is closed when %s, stricter than the protocol asks [design 4.12]', async (_what, end) => {
    const { id } = makeDevice(live.store)
    const client = await live.console()
    const other = await live.console(await live.customerToken(NULL_UUID))
    for (const each of [client, other]) {
      each.send({ cmds: [subscribe(id)] })
      await each.next()
    }
    end(await live.access.tokens.verifyAccessToken(live.token))
    expect(await client.closed()).toEqual({ code: 1007, reason: 'Token is outdated' })
    other.send({ cmds: [subscribe(id, 11)] })
    expect(await other.next()).toMatchObject({ subscriptionId: 11 })
  })
})

describe('the socket of a session', () => {
  async function renewedPrincipal(): Promise<Principal> {
    const principal = await live.access.tokens.verifyAccessToken(live.token)
    const client = { address: '127.0.0.1', userAgent: undefined }
    const grant = live.access.sessions.renew(principal, 1, client)
    const user = live.store.users.byId(principal.userId)
    if (grant === 'reused' || user === undefined) throw new Error('it was the newest')
    return live.access.tokens.verifyAccessToken((await live.access.tokens.issue(user, grant, true)).token)
  }

  test('that signed in with its first token is closed when it is ended by a later one', async () => {
    const { id } = makeDevice(live.store)
    const client = await live.console()
    client.send({ cmds: [subscribe(id)] })
    await client.next()
    const renewed = await renewedPrincipal()
    expect(renewed.sessionId).not.toBe((await live.access.tokens.verifyAccessToken(live.token)).sessionId)
    live.access.sessions.end(renewed.chainId)
    expect(await client.closed()).toEqual({ code: 1007, reason: 'Token is outdated' })
  })

  test('is closed when its session has lasted as long as one may', async () => {
    const { id } = makeDevice(live.store)
    const client = await live.console()
    client.send({ cmds: [subscribe(id)] })
    await client.next()
    live.clock.now += 91 * 86_400_000
    // Answers the ping; otherwise the connection would be closed for its silence.
    client.socket.pong()
    live.access.upkeep.sweep()
    expect((await client.closed()).code).toBe(1007)
  })

  test('counts as use of it: a wallboard that only watches is not idle', async () => {
    const { id } = makeDevice(live.store)
    const { userId } = await live.access.tokens.verifyAccessToken(live.token)
    const client = await live.console()
    client.send({ cmds: [subscribe(id)] })
    await client.next()
    live.clock.now += 15_000
    await expect.poll(() => live.access.sessions.of(userId)[0]?.lastUsedAt).toBe(live.clock.now)
  })
})

describe('a token in the address [contract 9.2]', () => {
  test.each([
    ['/api/ws?token=abc', 'Invalid JWT token: '],
    ['/api/ws/plugins/telemetry?token=abc', 'Invalid JWT token: '],
    ['/api/ws/plugins/telemetry?token=', 'Token is invalid'],
    ['/api/ws/plugins/telemetry', 'Token is invalid'],
  ])('%s is refused', async (path, reason) => {
    expect(await live.dial(path).closed()).toEqual({ code: 1011, reason })
  })

  test('that expired is refused', async () => {
    live.clock.now += 9_001_000
    expect(await live.dial(`/api/ws?token=${live.token}`).closed()).toEqual({ code: 1011, reason: 'JWT Token expired' })
  })
})

test('an unknown path under /api/ws/plugins/ is closed [contract 9.2]', async () => {
  expect(await live.dial('/api/ws/plugins/other').closed()).toEqual({ code: 1007, reason: 'Unknown session type' })
})

test('a page of another origin is turned away before its socket opens; the console and named origins are not', async () => {
  const refused = live.dial('/api/ws', { origin: 'https://evil.example' })
  await expect(refused.opened()).rejects.toThrow('403')
  await live.dial('/api/ws', { origin: 'https://wall.example' }).opened()
  const own = live.dial()
  await own.opened()
  const host = new URL(own.socket.url).host
  await live.dial('/api/ws', { origin: `http://${host}` }).opened()
})

describe('the older path [contract 9.7]', () => {
  test('takes its three lists', async () => {
    const { id } = makeDevice(live.store)
    await live.store.data.saveTelemetry(id, [{ ts: 1_000, values: { a: 1 } }])
    await live.store.data.saveAttributes(id, 'SHARED_SCOPE', { Mode: 4 }, 2_000)
    const client = await live.dial(legacyPath(live.token)).opened()
    const device = { entityType: 'DEVICE', entityId: id }
    client.send({
      attrSubCmds: [{ ...device, scope: 'SHARED_SCOPE', cmdId: 1 }],
      tsSubCmds: [{ ...device, scope: 'LATEST_TELEMETRY', cmdId: 2 }],
      historyCmds: [{ ...device, keys: 'a', startTs: 0, endTs: 5_000, cmdId: 3 }],
    })
    expect((await client.next()).data).toEqual({ Mode: [[2_000, '4']] })
    expect((await client.next()).data).toEqual({ a: [[1_000, '1']] })
    expect(await client.next()).toMatchObject({ subscriptionId: 3, data: { a: [[1_000, '1']] } })
  })

  test('does not take the newer list', async () => {
    const client = await live.dial(legacyPath(live.token)).opened()
    client.send({ cmds: [] })
    expect(await client.next()).toMatchObject({
      subscriptionId: 1,
      errorCode: 2,
      errorMsg: 'Failed to parse the payload',
    })
  })
})
