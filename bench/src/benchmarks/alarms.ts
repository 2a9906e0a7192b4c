import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { EntityRef } from '@greenwave/contract/wire/ids'
import type { Api } from '@greenwave/harness/api'
import { startPlatformProcess } from '@greenwave/harness/platformProcess'
import { parallel } from '../tools/parallel.ts'
import { describeMs, quantile } from '../tools/quantiles.ts'
import type { Row } from '../tools/report.ts'
import { type SeededDevice, seedDevices, signInAsAdmin } from '../tools/seed.ts'

const DEVICES = 10_000
const PAST = 1_000_000
/** 400 days, over which the past alarms are spread. */
const PAST_MS = 400 * 86_400_000
const WEEK_MS = 7 * 86_400_000
const CALLS = 200
const BURST = 1000
const TYPES = ['Dark', 'Conflict', 'Clock', 'Not taken']
const SEVERITIES = ['CRITICAL', 'MAJOR', 'MINOR', 'WARNING']

/**
 * Measures pages of 10,000 active alarms, one of each device, alone and beside a million cleared ones; a burst of 1,000
 * alarms, with lists of devices meanwhile; and a week of the past. The baseline is the same first page from bare SQLite,
 * without HTTP.
 */
export async function alarms(): Promise<Row[]> {
  const platform = await startPlatformProcess()
  const api = await signInAsAdmin(platform)
  const devices = await seedDevices(api, DEVICES)
  const customer = await api.createCustomer('Quận 1')
  const burst = await raiseAtOnce(api, devices.slice(0, BURST))
  await parallel(devices.slice(BURST), (seeded, n) => raise(api, seeded.device.id, n))
  for (const { device } of devices.slice(0, 300)) await api.assign(customer, device.id.id)

  await platform.end()
  addPast(join(platform.dataDir, 'greenwave.db'))
  await platform.restart()
  const again = await signInAsAdmin(platform)
  const query = { pageSize: 20, page: 0, statusList: 'ACTIVE' }
  const active = await timed(again, [
    query,
    { ...query, severityList: 'CRITICAL,MAJOR' },
    { ...query, typeList: 'Dark' },
  ])
  const sorted = await timed(
    again,
    ['severity', 'type', 'startTs', 'originatorName'].map((sortProperty) => ({ ...query, sortProperty })),
  )
  const now = Date.now()
  const week = { pageSize: 20, page: 0, startTime: String(now - 20 * WEEK_MS), endTime: String(now - 19 * WEEK_MS) }
  const past = await timed(again, [week, { ...week, statusList: 'CLEARED,UNACK', severityList: 'CRITICAL' }])
  const firsts = [active, sorted, past].flatMap(({ first }) => first)
  await platform.stop()
  const baseline = `bare SQLite, sort and count, no HTTP: ${describeMs(bareSqlite())}`
  return [
    {
      name: 'page of 20 from 10,000 active alarms, newest first, with and without a filter; a million cleared ones',
      promise: 'p99 <= 10 ms',
      figure: describeMs(active.later),
      baseline,
      kept: quantile(active.later, 0.99) <= 10,
    },
    {
      name: 'the same, sorted by severity, type, start, or name of the device',
      promise: 'none',
      figure: describeMs(sorted.later),
      baseline,
      kept: undefined,
    },
    {
      name: 'page of 20 from a week among a million cleared alarms',
      promise: 'p99 <= 50 ms',
      figure: describeMs(past.later),
      baseline: 'none',
      kept: quantile(past.later, 0.99) <= 50,
    },
    {
      name: 'the first call of each of these kinds after a start, when nothing of the file is in memory',
      promise: '<= 100 ms',
      figure: describeMs(firsts),
      baseline: 'none',
      kept: Math.max(...firsts) <= 100,
    },
    {
      name: '1,000 alarms raised at once, 20 calls at a time; a page of devices meanwhile',
      promise: 'page p99 <= 50 ms',
      figure: `all stored after ${burst.tookMs.toFixed(0)} ms; page ${describeMs(burst.pages)}`,
      baseline: 'none',
      kept: quantile(burst.pages, 0.99) <= 50,
    },
  ]
}

function raise(api: Api, originator: EntityRef, n: number) {
  const details = { since: n, said: 'No phase was lit for five seconds.' }
  const body = { originator, type: TYPES[n % 4], severity: SEVERITIES[(n >> 2) % 4], details }
  return api.call('saveAlarm', { body })
}

/** Raises an alarm of each device, and asks for pages of devices until all are stored. */
async function raiseAtOnce(api: Api, devices: readonly SeededDevice[]) {
  const at = performance.now()
  let tookMs: number | undefined
  const raised = parallel(devices, ({ device }, n) => raise(api, device.id, n)).then(() => {
    tookMs = performance.now() - at
  })
  const pages: number[] = []
  while (tookMs === undefined) {
    const started = performance.now()
    await api.call('tenantDevices', { query: { pageSize: 10, page: 0 } })
    pages.push(performance.now() - started)
  }
  await raised
  return { tookMs, pages }
}

/** Returns how long calls took, milliseconds: the first of each query, whose statement and pages are cold, and the others. */
async function timed(api: Api, queries: readonly object[]) {
  const [first, later]: [number[], number[]] = [[], []]
  for (const asked of queries) {
    for (let i = 0; i <= CALLS / queries.length; i++) {
      const at = performance.now()
      await api.call('alarmsV2', { query: { pageSize: 20, page: 0, ...asked } })
      const delays = i === 0 ? first : later
      delays.push(performance.now() - at)
    }
  }
  return { first, later }
}

/** Adds a million cleared alarms to a database that nobody has open: copies of its active ones, spread over the past. */
function addPast(file: string): void {
  const db = new DatabaseSync(file)
  db.function('new_uuid', () => randomUUID())
  const columns = db
    .prepare('SELECT name FROM pragma_table_info(?)')
    .all('alarms')
    .map(({ name }) => String(name))
  const raisedAt = `${Date.now() - PAST_MS} + i * ${PAST_MS / PAST}`
  const values: Record<string, string> = {
    id: 'new_uuid()',
    created_time: raisedAt,
    clear_ts: `${raisedAt} + 60000`,
    cleared: '1',
    status: "'CLEARED_UNACK'",
    status_search: "'cleared_unack'",
  }
  db.exec(`CREATE TEMP TABLE source AS SELECT row_number() OVER () - 1 AS no, * FROM alarms;
    CREATE INDEX temp.source_by_no ON source (no);
    WITH RECURSIVE count (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM count WHERE i < ${PAST - 1})
    INSERT INTO alarms (${columns.join(', ')}) SELECT ${columns.map((name) => values[name] ?? name).join(', ')}
      FROM count JOIN source ON source.no = i % ${DEVICES}`)
  db.close()
}

function bareSqlite(): number[] {
  const db = new DatabaseSync(':memory:')
  db.exec('CREATE TABLE alarm (id INTEGER PRIMARY KEY, time INTEGER, severity TEXT, body TEXT)')
  const insert = db.prepare('INSERT INTO alarm (time, severity, body) VALUES (?, ?, ?)')
  for (let i = 0; i < DEVICES; i++) insert.run(i, SEVERITIES[i % 4] ?? '', 'x'.repeat(800))
  const page = db.prepare('SELECT * FROM alarm ORDER BY severity, time, id LIMIT 20')
  const count = db.prepare('SELECT count(*) FROM alarm')
  return Array.from({ length: CALLS }, () => {
    const at = performance.now()
    page.all()
    count.get()
    return performance.now() - at
  })
}
