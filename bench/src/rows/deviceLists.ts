import { DatabaseSync } from 'node:sqlite'
import { SORT_PROPERTIES } from '@greenwave/contract/page'
import { startPlatformProcess } from '@greenwave/harness/platformProcess'
import { describeMs, quantile } from '../quantiles.ts'
import type { Row } from '../report.ts'
import { seedDevices, signInAsAdmin } from '../seed.ts'

const DEVICES = 10_000
const CALLS_EACH = 40

/** A page of 10 devices from 10,000 with every allowed sort, and with a search; beside the same page from bare SQLite without HTTP. */
export async function deviceLists(): Promise<Row[]> {
  const platform = await startPlatformProcess()
  const api = await signInAsAdmin(platform)
  await seedDevices(api, DEVICES)
  const delays: number[] = []
  for (const sortProperty of SORT_PROPERTIES.deviceInfos) {
    for (const textSearch of ['', 'tư 42']) {
      for (let i = 0; i < CALLS_EACH; i++) {
        const query = new URLSearchParams({
          pageSize: '10',
          page: String(i),
          sortProperty,
          sortOrder: i % 2 ? 'DESC' : 'ASC',
          textSearch,
        })
        const at = performance.now()
        await api.call('GET', `/api/tenant/deviceInfos?${query}`)
        delays.push(performance.now() - at)
      }
    }
  }
  await platform.stop()
  return [
    {
      name: 'page of 10 devices from 10,000, every sort and a search',
      promise: 'p99 <= 10 ms',
      figure: describeMs(delays),
      baseline: `bare SQLite, sort and count, no HTTP: ${describeMs(bareSqlite())}`,
      kept: quantile(delays, 0.99) <= 10,
    },
  ]
}

function bareSqlite(): number[] {
  const db = new DatabaseSync(':memory:')
  db.exec('CREATE TABLE device (id INTEGER PRIMARY KEY, name TEXT, label TEXT)')
  const insert = db.prepare('INSERT INTO device (name, label) VALUES (?, ?)')
  for (let i = 0; i < DEVICES; i++) insert.run(`TLC-${i}`, `Ngã tư ${i % 97}`)
  const page = db.prepare("SELECT * FROM device WHERE label LIKE '%' || ? || '%' ORDER BY label, id LIMIT 10 OFFSET ?")
  const count = db.prepare("SELECT count(*) FROM device WHERE label LIKE '%' || ? || '%'")
  return Array.from({ length: 400 }, (_, i) => {
    const at = performance.now()
    page.all(i % 2 ? 'tư 42' : '', i)
    count.get(i % 2 ? 'tư 42' : '')
    return performance.now() - at
  })
}
