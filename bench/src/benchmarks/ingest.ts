import { freePorts } from '@greenwave/harness/freePorts'
import { startPlatformProcess } from '@greenwave/harness/platformProcess'
import { cpuSeconds, residentMb } from '../tools/processUsage.ts'
import { describeMs, quantile } from '../tools/quantiles.ts'
import type { Row } from '../tools/report.ts'
import { runPublishers } from '../tools/runPublishers.ts'
import { seedDevices, signInAsAdmin } from '../tools/seed.ts'
import { startMosquitto } from '../tools/startMosquitto.ts'

const SECONDS = 30
const { BENCH_BEFORE: before } = process.env
/** How often metrics are read, milliseconds, as deploy/monitoring does. */
const READ_EVERY_MS = 15_000

/** Measures a process while controllers publish: acknowledgement times, share of a core, memory. */
async function measure(
  pid: number,
  publish: (onConnected: () => void) => Promise<{ acknowledgedMs: number[]; published: number }>,
) {
  let cpuBefore = 0
  let startedAt = 0
  let peakMb = 0
  const watch = setInterval(() => {
    peakMb = Math.max(peakMb, residentMb(pid))
  }, 500)
  const result = await publish(() => {
    cpuBefore = cpuSeconds(pid)
    startedAt = performance.now()
  })
  clearInterval(watch)
  const core = (cpuSeconds(pid) - cpuBefore) / ((performance.now() - startedAt) / 1000)
  return { ...result, core, peakMb }
}

type Run = Awaited<ReturnType<typeof measure>>

/**
 * Measures a platform of so many controllers, with its metrics read meanwhile or without any.
 * @param checkout folder of the Greenwave that is measured; undefined: this one
 */
async function measurePlatform(count: number, isRead: boolean, checkout?: string) {
  const [metricsPort] = await freePorts(1)
  const settings: Record<string, string> = isRead ? { GREENWAVE_METRICS_PORT: String(metricsPort) } : {}
  const platform = await startPlatformProcess(settings, false, [], checkout)
  const seeded = await seedDevices(await signInAsAdmin(platform), count)
  const logins = seeded.map(({ login }) => login)
  const job = { url: platform.mqttUrl, logins, topic: 'platform', seconds: SECONDS } as const
  const read = async (): Promise<void> => {
    await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  }
  const reading = isRead ? setInterval(() => void read(), READ_EVERY_MS) : undefined
  const run = await measure(platform.pid(), (onConnected) => runPublishers(job, onConnected))
  clearInterval(reading)
  await platform.stop()
  return { job, run }
}

const summaryOf = (run: Run): string =>
  `${describeMs(run.acknowledgedMs)}, ${(run.core * 100).toFixed(0)} % of a core, ${run.peakMb.toFixed(0)} MB, ${run.published - run.acknowledgedMs.length} lost`

const rowOf = (name: string, run: Run, baseline: string): Row => ({
  name,
  promise: 'p99 <= 100 ms, below one core, RSS <= 400 MB',
  figure: summaryOf(run),
  baseline,
  kept:
    quantile(run.acknowledgedMs, 0.99) <= 100 &&
    run.core < 1 &&
    run.peakMb <= 400 &&
    run.published === run.acknowledgedMs.length,
})

/**
 * Measures the telemetry of 1,000 and 5,000 controllers, one message of 15 values a second, acknowledged when on disk.
 * The baseline is mosquitto, which stores nothing; the last row has the platform without metrics as its baseline. With
 * `BENCH_BEFORE` (a folder of another checkout) each number of controllers has a row with that platform as baseline.
 */
export async function ingest(): Promise<Row[]> {
  const rows: Row[] = []
  for (const count of [1000, 5000]) {
    const { job, run } = await measurePlatform(count, false)
    const broker = await startMosquitto()
    const theirs = await measure(broker.pid, (onConnected) =>
      runPublishers({ ...job, url: broker.url, topic: 'broker' }, onConnected),
    )
    await broker.stop()
    const name = `${count} controllers, 1 message/s, acknowledged`
    rows.push(rowOf(name, run, `mosquitto, nothing stored: ${summaryOf(theirs)}`))
    if (before !== undefined) {
      const earlier = await measurePlatform(count, false, before)
      rows.push(rowOf(`${name}, beside an earlier checkout`, run, `earlier: ${summaryOf(earlier.run)}`))
    }
    if (count < 5000) continue
    const measured = await measurePlatform(count, true)
    rows.push(rowOf(`${name}, metrics read`, measured.run, `without metrics: ${summaryOf(run)}`))
  }
  return rows
}
