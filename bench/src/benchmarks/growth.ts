import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openStore } from '@greenwave/platform/store/openStore'
import { silentLog } from '@greenwave/platform/testing/silentLog'
import { describeMs, quantile } from '../tools/quantiles.ts'
import type { Row } from '../tools/report.ts'

const DEVICES = 5000
const VALUES_PER_MESSAGE = 15
const SECONDS_PER_ROUND = 20
const VALUES_PER_ROUND = DEVICES * SECONDS_PER_ROUND * VALUES_PER_MESSAGE
/** Rounds at the beginning that are compared with as many at the end. */
const ROUNDS_COMPARED = 5
/** At least as many as the compared rounds need. */
const TOTAL_VALUES = Math.max(
  2 * ROUNDS_COMPARED * VALUES_PER_ROUND,
  Number(process.env.BENCH_GROWTH_VALUES ?? 50_000_000),
)
/** Devices in a commit when 5,000 send a message each second and a commit starts every 40 ms. */
const DEVICES_PER_COMMIT = 200
/** Reads after a round. */
const READS = 100
/** Rounds of bare SQLite, each of which takes longer. */
const BARE_ROUNDS = 4
const DAY_MS = 86_400_000

/**
 * Measures how fast the store takes the messages of 5,000 controllers when they come without a pause, each second
 * acknowledged before the next, while it grows to 50 M values; and how long reads take under the usual load. The
 * baseline is bare SQLite with a row for each value.
 */
export async function growth(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'greenwave-growth-'))
  const devices = Array.from({ length: DEVICES }, () => randomUUID())
  const store = await openStore({ dataDir: folder, telemetryRetentionMs: 30 * DAY_MS, log: silentLog })
  const startTs = Date.now() - 2 * DAY_MS
  const rates: number[] = []
  const emptyReads: number[] = []
  const fullReads: number[] = []
  const rounds = Math.ceil(TOTAL_VALUES / VALUES_PER_ROUND)
  let ts = startTs
  for (let round = 0; round < rounds; round++) {
    const at = performance.now()
    for (let second = 0; second < SECONDS_PER_ROUND; second++) {
      ts += 1000
      await Promise.all(devices.map((device) => store.data.saveTelemetry(device, [{ ts, values: valuesOf(second) }])))
    }
    rates.push(VALUES_PER_ROUND / ((performance.now() - at) / 1000))
    if (round < ROUNDS_COMPARED) emptyReads.push(...(await readTimes()))
    else if (round >= rounds - ROUNDS_COMPARED) fullReads.push(...(await readTimes()))
  }
  await store.close()
  rmSync(folder, { recursive: true, force: true })

  /**
   * Reads while the controllers continue with a message a second: 200 of them report in each commit, and one is read
   * meanwhile.
   */
  async function readTimes(): Promise<number[]> {
    const times: number[] = []
    for (let commit = 0; commit < READS; commit++) {
      const from = (commit * DEVICES_PER_COMMIT) % DEVICES
      if (from === 0) ts += 1000
      const reporting = devices.slice(from, from + DEVICES_PER_COMMIT)
      const saved = reporting.map((device) => store.data.saveTelemetry(device, [{ ts, values: valuesOf(commit) }]))
      const at = performance.now()
      await store.data.history({
        deviceId: devices[(commit * 97) % DEVICES] ?? '',
        keys: ['T_D1'],
        startTs: ts - 60_000,
        endTs: ts + 1,
        limit: 100,
        order: 'DESC',
        aggregation: 'NONE',
        intervalMs: 0,
      })
      times.push(performance.now() - at)
      await Promise.all(saved)
    }
    return times
  }

  const first = quantile(rates.slice(0, ROUNDS_COMPARED), 0.5)
  const last = quantile(rates.slice(-ROUNDS_COMPARED), 0.5)
  const baseline = bareSqlite(BARE_ROUNDS)
  return [
    {
      name: `ingest while growing to ${(TOTAL_VALUES / 1e6).toFixed(0)} M values`,
      promise: 'within 20 % of an empty store',
      figure: `${thousands(first)} values/s empty, ${thousands(last)} full`,
      baseline: `bare SQLite, a row a value: ${thousands(baseline.first)} empty, ${thousands(baseline.last)} after ${(baseline.values / 1e6).toFixed(0)} M`,
      kept: last >= first * 0.8,
    },
    {
      name: 'a minute of one key, beside 1 message/s of each',
      promise: 'within 20 % of an empty store',
      figure: `empty: ${describeMs(emptyReads)}; full: ${describeMs(fullReads)}`,
      baseline: '',
      kept: quantile(fullReads, 0.5) <= quantile(emptyReads, 0.5) * 1.2,
    },
  ]
}

function valuesOf(second: number): Record<string, number> {
  return Object.fromEntries(
    Array.from({ length: VALUES_PER_MESSAGE }, (_, i) => [i === 0 ? 'T_D1' : `K_${i}`, (second + i) % 60]),
  )
}

const thousands = (rate: number) => `${(rate / 1000).toFixed(0)}k`

function bareSqlite(rounds: number): { first: number; last: number; values: number } {
  const folder = mkdtempSync(join(tmpdir(), 'greenwave-bare-'))
  const db = new DatabaseSync(join(folder, 'bare.db'))
  db.exec(
    'PRAGMA journal_mode = WAL; CREATE TABLE ts_kv (device TEXT, key TEXT, ts INTEGER, value, PRIMARY KEY (device, key, ts)) WITHOUT ROWID',
  )
  const insert = db.prepare('INSERT INTO ts_kv VALUES (?, ?, ?, ?)')
  const devices = Array.from({ length: DEVICES }, () => randomUUID())
  const rates: number[] = []
  let ts = Date.now()
  for (let round = 0; round < rounds; round++) {
    const at = performance.now()
    for (let second = 0; second < SECONDS_PER_ROUND; second++) {
      ts += 1000
      db.exec('BEGIN')
      for (const device of devices)
        for (const [key, value] of Object.entries(valuesOf(second))) insert.run(device, key, ts, value)
      db.exec('COMMIT')
    }
    rates.push(VALUES_PER_ROUND / ((performance.now() - at) / 1000))
  }
  db.close()
  rmSync(folder, { recursive: true, force: true })
  return { first: rates[0] ?? 0, last: rates.at(-1) ?? 0, values: rounds * VALUES_PER_ROUND }
}
