import { addressOf } from '@greenwave/client/callRequest'
import { NOTIFIED_KEY, notifyStatusKey, tellerKey } from '@greenwave/contract/records/notifyRecords'
import { pulseKey } from '@greenwave/contract/records/watch'
import { type CallName, calls } from '@greenwave/contract/wire/calls/calls'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createEndedSessions } from '../access/endedSessions.ts'
import { isPublicCall } from '../access/permissions.ts'
import { isWatcherCall, WATCHER_ID, WATCHER_NAME } from '../access/service.ts'
import { ACCESS_TOKEN_SECONDS } from '@greenwave/contract/wire/auth'
import { createTokens } from '../access/signIn/tokens.ts'
import { WEEK_MS } from '../testing/testEntities.ts'
import { type Caller, createTestPlatform, type TestPlatform } from '../testing/testPlatform.ts'

let platform: TestPlatform
let watcher: Caller
beforeEach(async () => {
  platform = await createTestPlatform()
  const tenantId = (await currentUser()).tenantId.id
  const token = await platform.access.tokens.issueToWatcher(tenantId)
  watcher = platform.caller({ 'x-authorization': `Bearer ${token}` })
})
afterEach(() => platform.close())

const currentUser = async () =>
  (await platform.admin.get(addressOf('currentUser'))).json<{ tenantId: { id: string } }>()
const STATE = { gw_level: 5, gw_state: 'conflict', gw_since: 1_795_000_000_000, gw_mode: 4, gw_held: {} }

async function records(of = WATCHER_NAME): Promise<readonly { userName: string; actionType: string }[]> {
  const query = { pageSize: 1000, page: 0 }
  const { data } = (await platform.admin.get(addressOf('auditLogs', { query }))).json<{
    data: { userName: string; actionType: string }[]
  }>()
  return data.filter(({ userName }) => userName === of)
}
const scopeOf = (entityType: string, entityId: string, scope = 'SERVER_SCOPE') =>
  addressOf('saveAttributes', { params: { entityType, entityId, scope } })

describe("the platform's own watcher", () => {
  test('writes states and pulses without a record of each, and everything else with one', async () => {
    const device = await platform.device('TLC-0001')
    const customer = await platform.customer('Quận 1')
    const ofDevice = scopeOf('DEVICE', device.id.id)
    expect((await watcher.post(ofDevice, STATE)).statusCode).toBe(200)
    const ofCustomer = scopeOf('CUSTOMER', customer.id.id)
    expect((await watcher.post(ofCustomer, { [pulseKey(1, 1)]: { at: 1 } })).statusCode).toBe(200)
    expect((await watcher.delete(`${ofCustomer}?keys=${pulseKey(1, 1)}`)).statusCode).toBe(200)
    const messages = { [NOTIFIED_KEY]: {}, [notifyStatusKey(WATCHER_ID)]: {}, [tellerKey(1, 1)]: {} }
    expect((await watcher.post(ofDevice, messages)).statusCode).toBe(200)
    expect(await records()).toEqual([])
    expect((await watcher.post(ofDevice, { ...STATE, gw_hold: {} })).statusCode).toBe(200)
    expect((await watcher.post(scopeOf('DEVICE', device.id.id, 'SHARED_SCOPE'), STATE)).statusCode).toBe(200)
    expect((await records()).map(({ actionType }) => actionType)).toEqual(['ATTRIBUTES_UPDATED', 'ATTRIBUTES_UPDATED'])
  })

  test('writes its records of cycles, events and settings without a record of each, and other telemetry with one', async () => {
    const { id } = await platform.device('TLC-0001')
    const params = { entityType: 'DEVICE', entityId: id.id, scope: 'ANY' }
    const write = (body: object) => watcher.post(addressOf('saveTimeseries', { params }), body)
    const cycles = [
      { ts: 1_795_000_500_000, values: { gw_cycle: { v: 1 } } },
      { ts: 5, values: { gw_event: { v: 1 }, gw_settings: { v: 1 }, gw_day: { v: 1 } } },
    ]
    expect((await write(cycles)).statusCode).toBe(200)
    expect(await records()).toEqual([])
    expect((await write([...cycles, { ts: 6, values: { T_D1: 3 } }])).statusCode).toBe(200)
    expect((await records()).map(({ actionType }) => actionType)).toEqual(['TIMESERIES_UPDATED'])
    await platform.admin.post(addressOf('saveTimeseries', { params }), cycles)
    expect((await records(platform.admin.email)).map(({ actionType }) => actionType)).toContain('TIMESERIES_UPDATED')
  })

  test('the same attributes written by a person are in the audit log', async () => {
    const device = await platform.device('TLC-0001')
    await platform.admin.post(scopeOf('DEVICE', device.id.id), STATE)
    const actions = (await records(platform.admin.email)).map(({ actionType }) => actionType)
    expect(actions).toContain('ATTRIBUTES_UPDATED')
  })

  test('raises and clears alarms under its own name', async () => {
    const device = await platform.device('TLC-0001')
    const body = { originator: device.id, type: 'Dark', severity: 'MAJOR' }
    const raised = await watcher.post(addressOf('saveAlarm'), body)
    const alarmId = raised.json<{ id: { id: string } }>().id.id
    expect((await watcher.post(addressOf('clearAlarm', { params: { alarmId } }))).statusCode).toBe(200)
    expect((await records()).map(({ actionType }) => actionType).sort()).toEqual([
      'ADDED',
      'ADDED_COMMENT',
      'ALARM_CLEAR',
    ])
    const comments = await platform.admin.get(
      addressOf('alarmComments', { params: { alarmId }, query: { pageSize: 9, page: 0 } }),
    )
    expect(comments.json()).toMatchObject({
      data: [{ userId: null, comment: { text: `Alarm was cleared by user ${WATCHER_NAME}` } }],
    })
  })

  test('may make its own calls and no other, so that a stolen token opens no account', async () => {
    const id = '7c0f4a10-8c1e-11f0-9a55-0f6a3c2b7e10'
    const params = { entityType: 'DEVICE', entityId: id, scope: 'SERVER_SCOPE', alarmId: id, userId: id, deviceId: id }
    const others = { customerId: id, assetId: id, commentId: id, sessionId: id, factor: 'totp', providerType: 'TOTP' }
    const names = Object.keys(calls) as CallName[]
    const closed = names.filter((name) => !isPublicCall(name) && !('signInStep' in calls[name]) && !isWatcherCall(name))
    expect(closed.length).toBeGreaterThan(50)
    for (const name of closed) {
      const address = addressOf(name, { params: { ...params, ...others }, query: { pageSize: 1, page: 0 } })
      const answer = await watcher.send(calls[name].method, address, {})
      expect([name, answer.statusCode]).toEqual([name, 403])
    }
  })

  test('has no session that anybody could see or end, and no account that could be locked', async () => {
    await watcher.get(addressOf('tenantDevices', { query: { pageSize: 1, page: 0 } }))
    expect(platform.access.sessions.of(WATCHER_ID)).toEqual([])
    expect(platform.store.users.byId(WATCHER_ID)).toBeUndefined()
    const login = await platform.admin.post(addressOf('login'), { username: WATCHER_NAME, password: '' })
    expect(login.statusCode).toBe(401)
  })

  test('its tokens are worth nothing after the platform has ended', async () => {
    const { revocations, signingKey } = platform.store
    const run = (nowMs: number) => {
      const now = () => nowMs
      return createTokens(signingKey, createEndedSessions({ revocations, lifetimeMs: WEEK_MS, now }), now)
    }
    const [first, second] = [run(Date.now()), run(Date.now() + 1)]
    const token = await first.issueToWatcher(WATCHER_ID)
    expect(await first.verifyAccessToken(token)).toMatchObject({ isWatcher: true, authority: 'TENANT_ADMIN' })
    await expect(second.verifyAccessToken(token)).rejects.toThrow('Token has expired')
  })

  test('a token that was verified before expires all the same', async () => {
    const { revocations, signingKey } = platform.store
    const clock = { now: 1_800_000_000_000 }
    const now = () => clock.now
    const tokens = createTokens(signingKey, createEndedSessions({ revocations, lifetimeMs: WEEK_MS, now }), now)
    const token = await tokens.issueToWatcher(WATCHER_ID)
    clock.now += ACCESS_TOKEN_SECONDS * 1000 - 1
    expect(await tokens.verifyAccessToken(token)).toMatchObject({ isWatcher: true })
    clock.now += 1
    await expect(tokens.verifyAccessToken(token)).rejects.toThrow('Token has expired')
  })
})
