import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CYCLE_KEY, parseCycleRecord, writeCycleRecord } from '@greenwave/contract/records/cycleRecords'
import { TELEMETRY_KEYS } from '@greenwave/controller/keys'
import { recordedCycles } from '@greenwave/observer/recordedCycles'
import { WINDOW_MS } from '@greenwave/observer/recordWindow'
import { openStore } from '@greenwave/platform/store/openStore'
import { silentLog } from '@greenwave/platform/testing/silentLog'
import { saveDevice } from '@greenwave/platform/testing/testEntities'
import { describeMs, quantile } from '../tools/quantiles.ts'
import type { Row } from '../tools/report.ts'

const CONTROLLERS = Number(process.env.BENCH_RECORDS_CONTROLLERS ?? 50)
const DAYS = 90
/** Controllers whose raw seconds of a day are there, too. */
const RAW_CONTROLLERS = 3
const DAY_MS = 86_400_000
const WINDOWS_A_DAY = DAY_MS / WINDOW_MS
const READS = 200
/** Windows that are written before the next ones. */
const AT_ONCE = 8

/**
 * Measures what the records of controllers with cycles of 90 s take on the disk, and how long the cycles of a quarter of
 * an hour, a day and a month take to be read, beside raw seconds. The baseline is the same span of raw seconds.
 */
export async function records(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'greenwave-records-'))
  const store = await openStore({ dataDir: folder, telemetryRetentionMs: 7 * DAY_MS, log: silentLog })
  const ids = Array.from({ length: CONTROLLERS }, (_, nth) => saveDevice(store, { name: `TLC-${nth}` }).id.id)
  const startMs = Math.floor((Date.now() - DAYS * DAY_MS) / WINDOW_MS) * WINDOW_MS
  for (let nth = 0; nth < DAYS * WINDOWS_A_DAY; nth += AT_ONCE) {
    const samples = Array.from({ length: AT_ONCE }, (_, more) => {
      const ts = startMs + (nth + more) * WINDOW_MS
      return { ts, values: { [CYCLE_KEY]: recordAt(ts) } }
    })
    await Promise.all(ids.map((id) => store.data.saveTelemetry(id, samples)))
  }
  const rawMs = startMs + (DAYS - 1) * DAY_MS
  const rawIds = ids.slice(0, RAW_CONTROLLERS)
  for (let second = 0; second < DAY_MS / 1000; second += 100) {
    const samples = Array.from({ length: 100 }, (_, more) => ({
      ts: rawMs + (second + more) * 1000,
      values: Object.fromEntries(TELEMETRY_KEYS.map((key, place) => [key, (second + more + place) % 90])),
    }))
    await Promise.all(rawIds.map((id) => store.data.saveTelemetry(id, samples)))
  }
  await store.close()

  const opened = await openStore({ dataDir: folder, telemetryRetentionMs: 7 * DAY_MS, log: silentLog })
  const history = join(folder, 'history')
  const bytes = readdirSync(history)
    .filter((name) => name.startsWith('records-') && name.endsWith('.db'))
    .reduce((sum, name) => sum + statSync(join(history, name)).size, 0)
  const quarter = await readTimes(WINDOW_MS)
  const day = await readTimes(DAY_MS)
  const month = await readTimes(30 * DAY_MS)
  const raw: number[] = []
  for (let read = 0; read < 5; read += 1) {
    const at = performance.now()
    await readSpan(rawIds[read % RAW_CONTROLLERS] ?? '', TELEMETRY_KEYS, rawMs, rawMs + DAY_MS)
    raw.push(performance.now() - at)
  }
  await opened.close()
  rmSync(folder, { recursive: true, force: true })
  const megabytes = bytes / CONTROLLERS / DAYS / 1e6
  return [
    {
      ...{ name: 'records of a controller and day, 90 s cycles, on the disk', promise: '<= 0.5 MB' },
      ...{ figure: `${megabytes.toFixed(2)} MB`, baseline: '', kept: megabytes <= 0.5 },
    },
    {
      ...{ name: `any second, of ${CONTROLLERS} controllers and ${DAYS} days`, promise: '<= 300 ms' },
      ...{ figure: describeMs(quarter), baseline: '', kept: quantile(quarter, 0.99) <= 300 },
    },
    {
      ...{ name: "a day of a junction's cycles", promise: '<= 200 ms', figure: describeMs(day) },
      ...{ baseline: `raw seconds ${describeMs(raw)}`, kept: quantile(day, 0.99) <= 200 },
    },
    {
      ...{ name: "a month of a junction's cycles", promise: '', figure: describeMs(month), baseline: '' },
      kept: undefined,
    },
  ]

  /** Reads spans of random controllers and times, up to the cycles that they hold. */
  async function readTimes(spanMs: number): Promise<number[]> {
    const times: number[] = []
    for (let read = 0; read < READS; read += 1) {
      const id = ids[(read * 97) % CONTROLLERS] ?? ''
      const from = startMs + ((read * 7919) % (DAYS * WINDOWS_A_DAY - spanMs / WINDOW_MS)) * WINDOW_MS
      const at = performance.now()
      const found = await readSpan(id, [CYCLE_KEY], from, from + spanMs)
      const values = (JSON.parse(found) as Record<string, { ts: number; value: unknown }[]>)[CYCLE_KEY] ?? []
      const cycles = recordedCycles(values.flatMap(({ ts, value }) => parseCycleRecord(ts, value) ?? []))
      if (cycles.length < spanMs / 90_000) throw new Error(`${cycles.length} cycles in ${spanMs} ms`)
      times.push(performance.now() - at)
    }
    return times
  }

  async function readSpan(deviceId: string, keys: readonly string[], startTs: number, endTs: number): Promise<string> {
    const query = { deviceId, keys, startTs, endTs, limit: 100_000, order: 'ASC', aggregation: 'NONE' } as const
    const reader = { owner: 'bench', signal: new AbortController().signal }
    const pieces: Uint8Array[] = []
    for await (const piece of opened.data.readHistory({ ...query, intervalMs: 0 }, 'strict', reader)) pieces.push(piece)
    return Buffer.concat(pieces).toString()
  }
}

/** Seconds of a third of a cycle at which green, yellow and clearance begin. */
const STARTS = [0, 25, 28]

/** Returns the record of a quarter of an hour with ten cycles of 90 s, as the value of its telemetry. */
function recordAt(startMs: number) {
  const cycles = Array.from({ length: 10 }, (_, nth) => ({
    ...{ second: nth * 90, startMs: startMs + nth * 90_000 + 123, startClockMs: startMs + nth * 90_000 },
    ...{ firstPhase: 1, plan: 1, program: 1, inChange: false, evaluated: true },
  })) as Parameters<typeof writeCycleRecord>[0]['cycles']
  const runs = cycles.flatMap(({ second }) =>
    [0o114, 0o112, 0o111, 0o141, 0o121, 0o111, 0o411, 0o211, 0o111].map((lit, nth) => ({
      lit,
      second: second + Math.floor(nth / 3) * 30 + (STARTS[nth % 3] ?? 0),
    })),
  )
  return writeCycleRecord({ startMs, seconds: 900, cycles, runs })
}
