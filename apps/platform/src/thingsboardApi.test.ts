/**
 * @file The platform as seen by a program that was written for ThingsBoard, with the client library `thingsboard_api`.
 */
import type { Alarm } from '@greenwave/contract/alarms'
import { connectAsync } from 'mqtt'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Platform } from './start/platform.ts'
import { signIn, startPlatform, TEST_ADMIN } from './testing/startPlatform.ts'
import { startThingsboardApi, type ThingsboardApi } from './testing/thingsboardApi.ts'

let platform: Platform
let library: ThingsboardApi
let token: string
beforeAll(async () => {
  platform = await startPlatform()
  token = await signIn(platform)
  library = await startThingsboardApi(platform.url, TEST_ADMIN)
})
afterAll(async () => {
  await library.stop()
  await platform.close()
})

const TYPE = 'signal controller'
const T0 = 1_767_312_000_000
let count = 0
let name: string
let id: string
beforeEach(async () => {
  count += 1
  name = `TLC-${count} Lê Lợi & Hàm Nghi`
  id = String(await library.call('push', 'createEntity', name, TYPE, null, 'device'))
})

/** Makes a call that the library has no function for. */
async function callPlatform(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<unknown> {
  const response = await fetch(platform.url + path, {
    method,
    headers: { 'x-authorization': `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  expect(response.status).toBe(200)
  const text = await response.text()
  return text === '' ? undefined : JSON.parse(text)
}
const failure = (message: RegExp) => ({ error: true, message: expect.stringMatching(message) })

describe('thingsboard_api', () => {
  it('makes a device and finds it by its name, with its access token', async () => {
    expect(id).toBe(platform.store.devices.byId(id)?.id.id)
    expect(platform.store.devices.byId(id)).toMatchObject({ name, type: TYPE })
    expect(await library.call('get', 'objectID', name, 'device')).toBe(id)
    expect(await library.call('get', 'objectID', name, 'device', true)).toEqual({
      id,
      name,
      type: 'DEVICE',
      device_token: platform.store.credentials.byDevice(id)?.credentialsId,
    })
  })

  it('is told that a name is taken, and that no device has another', async () => {
    expect(await library.call('push', 'createEntity', name, TYPE, null, 'device')).toEqual(
      failure(/Device with such name already exists!/),
    )
    expect(await library.call('get', 'objectID', 'nobody', 'device')).toEqual(failure(/status code 404/))
  })

  it('lists the devices of a type, with their tokens and with their attributes', async () => {
    const type = `controller of row ${count}`
    const ids = await Promise.all(
      ['a', 'b', 'c'].map((letter) => library.call('push', 'createEntity', `${name} ${letter}`, type, null, 'device')),
    )
    const listed = await library.call('get', 'allObjectsIDbyType', type, 'device', true)
    expect(listed).toHaveLength(3)
    expect(listed).toEqual(
      expect.arrayContaining(
        ids.map((deviceId, i) => ({
          id: deviceId,
          name: `${name} ${'abc'[i]}`,
          type,
          entityType: 'DEVICE',
          deviceToken: platform.store.credentials.byDevice(String(deviceId))?.credentialsId,
        })),
      ),
    )
    const withAttributes = await library.call('get', 'allObjectsIDandKeysByType', type, 'device')
    expect(withAttributes).toHaveLength(3)
    expect(withAttributes).toContainEqual({ id: ids[0], type: 'device', name: `${name} a`, active: false })
  })

  it('writes server attributes and reads those of all scopes by name and by id', async () => {
    const attributes = { latitude: 10.7769, district: 'Quận 1', lamp: true, plan: { cycle: 90 } }
    // The library also sends telemetry over HTTP with the device's token, even if there is none: the empty body is
    // refused, but the device was heard.
    expect(await library.call('push', 'pushAttributes', name, 'device', attributes)).toEqual(failure(/status code 400/))
    await callPlatform('POST', `/api/plugins/telemetry/DEVICE/${id}/SHARED_SCOPE`, { Mode: 4 })

    const keys = await library.call('get', 'getAllObjectKeys', id, 'device')
    expect(keys).toEqual(expect.arrayContaining(['active', 'Mode', ...Object.keys(attributes)]))
    const all = { ...attributes, Mode: 4, active: expect.any(Boolean) }
    expect(await library.call('get', 'objectIDandKeys', name, 'device')).toMatchObject({
      id,
      name,
      type: 'device',
      ...all,
    })
    expect(await library.call('get', 'getObjectKeys', id, 'device', 'Mode,lamp')).toEqual({
      id,
      type: 'device',
      Mode: 4,
      lamp: true,
    })
    await callPlatform('DELETE', `/api/plugins/telemetry/DEVICE/${id}/SERVER_SCOPE?keys=lamp`)
    expect(await library.call('get', 'getObjectKeys', id, 'device', 'lamp')).toEqual([])
  })

  it('reads the latest telemetry and its history, which a device sends with the token that it found', async () => {
    const deviceToken = String(await library.call('get', 'getDeviceToken', id))
    const device = await connectAsync(platform.mqttUrl, { username: deviceToken, reconnectPeriod: 0 })
    for (const [i, value] of [27, 26, 25].entries()) {
      const sample = JSON.stringify({ ts: T0 + i * 1000, values: { T_D1: value } })
      await device.publishAsync('v1/devices/me/telemetry', sample, { qos: 1 })
    }
    await device.endAsync()
    expect(await library.call('get', 'objectIDandKeys', name, 'device', 'T_D1', true)).toEqual({ id, data: '25' })
    expect(await library.call('get', 'getObjectTelemetry', id, 'device', 'T_D1', T0, T0 + 2001, 2)).toEqual({
      id,
      type: 'device',
      T_D1: [
        { ts: T0 + 2000, value: '25' },
        { ts: T0 + 1000, value: '26' },
      ],
    })
  })

  it('makes an asset with its values, finds it and deletes it', async () => {
    const type = `corridor of row ${count}`
    const asset = String(await library.call('push', 'createEntity', `${name} west`, type, null, 'asset'))
    expect(platform.store.assets.byId(asset)).toMatchObject({ name: `${name} west`, type, version: 1 })
    expect(await library.call('get', 'objectID', `${name} west`, 'asset')).toBe(asset)
    expect(await library.call('get', 'allObjectsIDbyType', type, 'asset')).toMatchObject([{ id: asset }])
    await library.call(
      'push',
      'pushAttributes',
      `${name} west`,
      'asset',
      { plan: { cycle: 90 } },
      { travelTime: 120.5 },
    )
    expect(await library.call('get', 'getObjectKeys', asset, 'asset', 'plan')).toMatchObject({ plan: { cycle: 90 } })
    expect(platform.store.data.latest(asset).get('travelTime')?.value).toBe(120.5)
    expect(await library.call('delete', 'deleteEntity', `${name} west`, 'asset')).toEqual({ success: true })
    expect(platform.store.assets.byId(asset)).toBeUndefined()
  })

  it('raises an alarm and clears it', async () => {
    const tenantId = platform.store.devices.byId(id)?.tenantId.id
    const raised = await library.call('push', 'pushAlarm', name, 'device', { lamp: 2 }, 'Lamp out', T0, tenantId)
    expect(raised).toEqual({ entityId: id, alarmId: expect.any(String) })
    const { alarmId } = Object(raised)
    const alarm = (): Promise<unknown> => callPlatform('GET', `/api/alarm/${alarmId}`)
    expect(await alarm()).toMatchObject({ severity: 'MINOR', status: 'ACTIVE_UNACK', details: { lamp: 2 } })
    expect(await library.call('delete', 'clearAlarm', alarmId)).toEqual({ success: true })
    expect(await alarm()).toMatchObject({ status: 'CLEARED_UNACK' } satisfies Partial<Alarm>)
  })

  it('deletes a device by its name, and all of a type', async () => {
    expect(await library.call('delete', 'deleteEntity', name, 'device')).toEqual({ success: true })
    expect(platform.store.devices.byId(id)).toBeUndefined()
    const type = `controller of row ${count}`
    for (const letter of ['a', 'b']) {
      await library.call('push', 'createEntity', `${name} ${letter}`, type, null, 'device')
    }
    expect(await library.call('delete', 'deleteEntitiesByType', type, 'device')).toEqual({ success: true })
    expect(await library.call('get', 'allObjectsIDbyType', type, 'device')).toEqual(failure(/Not found objects/))
  })
})
