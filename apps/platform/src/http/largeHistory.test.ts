/** @file History answers that are too large to be sent whole, over real HTTP. */
import { systemOfTests } from '@greenwave/harness/ofTest'
import { expect, test } from 'vitest'
import { LIMITS } from '../limits/limits.ts'
import { makeDevice } from '../testing/makeDevice.ts'
import { signIn, startPlatform } from '../testing/startPlatform.ts'

const SAMPLES = 3000
const KEYS = Array.from({ length: 20 }, (_, i) => `k${i}`)

/** Long enough that the buffers of a connection cannot hold the answer. */
const longValue = (key: string, ts: number): string => `${key} at ${ts}`.padEnd(300, '.')

/** The store in memory reads in this thread, which takes longer. */

const platform = systemOfTests(await startPlatform())
const token = await signIn(platform)
const deviceId = makeDevice(platform.store).id
const values = (ts: number) => Object.fromEntries(KEYS.map((key) => [key, longValue(key, ts)]))
await platform.store.data.saveTelemetry(
  deviceId,
  Array.from({ length: SAMPLES }, (_, ts) => ({ ts, values: values(ts) })),
)

const read = (query: string, signal?: AbortSignal): Promise<Response> =>
  fetch(`${platform.url}/api/plugins/telemetry/DEVICE/${deviceId}/values/timeseries?startTs=0&${query}`, {
    headers: { 'x-authorization': `Bearer ${token}` },
    ...(signal ? { signal } : {}),
  })
const everything = `keys=${KEYS.join(',')}&endTs=${SAMPLES}&limit=2147483647&orderBy=ASC`
const fills = () => platform.store.data.fills()

test('a large answer is sent in pieces, and holds every sample', async () => {
  const answer = await read(everything)
  expect([answer.headers.get('content-type'), answer.headers.get('content-length')]).toEqual([
    'application/json; charset=utf-8',
    null,
  ])
  const text = await answer.text()
  expect(text.length).toBeGreaterThan(18_000_000)
  const whole: Record<string, unknown[]> = JSON.parse(text)
  expect(Object.keys(whole)).toEqual(KEYS)
  for (const key of KEYS) {
    expect(whole[key]).toEqual(Array.from({ length: SAMPLES }, (_, ts) => ({ ts, value: longValue(key, ts) })))
  }
})

test('a small answer tells its length', async () => {
  const answer = await read(`keys=k0&endTs=${SAMPLES}&limit=2`)
  expect(answer.headers.get('content-length')).not.toBeNull()
  expect(await answer.json()).toEqual({
    k0: [2999, 2998].map((ts) => ({ ts, value: longValue('k0', ts) })),
  })
})

test('a caller that leaves gives its place back, in the middle of an answer and while it waits for one', async () => {
  const leaving = new AbortController()
  const begun = await Promise.all(
    Array.from({ length: LIMITS.historyReadsOfUser.value }, async () => {
      const answer = await read(everything, leaving.signal)
      const reader = answer.body?.getReader()
      await reader?.read()
      return reader
    }),
  )
  const waiting = Array.from({ length: 5 }, () => read(everything, leaving.signal))
  await expect.poll(fills).toMatchObject({ historyReads: begun.length, historyReadsWaitingOfUser: 5 })
  leaving.abort()
  expect((await Promise.allSettled(waiting)).map(({ status }) => status)).toEqual(waiting.map(() => 'rejected'))
  await expect.poll(fills).toMatchObject({ historyReads: 0, historyReadsWaitingOfUser: 0 })
  expect((await read(`keys=k0&endTs=${SAMPLES}&limit=1`)).status).toBe(200)
})
