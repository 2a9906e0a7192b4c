/** @file Devices that use HTTP, identified by their access token. */

import { systemOfTests } from '@greenwave/harness/ofTest'
import type { DeviceCredentials } from '@greenwave/contract/wire/credentials'
import { DEVICE_API } from '@greenwave/contract/wire/deviceApi'
import { ofDevice } from '@greenwave/contract/wire/ids'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Answer, readAnswer } from './client.ts'
import { eventually, fresh, openTarget } from './target.ts'

let deviceId = ''
let deviceToken = ''
const target = systemOfTests(await openTarget())
beforeEach(async () => {
  deviceId = (await target.admin.createDevice(fresh('TLC'))).id.id
  const credentials = await target.admin.ask('deviceCredentials', { params: { deviceId } })
  deviceToken = credentials.json<DeviceCredentials>().credentialsId
})

/** Makes a request as a device with a token. */
function ask(path: keyof typeof DEVICE_API, query = '', token = deviceToken): Promise<Answer> {
  return readAnswer(fetch(target.url + DEVICE_API[path].replace(':deviceToken', token) + query))
}
function post(path: keyof typeof DEVICE_API, body: object, token = deviceToken): Promise<Answer> {
  const headers = { 'content-type': 'application/json' }
  const address = target.url + DEVICE_API[path].replace(':deviceToken', token)
  return readAnswer(fetch(address, { method: 'POST', headers, body: JSON.stringify(body) }))
}

describe('the HTTP device API', () => {
  it('takes telemetry and attributes', async () => {
    expect((await post('telemetry', { T_D1: 27 })).status).toBe(200)
    expect((await post('attributes', { fw: 'v2.1' })).status).toBe(200)
    await eventually(
      async () => (await target.admin.ask('timeseries', { params: ofDevice(deviceId), query: { keys: 'T_D1' } })).text,
      (text) => text.includes('"27"'),
    )
    await eventually(
      async () =>
        (await target.admin.ask('attributes', { params: { ...ofDevice(deviceId), scope: 'CLIENT_SCOPE' } })).text,
      (text) => text.includes('"v2.1"'),
    )
  })

  it('answers the attributes that a device asks for', async () => {
    await target.admin.writeAttributes(deviceId, 'SHARED_SCOPE', { Mode: 4, Vang: 3 })
    const answer = await eventually(
      () => ask('attributes', '?sharedKeys=Mode'),
      ({ text }) => text.includes('Mode'),
    )
    expect(answer.json()).toEqual({ shared: { Mode: 4 } })
  })

  it('tells the next change of a shared attribute, or that there was none', async () => {
    expect((await ask('attributeUpdates', '?timeout=100')).status).toBe(408)
    const waiting = ask('attributeUpdates', '?timeout=20000')
    let mode = 0
    const writing = setInterval(() => {
      mode += 1
      void target.admin.writeAttributes(deviceId, 'SHARED_SCOPE', { Mode: mode })
    }, 200)
    const answer = await waiting.finally(() => clearInterval(writing))
    expect([answer.status, answer.json()]).toEqual([200, { Mode: expect.any(Number) }])
  })

  it('knows no token that nobody has', async () => {
    expect((await post('telemetry', { a: 1 }, 'nobody-has-this')).status).toBe(401)
  })
})
