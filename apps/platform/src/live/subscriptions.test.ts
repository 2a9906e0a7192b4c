/** @file Long: every kind of subscription over one running platform. */
import { systemOfTests } from '@greenwave/harness/ofTest'
import { randomUUID } from 'node:crypto'
import { entityRef } from '@greenwave/contract/wire/ids'
import { describe, expect, test } from 'vitest'
import { makeDevice } from '../testing/makeDevice.ts'
import { startLive } from '../testing/startLive.ts'
import { saveAsset, saveCustomer } from '../testing/testEntities.ts'

const live = systemOfTests(await startLive())

const telemetry = (entityId: string, more: object = {}) => ({
  type: 'TIMESERIES',
  entityType: 'DEVICE',
  entityId,
  scope: 'LATEST_TELEMETRY',
  cmdId: 10,
  ...more,
})
const attributes = (entityId: string, more: object = {}) => ({
  type: 'ATTRIBUTES',
  entityType: 'DEVICE',
  entityId,
  scope: 'SHARED_SCOPE',
  cmdId: 11,
  ...more,
})

const store = (id: string, ts: number, values: Record<string, string | number | boolean>) =>
  live.store.data.saveTelemetry(id, [{ ts, values }])

describe('telemetry [contract 9.4]', () => {
  test('first comes the latest value of every key, then what changes', async () => {
    const { id } = makeDevice(live.store)
    await store(id, 1_000, { T_D1: 27, on: true, text: 'x', number: 10.77 })
    const client = await live.console()
    client.send({ cmds: [telemetry(id)] })
    expect(await client.next()).toEqual({
      subscriptionId: 10,
      errorCode: 0,
      errorMsg: null,
      data: { T_D1: [[1_000, '27']], on: [[1_000, 'true']], text: [[1_000, 'x']], number: [[1_000, '10.77']] },
      latestValues: { T_D1: 1_000, on: 1_000, text: 1_000, number: 1_000 },
    })
    await store(id, 2_000, { T_D1: 26 })
    expect(await client.next()).toEqual({
      subscriptionId: 10,
      errorCode: 0,
      errorMsg: null,
      data: { T_D1: [[2_000, '26']] },
      latestValues: { T_D1: 2_000 },
    })
  })

  test('a device without data is an empty snapshot', async () => {
    const { id } = makeDevice(live.store)
    const client = await live.console()
    client.send({ cmds: [telemetry(id)] })
    expect(await client.next()).toMatchObject({ data: {}, latestValues: {} })
  })

  test('keys limit both; one without data is null at this moment', async () => {
    const { id } = makeDevice(live.store)
    await store(id, 1_000, { a: 1, b: 2 })
    const client = await live.console()
    client.send({ cmds: [telemetry(id, { keys: 'a, none' })] })
    expect((await client.next()).data).toEqual({ a: [[1_000, '1']], none: [[live.clock.now, null]] })
    await store(id, 2_000, { b: 3 })
    await store(id, 3_000, { a: 4, b: 4 })
    expect((await client.next()).data).toEqual({ a: [[3_000, '4']] })
    await store(id, 4_000, { none: 1 })
    expect((await client.next()).data).toEqual({ none: [[4_000, '1']] })
  })

  test('LATEST_TELEMETRY drops samples older than the last one sent, key by key [contract 9.5]', async () => {
    const { id } = makeDevice(live.store)
    await store(id, 2_000, { a: 1 })
    const client = await live.console()
    client.send({ cmds: [telemetry(id)] })
    await client.next()
    await store(id, 1_999, { a: 0 })
    await store(id, 1_999, { a: 0, b: 7 })
    expect((await client.next()).data).toEqual({ b: [[1_999, '7']] })
    await store(id, 2_000, { a: 2 })
    expect((await client.next()).data).toEqual({ a: [[2_000, '2']] })
  })

  test('LATEST_TELEMETRY knows the time of each key, whichever keys messages have', async () => {
    const { id } = makeDevice(live.store)
    const client = await live.console()
    client.send({ cmds: [telemetry(id)] })
    await client.next()
    const sent = [
      [1_000, { a: 1, b: 1 }],
      [3_000, { a: 2, b: 2 }],
      [2_000, { a: 3 }],
      [3_000, { b: 4 }],
      [2_500, { a: 5, b: 5 }],
      [3_000, { a: 6, b: 6 }],
      [2_999, { a: 7, b: 7 }],
      [2_000, { c: 8 }],
    ] as const
    for (const [ts, values] of sent) await store(id, ts, values)
    for (const nth of [0, 1, 3, 5, 7]) {
      const [ts, values] = sent[nth] ?? [0, {}]
      const data = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, [[ts, String(value)]]]))
      expect((await client.next()).data).toEqual(data)
    }
  })

  test.each([['ANY'], [undefined], [null]])('scope %j forwards every stored sample [contract 9.5]', async (scope) => {
    const { id } = makeDevice(live.store)
    await store(id, 2_000, { a: 1 })
    const client = await live.console()
    client.send({ cmds: [telemetry(id, { scope })] })
    await client.next()
    await store(id, 1_000, { a: 0 })
    expect((await client.next()).data).toEqual({ a: [[1_000, '0']] })
  })

  test('each element of a message is a frame of its own', async () => {
    const { id } = makeDevice(live.store)
    const client = await live.console()
    client.send({ cmds: [telemetry(id)] })
    await client.next()
    await live.store.data.saveTelemetry(id, [
      { ts: 1_000, values: { a: 1 } },
      { ts: 2_000, values: { a: 2 } },
    ])
    expect((await client.next()).data).toEqual({ a: [[1_000, '1']] })
    expect((await client.next()).data).toEqual({ a: [[2_000, '2']] })
  })

  test('a timeWindow makes the first reply history, newest first; what comes while it is read follows it [contract 9.3]', async () => {
    const asked = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    const slow = await startLive((data) => ({
      ...data,
      async *readHistory(...query) {
        asked.resolve()
        await released.promise
        yield* data.readHistory(...query)
      },
    }))
    try {
      const { id } = makeDevice(slow.store)
      const save = (ts: number, a: number) => slow.store.data.saveTelemetry(id, [{ ts, values: { a, b: 1 } }])
      for (const ts of [1_000, 2_000, 3_000]) await save(ts, ts)
      const client = await slow.console()
      client.send({ cmds: [telemetry(id, { keys: 'a', startTs: 1_000, timeWindow: 2_000 })] })
      await asked.promise
      await save(4_000, 4)
      released.resolve()
      expect((await client.next()).data).toEqual({
        a: [
          [2_000, '2000'],
          [1_000, '1000'],
        ],
      })
      expect((await client.next()).data).toEqual({ a: [[4_000, '4']] })
    } finally {
      await slow.close()
    }
  })

  test('TIMESERIES_HISTORY answers once', async () => {
    const { id } = makeDevice(live.store)
    for (const ts of [1_000, 2_000]) await store(id, ts, { a: ts })
    const client = await live.console()
    const history = telemetry(id, { type: 'TIMESERIES_HISTORY', startTs: 0, endTs: 9_000 })
    client.send({ cmds: [{ ...history, keys: 'a' }] })
    expect((await client.next()).data).toEqual({
      a: [
        [2_000, '2000'],
        [1_000, '1000'],
      ],
    })
    client.send({ cmds: [{ ...history, keys: 'a', limit: 1 }] })
    expect((await client.next()).data).toEqual({ a: [[2_000, '2000']] })
    client.send({ cmds: [{ ...history, keys: 'a', agg: 'SUM', interval: 10_000 }] })
    expect(Object.keys((await client.next()).data ?? {})).toEqual(['a'])
    client.send({ cmds: [{ ...history, keys: 'a', agg: 'MEDIAN' }] })
    expect(await client.next()).toMatchObject({ errorCode: 1, errorMsg: 'Failed to fetch data!' })
    client.send({ cmds: [{ ...history, keys: 'a', agg: 'AVG', interval: 1, endTs: 701_000 }] })
    expect(await client.next()).toMatchObject({ errorCode: 1, errorMsg: 'Failed to fetch data!' })
    client.send({ cmds: [history] })
    expect(await client.next()).toMatchObject({ errorCode: 2, errorMsg: 'Keys are empty!' })
  })
})

describe('attributes [contract 9.5]', () => {
  test.each(['CLIENT_SCOPE', 'SERVER_SCOPE', 'SHARED_SCOPE'] as const)('%s: its own and no other', async (scope) => {
    const { id } = makeDevice(live.store)
    const others = (['CLIENT_SCOPE', 'SERVER_SCOPE', 'SHARED_SCOPE'] as const).filter((other) => other !== scope)
    await live.store.data.saveAttributes(id, scope, { Mode: 4, list: [1] }, 1_000)
    for (const other of others) await live.store.data.saveAttributes(id, other, { foreign: 1 }, 1_000)
    const client = await live.console()
    client.send({ cmds: [attributes(id, { scope })] })
    expect(await client.next()).toEqual({
      subscriptionId: 11,
      errorCode: 0,
      errorMsg: null,
      data: { Mode: [[1_000, '4']], list: [[1_000, '[1]']] },
      latestValues: { Mode: 1_000, list: 1_000 },
    })
    for (const other of others) await live.store.data.saveAttributes(id, other, { foreign: 2 }, 2_000)
    await live.store.data.saveAttributes(id, scope, { Mode: 2 }, 2_000)
    expect((await client.next()).data).toEqual({ Mode: [[2_000, '2']] })
  })

  test.each([[undefined], [''], [null]])('scope %j is all three, merged', async (scope) => {
    const { id } = makeDevice(live.store)
    await live.store.data.saveAttributes(id, 'CLIENT_SCOPE', { a: 1 }, 1_000)
    await live.store.data.saveAttributes(id, 'SERVER_SCOPE', { b: 2 }, 1_000)
    await live.store.data.saveAttributes(id, 'SHARED_SCOPE', { c: 3 }, 1_000)
    const client = await live.console()
    client.send({ cmds: [attributes(id, { scope })] })
    expect((await client.next()).data).toEqual({ a: [[1_000, '1']], b: [[1_000, '2']], c: [[1_000, '3']] })
  })

  test('a scope that does not exist is answered with an error', async () => {
    const { id } = makeDevice(live.store)
    const client = await live.console()
    client.send({ cmds: [attributes(id, { scope: 'LATEST_TELEMETRY' })] })
    expect(await client.next()).toMatchObject({ errorCode: 1, errorMsg: 'Failed to fetch attributes!' })
  })

  test('a deleted key is a pair of 0 and nothing', async () => {
    const { id } = makeDevice(live.store)
    await live.store.data.saveAttributes(id, 'SHARED_SCOPE', { Mode: 4, Vang: 3 }, 1_000)
    const client = await live.console()
    client.send({ cmds: [attributes(id)] })
    await client.next()
    await live.store.data.deleteAttributes(id, 'SHARED_SCOPE', ['Mode'])
    expect(await client.next()).toMatchObject({ data: { Mode: [[0, '']] }, latestValues: { Mode: 0 } })
  })

  test('keys limit what is reported', async () => {
    const { id } = makeDevice(live.store)
    await live.store.data.saveAttributes(id, 'SHARED_SCOPE', { Mode: 4, Vang: 3 }, 1_000)
    const client = await live.console()
    client.send({ cmds: [attributes(id, { keys: 'Mode' })] })
    expect((await client.next()).data).toEqual({ Mode: [[1_000, '4']] })
    await live.store.data.saveAttributes(id, 'SHARED_SCOPE', { Vang: 4 }, 2_000)
    await live.store.data.deleteAttributes(id, 'SHARED_SCOPE', ['Vang'])
    await live.store.data.saveAttributes(id, 'SHARED_SCOPE', { Mode: 1, Vang: 1 }, 3_000)
    expect((await client.next()).data).toEqual({ Mode: [[3_000, '1']] })
  })
})

describe('the end of a subscription [contract 9.3]', () => {
  test('a command id that is used again takes the place of the older', async () => {
    const first = makeDevice(live.store)
    const second = makeDevice(live.store)
    const client = await live.console()
    client.send({ cmds: [telemetry(first.id), telemetry(second.id)] })
    await client.next()
    await client.next()
    await store(first.id, 1_000, { a: 'first' })
    await store(second.id, 1_000, { a: 'second' })
    expect((await client.next()).data).toEqual({ a: [[1_000, 'second']] })
  })
})

describe('commands that cannot be served [contract 9.4]', () => {
  test.each<[what: string, command: object, error: object]>([
    ['with a null device', attributes('', { entityId: null }), { errorCode: 2, errorMsg: 'Device id is empty!' }],
    ['for a device that does not exist', telemetry(randomUUID()), { errorCode: 1, errorMsg: 'Failed to fetch data!' }],
    [
      'for attributes of a device that does not exist',
      attributes(randomUUID()),
      { errorCode: 1, errorMsg: 'Failed to fetch attributes!' },
    ],
    ['for an id that is none', telemetry('TLC-0007'), { errorCode: 1, errorMsg: 'Failed to fetch data!' }],
    [
      'for a kind of entity that has no values',
      telemetry(randomUUID(), { entityType: 'USER' }),
      { errorCode: 1, errorMsg: 'Failed to fetch data!' },
    ],
  ])('%s', async (_what, command, error) => {
    const client = await live.console()
    client.send({ cmds: [command] })
    expect(await client.next()).toMatchObject({ ...error, data: null, latestValues: {} })
  })

  test.each<[what: string, message: string | object]>([
    ['no JSON', '{'],
    ['a member that is not listed', { cmds: [{ ...telemetry('x'), deviceName: 'x' }] }],
    ['a type that is not served', { cmds: [{ type: 'ENTITY_DATA', cmdId: 1 }] }],
    ['no type', { cmds: [{ cmdId: 1 }] }],
    ['a command id that is a word', { cmds: [telemetry('x', { cmdId: 'one' })] }],
    ['a list', []],
    ['a number', '3'],
  ])('%s fails the whole message', async (_what, message) => {
    const { id } = makeDevice(live.store)
    const client = await live.console()
    // Together with a valid command, which must not run either.
    const cmds: unknown[] = typeof message === 'object' && 'cmds' in message ? [message.cmds].flat() : []
    client.send(cmds.length > 0 ? { cmds: [telemetry(id, { cmdId: 5 }), ...cmds] } : message)
    client.send({ cmds: [telemetry(id, { cmdId: 6 })] })
    expect(await client.next()).toEqual({
      subscriptionId: 1,
      errorCode: 2,
      errorMsg: 'Failed to parse the payload',
      data: null,
      latestValues: {},
    })
    expect((await client.next()).subscriptionId).toBe(6)
  })
})

const tenantOf = () => entityRef('TENANT', live.store.tenants.all()[0]?.id ?? '')

async function makeCustomer() {
  const { id } = saveCustomer(live.store, { tenantId: tenantOf() }).id
  return { id, token: await live.customerToken(id) }
}

describe('customers and assets [contract 19.5]', () => {
  const ofCustomer = (id: string) => [
    telemetry(id, { entityType: 'CUSTOMER' }),
    attributes(id, { entityType: 'CUSTOMER', scope: 'SERVER_SCOPE' }),
  ]
  const ofAsset = (id: string) => [
    telemetry(id, { entityType: 'ASSET' }),
    attributes(id, { entityType: 'ASSET', scope: 'SERVER_SCOPE' }),
  ]

  test.each([
    ['a customer', ofCustomer],
    ['an asset', ofAsset],
  ] as const)("%s's values are followed by its customer's users, as an administrator does", async (_, commands) => {
    const customer = await makeCustomer()
    const id =
      commands === ofCustomer
        ? customer.id
        : saveAsset(live.store, { tenantId: tenantOf(), customerId: entityRef('CUSTOMER', customer.id) }).id.id
    await store(id, 1_000, { load: 5 })
    await live.store.data.saveAttributes(id, 'SERVER_SCOPE', { pulse: { at: 7 } }, 1_000)
    for (const client of [await live.console(), await live.console(customer.token)]) {
      client.send({ cmds: commands(id) })
      expect(await client.next()).toMatchObject({ subscriptionId: 10, data: { load: [[1_000, '5']] } })
      expect(await client.next()).toMatchObject({ subscriptionId: 11, data: { pulse: [[1_000, '{"at":7}']] } })
      await live.store.data.saveAttributes(id, 'SERVER_SCOPE', { revision: 2 }, 2_000)
      expect((await client.next()).data).toEqual({ revision: [[2_000, '2']] })
      await live.store.data.deleteAttributes(id, 'SERVER_SCOPE', ['revision'])
      expect((await client.next()).data).toEqual({ revision: [[0, '']] })
    }
    const client = await live.console(customer.token)
    const history = { type: 'TIMESERIES_HISTORY', keys: 'load', startTs: 0, endTs: 2_000 }
    client.send({ cmds: [{ ...commands(id)[0], ...history }] })
    expect((await client.next()).data).toEqual({ load: [[1_000, '5']] })
  })

  test("another customer's user sees nothing, nor does another kind's name open anything", async () => {
    const mine = await makeCustomer()
    const theirs = await makeCustomer()
    const customerId = entityRef('CUSTOMER', theirs.id)
    const asset = saveAsset(live.store, { tenantId: tenantOf(), customerId }).id.id
    const client = await live.console(mine.token)
    for (const cmds of [
      ofCustomer(theirs.id),
      ofAsset(asset),
      ofAsset(saveAsset(live.store, { tenantId: tenantOf() }).id.id),
      ofAsset(mine.id),
      [telemetry(mine.id), attributes(mine.id)],
    ]) {
      client.send({ cmds })
      expect(await client.next()).toMatchObject({ errorCode: 1, errorMsg: 'Failed to fetch data!', data: null })
      expect(await client.next()).toMatchObject({ errorCode: 1, errorMsg: 'Failed to fetch attributes!', data: null })
    }
  })

  test('an asset that changes hands is followed no longer', async () => {
    const mine = await makeCustomer()
    const asset = saveAsset(live.store, { tenantId: tenantOf(), customerId: entityRef('CUSTOMER', mine.id) })
    const client = await live.console(mine.token)
    client.send({ cmds: ofAsset(asset.id.id) })
    await client.next()
    await client.next()
    live.store.assets.save({ ...asset, customerId: entityRef('CUSTOMER', randomUUID()) })
    await store(asset.id.id, 1_000, { secret: 1 })
    await live.store.data.saveAttributes(asset.id.id, 'SERVER_SCOPE', { secret: 1 }, 1_000)
    live.store.assets.save(asset)
    await store(asset.id.id, 2_000, { secret: 2 })
    client.send({ cmds: [telemetry(asset.id.id, { entityType: 'ASSET', cmdId: 12 })] })
    expect(await client.next()).toMatchObject({ subscriptionId: 12, data: { secret: [[2_000, '2']] } })
  })
})

describe('rights [contract 16.42]', () => {
  test('a customer user follows only their own devices', async () => {
    const mine = await makeCustomer()
    const theirs = await makeCustomer()
    const myDevice = makeDevice(live.store, { customerId: mine.id })
    const client = await live.console(mine.token)
    client.send({ cmds: [telemetry(myDevice.id)] })
    expect((await client.next()).errorCode).toBe(0)
    for (const other of [makeDevice(live.store), makeDevice(live.store, { customerId: theirs.id })]) {
      client.send({
        cmds: [
          telemetry(other.id),
          attributes(other.id),
          telemetry(other.id, { type: 'TIMESERIES_HISTORY', keys: 'a' }),
        ],
      })
      expect(await client.next()).toMatchObject({ errorCode: 1, errorMsg: 'Failed to fetch data!' })
      expect(await client.next()).toMatchObject({ errorCode: 1, errorMsg: 'Failed to fetch attributes!' })
      expect(await client.next()).toMatchObject({ errorCode: 1, errorMsg: 'Failed to fetch data!' })
    }
  })

  test('a device of another tenant is as good as none', async () => {
    const stranger = live.store.tenants.create('Other')
    const { id } = makeDevice(live.store)
    const device = live.store.devices.byId(id)
    if (device)
      live.store.devices.save({
        ...device,
        id: entityRef('DEVICE', randomUUID()),
        name: 'x',
        tenantId: entityRef('TENANT', stranger.id),
      })
    const foreign = live.store.devices.byName(stranger.id, 'x')
    const client = await live.console()
    client.send({ cmds: [telemetry(foreign?.id.id ?? '')] })
    expect(await client.next()).toMatchObject({ errorCode: 1, errorMsg: 'Failed to fetch data!' })
  })

  test('a device that changes hands is followed by its new customer alone', async () => {
    const mine = await makeCustomer()
    const theirs = await makeCustomer()
    const { id } = makeDevice(live.store, { customerId: mine.id })
    const client = await live.console(mine.token)
    client.send({ cmds: [telemetry(id), attributes(id)] })
    await client.next()
    await client.next()
    const device = live.store.devices.byId(id)
    if (device) live.store.devices.save({ ...device, customerId: entityRef('CUSTOMER', theirs.id) })
    await store(id, 1_000, { secret: 1 })
    await live.store.data.saveAttributes(id, 'SHARED_SCOPE', { secret: 1 }, 1_000)
    if (device) live.store.devices.save(device)
    // Even when the device comes back, the ended subscription stays ended.
    await store(id, 2_000, { secret: 2 })
    client.send({ cmds: [telemetry(id, { cmdId: 12 })] })
    expect(await client.next()).toMatchObject({ subscriptionId: 12, data: { secret: [[2_000, '2']] } })
  })
})
