import type { ChildProcess } from 'node:child_process'
import process from 'node:process'
import type { Api } from '@greenwave/harness/api'
import { until } from '@greenwave/harness/until'
import { startCity } from '../tools/city.ts'
import { makeCorridors, offsetJunctions, untilJudged } from '../tools/corridors.ts'
import { measureUsage, type Usage } from '../tools/processUsage.ts'
import { describeMs, quantile } from '../tools/quantiles.ts'
import type { Row } from '../tools/report.ts'
import type { SeededDevice } from '../tools/seed.ts'

const COUNT = Number(process.env.BENCH_WATCHER_CONTROLLERS ?? 5000)
const FIRST_MS = 60_000
const STEADY_MS = 120_000
const FAULTS = 100
/** What the watcher logs when it has read what was missed before it began, two or three calls for each junction. */
const CAUGHT_UP = 'what was missed before this watcher began is read'
const CAUGHT_UP_WITHIN_MS = 840_000

/**
 * Measures a watcher of 5,000 controllers that send a message a second: its share of a core, memory, and delay; then the
 * same while it judges the waves of corridors, with every junction in one. Takes at most forty minutes.
 */
export async function watcher(): Promise<Row[]> {
  const city = await startCity(COUNT)
  try {
    await offsetJunctions(city)
    const eye = await city.startWatcher()
    let isCaughtUp = false
    eye.stderr?.on('data', (text: Buffer) => {
      isCaughtUp ||= String(text).includes(CAUGHT_UP)
    })
    await city.until('healthy')

    const pid = eye.pid ?? 0
    const [first, reading] = [measureUsage(pid), measureUsage(pid)]
    await new Promise((resolve) => setTimeout(resolve, FIRST_MS))
    const firstMinute = first.end()
    await until('all that was missed to be read', async () => isCaughtUp, CAUGHT_UP_WITHIN_MS)
    const whileReading = reading.end()
    const steady = measureUsage(pid)
    await new Promise((resolve) => setTimeout(resolve, STEADY_MS))
    const afterwards = steady.end()
    const corridors = await makeCorridors(city)
    await untilJudged(city, corridors)
    const judging = measureUsage(pid)
    await new Promise((resolve) => setTimeout(resolve, STEADY_MS))
    const withCorridors = judging.end()
    const delays = await causeFaults(city.api, city.fleet, city.seeded)
    return [
      usageRow('watched', afterwards),
      usageRow(`watched, and the waves of ${corridors.length} corridors judged`, withCorridors),
      usageRow('the first minute', firstMinute),
      usageRow(`the ${whileReading.seconds.toFixed(0)} s until what was missed is read`, whileReading),
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

function usageRow(what: string, { core, peakMb }: Usage): Row {
  return {
    name: `${COUNT} controllers, 1 message/s: ${what}`,
    promise: 'under 30 % of a core, RSS <= 200 MB',
    figure: `${(core * 100).toFixed(0)} % of a core, ${peakMb.toFixed(0)} MB`,
    baseline: 'no other software does this',
    kept: core < 0.3 && peakMb <= 200,
  }
}

/** Lets controllers show two greens, one every 200 ms; returns how long each took to be an alarm, milliseconds. */
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
  )
  return delays
}
