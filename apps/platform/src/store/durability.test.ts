import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Alarm } from '@greenwave/contract/wire/alarms'
import { rounds } from '@greenwave/harness/rounds'
import { expect, it } from 'vitest'
import { saveAsset, saveDevice } from '../testing/testEntities.ts'
import { link, makeFolder, openTestStore } from '../testing/testStore.ts'
import type { Acknowledged } from '../testing/writingChild.ts'
import type { Store } from './openStore.ts'

const DEVICES = 5
/**
 * Each round's process is killed after this number of acknowledgements; they are primes, so that the rounds differ in
 * what is in progress.
 */
const KILL_AFTER = [7, 241, 101, 397, 33, 523].slice(0, rounds({ few: 2, all: 6 }))

/** Lets a process write until it has acknowledged this many writes, kills it, and returns all acknowledged writes. */
async function writeUntilKilled(folder: string, first: number, killAfter: number): Promise<Acknowledged[]> {
  const child = fork(join(import.meta.dirname, '..', 'testing', 'writingChild.ts'), [folder, String(first)], {
    execArgv: [],
  })
  const heard: Acknowledged[] = []
  child.on('message', (message: Acknowledged | 'ready') => {
    if (message === 'ready') return
    heard.push(message)
    if (heard.length === killAfter) child.kill('SIGKILL')
  })
  const [, signal] = await once(child, 'close')
  expect(signal).toBe('SIGKILL')
  return heard
}

async function expectStored(store: Store, heard: readonly Acknowledged[]): Promise<void> {
  for (const [device, { id, tenantId }] of store.devices.allIds().entries()) {
    const numbers = (way: Acknowledged['way']): number[] =>
      heard.filter((said) => said.way === way && said.device === device).map(({ n }) => n)
    const newest = (way: Acknowledged['way']): number => Math.max(-1, ...numbers(way))
    const { n: points = [] } = await store.data.history({
      deviceId: id,
      keys: ['n'],
      startTs: 0,
      endTs: 1e9,
      limit: 1e6,
      order: 'ASC',
      aggregation: 'NONE',
      intervalMs: 0,
    })
    const stored = new Map(points.map(({ ts, value }) => [ts, value]))
    expect(numbers('telemetry').filter((n) => stored.get(n) !== n)).toEqual([])
    expect(store.data.latest(id).get('n')?.ts ?? -1).toBeGreaterThanOrEqual(newest('telemetry'))
    expect(store.data.attributes(id, 'SHARED_SCOPE').get('n')?.ts ?? -1).toBeGreaterThanOrEqual(newest('attribute'))
    expect(Number(store.devices.byId(id)?.label ?? -1)).toBeGreaterThanOrEqual(newest('device'))
    const asset = store.assets.byName(tenantId, id)
    expect(Number(asset?.label ?? -1)).toBeGreaterThanOrEqual(newest('asset'))
    const ofAsset = store.data.attributes(asset?.id.id ?? '', 'SERVER_SCOPE').get('n')
    expect(ofAsset?.ts ?? -1).toBeGreaterThanOrEqual(newest('assetAttribute'))
    expect(store.alarms.active(id, 'Dark')?.startTs ?? -1).toBeGreaterThanOrEqual(newest('alarm'))
    const page = await store.alarms.page('user', tenantId, { originatorId: id }, link({ pageSize: 10_000 }))
    const { data } = JSON.parse(typeof page === 'string' ? page : new TextDecoder().decode(page))
    const starts = new Set(data.map(({ startTs }: Alarm) => startTs))
    expect(numbers('alarm').filter((n) => !starts.has(n))).toEqual([])
    expect(data.filter(({ cleared }: Alarm) => !cleared).length).toBeLessThanOrEqual(1)
  }
}

it('keeps every acknowledged write when the process is killed at any moment', async () => {
  const folder = makeFolder()
  const first = await openTestStore(folder)
  for (let i = 0; i < DEVICES; i += 1) {
    const { id, tenantId } = saveDevice(first)
    saveAsset(first, { name: id.id, tenantId })
  }
  await first.close()
  const heard: Acknowledged[] = []
  for (const [round, killAfter] of KILL_AFTER.entries()) {
    heard.push(...(await writeUntilKilled(folder, round * 1_000_000, killAfter)))
    const store = await openTestStore(folder)
    await expectStored(store, heard)
    await store.close()
  }
  expect(new Set(heard.map(({ way }) => way))).toEqual(
    new Set(['telemetry', 'attribute', 'device', 'asset', 'assetAttribute', 'alarm']),
  )
})
