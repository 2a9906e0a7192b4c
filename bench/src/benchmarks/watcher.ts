import type { ChildProcess } from 'node:child_process'
import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import type { Api } from '@greenwave/harness/api'
import { freePorts } from '@greenwave/harness/freePorts'
import { until } from '@greenwave/harness/until'
import { WINDOW_MS } from '@greenwave/observer/recordWindow'
import { type Heads, startCity } from '../tools/city.ts'
import { makeCorridors, offsetJunctions, STREET_JUNCTIONS, untilJudged } from '../tools/corridors.ts'
import { fetchMetrics } from '../tools/fetchMetrics.ts'
import { measureUsage, type Usage } from '../tools/processUsage.ts'
import { describeMs, quantile } from '../tools/quantiles.ts'
import type { Row } from '../tools/report.ts'
import type { SeededDevice } from '../tools/seed.ts'

const COUNT = Number(process.env.BENCH_WATCHER_CONTROLLERS ?? 5000)
const FIRST_MS = 60_000
const STEADY_MS = 120_000
const FAULTS = 100
/** The watcher waits for late samples, and then writes a quarter of one junction after the other. */
const WRITTEN_WITHIN_MS = 600_000

/** Displays of every style, and actuated greens; the junctions of a street have the same. */
const HEADS: readonly Heads[] = [
  { display: 'full' },
  { display: 'last-8' },
  { display: 'none' },
  { display: 'last-8-0' },
  { display: 'last-8', actuated: '8-40' },
]

/**
 * Measures a watcher of 5,000 controllers that send a message a second: its share of a core, memory, and delay, while it
 * reads beside its work what it missed; then the same while it judges the waves of corridors, with every junction in one.
 * Takes 25 to 40 minutes.
 */
export async function watcher(): Promise<Row[]> {
  const [metricsPort = 0] = await freePorts(1)
  const city = await startCity(COUNT, { GREENWAVE_METRICS_PORT: String(metricsPort) }, headsOf)
  const usageOf = async (pid: number, ms: number): Promise<WatcherUsage> => {
    const frames = async () => (await fetchMetrics(`http://127.0.0.1:${metricsPort}`)).frames
    const before = await frames()
    const usage = measureUsage(pid)
    await pause(ms)
    const used = usage.end()
    return { ...used, framesPerSecond: ((await frames()) - before) / used.seconds }
  }
  try {
    await offsetJunctions(city)
    const { pid = 0 } = await city.startWatcher()
    await city.until('healthy')

    const firstMinute = await usageOf(pid, FIRST_MS)
    const watched = await usageOf(pid, untilQuarterIsWritten(Date.now()))
    const corridors = await makeCorridors(city)
    await untilJudged(city, corridors)
    const withCorridors = await usageOf(pid, STEADY_MS)
    const delays = await causeFaults(
      city.api,
      city.fleet,
      city.seeded.filter((_, nth) => headsOf(nth).display !== 'last-8-0'),
    )
    return [
      usageRow('the first minute', firstMinute),
      usageRow('until the next quarter of an hour is recorded', watched),
      usageRow(`then, while the waves of ${corridors.length} corridors are evaluated`, withCorridors),
      {
        name: 'a fault, until its alarm is read by REST',
        promise: 'p99 <= 6 s after the 2 s that a conflict lasts first',
        figure: describeMs(delays),
        baseline: 'no other software does this',
        kept: quantile(delays, 0.99) <= 8000,
      },
    ]
  } finally {
    await city.stop()
  }
}

function headsOf(nth: number): Heads {
  const street = Math.floor(nth / STREET_JUNCTIONS)
  return HEADS[street % HEADS.length] ?? { display: 'full' }
}

/** Returns how long it takes until the next quarter of an hour of all junctions is written, milliseconds. */
function untilQuarterIsWritten(nowMs: number): number {
  return (Math.floor(nowMs / WINDOW_MS) + 1) * WINDOW_MS + WRITTEN_WITHIN_MS - nowMs
}

/** What the watcher used, and the frames that it got. */
interface WatcherUsage extends Usage {
  readonly framesPerSecond: number
}

/**
 * Returns the row of a span. A busy machine brings fewer frames than there are messages, so the share of a core that is
 * promised is that of as many frames as there are controllers.
 */
function usageRow(what: string, { core, peakMb, seconds, framesPerSecond, waited }: WatcherUsage): Row {
  const wholeCore = core * Math.max(1, COUNT / framesPerSecond)
  return {
    name: `${COUNT} controllers, 1 message/s: ${what}`,
    promise: 'under 30 % of a core, RSS <= 200 MB',
    figure: `${percent(wholeCore)} of a core, ${peakMb.toFixed(0)} MB (${percent(core)} at ${framesPerSecond.toFixed(0)} frames/s in ${seconds.toFixed(0)} s, waited for a processor ${percent(waited)})`,
    baseline: 'no other software does this',
    kept: wholeCore < 0.3 && peakMb <= 200,
  }
}

const percent = (share: number): string => `${(share * 100).toFixed(0)} %`

/**
 * Lets controllers whose displays show each green show two, one controller every 200 ms. Returns how long each took to be
 * an alarm, milliseconds.
 */
async function causeFaults(api: Api, fleet: ChildProcess, seeded: readonly SeededDevice[]): Promise<readonly number[]> {
  const causedAt = new Map<string, number>()
  const delays: number[] = []
  const faulty = seeded.slice(0, FAULTS)
  let lastMs = performance.now()
  let nth = 0
  await until(
    'all faults to be alarms',
    async () => {
      const next = faulty[nth]
      if (next && performance.now() - lastMs >= 200) {
        lastMs = performance.now()
        nth += 1
        causedAt.set(next.device.id.id, lastMs)
        fleet.send({ name: next.device.name, faults: ['two-greens:1,2'] })
      }
      const query = { pageSize: FAULTS, page: 0, statusList: 'ACTIVE', typeList: 'Conflicting green' }
      const { data } = await api.call('alarmsV2', { query })
      const now = performance.now()
      for (const { originator } of data) {
        const at = causedAt.get(originator.id)
        if (at === undefined) continue
        delays.push(now - at)
        causedAt.delete(originator.id)
      }
      return delays.length === FAULTS
    },
    120_000,
    25,
  )
  return delays
}
