import { systemOfTests } from '@greenwave/harness/ofTest'
import { beforeEach, describe, expect, it } from 'vitest'
import { createTestPlatform } from '../testing/testPlatform.ts'

let base = ''
let count = 0
const platform = systemOfTests(await createTestPlatform())
beforeEach(async () => {
  count += 1
  const device = await platform.device(`TLC-${count}`)
  base = `/api/plugins/telemetry/DEVICE/${device.id.id}`
})

const post = async (path: string, body: string | object): Promise<[number, string]> => {
  const response = await platform.admin.post(`${base}${path}`, body)
  return [response.statusCode, response.body]
}
const read = async (path: string): Promise<Record<string, unknown>> => {
  const items: { key: string; value: unknown }[] = (await platform.admin.get(`${base}/values/attributes${path}`)).json()
  return Object.fromEntries(items.map(({ key, value }) => [key, value]))
}

describe('writing attributes [spec 7 attributes]', () => {
  it.each(['/SHARED_SCOPE', '/SERVER_SCOPE', '/attributes/SHARED_SCOPE'])(
    'to %s answers 200 without a body',
    async (path) => {
      expect(await post(path, { P1_HH: 6, P1_MM: 30, P1_Pr: 1, P1_ENT: 1 })).toEqual([200, ''])
      expect(await read(path.replace('/attributes', ''))).toMatchObject({ P1_HH: 6, P1_MM: 30, P1_Pr: 1, P1_ENT: 1 })
    },
  )

  it('works by the short path of a device too', async () => {
    const id = base.split('/').at(-1)
    const response = await platform.admin.post(`/api/plugins/telemetry/${id}/SHARED_SCOPE`, { Mode: 2 })
    expect([response.statusCode, response.body]).toEqual([200, ''])
    expect(await read('/SHARED_SCOPE')).toEqual({ Mode: 2 })
  })

  it('keeps the other attributes, and stamps all of one request alike', async () => {
    await post('/SHARED_SCOPE', { a: 1, b: 1 })
    await post('/SHARED_SCOPE', { b: 2, c: 2 })
    const items: { key: string; value: number; lastUpdateTs: number }[] = (
      await platform.admin.get(`${base}/values/attributes/SHARED_SCOPE`)
    ).json()
    const times = new Map(items.map(({ key, lastUpdateTs }) => [key, lastUpdateTs]))
    expect(await read('/SHARED_SCOPE')).toEqual({ a: 1, b: 2, c: 2 })
    expect(times.get('b')).toBe(times.get('c'))
    expect(times.get('a')).toBeLessThan(times.get('b') ?? 0)
  })

  it.each([
    ['of no JSON', '/SHARED_SCOPE', '{a:', 'Invalid JSON'],
    ['of nothing', '/SHARED_SCOPE', '', 'Invalid JSON'],
    ['of a number', '/SHARED_SCOPE', '7', 'Request is not a JSON object'],
    ['with a blank key', '/SHARED_SCOPE', '{" ":1}', 'Key cannot be blank'],
    [
      'with a long key',
      '/SHARED_SCOPE',
      JSON.stringify({ ['k'.repeat(256)]: 1 }),
      'Validation error: key length must be equal or less than 255',
    ],
    ['with markup for a key', '/SHARED_SCOPE', '{"<a>":1}', 'Validation error: key is malformed'],
    ['with a poisonous key', '/SHARED_SCOPE', '{"__proto__":{"a":1}}', 'Validation error: key is malformed'],
  ])('%s is refused as plain text', async (_, path, body, message) => {
    const response = await platform.admin.post(`${base}${path}`, body)
    expect([response.statusCode, response.body]).toEqual([400, message])
    expect(response.headers['content-type']).toMatch(/^text\/plain/)
  })

  it('of a null is refused, and nothing of the request is written', async () => {
    const response = await platform.admin.post(`${base}/SHARED_SCOPE`, '{"latitude":1,"longitude":null}')
    expect(response.json()).toMatchObject({ status: 500, errorCode: 2, message: "Can't parse value: null" })
    expect(await read('/SHARED_SCOPE')).toEqual({})
  })

  it('does not mind the content type', async () => {
    const response = await platform.admin.post(`${base}/SHARED_SCOPE`, '{"a":1}', { 'content-type': 'text/plain' })
    expect(response.statusCode).toBe(200)
  })
})

describe('reading attributes [spec 7 attributes]', () => {
  it('answers the keys that are asked for and exist', async () => {
    await post('/SHARED_SCOPE', { a: 1, 'b,c': 2, d: 3 })
    expect(await read('/SHARED_SCOPE?keys=a,d,missing')).toEqual({ a: 1, d: 3 })
    expect(await read('/SHARED_SCOPE?key=b,c&key=a')).toEqual({ 'b,c': 2, a: 1 })
    expect(await read('/CLIENT_SCOPE')).toEqual({})
  })

  it('answers all scopes together, and their names', async () => {
    await post('/SHARED_SCOPE', { a: 1 })
    await post('/SERVER_SCOPE', { b: 2 })
    expect(await read('')).toEqual({ a: 1, b: 2, active: false })
    expect((await platform.admin.get(`${base}/keys/attributes`)).json().toSorted()).toEqual(['a', 'active', 'b'])
    expect((await platform.admin.get(`${base}/keys/attributes/SHARED_SCOPE`)).json()).toEqual(['a'])
  })

  it.each([
    ['/values/attributes/NO_SCOPE', 'Invalid scope: NO_SCOPE'],
    ['/keys/attributes/NO_SCOPE', 'Invalid scope: NO_SCOPE'],
  ])('refuses the scope of %s with a JSON error', async (path, message) => {
    const response = await platform.admin.get(`${base}${path}`)
    expect(response.json()).toMatchObject({ status: 400, errorCode: 31, message })
  })

  it('refuses entities other than devices, customers and assets, and ids that are none', async () => {
    const id = base.split('/').at(-1)
    for (const path of [`NONSENSE/${id}`, `USER/${id}`, 'DEVICE/abc']) {
      const response = await platform.admin.get(`/api/plugins/telemetry/${path}/values/attributes/SHARED_SCOPE`)
      expect(response.json()).toMatchObject({ status: 400, errorCode: 31 })
    }
  })

  it('knows no unknown device, in plain text', async () => {
    const unknown = '/api/plugins/telemetry/DEVICE/5b1d0f20-8c1e-11f0-9a55-0f6a3c2b7e10'
    for (const path of ['/values/attributes/SHARED_SCOPE', '/values/timeseries', '/keys/timeseries']) {
      const response = await platform.admin.get(`${unknown}${path}`)
      expect([response.statusCode, response.body]).toEqual([404, "Device with requested id wasn't found!"])
    }
  })
})

describe('deleting attributes', () => {
  it('passes over those that do not exist', async () => {
    await post('/SHARED_SCOPE', { a: 1, b: 2 })
    const response = await platform.admin.delete(`${base}/SHARED_SCOPE?keys=a,missing`)
    expect([response.statusCode, response.body]).toEqual([200, ''])
    expect(await read('/SHARED_SCOPE')).toEqual({ b: 2 })
    expect((await platform.admin.delete(`${base}/CLIENT_SCOPE?key=x`)).statusCode).toBe(200)
  })

  it('needs keys', async () => {
    const response = await platform.admin.delete(`${base}/SHARED_SCOPE`)
    expect([response.statusCode, response.body]).toEqual([400, 'Empty keys: []'])
  })

  it('is recorded with the names', async () => {
    await platform.admin.delete(`${base}/SHARED_SCOPE?keys=a,b`)
    const id = base.split('/').at(-1)
    const log = await platform.admin.get(
      `/api/audit/logs/entity/DEVICE/${id}?pageSize=10&page=0&actionTypes=ATTRIBUTES_DELETED`,
    )
    expect(log.json().data).toMatchObject([
      { actionData: { entityId: id, scope: 'SHARED_SCOPE', attributes: ['a', 'b'] } },
    ])
  })
})

describe('attributes and telemetry of a customer', () => {
  it('are written, read and deleted as a device has them, and go with their customer', async () => {
    const { admin } = platform
    const customer = await platform.customer(`City ${count}`)
    const path = `/api/plugins/telemetry/CUSTOMER/${customer.id.id}`
    expect((await admin.post(`${path}/SERVER_SCOPE`, { pulse: { at: 7 }, n: 1 })).statusCode).toBe(200)
    expect((await admin.post(`${path}/timeseries/ANY`, { load: 5 })).statusCode).toBe(200)
    const { caller } = await platform.customerUser(customer, `of-city-${count}@city.vn`)
    const pulse = (await caller.get(`${path}/values/attributes/SERVER_SCOPE?keys=pulse`)).json()
    expect(pulse).toMatchObject([{ key: 'pulse', value: { at: 7 } }])
    expect((await caller.get(`${path}/values/timeseries?keys=load`)).json().load[0].value).toBe('5')
    expect((await admin.delete(`${path}/SERVER_SCOPE?keys=n`)).statusCode).toBe(200)
    expect((await admin.get(`${path}/keys/attributes/SERVER_SCOPE`)).json()).toEqual(['pulse'])
    await admin.delete(`/api/customer/${customer.id.id}`)
    expect(platform.store.data.attributes(customer.id.id, 'SERVER_SCOPE').size).toBe(0)
    expect((await admin.get(`${path}/values/attributes/SERVER_SCOPE`)).body).toBe(
      "Customer with requested id wasn't found!",
    )
  })

  it("are shown to nobody of another customer, written by no customer's user, and unknown to another tenant", async () => {
    const customer = await platform.customer(`City ${count}`)
    const path = `/api/plugins/telemetry/CUSTOMER/${customer.id.id}`
    const { caller: own } = await platform.customerUser(customer, `own-${count}@city.vn`)
    const other = await platform.customerUser(await platform.customer(`Other ${count}`), `other-${count}@city.vn`)
    const statuses = [
      (await own.post(`${path}/SERVER_SCOPE`, { a: 1 })).statusCode,
      (await other.caller.get(`${path}/values/attributes/SERVER_SCOPE`)).statusCode,
      (await platform.stranger.get(`${path}/values/attributes/SERVER_SCOPE`)).statusCode,
      (await platform.admin.get(`${path.replace('CUSTOMER', 'USER')}/values/attributes/SERVER_SCOPE`)).statusCode,
    ]
    expect(statuses).toEqual([403, 403, 404, 400])
  })
})
