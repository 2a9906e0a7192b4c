import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestPlatform, PASSWORD, type TestPlatform } from '../testing/testPlatform.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform()
})
afterAll(() => platform.close())

describe('the first path through the platform', () => {
  it('signs in, lists devices, and reads and writes attributes and telemetry', async () => {
    const { admin } = platform
    const device = await platform.device('TLC-0001', { label: 'Nguyen Hue' })
    const list = (await admin.get('/api/tenant/deviceInfos?pageSize=10&page=0')).json()
    expect(list).toMatchObject({ totalElements: 1, totalPages: 1, hasNext: false })
    expect(list.data[0]).toMatchObject({ name: 'TLC-0001', customerTitle: null, active: false })

    const base = `/api/plugins/telemetry/DEVICE/${device.id.id}`
    const written = await admin.post(`${base}/SHARED_SCOPE`, '{"Mode":4,"lat":10.5}')
    expect([written.statusCode, written.body]).toEqual([200, ''])
    const attributes = (await admin.get(`${base}/values/attributes/SHARED_SCOPE`)).json()
    expect(attributes).toEqual([
      { lastUpdateTs: expect.any(Number), key: 'Mode', value: 4 },
      { lastUpdateTs: expect.any(Number), key: 'lat', value: 10.5 },
    ])
    await admin.post(`${base}/timeseries/ANY`, '{"T_D1":27}')
    expect((await admin.get(`${base}/values/timeseries`)).json()).toEqual({
      T_D1: [{ ts: expect.any(Number), value: '27' }],
    })
    expect((await admin.get('/api/auth/user')).json()).toMatchObject({ email: 'admin@city.vn', name: 'admin@city.vn' })
    expect((await platform.signIn('admin@city.vn', PASSWORD)).token).toMatch(/^eyJ/)
  })

  it('serves the calls as an OpenAPI document', async () => {
    const page = await platform.admin.get('/docs/json')
    expect(page.statusCode).toBe(200)
    const document = page.json()
    expect(Object.keys(document.paths)).toContain('/api/tenant/deviceInfos')
  })
})
