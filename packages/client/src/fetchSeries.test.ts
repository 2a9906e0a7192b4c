import { ofDevice } from '@greenwave/contract/wire/ids'
import type { TelemetryValues } from '@greenwave/contract/wire/telemetry'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ApiError } from './callErrors.ts'
import type { CallApi } from './callTypes.ts'
import { fetchSeries, type SeriesRequest } from './fetchSeries.ts'
import { playedCalls } from './testing/playedCalls.ts'

type Ask = Parameters<CallApi<'timeseries'>>[1]

/** Returns a client whose answers are the given ones. */
const clientOf = (answer: (ask: Ask) => Promise<TelemetryValues>): CallApi<'timeseries'> =>
  playedCalls((_, ask) => answer(ask as Ask))

const DEVICE = '5b1d0f20-8c1e-11f0-9a55-0f6a3c2b7e10'

/** Answers like a platform: of each key the oldest values in the span. */
function platformWith(stored: TelemetryValues): { readonly call: CallApi<'timeseries'>; readonly asked: Ask[] } {
  const asked: Ask[] = []
  const call = clientOf(async (ask) => {
    asked.push(ask)
    const { startTs, endTs, limit, keys } = ask.query ?? {}
    const lists = String(keys)
      .split(',')
      .map((key) => {
        const values = (stored[key] ?? []).filter(({ ts }) => ts >= Number(startTs) && ts < Number(endTs))
        return [key, values.slice(0, Number(limit))] as const
      })
    return Object.fromEntries(lists.filter(([, values]) => values.length > 0))
  })
  return { call, asked }
}

async function readAll(call: CallApi<'timeseries'>, request: Partial<SeriesRequest>): Promise<TelemetryValues[]> {
  const pages: TelemetryValues[] = []
  const whole = { entity: ofDevice(DEVICE), keys: ['a', 'b'], fromMs: 0, untilMs: 1000, pageSize: 3, ...request }
  for await (const page of fetchSeries(call, whole)) pages.push(page)
  return pages
}

test('every value of a span is in exactly one page, and those of one time are in one page', async () => {
  const anyValues = fc
    .uniqueArray(fc.integer({ min: 0, max: 60 }), { maxLength: 30 })
    .map((times) => times.sort((a, b) => a - b).map((ts) => ({ ts, value: ts })))
  await fc.assert(
    fc.asyncProperty(anyValues, anyValues, fc.integer({ min: 1, max: 9 }), async (a, b, pageSize) => {
      const pages = await readAll(platformWith({ a, b }).call, { fromMs: 5, untilMs: 50, pageSize })
      const read = (key: string) => pages.flatMap((page) => page[key] ?? [])
      const within = (values: typeof a) => values.filter(({ ts }) => ts >= 5 && ts < 50)
      expect([read('a'), read('b')]).toEqual([within(a), within(b)])
      const ends = pages.map((page) => Object.values(page).flatMap((values) => values.map(({ ts }) => ts)))
      ends.reduce((before, times) => {
        for (const ts of times) expect(ts).toBeGreaterThan(before)
        return Math.max(before, ...times)
      }, -1)
    }),
  )
})

test('a platform that is asked for too much is asked again later; any other refusal is told', async () => {
  const { call, asked } = platformWith({ a: [{ ts: 1, value: 1 }] })
  const pauses: number[] = []
  let refusals = [429, 429]
  const refusing = clientOf(async (ask) => {
    const status = refusals.shift()
    if (status !== undefined) throw new ApiError(status)
    return call('timeseries', ask)
  })
  const pause = async (ms: number) => void pauses.push(ms)
  expect(await readAll(refusing, { pause })).toEqual([{ a: [{ ts: 1, value: 1 }] }])
  expect([pauses, asked.length]).toEqual([[500, 1000], 1])
  refusals = [403]
  await expect(readAll(refusing, { pause })).rejects.toMatchObject({ status: 403 })
  refusals = [429, 429, 429, 429, 429]
  await expect(readAll(refusing, { pause })).rejects.toMatchObject({ status: 429 })
})

test('reading stops when its signal aborts, also while it waits', async () => {
  const abort = new AbortController()
  const { call } = platformWith({ a: [1, 2, 3, 4].map((ts) => ({ ts, value: ts })) })
  const pages = fetchSeries(call, {
    ...{ entity: ofDevice(DEVICE), keys: ['a'], fromMs: 0, untilMs: 9, pageSize: 2, signal: abort.signal },
  })
  expect((await pages.next()).value).toEqual({
    a: [
      { ts: 1, value: 1 },
      { ts: 2, value: 2 },
    ],
  })
  abort.abort(new Error('moved on'))
  await expect(pages.next()).rejects.toThrow('moved on')
  const waiting = new AbortController()
  const refusing = clientOf(async () => {
    waiting.abort(new Error('gone'))
    throw new ApiError(429)
  })
  await expect(readAll(refusing, { signal: waiting.signal })).rejects.toThrow('gone')
})
