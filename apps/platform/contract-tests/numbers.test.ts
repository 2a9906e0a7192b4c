/** @file Numbers keep their literal: a double its point, a 64-bit integer its digits. */

import { systemOfTests } from '@greenwave/harness/ofTest'
import { liveAddress } from '@greenwave/client/transport'
import type { DeviceCredentials } from '@greenwave/contract/wire/credentials'
import { ofDevice } from '@greenwave/contract/wire/ids'
import { beforeEach, describe, expect, it } from 'vitest'
import { LiveClient } from '../src/testing/liveClient.ts'
import { connectController } from './controller.ts'
import { eventually, fresh, openTarget } from './target.ts'

const WRITTEN = '{"whole":10.0,"big":9007199254740993,"most":9223372036854775807,"plain":7}'
const TEXTS = { whole: '10.0', big: '9007199254740993', most: '9223372036854775807', plain: '7' }

let deviceId = ''
const target = systemOfTests(await openTarget())
beforeEach(async () => {
  deviceId = (await target.admin.createDevice(fresh('TLC'))).id.id
})

const strictLatest = async (): Promise<string> =>
  (await target.admin.ask('timeseries', { params: ofDevice(deviceId), query: { useStrictDataTypes: 'true' } })).text

describe('numbers', () => {
  it('are answered by REST as they were written', async () => {
    await target.admin.writeAttributes(deviceId, 'SHARED_SCOPE', WRITTEN)
    const { text } = await target.admin.ask('attributes', { params: { ...ofDevice(deviceId), scope: 'SHARED_SCOPE' } })
    for (const value of Object.values(TEXTS)) expect(text).toContain(`"value":${value}}`)
    await target.admin.writeTelemetry(deviceId, WRITTEN)
    const latest = await eventually(strictLatest, (found) => found.includes('plain'))
    for (const value of Object.values(TEXTS))
      expect(latest).toMatch(new RegExp(`"value":${value.replace('.', '[.]')}}`))
  })

  it('are texts by the rules of Java on the socket', async () => {
    const live = new LiveClient(liveAddress(target.url).href)
    await live.opened()
    live.send({ authCmd: { cmdId: 0, token: target.admin.tokens?.token } })
    const follow = { type: 'TIMESERIES', cmdId: 1, entityType: 'DEVICE', entityId: deviceId, scope: 'LATEST_TELEMETRY' }
    live.send({ cmds: [follow] })
    await live.next()
    await target.admin.writeTelemetry(deviceId, '{"whole":10.0,"tiny":0.0000001,"big":9007199254740993}')
    const { data } = (await live.next()) as { data: Record<string, [number, string][]> }
    expect(Object.entries(data).map(([key, [sample]]) => [key, sample?.[1]])).toEqual(
      expect.arrayContaining([
        ['whole', '10.0'],
        ['tiny', '1.0E-7'],
        ['big', '9007199254740993'],
      ]),
    )
    live.socket.terminate()
  })

  it('reach a controller as they were written', async () => {
    const credentials = await target.admin.ask('deviceCredentials', { params: { deviceId } })
    const controller = await connectController(target.mqttUrl, {
      username: credentials.json<DeviceCredentials>().credentialsId,
    })
    const heard: string[] = []
    controller.client.on('message', (_topic, payload) => heard.push(payload.toString()))
    await controller.subscribe('v1/devices/me/attributes')
    // A subscription may become active only after its SUBACK (10.5), so this writes until a push arrives.
    await expect
      .poll(
        async () => {
          await target.admin.writeAttributes(deviceId, 'SHARED_SCOPE', WRITTEN)
          return heard.length
        },
        { interval: 100 },
      )
      .toBeGreaterThan(0)
    for (const value of Object.values(TEXTS)) expect(heard[0]).toMatch(new RegExp(`:${value.replace('.', '[.]')}[,}]`))
    await controller.end()
  })
})
