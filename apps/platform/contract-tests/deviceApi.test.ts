/** @file Devices that speak HTTP, found by their access token. */
import type { DeviceCredentials } from '@greenwave/contract/credentials'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventually, fresh, openTarget, type Target } from './target.ts'

let target: Target
let base = ''
let api = ''
beforeAll(async () => {
  target = await openTarget()
})
afterAll(() => target.close())
beforeEach(async () => {
  const { id } = await target.admin.createDevice(fresh('TLC'))
  const credentials = await target.admin.get(`/api/device/${id.id}/credentials`)
  base = `/api/plugins/telemetry/DEVICE/${id.id}`
  api = `/api/v1/${credentials.json<DeviceCredentials>().credentialsId}`
})

describe('the HTTP device API', () => {
  it('takes telemetry and attributes', async () => {
    expect((await target.anyone.post(`${api}/telemetry`, { T_D1: 27 })).status).toBe(200)
    expect((await target.anyone.post(`${api}/attributes`, { fw: 'v2.1' })).status).toBe(200)
    await eventually(
      async () => (await target.admin.get(`${base}/values/timeseries?keys=T_D1`)).text,
      (text) => text.includes('"27"'),
    )
    await eventually(
      async () => (await target.admin.get(`${base}/values/attributes/CLIENT_SCOPE`)).text,
      (text) => text.includes('"v2.1"'),
    )
  })

  it('answers the attributes that a device asks for', async () => {
    await target.admin.post(`${base}/SHARED_SCOPE`, { Mode: 4, Vang: 3 })
    const answer = await eventually(
      () => target.anyone.get(`${api}/attributes?sharedKeys=Mode`),
      ({ text }) => text.includes('Mode'),
    )
    expect(answer.json()).toEqual({ shared: { Mode: 4 } })
  })

  it('tells the next change of a shared attribute, or that there was none', async () => {
    expect((await target.anyone.get(`${api}/attributes/updates?timeout=100`)).status).toBe(408)
    const waiting = target.anyone.get(`${api}/attributes/updates?timeout=20000`)
    let mode = 0
    const writing = setInterval(() => {
      mode += 1
      void target.admin.post(`${base}/SHARED_SCOPE`, { Mode: mode })
    }, 200)
    const answer = await waiting.finally(() => clearInterval(writing))
    expect([answer.status, answer.json()]).toEqual([200, { Mode: expect.any(Number) }])
  })

  it('knows no token that nobody has', async () => {
    expect((await target.anyone.post('/api/v1/nobody-has-this/telemetry', { a: 1 })).status).toBe(401)
  })
})
