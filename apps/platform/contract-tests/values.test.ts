import { systemOfTests } from '@greenwave/harness/ofTest'
import { Attribute } from '@greenwave/contract/wire/attributes'
import { AuditLog } from '@greenwave/contract/wire/audit'
import { ofDevice } from '@greenwave/contract/wire/ids'
import { pageOf } from '@greenwave/contract/wire/page'
import { TelemetryValues } from '@greenwave/contract/wire/telemetry'
import { beforeEach, describe, expect, it } from 'vitest'
import { createViewer } from './client.ts'
import { eventually, fresh, freshEmail, isStrict, openTarget } from './target.ts'

let deviceId = ''
const target = systemOfTests(await openTarget())
beforeEach(async () => {
  deviceId = (await target.admin.createDevice(fresh('TLC'))).id.id
})

const attributes = async (scope: string, keys?: string): Promise<Record<string, unknown>> => {
  const answer = await target.admin.ask('attributes', { params: { ...ofDevice(deviceId), scope }, query: { keys } })
  return Object.fromEntries(
    answer
      .json<unknown[]>()
      .map((item) => Attribute.parse(item))
      .map(({ key, value }) => [key, value]),
  )
}
const refusal = async (scope: string, body: string): Promise<[number, string]> => {
  const { status, text } = await target.admin.writeAttributes(deviceId, scope, body)
  return [status, text]
}

describe('attributes', () => {
  it('keep the type in which they are written, scope by scope', async () => {
    const answer = await target.admin.writeAttributes(
      deviceId,
      'SHARED_SCOPE',
      '{"Mode":4,"latitude":10.7769,"text":"on","number":"0012","flag":true,"image":"","power":1e3,"object":{"a":[1]}}',
    )
    expect([answer.status, answer.text]).toEqual([200, ''])
    expect(await attributes('SHARED_SCOPE')).toEqual({
      Mode: 4,
      latitude: 10.7769,
      text: 'on',
      number: 12,
      flag: true,
      image: '',
      power: 1000,
      object: { a: [1] },
    })
    expect(await attributes('CLIENT_SCOPE')).toEqual({})
    expect(await attributes('SHARED_SCOPE', 'Mode,missing')).toEqual({ Mode: 4 })
  })

  it('become text where no number would give them back', async () => {
    await target.admin.writeAttributes(
      deviceId,
      'SERVER_SCOPE',
      '{"long":12345678901234567890,"tail":0.30000000000000004}',
    )
    expect(await attributes('SERVER_SCOPE', 'long,tail')).toEqual({
      long: '12345678901234567890',
      tail: '0.30000000000000004',
    })
  })

  it('stay when others are written, until they are deleted', async () => {
    await target.admin.writeAttributes(deviceId, 'SHARED_SCOPE', { a: 1, b: 1 })
    await target.admin.writeAttributes(deviceId, 'SHARED_SCOPE', { b: 2 })
    expect(await attributes('SHARED_SCOPE')).toEqual({ a: 1, b: 2 })
    expect(
      (
        await target.admin.ask('deleteAttributes', {
          params: { ...ofDevice(deviceId), scope: 'SHARED_SCOPE' },
          query: { keys: 'a,missing' },
        })
      ).status,
    ).toBe(200)
    expect(await attributes('SHARED_SCOPE')).toEqual({ b: 2 })
  })

  it.each([
    ['CLIENT_SCOPE', '{"a":1}', 'Invalid scope: CLIENT_SCOPE'],
    ['SHARED_SCOPE', '[1]', 'Request is not a JSON object'],
    ['SHARED_SCOPE', '{}', 'No attributes data found in request body!'],
  ])('written to %s as %s are refused in plain text', async (scope, body, message) => {
    expect(await refusal(scope, body)).toEqual([400, message])
  })

  it('of an unknown device are unknown, in plain text', async () => {
    const answer = await target.admin.ask('attributes', {
      params: { ...ofDevice('5b1d0f20-8c1e-11f0-9a55-0f6a3c2b7e10'), scope: 'SHARED_SCOPE' },
    })
    expect([answer.status, answer.text]).toEqual([404, "Device with requested id wasn't found!"])
  })

  it('are written down in the audit log', async () => {
    await target.admin.writeAttributes(deviceId, 'SHARED_SCOPE', { Vang: 3 })
    const log = async () => {
      const answer = await target.admin.ask('entityAuditLogs', {
        params: ofDevice(deviceId),
        query: { pageSize: 10, page: 0, actionTypes: 'ATTRIBUTES_UPDATED' },
      })
      return pageOf(AuditLog).parse(answer.json()).data
    }
    const [record] = await eventually(log, (data) => data.length > 0)
    expect(record).toMatchObject({
      actionStatus: 'SUCCESS',
      actionData: { entityId: deviceId, scope: 'SHARED_SCOPE', attributes: { Vang: '3' } },
    })
  })
})

describe('telemetry', () => {
  const START = Math.floor(Date.now() / 60_000) * 60_000 - 600_000
  const write = (body: object) => target.admin.writeTelemetry(deviceId, body)
  const ask = (query: string) =>
    target.admin.ask('timeseries', {
      params: ofDevice(deviceId),
      query: Object.fromEntries(new URLSearchParams(query)),
    })
  const read = async (query: string): Promise<TelemetryValues> => TelemetryValues.parse((await ask(query)).json())
  const tenSamples = Array.from({ length: 10 }, (_, index) => ({ ts: START + index * 1000, values: { v: index } }))

  it('answers its latest as text, and null for what there is not', async () => {
    expect((await write({ ts: START, values: { T_D1: 27, name: 'on' } })).status).toBe(200)
    const latest = await eventually(
      () => read('keys=T_D1,name,missing'),
      ({ T_D1 }) => T_D1?.[0]?.value !== null,
    )
    expect(latest).toEqual({
      T_D1: [{ ts: START, value: '27' }],
      name: [{ ts: START, value: 'on' }],
      missing: [{ ts: expect.any(Number), value: null }],
    })
    expect(await read('keys=T_D1&useStrictDataTypes=true')).toEqual({ T_D1: [{ ts: START, value: 27 }] })
  })

  it('answers its history newest first, without the end', async () => {
    await write(tenSamples)
    const query = `keys=v&startTs=${START}&endTs=${START + 3000}`
    const history = await eventually(
      () => read(query),
      ({ v }) => v?.length === 3,
    )
    expect(history.v?.map(({ value }) => value)).toEqual(['2', '1', '0'])
    expect((await read(`${query}&orderBy=ASC&limit=1`)).v).toEqual([{ ts: START, value: '0' }])
  })

  it('folds to a double by AVG, to an integer of integers by SUM, and to 0 what is no number', async () => {
    await write({ ts: START, values: { n: 1, word: 'on' } })
    await write({ ts: START + 1, values: { n: 3 } })
    const query = (agg: string) => `keys=n,word&startTs=${START}&endTs=${START + 1000}&interval=1000&agg=${agg}`
    await eventually(
      () => read(query('COUNT')),
      ({ n }) => n?.[0]?.value === '2',
    )
    const folded = async (agg: string) => Object.values(await read(query(agg))).map(([point]) => point?.value)
    expect([await folded('AVG'), await folded('SUM')]).toEqual([
      ['2.0', '0.0'],
      ['4', '0'],
    ])
  })

  it.each([
    ['MIN', [0, 5]],
    ['MAX', [4, 9]],
    ['SUM', [10, 35]],
    ['AVG', [2, 7]],
    ['COUNT', [5, 5]],
  ])('folds its history by %s', async (agg, values) => {
    await write(tenSamples)
    const query = `keys=v&startTs=${START}&endTs=${START + 10_000}&interval=5000&agg=${agg}&orderBy=DESC`
    const { v = [] } = await eventually(
      () => read(query),
      (found) => found.v?.length === 2,
    )
    expect(v.map(({ ts, value }) => [ts, Number(value)])).toEqual([
      [START + 2500, values[0]],
      [START + 7500, values[1]],
    ])
  })

  it.each([
    ['limit=0', 'Page size must not be less than one'],
    ['orderBy=UP', "Invalid value 'UP' for orders given; Has to be either 'desc' or 'asc' (case insensitive)"],
  ])('refuses %s in plain text', async (wrong, message) => {
    const answer = await ask(`keys=v&startTs=1&endTs=2&${wrong}`)
    expect([answer.status, answer.text]).toEqual([400, message])
  })

  it.each([
    ['{}', 'No time series data found in request body!'],
    ['{"ts":1,"values":{"a":null}}', "Unable to parse time series payload. Invalid JSON body: Can't parse value: null"],
    ['5', "Unable to parse time series payload. Invalid JSON body: Can't parse value: 5"],
    ['{a', 'Unable to parse time series payload: Invalid JSON body!'],
    ['{"":1}', "Key can't be null or empty"],
  ])('refuses %s written by a program in plain text', async (body, message) => {
    const answer = await target.admin.writeTelemetry(deviceId, body)
    expect([answer.status, answer.text]).toEqual([400, message])
  })

  it('refuses too many intervals in plain text', async () => {
    const query = `keys=v&startTs=${START}&endTs=${START + 86_400_000}&agg=MAX&interval=1000`
    const answer = await ask(query)
    expect(answer.status).toBe(400)
    expect(answer.text).toMatch(/^Incorrect TsKvQuery. Number of intervals is to high/)
  })

  it.runIf(isStrict)("does not answer another customer's user its history", async () => {
    await write(tenSamples)
    const customer = await target.admin.createCustomer(fresh('customer'))
    const { client } = await createViewer(target.admin, customer, freshEmail(), 'correct horse')
    const answer = await client.ask('timeseries', {
      params: ofDevice(deviceId),
      query: { keys: 'v', startTs: START, endTs: START + 10_000 },
    })
    expect([answer.status, answer.text]).toEqual([403, "You don't have permission to perform this operation!"])
  })
})

describe('calls of devices', () => {
  it('answer 504 without a body when the device is not there', async () => {
    const answer = await target.admin.ask('rpcTwoway', {
      params: { deviceId },
      body: { method: 'getState', timeout: 5000 },
    })
    expect([answer.status, answer.text]).toEqual([504, ''])
  })
})
