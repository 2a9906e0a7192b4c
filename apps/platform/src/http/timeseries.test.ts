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

/** A minute boundary not long ago, so that retention keeps what the tests write. */
const START = Math.floor(Date.now() / 60_000) * 60_000 - 3_600_000
const write = (body: string | object) => platform.admin.post(`${base}/timeseries/ANY`, body)
const read = async (query = '') => (await platform.admin.get(`${base}/values/timeseries?${query}`)).json()
/** Writes ten samples of `v`, one a second: 0, 1, … 9. */
const writeTen = () =>
  write(
    Array.from({ length: 10 }, (_, index) => ({ ts: START + index * 1000, values: { v: index, w: `text ${index}` } })),
  )

describe('latest telemetry', () => {
  it('answers text, or native types when they are asked for', async () => {
    await write({ ts: START, values: { T_D1: 27, x: 10.5, flag: true, name: 'on', object: { a: 1 } } })
    expect(await read()).toEqual({
      T_D1: [{ ts: START, value: '27' }],
      x: [{ ts: START, value: '10.5' }],
      flag: [{ ts: START, value: 'true' }],
      name: [{ ts: START, value: 'on' }],
      object: [{ ts: START, value: '{"a":1}' }],
    })
    expect(await read('keys=T_D1,flag,object&useStrictDataTypes=true')).toEqual({
      T_D1: [{ ts: START, value: 27 }],
      flag: [{ ts: START, value: true }],
      object: [{ ts: START, value: { a: 1 } }],
    })
    expect((await platform.admin.get(`${base}/keys/timeseries`)).json()).toHaveLength(5)
  })

  it('answers null, as of now, for a key without data', async () => {
    const before = Date.now()
    const { missing } = await read('keys=missing')
    expect(missing).toEqual([{ ts: expect.any(Number), value: null }])
    expect(missing[0].ts).toBeGreaterThanOrEqual(before)
    expect(await read()).toEqual({})
  })

  it('is not replaced by an older sample', async () => {
    await write({ ts: START + 5, values: { v: 2 } })
    await write({ ts: START, values: { v: 1 } })
    expect(await read('keys=v')).toEqual({ v: [{ ts: START + 5, value: '2' }] })
    await write({ ts: START + 5, values: { v: 3 } })
    expect(await read('keys=v')).toEqual({ v: [{ ts: START + 5, value: '3' }] })
  })
})

describe('history', () => {
  it('answers the newest first, from the start up to but not including the end', async () => {
    await writeTen()
    const range = `keys=v&startTs=${START}&endTs=${START + 3000}`
    expect(await read(range)).toEqual({
      v: [
        { ts: START + 2000, value: '2' },
        { ts: START + 1000, value: '1' },
        { ts: START, value: '0' },
      ],
    })
    expect((await read(`${range}&orderBy=ASC&limit=2&useStrictDataTypes=true`)).v).toEqual([
      { ts: START, value: 0 },
      { ts: START + 1000, value: 1 },
    ])
    const alias = await platform.admin.get(`${base}/values/timeseries/history?${range}`)
    expect(alias.json()).toEqual(await read(range))
  })

  it('leaves out keys without data, and answers nothing without keys', async () => {
    await writeTen()
    expect(Object.keys(await read(`keys=v,missing&startTs=${START}&endTs=${START + 9000}`))).toEqual(['v'])
    expect(await read(`startTs=${START}&endTs=${START + 9000}`)).toEqual({})
  })

  it('answers at most a hundred samples of a key unless requested otherwise', async () => {
    await write(Array.from({ length: 150 }, (_, index) => ({ ts: START + index, values: { v: index } })))
    const range = `keys=v&startTs=${START}&endTs=${START + 1000}`
    expect((await read(range)).v).toHaveLength(100)
    expect((await read(`${range}&limit=150`)).v).toHaveLength(150)
  })

  it('numbers keep their literal: the point of a double, the digits of 64 bits', async () => {
    await write(`{"ts":${START},"values":{"d":10.0,"tiny":1e-7,"big":9007199254740993}}`)
    const query = `keys=d,tiny,big&startTs=${START}&endTs=${START + 1000}`
    for (const range of ['keys=d,tiny,big', query]) {
      const answer = await platform.admin.get(`${base}/values/timeseries?${range}&useStrictDataTypes=true`)
      expect(answer.body.match(/"value":[^}]+/g)).toEqual([
        '"value":10.0',
        '"value":1.0E-7',
        '"value":9007199254740993',
      ])
      const { d, tiny, big } = await read(range)
      expect([d[0].value, tiny[0].value, big[0].value]).toEqual(['10.0', '1.0E-7', '9007199254740993'])
    }
  })

  it('skips empty intervals, and answers raw samples without an interval', async () => {
    await write([
      { ts: START, values: { v: 1 } },
      { ts: START + 20_000, values: { v: 2 } },
    ])
    const range = `keys=v&startTs=${START}&endTs=${START + 30_000}&agg=MAX&orderBy=ASC`
    expect((await read(`${range}&interval=5000`)).v.map(({ ts }: { ts: number }) => ts)).toEqual([
      START + 2500,
      START + 22_500,
    ])
    expect((await read(range)).v.map(({ ts }: { ts: number }) => ts)).toEqual([START, START + 20_000])
  })

  it('folds by the calendar of a time zone', async () => {
    await writeTen()
    const query = `keys=v&startTs=${START}&endTs=${START + 10_000}&agg=COUNT&intervalType=MONTH&timeZone=Asia/Ho_Chi_Minh`
    const counts = (await read(query)).v.map(({ value }: { value: string }) => Number(value))
    expect(counts.reduce((sum: number, part: number) => sum + part, 0)).toBe(10)
  })

  it('refuses more than 700 intervals, as plain text', async () => {
    const get = (interval: number) =>
      platform.admin.get(
        `${base}/values/timeseries?keys=v&startTs=${START}&endTs=${START + 701_000}&agg=MAX&interval=${interval}`,
      )
    for (const interval of [1000, 1]) {
      const response = await get(interval)
      expect(response.statusCode).toBe(400)
      expect(response.body).toMatch(/^Incorrect TsKvQuery. Number of intervals is to high - 701/)
    }
    expect((await get(1002)).statusCode).toBe(200)
  })

  it.each([
    'agg=MEDIAN',
    'startTs=soon',
    'limit=x',
    'useStrictDataTypes=yes',
    'intervalType=DAY',
    'timeZone=Mars',
    'endTs=9007199254740991&agg=SUM&intervalType=WEEK',
  ])('refuses %s with a JSON error', async (wrong) => {
    const defaults = wrong.startsWith('startTs') ? '' : `startTs=${START}&`
    const end = wrong.startsWith('endTs') ? '' : `endTs=${START + 1}&`
    const response = await platform.admin.get(`${base}/values/timeseries?keys=v&${defaults}${end}${wrong}`)
    expect(response.json()).toMatchObject({ status: 400, errorCode: 31 })
  })
})

describe('writing telemetry over HTTP', () => {
  it('takes the shapes that devices send', async () => {
    expect([
      (await write({ T_D1: 1 })).statusCode,
      (await write([{ T_V1: 2 }, { ts: START, values: { T_X1: 3 } }])).statusCode,
    ]).toEqual([200, 200])
    expect(Object.keys(await read()).toSorted()).toEqual(['T_D1', 'T_V1', 'T_X1'])
  })

  it.each([
    ['{', 'Unable to parse time series payload: Invalid JSON body!'],
    ['{" ":1}', 'Key cannot be blank'],
    ['[1]', "Unable to parse time series payload. Invalid JSON body: Can't parse value: 1"],
    ['{a:1}', 'Unable to parse time series payload: Invalid JSON body!'],
  ])('refuses %s as plain text', async (body, message) => {
    const response = await write(body)
    expect([response.statusCode, response.body]).toEqual([400, message])
  })
})

describe('deleting telemetry', () => {
  const remove = (query: string) => platform.admin.delete(`${base}/timeseries/delete?${query}`)
  const history = () => read(`keys=v,w&startTs=${START}&endTs=${START + 100_000}&orderBy=ASC&limit=100`)
  const valuesOf = (samples: { value: string }[] = []) => samples.map(({ value }) => value)

  it('takes a key out of a time, and leaves other keys and times', async () => {
    await writeTen()
    const response = await remove(`keys=v&startTs=${START + 2000}&endTs=${START + 9000}`)
    expect([response.statusCode, response.body]).toEqual([200, ''])
    const { v, w } = await history()
    expect([valuesOf(v), w.length]).toEqual([['0', '1', '9'], 10])
    expect((await read('keys=v')).v[0].value).toBe('9')
  })

  it('takes all of a key, its latest value too, and what comes later stays', async () => {
    await writeTen()
    await remove('keys=v,missing&deleteAllDataForKeys=true')
    expect(Object.keys(await history())).toEqual(['w'])
    expect(Object.keys(await read())).toEqual(['w'])
    await write({ ts: START + 3000, values: { v: 'again' } })
    expect(valuesOf((await history()).v)).toEqual(['again'])
    expect((await read('keys=v')).v).toEqual([{ ts: START + 3000, value: 'again' }])
  })

  it('keeps the latest value, or puts the newest that is left in its place, when asked to', async () => {
    await writeTen()
    await remove(`keys=v&startTs=${START + 8000}&endTs=${START + 10_000}&deleteLatest=false`)
    expect((await read('keys=v')).v).toEqual([{ ts: START + 9000, value: '9' }])
    await writeTen()
    await remove(`keys=v&startTs=${START + 8000}&endTs=${START + 10_000}&rewriteLatestIfDeleted=true`)
    expect((await read('keys=v')).v).toEqual([{ ts: START + 7000, value: '7' }])
  })

  it.each([
    ['', 'Empty keys: []'],
    ['keys=v', "When deleteAllDataForKeys is false, start and end timestamp values shouldn't be empty"],
    [
      `keys=v&startTs=${START}`,
      "When deleteAllDataForKeys is false, start and end timestamp values shouldn't be empty",
    ],
  ])('refuses "%s" as plain text', async (query, message) => {
    const response = await remove(query)
    expect([response.statusCode, response.body]).toEqual([400, message])
  })

  it('is recorded with its keys and time; all of a key until now [contract 20.5]', async () => {
    await remove(`keys=v&startTs=${START}&endTs=${START + 1}`)
    platform.advance(1)
    await remove('keys=w&deleteAllDataForKeys=true')
    const id = base.split('/').at(-1)
    const query = 'pageSize=10&page=0&actionTypes=TIMESERIES_DELETED&sortProperty=createdTime&sortOrder=ASC'
    const { data } = (await platform.admin.get(`/api/audit/logs/entity/DEVICE/${id}?${query}`)).json()
    expect(data).toMatchObject([
      { actionData: { entityId: id, timeseries: ['v'], startTs: START, endTs: START + 1 }, actionStatus: 'SUCCESS' },
      { actionData: { entityId: id, timeseries: ['w'], startTs: 0, endTs: expect.any(Number) } },
    ])
    const { endTs } = data[1].actionData
    expect([endTs > data[0].createdTime, endTs <= data[1].createdTime]).toEqual([true, true])
  })
})
