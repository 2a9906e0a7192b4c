import type { ChildProcess } from 'node:child_process'
import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { freePorts } from '@greenwave/harness/freePorts'
import { until } from '@greenwave/harness/until'
import type { WebSocket } from 'ws'
import { type City, startCity } from '../tools/city.ts'
import { openConsole } from '../tools/openConsole.ts'
import { measureUsage } from '../tools/processUsage.ts'
import { fetchMetrics, slowestAcknowledgement } from '../tools/fetchMetrics.ts'
import type { Row } from '../tools/report.ts'
import { WORST_FIRST } from '../tools/worstFirst.ts'

/** How long a city is measured: from the first second in which the watcher judges nearly all of it. */
const SECONDS = 60
const LARGEST = Number(process.env.BENCH_SIZING_JUNCTIONS ?? Number.POSITIVE_INFINITY)
const CONNECTED_WITHIN_MS = 240_000

/** A city that is measured for docs/sizing.md. Controllers send a message of 15 values a second. */
interface MeasuredCity {
  readonly junctions: number
  readonly isWatched: boolean
  readonly consoles: number
  /** Junctions on the screen of each console. */
  readonly onScreen: number
  /** Entity queries of each console a second. */
  readonly queries: number
}

/** Each adds something to the city before; the differences are the costs. */
const COST_CITIES = {
  alone: { junctions: 2000, isWatched: false, consoles: 0, onScreen: 0, queries: 0 },
  watched: { junctions: 2000, isWatched: true, consoles: 0, onScreen: 0, queries: 0 },
  shown: { junctions: 2000, isWatched: true, consoles: 50, onScreen: 100, queries: 0 },
} as const satisfies Record<string, MeasuredCity>

/** Cities from which no cost was taken. */
const CHECKED_CITIES: readonly MeasuredCity[] = [
  { junctions: 1000, isWatched: true, consoles: 50, onScreen: 40, queries: 1 },
  { junctions: 3000, isWatched: true, consoles: 20, onScreen: 20, queries: 1 },
  { junctions: 8000, isWatched: true, consoles: 5, onScreen: 20, queries: 1 },
]

/** Name of a city's row in bench/results. */
function nameOfCity({ junctions, isWatched, consoles, onScreen, queries }: MeasuredCity): string {
  return [
    `${junctions} controllers, 1 message/s`,
    ...(isWatched ? ['watched'] : []),
    ...(consoles > 0 ? [`${consoles} consoles of ${onScreen}`] : []),
    ...(queries > 0 ? [`each asking ${queries} time a second`] : []),
  ].join(', ')
}

/** Measures what being watched and being shown add to a city, for docs/sizing.md. Takes some five minutes. */
export async function sizing(): Promise<Row[]> {
  return withCity(COST_CITIES.alone.junctions, async (scene) => {
    const rows: Row[] = []
    for (const step of Object.values(COST_CITIES)) rows.push(await scene.measure(step))
    return rows
  })
}

/**
 * Measures the cities that docs/sizing.md is checked against; `BENCH_SIZING_JUNCTIONS` skips larger ones. Takes some ten
 * minutes.
 */
export async function sizingCheck(): Promise<Row[]> {
  const rows: Row[] = []
  const cities = CHECKED_CITIES.filter(({ junctions }) => junctions <= LARGEST)
  for (const city of cities) {
    // A machine that is too busy for a large city has still measured the smaller ones.
    const row = await withCity(city.junctions, (scene) => scene.measure(city)).catch((error: unknown) => {
      process.stderr.write(`${nameOfCity(city)}: ${String(error)}\n`)
    })
    if (row) rows.push(row)
  }
  return rows
}

interface Scene {
  /** Adds what this city has more, and measures it. */
  measure(city: MeasuredCity): Promise<Row>
}

async function withCity<T>(controllers: number, work: (scene: Scene) => Promise<T>): Promise<T> {
  const [metricsPort] = await freePorts(1)
  const metricsUrl = `http://127.0.0.1:${metricsPort}`
  const city = await startCity(controllers, { GREENWAVE_METRICS_PORT: String(metricsPort) })
  const sockets: WebSocket[] = []
  let watcher: ChildProcess | undefined
  try {
    await until(
      'all controllers to be connected',
      async () => {
        await pause(1000)
        return (await fetchMetrics(metricsUrl)).connected === controllers
      },
      CONNECTED_WITHIN_MS,
    )
    return await work({
      async measure(wanted) {
        if (wanted.isWatched && !watcher) {
          watcher = await city.startWatcher()
          await city.until('evaluated')
        }
        while (sockets.length < wanted.consoles) sockets.push(await openNext(city, sockets.length, wanted))
        return measureRow(city, watcher, metricsUrl, wanted)
      },
    })
  } finally {
    for (const socket of sockets) socket.terminate()
    await city.stop()
  }
}

/** Opens the console number `nth`; consoles show different junctions as far as there are any. */
function openNext({ platform, api, seeded }: City, nth: number, { onScreen }: MeasuredCity): Promise<WebSocket> {
  const from = (nth * onScreen) % seeded.length
  return openConsole(platform.url, api.token, seeded.slice(from, from + onScreen))
}

async function measureRow(
  city: City,
  watcher: ChildProcess | undefined,
  metricsUrl: string,
  wanted: MeasuredCity,
): Promise<Row> {
  const asking = new AbortController()
  const consoles = Array.from({ length: wanted.queries > 0 ? wanted.consoles : 0 }, () =>
    askRegularly(city, 1000 / wanted.queries, asking.signal),
  )
  const before = await fetchMetrics(metricsUrl)
  const ofPlatform = measureUsage(city.platform.pid())
  const ofWatcher = watcher && measureUsage(watcher.pid ?? 0)
  await pause(SECONDS * 1000)
  const platform = ofPlatform.end()
  const after = await fetchMetrics(metricsUrl)
  const watching = ofWatcher?.end()
  asking.abort()
  await Promise.all(consoles)

  const rate = (count: number): string => (count / platform.seconds).toFixed(0)
  const slowest = slowestAcknowledgement(before, after)
  const used = (name: string): string => `${((after.used.get(name) ?? 0) / 1e6).toFixed(1)} MB`
  const usage = ({ core, peakMb }: typeof platform): string =>
    `${(core * 100).toFixed(1)} % of a core, ${peakMb.toFixed(0)} MB`
  return {
    name: nameOfCity(wanted),
    promise: 'acknowledged p99 <= 100 ms',
    figure: [
      `${rate(after.acknowledged - before.acknowledged)} messages/s acknowledged, p99 <= ${slowest * 1000} ms, ${rate(after.frames - before.frames)} frames/s`,
      `platform ${usage(platform)}`,
      ...(watching ? [`watcher ${usage(watching)}`] : []),
      `latest values ${used('valueBytes')}, subscriptions of an account ${used('subscriptionBytesOfUser')}`,
    ].join('; '),
    baseline: '',
    kept: slowest <= 0.1,
  }
}

/** Asks as a console does when something has changed, until it is aborted. The first question comes at a random moment. */
async function askRegularly({ api }: City, everyMs: number, signal: AbortSignal): Promise<void> {
  let dueMs = performance.now() + Math.random() * everyMs
  while (!signal.aborted) {
    await pause(Math.max(0, dueMs - performance.now()))
    await api.call('findEntities', { body: WORST_FIRST })
    dueMs += everyMs
  }
}
