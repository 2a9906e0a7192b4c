import { startPlatformProcess } from '@greenwave/harness/platformProcess'
import { cpuSeconds, residentMb } from '../tools/processUsage.ts'
import { describeMs, quantile } from '../tools/quantiles.ts'
import type { Row } from '../tools/report.ts'
import { runPublishers } from '../tools/runPublishers.ts'
import { seedDevices, signInAsAdmin } from '../tools/seed.ts'
import { startMosquitto } from '../tools/startMosquitto.ts'

const SECONDS = 30

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

/**
 * Measures the telemetry of 1,000 and 5,000 controllers, one message of 15 values a second, acknowledged when on disk.
 * The baseline is mosquitto, which stores nothing.
 */
export async function ingest(): Promise<Row[]> {
  const rows: Row[] = []
  for (const count of [1000, 5000]) {
    const platform = await startPlatformProcess()
    const seeded = await seedDevices(await signInAsAdmin(platform), count)
    const logins = seeded.map(({ login }) => login)
    const job = { url: platform.mqttUrl, logins, topic: 'platform', seconds: SECONDS } as const
    const ours = await measure(platform.pid(), (onConnected) => runPublishers(job, onConnected))
    await platform.stop()

    const broker = await startMosquitto()
    const theirs = await measure(broker.pid, (onConnected) =>
      runPublishers({ ...job, url: broker.url, topic: 'broker' }, onConnected),
    )
    await broker.stop()

    const summaryOf = (run: typeof ours) =>
      `${describeMs(run.acknowledgedMs)}, ${(run.core * 100).toFixed(0)} % of a core, ${run.peakMb.toFixed(0)} MB, ${run.published - run.acknowledgedMs.length} lost`
    rows.push({
      name: `${count} controllers, 1 message/s, acknowledged`,
      promise: 'p99 <= 100 ms, below one core, RSS <= 400 MB',
      figure: summaryOf(ours),
      baseline: `mosquitto, nothing stored: ${summaryOf(theirs)}`,
      kept:
        quantile(ours.acknowledgedMs, 0.99) <= 100 &&
        ours.core < 1 &&
        ours.peakMb <= 400 &&
        ours.published === ours.acknowledgedMs.length,
    })
  }
  return rows
}
