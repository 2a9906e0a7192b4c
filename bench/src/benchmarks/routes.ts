/** @file Green routes on a real platform with its watcher: the time from a request to the green that is seen. */
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  isUnderWay,
  parseRun,
  ROUTE_TYPE,
  type RouteRun,
  RUN_KEY,
  writeRoute,
} from '@greenwave/contract/records/routes'
import { type City, startCity } from '../tools/city.ts'
import { describeMs, quantile } from '../tools/quantiles.ts'
import type { Row } from '../tools/report.ts'

/** Requests altogether: so many routes at once with so many junctions each, one run after another. */
const ASKINGS = Number(process.env.BENCH_ROUTES_ASKINGS ?? '1000')
const ROUTES = Number(process.env.BENCH_ROUTES_AT_ONCE ?? '10')
const JUNCTIONS = 20
const ROUNDS = Math.ceil(ASKINGS / ROUTES / JUNCTIONS)
/** Metres between junctions, and km/h: a junction every four seconds. */
const LINK_M = 60
const KMH = 54
/** The first junction is so far ahead that it is requested in time. */
const FIRST_M = 300
/** `Vang` + `Do_cong` of the city's controllers, and what §11 leaves to the way there and back. Milliseconds. */
const CLEARANCE_MS = 5_000
const WAY_MS = 3_000
const LOOKS_MS = 2_000
const LONGEST_RUN_MS = 600_000

/** A route of the city. */
interface Made {
  readonly id: string
  readonly junctions: readonly object[]
}

/**
 * Runs `BENCH_ROUTES_ASKINGS` requests, 1,000 by default, of `BENCH_ROUTES_AT_ONCE` vehicles at a time, ten by default. It
 * takes ten minutes.
 */
export async function routes(): Promise<Row[]> {
  const city = await startCity(ROUTES * JUNCTIONS, { GREENWAVE_WATCHER: 'on' })
  try {
    await city.until('evaluated')
    const made: Made[] = []
    for (let nth = 0; nth < ROUTES; nth += 1) made.push(await makeRoute(city, nth))
    const runs: RouteRun[] = []
    const loads: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      runs.push(...(await Promise.all(made.map((route) => drive(city, route, round)))))
      loads.push(loadavg()[0] ?? 0)
    }
    return [rowOf(runs, loads)]
  } finally {
    await city.stop()
  }
}

async function makeRoute({ api, seeded }: City, nth: number): Promise<Made> {
  const junctions = seeded.slice(nth * JUNCTIONS, (nth + 1) * JUNCTIONS).map(({ device }, at) => ({
    ...{ device: device.id.id, phase: at % 2 === 0 ? (1 as const) : (2 as const) },
    ...{ position: FIRST_M + at * LINK_M, speed: KMH },
  }))
  const additionalInfo = writeRoute({}, { longest: 120, queue: 10, junctions })
  const { id } = await api.call('saveAsset', {
    query: {},
    body: { name: `Route ${nth}`, type: ROUTE_TYPE, additionalInfo },
  })
  return { id: id.id, junctions }
}

/** Starts a run as a console does, and resolves with it when it is over. */
async function drive({ api }: City, { id, junctions }: Made, round: number): Promise<RouteRun> {
  const at = Date.now()
  const fix = { at, m: 0, by: 'clock' }
  const run = { v: 1, id: `${id}/${round}`, name: 'Route', by: 'bench', why: 'measured', state: 'requested', at, fix }
  const params = { entityType: 'ASSET', entityId: id, scope: 'SERVER_SCOPE' } as const
  await api.call('saveAttributes', { params, body: { [RUN_KEY]: { ...run, longest: 120, queue: 10, junctions } } })
  for (const untilMs = at + LONGEST_RUN_MS; Date.now() < untilMs; await sleep(LOOKS_MS)) {
    const [found] = await api.call('attributes', { params, query: { keys: RUN_KEY } })
    const present = parseRun(found?.value)
    if (present && !isUnderWay(present)) return present
  }
  throw new Error(`the run of ${id} does not end`)
}

function rowOf(runs: readonly RouteRun[], loads: readonly number[]): Row {
  const steps = runs.flatMap(({ junctions }) => junctions.map(({ step }) => step))
  const asked = steps.filter((step) => step.asked !== undefined)
  const seen = asked.flatMap(({ asked: from, seen: to }) => (from !== undefined && to !== undefined ? [to - from] : []))
  const taken = asked.flatMap(({ asked: from, taken: to }) =>
    from !== undefined && to !== undefined ? [to - from] : [],
  )
  const late = steps.filter(({ notGreen }) => notGreen !== undefined).length
  const load = `load ${Math.min(...loads).toFixed(0)} to ${Math.max(...loads).toFixed(0)}`
  return {
    name: `from asking to green seen, ${asked.length} of ${steps.length} asked, ${seen.length} seen, ${late} not green 5 s before`,
    promise: `p99 at most ${CLEARANCE_MS + WAY_MS} ms`,
    figure: `${describeMs(seen)}, most ${Math.max(...seen)} ms`,
    baseline: `mode reported ${describeMs(taken)}; ${load}`,
    kept: seen.length === steps.length && quantile(seen, 0.99) <= CLEARANCE_MS + WAY_MS,
  }
}
