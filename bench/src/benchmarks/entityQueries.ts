import { setTimeout } from 'node:timers/promises'
import { EntityDataQuery } from '@greenwave/contract/wire/entityQueries'
import type { Api } from '@greenwave/harness/api'
import { copyDevices } from '@greenwave/harness/copyDevices'
import { startPlatformProcess } from '@greenwave/harness/platformProcess'
import { parallel } from '../tools/parallel.ts'
import { cpuSeconds } from '../tools/processUsage.ts'
import { describeMs, quantile } from '../tools/quantiles.ts'
import type { Row } from '../tools/report.ts'
import { runPublishers } from '../tools/runPublishers.ts'
import { type SeededDevice, seedDevices, signInAsAdmin } from '../tools/seed.ts'
import { field, WORST_FIRST } from '../tools/worstFirst.ts'

const DEVICES = 10_000
const CONTROLLERS = 1000
const QUERIES = 300
const SECONDS = 30
const PROMISE = 'p99 <= 100 ms'

const SEARCHED = { ...WORST_FIRST, keyFilters: [], pageLink: { ...WORST_FIRST.pageLink, textSearch: 'nga tu 42' } }

/**
 * Measures the first rows of 10,000 devices by severity, and their count, on the wire: while nothing else happens, and
 * while 1,000 controllers send a message a second and about 100 devices a second change their level. The baseline is the same
 * page sorted by name, which needs no value of any device.
 */
export async function entityQueries(): Promise<Row[]> {
  const platform = await startPlatformProcess()
  const controllers = await seedDevices(await signInAsAdmin(platform), CONTROLLERS)
  const original = controllers[0]?.device.id.id ?? ''
  await copyDevices(
    platform,
    Array.from({ length: DEVICES - CONTROLLERS }, (_, i) => ({
      original,
      name: `copy ${i}`,
      label: `Ngã tư ${i % 97}`,
    })),
  )
  const api = await signInAsAdmin(platform)
  const ids = await allIds(api)
  await writeLevels(api, ids)
  const byName = {
    ...WORST_FIRST,
    pageLink: { ...WORST_FIRST.pageLink, sortOrder: { key: field('name'), direction: 'ASC' } },
  }

  const rows: Row[] = []
  const measure = async (name: string): Promise<void> => {
    const cpuBefore = cpuSeconds(platform.pid())
    const startedAt = performance.now()
    const found = await time(() => api.call('findEntities', { body: WORST_FIRST }))
    const counted = await time(() => api.call('countEntities', { body: WORST_FIRST }))
    const searched = await time(() => api.call('findEntities', { body: SEARCHED }))
    const core = (cpuSeconds(platform.pid()) - cpuBefore) / ((performance.now() - startedAt) / 1000)
    const baseline = await time(() => api.call('findEntities', { body: EntityDataQuery.parse(byName) }))
    rows.push({
      name,
      promise: PROMISE,
      figure: `${describeMs(found)}; count ${describeMs(counted)}; with a search ${describeMs(searched)}; ${(core * 100).toFixed(0)} % of a core`,
      baseline: `by name: ${describeMs(baseline)}`,
      kept: Math.max(...[found, counted, searched].map((delays) => quantile(delays, 0.99))) <= 100,
    })
  }
  await measure('first 20 of 10,000 devices by severity')
  await underLoad(platform.mqttUrl, controllers, api, ids, () =>
    measure(`the same, ${CONTROLLERS} messages and some 100 changes of level a second`),
  )
  await platform.stop()
  return rows
}

async function time(ask: () => Promise<unknown>): Promise<number[]> {
  const delays: number[] = []
  for (let i = 0; i < QUERIES; i++) {
    const at = performance.now()
    await ask()
    delays.push(performance.now() - at)
  }
  return delays
}

async function allIds(api: Api): Promise<string[]> {
  const pageLink = { pageSize: DEVICES, page: 0 }
  const { data } = await api.call('findEntities', { body: { entityFilter: WORST_FIRST.entityFilter, pageLink } })
  return data.map(({ entityId }) => entityId.id)
}

/** Writes what the watcher would, twenty calls at a time: one device in thirty is not well. */
function writeLevels(api: Api, ids: readonly string[]): Promise<void> {
  return parallel(ids, (id, nth) => writeLevel(api, id, nth % 30 === 0 ? 1 + (nth % 5) : 0))
}

const writeLevel = (api: Api, id: string, level: number): Promise<void> =>
  api.writeAttributes(id, 'SERVER_SCOPE', {
    gw_level: level,
    gw_state: level === 0 ? 'ok' : 'dark',
    gw_since: Date.now(),
    gw_mode: 2,
  })

/** Does work while controllers publish and levels change; resolves when all of it has ended. */
async function underLoad(
  url: string,
  controllers: readonly SeededDevice[],
  api: Api,
  ids: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const logins = controllers.map(({ login }) => login)
  let isOver = false
  let published: Promise<unknown> = Promise.resolve()
  await new Promise<void>((resolve) => {
    published = runPublishers({ url, logins, topic: 'platform', seconds: SECONDS }, resolve)
  })
  async function changeLevels(): Promise<void> {
    for (let nth = 0; !isOver; nth += 1) {
      await writeLevel(api, ids[(nth * 7919) % ids.length] ?? '', nth % 6)
      await setTimeout(10)
    }
  }
  const changed = changeLevels()
  await work()
  isOver = true
  await Promise.all([changed, published])
}
