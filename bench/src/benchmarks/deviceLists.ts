import { DatabaseSync } from 'node:sqlite'
import type { PageQuery } from '@greenwave/contract/wire/page'
import type { Api } from '@greenwave/harness/api'
import { startPlatformProcess } from '@greenwave/harness/platformProcess'
import { describeMs, quantile } from '../tools/quantiles.ts'
import type { Row } from '../tools/report.ts'
import { seedDevices, signInAsAdmin } from '../tools/seed.ts'

const DEVICES = 10_000
const CUSTOMERS = 500
const USERS = 1000
const CALLS_EACH = 40

/**
 * Measures a page of 10 from 10,000 devices, 500 customers and 1,000 users with every allowed sort, and with a search.
 * The baseline is the same page of devices from bare SQLite without HTTP.
 */
export async function deviceLists(): Promise<Row[]> {
  const platform = await startPlatformProcess()
  const api = await signInAsAdmin(platform)
  await seedDevices(api, DEVICES)
  const customerId = await seedPeople(api)

  async function time(ask: (query: PageQuery) => Promise<unknown>, searches: readonly string[]): Promise<number[]> {
    const delays: number[] = []
    for (const sortProperty of await sortsOf(ask)) {
      for (const textSearch of searches) {
        for (let i = 0; i < CALLS_EACH; i++) {
          const sortOrder = i % 2 ? 'DESC' : 'ASC'
          const query = { pageSize: 10, page: i, sortProperty, sortOrder, textSearch }
          const at = performance.now()
          await ask(query)
          delays.push(performance.now() - at)
        }
      }
    }
    return delays
  }
  const devices = (query: PageQuery) => api.call('tenantDevices', { query })
  const customers = (query: PageQuery) => api.call('customers', { query })
  const users = (query: PageQuery) => api.call('customerUsers', { params: { customerId }, query })
  const delays = await time(devices, ['', 'tư 42'])
  const people = [...(await time(customers, ['', 'quận 4'])), ...(await time(users, ['', 'user4']))]
  await platform.stop()
  return [
    {
      name: 'page of 10 devices from 10,000, every sort and a search',
      promise: 'p99 <= 10 ms',
      figure: describeMs(delays),
      baseline: `bare SQLite, sort and count, no HTTP: ${describeMs(bareSqlite())}`,
      kept: quantile(delays, 0.99) <= 10,
    },
    {
      name: 'page of 10 customers of 500, or users of 1,000, the same',
      promise: 'p99 <= 10 ms',
      figure: describeMs(people),
      baseline: 'as above',
      kept: quantile(people, 0.99) <= 10,
    },
  ]
}

/** Lists the properties by which a list can be sorted, from the refusal of one that is none. */
async function sortsOf(ask: (query: PageQuery) => Promise<unknown>): Promise<readonly string[]> {
  const refusal = await ask({ pageSize: 1, page: 0, sortProperty: 'none' }).catch((error: unknown) => String(error))
  return [...String(refusal).matchAll(/'(\w+)'/g)].map(([, name = '']) => name).filter((name) => name !== 'none')
}

/** Creates customers, and users of the first one; resolves with its id. */
async function seedPeople(api: Api): Promise<string> {
  const customers = await Promise.all(Array.from({ length: CUSTOMERS }, (_, i) => api.createCustomer(`Quận ${i}`)))
  const customerId = customers[0]?.id
  const authority = 'CUSTOMER_USER'
  for (let i = 0; i < USERS; i++) {
    const user = { email: `user${i}@bench.test`, firstName: `Người ${i % 97}`, authority, customerId }
    await api.call('saveUser', { query: { sendActivationMail: 'false' }, body: user })
  }
  return customerId?.id ?? ''
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
