/** @file The device side, over MQTT, with a third-party client library. */

import { systemOfTests } from '@greenwave/harness/ofTest'
import type { DeviceCredentials } from '@greenwave/contract/wire/credentials'
import type { Device } from '@greenwave/contract/wire/devices'
import { ofDevice } from '@greenwave/contract/wire/ids'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Controller, connectCode, connectController, type Login, type Version } from './controller.ts'
import { eventually, fresh, openTarget } from './target.ts'

const TELEMETRY = 'v1/devices/me/telemetry'
const ATTRIBUTES = 'v1/devices/me/attributes'
const VERSIONS: readonly Version[] = [4, 5]

let device: Device
let login: Required<Login>
const connected: Controller[] = []

const target = systemOfTests(await openTarget())
beforeEach(async () => {
  device = await target.admin.createDevice(fresh('TLC'))
  login = { clientId: fresh('ctl'), username: fresh('user'), password: 'k3v9q2m7x1b8d4s6' }
  const credentials = (
    await target.admin.ask('deviceCredentials', { params: { deviceId: device.id.id } })
  ).json<DeviceCredentials>()
  const { clientId, username: userName, password } = login
  const saved = await target.admin.ask('saveDeviceCredentials', {
    body: {
      ...credentials,
      credentialsType: 'MQTT_BASIC',
      credentialsId: null,
      credentialsValue: JSON.stringify({ clientId, userName, password }),
    },
  })
  if (saved.status !== 200) throw new Error(`the credentials were not saved: ${saved.text}`)
  return async () => {
    for (const controller of connected.splice(0)) await controller.end()
  }
})

const connect = async (version: Version = 4, by: Login = login): Promise<Controller> => {
  const controller = await connectController(target.mqttUrl, by, version)
  connected.push(controller)
  return controller
}
const attributes = async (scope: string): Promise<Record<string, unknown>> => {
  const list = (await target.admin.ask('attributes', { params: { ...ofDevice(device.id.id), scope } })).json<
    { key: string; value: unknown }[]
  >()
  return Object.fromEntries(list.map(({ key, value }) => [key, value]))
}
const latest = async (): Promise<Record<string, { ts: number; value: unknown }[]>> =>
  (await target.admin.ask('timeseries', { params: ofDevice(device.id.id) })).json()

describe.each(VERSIONS)('connecting by protocol version %i', (version) => {
  it('is accepted with client id, user name and password', async () => {
    expect((await connect(version)).client.connected).toBe(true)
  })

  it('is accepted with an access token for a user name', async () => {
    const other = await target.admin.createDevice(fresh('TLC'))
    const { credentialsId } = (
      await target.admin.ask('deviceCredentials', { params: { deviceId: other.id.id } })
    ).json<DeviceCredentials>()
    expect(await connectCode(target.mqttUrl, { clientId: fresh('any'), username: credentialsId }, version)).toBe(0)
  })

  it('is refused with a wrong password, an unknown user and an unknown client id alone', async () => {
    const { clientId, username } = login
    const refusals = [
      await connectCode(target.mqttUrl, { clientId, username, password: 'wrong' }, version),
      await connectCode(target.mqttUrl, { clientId: fresh('x'), username: fresh('x'), password: 'x' }, version),
      await connectCode(target.mqttUrl, { clientId: fresh('x') }, version),
    ]
    expect(refusals).toEqual(version === 5 ? [0x86, 0x86, 0x85] : [5, 5, 2])
  })

  it('takes the place of the connection that the device had', async () => {
    const first = await connect(version)
    const second = await connect(version)
    await first.ended()
    expect(await second.publish(TELEMETRY, { T_D1: 1 })).toBe(0)
  })

  it('ends when the credentials change', async () => {
    const controller = await connect(version)
    const credentials = (
      await target.admin.ask('deviceCredentials', { params: { deviceId: device.id.id } })
    ).json<DeviceCredentials>()
    const value = { clientId: login.clientId, userName: login.username, password: 'another' }
    await target.admin.ask('saveDeviceCredentials', {
      body: { ...credentials, credentialsValue: JSON.stringify(value) },
    })
    await controller.ended()
    expect(await connectCode(target.mqttUrl, login, version)).toBe(version === 5 ? 0x86 : 5)
  })
})

describe.each(VERSIONS)('what a device sends by protocol version %i', (version) => {
  it('becomes its telemetry, stamped by the platform or by itself', async () => {
    const controller = await connect(version)
    const ts = Date.now() - 60_000
    const codes = [
      await controller.publish(TELEMETRY, { T_D1: 27, name: 'on' }),
      await controller.publish(TELEMETRY, { ts, values: { T_V1: 3 } }),
      await controller.publish(TELEMETRY, [{ T_X1: 9 }, { ts, values: { T_X2: 8 } }]),
    ]
    expect(codes).toEqual([0, 0, 0])
    const stored = await eventually(latest, ({ T_X2 }) => T_X2 !== undefined)
    expect(stored).toEqual({
      T_D1: [{ ts: expect.any(Number), value: '27' }],
      name: [{ ts: expect.any(Number), value: 'on' }],
      T_V1: [{ ts, value: '3' }],
      T_X1: [{ ts: expect.any(Number), value: '9' }],
      T_X2: [{ ts, value: '8' }],
    })
  })

  it('becomes its attributes of the client scope', async () => {
    const controller = await connect(version)
    await controller.publish(ATTRIBUTES, { fw: 'v2.1', slots: 3 })
    expect(
      await eventually(
        () => attributes('CLIENT_SCOPE'),
        ({ fw }) => fw !== undefined,
      ),
    ).toEqual({ fw: 'v2.1', slots: 3 })
    expect(await attributes('SHARED_SCOPE')).toEqual({})
  })

  it('may be sent by the short topics too', async () => {
    const controller = await connect(version)
    await controller.publish('v2/t', { T_D1: 5 })
    await controller.publish('v2/a', { fw: 'v2.2' })
    await eventually(latest, ({ T_D1 }) => T_D1?.[0]?.value === '5')
    await eventually(
      () => attributes('CLIENT_SCOPE'),
      ({ fw }) => fw === 'v2.2',
    )
  })

  it('to a topic that nobody knows is acknowledged and stored nowhere', async () => {
    const controller = await connect(version)
    expect(await controller.publish('somewhere/else', { T_D1: 5 })).toBe(version === 5 ? 0x90 : 0)
    await controller.publish(TELEMETRY, { T_D2: 6 })
    expect(Object.keys(await eventually(latest, ({ T_D2 }) => T_D2 !== undefined))).toEqual(['T_D2'])
  })
})

describe('a payload that is no JSON', () => {
  it('ends the connection by protocol version 4', async () => {
    const controller = await connect(4)
    controller.publish(TELEMETRY, '{"T_D1":').catch(() => {})
    await controller.ended()
    expect(controller.client.connected).toBe(false)
  })

  it('is refused by protocol version 5, and the connection stays', async () => {
    const controller = await connect(5)
    expect(await controller.publish(TELEMETRY, '{"T_D1":')).toBe(0x99)
    expect(await controller.publish(TELEMETRY, { T_D1: 1 })).toBe(0)
  })
})

describe.each(VERSIONS)('what a device is sent by protocol version %i', (version) => {
  it('is each shared attribute that is written or deleted, and none of another scope', async () => {
    const controller = await connect(version)
    expect(await controller.subscribe(ATTRIBUTES)).toBe(1)
    await target.admin.writeAttributes(device.id.id, 'SERVER_SCOPE', { latitude: 10.7 })
    await target.admin.writeAttributes(device.id.id, 'SHARED_SCOPE', { Vang: 3, Do_cong: 2 })
    expect(await controller.next()).toEqual([ATTRIBUTES, { Vang: 3, Do_cong: 2 }])
    await target.admin.ask('deleteAttributes', {
      params: { ...ofDevice(device.id.id), scope: 'SHARED_SCOPE' },
      query: { keys: 'Do_cong' },
    })
    expect(await controller.next()).toEqual([ATTRIBUTES, { deleted: ['Do_cong'] }])
  })

  it('are the attributes that it asks for, in their types', async () => {
    await target.admin.writeAttributes(device.id.id, 'SHARED_SCOPE', { Mode: 4, Plan_total: 6, note: 'x' })
    const controller = await connect(version)
    await controller.publish(ATTRIBUTES, { fw: 'v2.1' })
    await eventually(
      () => attributes('CLIENT_SCOPE'),
      ({ fw }) => fw !== undefined,
    )
    await controller.subscribe('v1/devices/me/attributes/response/+')
    const ask = async (id: number, question: object) => {
      await controller.publish(`v1/devices/me/attributes/request/${id}`, question)
      return controller.next()
    }
    const answer = (id: number, body: object) => [`v1/devices/me/attributes/response/${id}`, body]
    expect(await ask(7, { clientKeys: 'fw,serial', sharedKeys: 'Mode,Plan_total' })).toEqual(
      answer(7, { client: { fw: 'v2.1' }, shared: { Mode: 4, Plan_total: 6 } }),
    )
    expect(await ask(8, { sharedKeys: 'note' })).toEqual(answer(8, { shared: { note: 'x' } }))
    expect(await ask(9, { clientKeys: 'serial' })).toEqual(answer(9, {}))
    expect(await ask(10, {})).toEqual(
      answer(10, { client: { fw: 'v2.1' }, shared: { Mode: 4, Plan_total: 6, note: 'x' } }),
    )
  })

  it('are calls, whose answers reach the caller', async () => {
    const controller = await connect(version)
    await controller.subscribe('v1/devices/me/rpc/request/+')
    const called = target.admin.ask('rpcTwoway', {
      params: { deviceId: device.id.id },
      body: { method: 'getState', params: { a: 1 } },
    })
    const [topic, call] = await controller.next()
    expect(call).toMatchObject({ method: 'getState', params: { a: 1 } })
    await controller.publish(topic.replace('request', 'response'), { state: 'fine' })
    const answer = await called
    expect([answer.status, answer.json()]).toEqual([200, { state: 'fine' }])
  })

  it('is the answer to its own call', async () => {
    const controller = await connect(version)
    await controller.subscribe('v1/devices/me/rpc/response/+')
    await controller.publish('v1/devices/me/rpc/request/3', { method: 'getSessionLimits', params: {} })
    const [topic, limits] = await controller.next()
    expect([topic, typeof limits]).toEqual(['v1/devices/me/rpc/response/3', 'object'])
  })

  it('is nothing by any other filter', async () => {
    const controller = await connect(version)
    expect(await controller.subscribe('#')).toBe(version === 5 ? 0x8f : 0x80)
    expect(await controller.subscribe('v1/devices/me/telemetry')).toBe(version === 5 ? 0x8f : 0x80)
  })
})

describe('the state of a connection', () => {
  it('shows in the server attributes: active from the connection on, and still after it ended', async () => {
    const before = await eventually(
      () => attributes('SERVER_SCOPE'),
      ({ active }) => active !== undefined,
    )
    expect(before).toEqual({ active: false })
    const controller = await connect()
    const during = await eventually(
      () => attributes('SERVER_SCOPE'),
      ({ active }) => active === true,
    )
    expect(during.lastConnectTime).toBeTypeOf('number')
    expect(during.lastActivityTime).toBeTypeOf('number')
    await controller.end()
    const after = await eventually(
      () => attributes('SERVER_SCOPE'),
      ({ lastDisconnectTime }) => lastDisconnectTime !== undefined,
    )
    expect(after.active).toBe(true)
    const info = await target.admin.ask('deviceInfo', { params: { deviceId: device.id.id } })
    expect(info.json()).toMatchObject({ active: true })
  })
})
