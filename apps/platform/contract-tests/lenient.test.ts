/** @file Careless firmware: text that is not strictly JSON, and messages in which nothing can be stored. */

import { systemOfTests } from '@greenwave/harness/ofTest'
import type { DeviceCredentials } from '@greenwave/contract/wire/credentials'
import { ofDevice } from '@greenwave/contract/wire/ids'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Controller, connectController, type Version } from './controller.ts'
import { eventually, fresh, isStrict, openTarget } from './target.ts'

const TELEMETRY = 'v1/devices/me/telemetry'
const ATTRIBUTES = 'v1/devices/me/attributes'
let deviceId = ''
let username = ''
const connected: Controller[] = []
const target = systemOfTests(await openTarget())
beforeEach(async () => {
  deviceId = (await target.admin.createDevice(fresh('TLC'))).id.id
  username = (await target.admin.ask('deviceCredentials', { params: { deviceId } })).json<DeviceCredentials>()
    .credentialsId
  return async () => {
    for (const controller of connected.splice(0)) await controller.end()
  }
})

const connect = async (version: Version): Promise<Controller> => {
  const controller = await connectController(target.mqttUrl, { username }, version)
  connected.push(controller)
  return controller
}
const clientAttributes = async (): Promise<Record<string, unknown>> => {
  const list = await target.admin.ask('attributes', { params: { ...ofDevice(deviceId), scope: 'CLIENT_SCOPE' } })
  return Object.fromEntries(list.json<{ key: string; value: unknown }[]>().map(({ key, value }) => [key, value]))
}

describe('lenient JSON', () => {
  it.each([
    ['names without quotes', '{fw:7}'],
    ['single quotes', "{'fw':7}"],
    ['a comment', '{"fw":7 /* of today */}'],
    ['a byte order mark', '\uFEFF{"fw":7}'],
  ])('is read from devices: %s', async (_, payload) => {
    await (await connect(4)).publish(ATTRIBUTES, payload)
    expect(await eventually(clientAttributes, ({ fw }) => fw !== undefined)).toEqual({ fw: 7 })
  })

  it('is read in a write of attributes', async () => {
    expect((await target.admin.writeAttributes(deviceId, 'SHARED_SCOPE', "{Mode:4, note:'x'}")).status).toBe(200)
    const { text } = await target.admin.ask('attributes', { params: { ...ofDevice(deviceId), scope: 'SHARED_SCOPE' } })
    expect(text).toContain('"value":4')
  })

  it('is no JSON elsewhere', async () => {
    expect((await target.admin.ask('saveDevice', { body: '{name:"x"}' })).status).toBe(400)
  })
})

describe('a message of which nothing can be stored', () => {
  const cases: [what: string, topic: string, payload: string][] = [
    ['an attribute that is null', ATTRIBUTES, '{"a":null}'],
    ['a list of attributes', ATTRIBUTES, '[]'],
    ['a key without letters', TELEMETRY, '{"":1}'],
    ['a key of 256 letters', TELEMETRY, JSON.stringify({ ['k'.repeat(256)]: 1 })],
  ]

  it.each(cases)('is acknowledged by version 4, and the connection stays: %s', async (_, topic, payload) => {
    const controller = await connect(4)
    expect(await controller.publish(topic, payload)).toBe(0)
    expect(await controller.publish(ATTRIBUTES, { fw: 1 })).toBe(0)
    expect(await eventually(clientAttributes, ({ fw }) => fw !== undefined)).toEqual({ fw: 1 })
  })

  it.runIf(isStrict).each(cases)('strictly is refused by version 5: %s', async (_, topic, payload) => {
    const controller = await connect(5)
    expect(await controller.publish(topic, payload)).toBe(0x99)
    expect(await controller.publish(ATTRIBUTES, { fw: 1 })).toBe(0)
  })

  // ThingsBoard does not answer it, so a waiting client hangs; Greenwave answers.
  it.runIf(isStrict)('strictly is acknowledged when it is empty telemetry', async () => {
    expect(await (await connect(4)).publish(TELEMETRY, '[]')).toBe(0)
  })
})
