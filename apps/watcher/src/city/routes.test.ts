/** @file A run of a green route on a real platform, with real controllers and a watcher that is killed. */
import { randomUUID } from 'node:crypto'
import { parseChangeRecord } from '@greenwave/contract/records/changeRecords'
import { CHANGE_KEY } from '@greenwave/contract/records/recordKeys'
import { ORDER_KEY, parseRun, ROUTE_KEY, ROUTE_TYPE, RUN_KEY, writeRoute } from '@greenwave/contract/records/routes'
import { ofDevice } from '@greenwave/contract/wire/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WatchedCity } from '../testing/watchedCity.ts'

let city: WatchedCity
beforeAll(async () => {
  city = await WatchedCity.build(2)
})
afterAll(() => city?.end())

test('a route holds its junctions, goes on after its watcher was killed, and leaves a record with all back', async () => {
  const first = city.watch()
  await city.untilJudged()
  const junctions = ['TLC-0', 'TLC-1'].map((name, nth) => ({
    ...{ device: city.id(name), phase: (nth + 1) as 1 | 2, position: 300 * (nth + 1), speed: 36 },
  }))
  const route = { longest: 120, queue: 10, junctions }
  const saved = await city.api.call('saveAsset', {
    body: { name: `Hospital ${randomUUID()}`, type: ROUTE_TYPE, additionalInfo: writeRoute(null, route) } as never,
  })
  const asset = { entityType: 'ASSET', entityId: saved.id.id } as const
  const attribute = { params: { ...asset, scope: 'SERVER_SCOPE' } } as const
  const at = Date.now()
  const run = {
    ...{
      v: 1,
      id: randomUUID(),
      name: 'Hospital',
      by: 'mai@signal.vn',
      why: 'stroke',
      state: 'requested',
      at,
      ...route,
    },
    fix: { at, m: 0, by: 'clock' },
  }
  await city.api.call('saveAttributes', { ...attribute, body: { [RUN_KEY]: run } })
  const shown = async () => {
    const [found] = await city.api.call('attributes', { ...attribute, query: { keys: RUN_KEY } })
    return parseRun(found?.value)
  }
  const steps = async () => (await shown())?.junctions.map(({ step }) => step)
  const mode = async (name: string) => (await city.api.attributes(city.id(name), 'CLIENT_SCOPE')).Mode
  await expect.poll(async () => (await steps())?.[0]?.seen).toBeGreaterThan(at)
  expect(await mode('TLC-0')).toBe(1)
  await first.end('SIGKILL')
  city.watch()
  await expect.poll(async () => (await steps())?.[1]?.seen).toBeGreaterThan(at)
  const order = { run: run.id, by: 'mai@signal.vn', kind: 'passed', junction: 1 }
  await city.api.call('saveTimeseries', { params: { ...asset, scope: 'ANY' }, body: { [ORDER_KEY]: order } })
  await expect.poll(async () => (await shown())?.state).toBe('done')
  expect(await Promise.all(['TLC-0', 'TLC-1'].map(mode))).toEqual([4, 4])
  for (const step of (await steps()) ?? []) {
    expect((step.seen ?? 0) - (step.asked ?? 0)).toBeLessThan(8_000)
    expect([step.letGo, step.back].every((time) => time !== undefined)).toBe(true)
  }
  const times = { startTs: '0', endTs: String(Date.now() + 1), limit: '10', agg: 'NONE', orderBy: 'ASC' }
  const records = await city.api.call('timeseries', { params: asset, query: { ...times, keys: ROUTE_KEY } })
  expect((records[ROUTE_KEY] ?? []).map(({ value }) => parseRun(value)?.state)).toEqual(['done'])
  const changes = await city.api.call('timeseries', {
    params: ofDevice(city.id('TLC-0')),
    query: { ...times, keys: CHANGE_KEY },
  })
  const written = (changes[CHANGE_KEY] ?? []).map(({ ts, value }) => parseChangeRecord(ts, value))
  expect(written.map((change) => [change?.state, change?.after.Mode])).toEqual([
    ['written', 1],
    ['written', 4],
  ])
})
