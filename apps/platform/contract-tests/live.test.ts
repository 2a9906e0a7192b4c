/** @file The live socket, as a browser's console uses it. */

import { systemOfTests } from '@greenwave/harness/ofTest'
import { ofDevice } from '@greenwave/contract/wire/ids'
import { LEGACY_LIVE_PATH, LIVE_PATH } from '@greenwave/contract/wire/live'
import { beforeEach, describe, expect, it } from 'vitest'
import { LiveClient } from '../src/testing/liveClient.ts'
import { createViewer } from './client.ts'
import { fresh, freshEmail, isStrict, openTarget } from './target.ts'

let deviceId = ''
const sockets: LiveClient[] = []
const target = systemOfTests(await openTarget())
beforeEach(async () => {
  deviceId = (await target.admin.createDevice(fresh('TLC'))).id.id
  return () => {
    for (const { socket } of sockets.splice(0)) socket.terminate()
  }
})

const dial = async (
  path: string = LIVE_PATH,
  options?: ConstructorParameters<typeof LiveClient>[1],
): Promise<LiveClient> => {
  const client = new LiveClient(target.url.replace(/^http/, 'ws') + path, options)
  sockets.push(client)
  return client.opened()
}
const tokenOf = (client = target.admin): string => client.tokens?.token ?? ''
const signedIn = async (client = target.admin): Promise<LiveClient> => {
  const live = await dial()
  live.send({ authCmd: { cmdId: 0, token: tokenOf(client) } })
  return live
}
const command = (type: 'TIMESERIES' | 'ATTRIBUTES', cmdId: number, more: object = {}) => ({
  type,
  cmdId,
  entityType: 'DEVICE',
  entityId: deviceId,
  ...more,
})
const telemetry = (cmdId: number, more: object = {}) =>
  command('TIMESERIES', cmdId, { scope: 'LATEST_TELEMETRY', ...more })
const write = (scope: 'SHARED_SCOPE' | 'SERVER_SCOPE', body: object) =>
  target.admin.writeAttributes(deviceId, scope, body)
const writeTelemetry = (body: object) => target.admin.writeTelemetry(deviceId, body)

describe('a live socket', () => {
  it.each([
    ['no token', { authCmd: { cmdId: 0, token: '' } }, 1007, /^Token is invalid/],
    ['what is no token', { authCmd: { cmdId: 0, token: 'nonsense' } }, 1007, /^Invalid JWT token: /],
    ['no authentication at all', { cmds: [] }, 1008, /^Auth cmd is missing/],
  ])('is closed for %s', async (_, message, code, reason) => {
    const live = await dial()
    live.send(message)
    expect(await live.closed()).toEqual({ code, reason: expect.stringMatching(reason) })
  })

  it('is closed for a token that the platform did not sign', async () => {
    const [head, claims] = tokenOf().split('.')
    const live = await dial()
    live.send({ authCmd: { cmdId: 0, token: `${head}.${claims}.${'A'.repeat(86)}` } })
    expect(await live.closed()).toEqual({ code: 1007, reason: 'JWT Token expired' })
  })

  it('takes commands beside its token, and its token in the address', async () => {
    const together = await dial()
    together.send({ authCmd: { cmdId: 0, token: tokenOf() }, cmds: [telemetry(4)] })
    expect(await together.next()).toMatchObject({ subscriptionId: 4, errorCode: 0, data: {} })
    const inAddress = await dial(`${LIVE_PATH}?token=${tokenOf()}`)
    inAddress.send({ cmds: [telemetry(5)] })
    expect(await inAddress.next()).toMatchObject({ subscriptionId: 5, errorCode: 0 })
  })

  it('serves the older path with its older commands', async () => {
    const live = await dial(`${LEGACY_LIVE_PATH}?token=${tokenOf()}`)
    const { type: _, ...older } = telemetry(6)
    live.send({ tsSubCmds: [older] })
    expect(await live.next()).toMatchObject({ subscriptionId: 6, errorCode: 0 })
  })
})

describe('a subscription to telemetry', () => {
  it('begins with what there is and goes on with what comes, as text', async () => {
    const ts = Date.now() - 10_000
    await writeTelemetry({ ts, values: { T_D1: 27 } })
    const live = await signedIn()
    live.send({ cmds: [telemetry(10)] })
    expect(await live.next()).toEqual({
      subscriptionId: 10,
      errorCode: 0,
      errorMsg: null,
      data: { T_D1: [[ts, '27']] },
      latestValues: { T_D1: ts },
    })
    await writeTelemetry({ ts: ts + 1000, values: { T_V1: 3 } })
    expect(await live.next()).toMatchObject({
      subscriptionId: 10,
      data: { T_V1: [[ts + 1000, '3']] },
      latestValues: { T_V1: ts + 1000 },
    })
  })

  it('leaves out samples older than the last that it sent', async () => {
    const ts = Date.now() - 10_000
    const live = await signedIn()
    live.send({ cmds: [telemetry(10)] })
    await live.next()
    for (const [at, value] of [
      [ts, 1],
      [ts - 1000, 2],
      [ts + 1000, 3],
    ] as const) {
      await writeTelemetry({ ts: at, values: { v: value } })
    }
    expect([(await live.next()).data, (await live.next()).data]).toEqual([
      { v: [[ts, '1']] },
      { v: [[ts + 1000, '3']] },
    ])
  })

  it('ends without a word', async () => {
    const live = await signedIn()
    live.send({ cmds: [telemetry(10), command('ATTRIBUTES', 11, { scope: 'SHARED_SCOPE' })] })
    await live.next()
    await live.next()
    live.send({ cmds: [telemetry(10, { unsubscribe: true })] })
    live.send({ cmds: [command('TIMESERIES', 12, { keys: 'v' })] })
    expect((await live.next()).subscriptionId).toBe(12)
    await writeTelemetry({ v: 1 })
    expect((await live.next()).subscriptionId).toBe(12)
    await write('SHARED_SCOPE', { Mode: 1 })
    expect((await live.next()).subscriptionId).toBe(11)
  })
})

describe('a subscription to attributes', () => {
  it('carries its own scope alone, and says of what was deleted that it is empty', async () => {
    await write('SHARED_SCOPE', { Mode: 4 })
    await write('SERVER_SCOPE', { latitude: 10.7 })
    const live = await signedIn()
    live.send({ cmds: [command('ATTRIBUTES', 20, { scope: 'SHARED_SCOPE' })] })
    expect((await live.next()).data).toEqual({ Mode: [[expect.any(Number), '4']] })
    await write('SERVER_SCOPE', { latitude: 10.8 })
    await write('SHARED_SCOPE', { Mode: 1 })
    expect((await live.next()).data).toEqual({ Mode: [[expect.any(Number), '1']] })
    await target.admin.ask('deleteAttributes', {
      params: { ...ofDevice(deviceId), scope: 'SHARED_SCOPE' },
      query: { keys: 'Mode' },
    })
    expect((await live.next()).data).toEqual({ Mode: [[0, '']] })
  })

  it.runIf(isStrict)("shows nothing of another customer's device", async () => {
    await write('SHARED_SCOPE', { Mode: 4 })
    const customer = await target.admin.createCustomer(fresh('customer'))
    const { client } = await createViewer(target.admin, customer, freshEmail(), 'correct horse')
    const live = await signedIn(client)
    live.send({ cmds: [command('ATTRIBUTES', 21, { scope: 'SHARED_SCOPE' })] })
    expect(await live.next()).toMatchObject({
      subscriptionId: 21,
      errorCode: 1,
      errorMsg: 'Failed to fetch attributes!',
      data: null,
    })
  })
})

describe('a command that is wrong', () => {
  it('fails with its whole message when it holds what nobody knows', async () => {
    const live = await signedIn()
    live.send({ cmds: [telemetry(30), telemetry(31, { colour: 'green' })] })
    expect(await live.next()).toMatchObject({
      subscriptionId: 1,
      errorCode: 2,
      errorMsg: 'Failed to parse the payload',
    })
    live.send({ cmds: [telemetry(32)] })
    expect((await live.next()).subscriptionId).toBe(32)
  })

  it.each([
    ['without a device', { entityId: '' }, { subscriptionId: 40, errorCode: 2, errorMsg: 'Device id is empty!' }],
    [
      'with a negative number',
      { cmdId: -1 },
      { subscriptionId: -1, errorCode: 2, errorMsg: 'Cmd id is negative value!' },
    ],
  ])('is answered: %s', async (_, wrong, answer) => {
    const live = await signedIn()
    live.send({ cmds: [telemetry(40, wrong)] })
    expect(await live.next()).toMatchObject(answer)
  })

  it('is refused beyond 32 bits, and taken with a text for an id or none at all', async () => {
    const live = await signedIn()
    live.send({ cmds: [telemetry(3_000_000_000)] })
    expect(await live.next()).toMatchObject({ subscriptionId: 1, errorCode: 2 })
    const { cmdId: _id, ...nameless } = telemetry(0)
    live.send({ cmds: [telemetry(0, { cmdId: '7' })] })
    expect((await live.next()).subscriptionId).toBe(7)
    live.send({ cmds: [nameless] })
    expect((await live.next()).subscriptionId).toBe(0)
  })

  it('is refused with the id 0 after everything was dropped', async () => {
    const live = await signedIn()
    live.send({ cmds: [telemetry(50, { entityId: '', unsubscribe: true })] })
    live.send({ cmds: [telemetry(51)] })
    expect(await live.next()).toMatchObject({
      subscriptionId: 0,
      errorCode: 1,
      errorMsg: 'Session meta-data not found!',
    })
  })

  it('is answered with what there is when it names a window and no keys', async () => {
    await writeTelemetry({ v: 1 })
    const live = await signedIn()
    await expect
      .poll(async () => {
        live.send({ cmds: [telemetry(52, { startTs: 1, timeWindow: 1 })] })
        return Object.keys((await live.next()).data ?? {})
      })
      .toEqual(['v'])
  })

  it("shows another customer's user no telemetry", async () => {
    await writeTelemetry({ v: 1 })
    const customer = await target.admin.createCustomer(fresh('customer'))
    const { client } = await createViewer(target.admin, customer, freshEmail(), 'correct horse')
    const live = await signedIn(client)
    live.send({ cmds: [telemetry(41)] })
    expect(await live.next()).toMatchObject({ subscriptionId: 41, errorCode: 1, errorMsg: 'Failed to fetch data!' })
  })
})
