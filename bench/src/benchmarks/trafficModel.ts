import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Corridor } from '@greenwave/coordination/corridor'
import { planCorridor } from '@greenwave/coordination/plan'
import { evenCorridor } from '@greenwave/coordination/testing/junction'
import { STREETS } from '@greenwave/coordination/testing/knownCases'
import { randomCorridor, seeded } from '@greenwave/coordination/testing/randomCorridor'
import type { Row } from '../tools/report.ts'

const GREENWAVE = new URL('../../../scripts/greenwave.mjs', import.meta.url).pathname
const SEEDS = process.env.BENCH_TRAFFIC_SEEDS ?? '10'
/** Random streets besides the known ones on which green routes are driven. */
const RANDOM_STREETS = Number(process.env.BENCH_ROUTE_STREETS ?? '2')

/** Two streets: five junctions 300 m apart that are green at the same time, and the same ones one-way. */
function street(directions: readonly ('outbound' | 'inbound')[]): object {
  const both = <T>(value: T) => Object.fromEntries(directions.map((direction) => [direction, value]))
  return {
    cycle: 80,
    junctions: Array.from({ length: 5 }, (_, index) => ({
      ...{ name: `J${index + 1}`, position: index * 300 },
      ...(index > 0 && { speed: both(40) }),
      ...both({ green: 40, start: 0 }),
      blocks: [45, 35],
    })),
  }
}

interface Estimate {
  readonly mean: number
  readonly plusMinus: number
}
type Change = Readonly<Record<'before' | 'after' | 'change', Estimate>>

/** The part of a command's answer that is read here. */
interface Answer {
  readonly sumo: string | null
  readonly comparison: {
    readonly groups: readonly { readonly group: string; readonly delay: Change; readonly stops: Change }[]
  } | null
}
interface RouteAnswer extends Answer {
  readonly route: Readonly<Record<'held' | 'late' | 'others', Estimate>>
}

async function greenwave<Found>(folder: string, content: object, ...args: readonly string[]): Promise<Found> {
  const file = join(folder, 'street.json')
  await writeFile(file, JSON.stringify(content))
  const [group = '', command = '', ...flags] = args
  const all = [GREENWAVE, group, command, file, '--json', '--seeds', SEEDS, ...flags]
  return JSON.parse((await promisify(execFile)(process.execPath, all)).stdout) as Found
}

/**
 * Runs planned streets in SUMO, which must be installed, and tells how much delay the plan saves. Time is not measured:
 * this is the proof of `corridor simulate` on the true program, whose tests have one of their own.
 */
export async function trafficModel(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'greenwave-bench-traffic-'))
  try {
    const rows: Row[] = []
    for (const [name, directions] of [
      ['one-way', ['outbound']],
      ['both directions', ['outbound', 'inbound']],
    ] as const) {
      const model = ['--overwrite', '--out', join(folder, 'model')]
      rows.push(...rowsOf(name, await greenwave<Answer>(folder, street(directions), 'corridor', 'simulate', ...model)))
    }
    return rows
  } finally {
    await rm(folder, { recursive: true })
  }
}

function rowsOf(street: string, { sumo, comparison }: Answer): Row[] {
  if (!comparison) throw new Error('SUMO is not installed: apt install sumo')
  return comparison.groups
    .filter(({ group }) => group !== 'side' && group !== 'all')
    .map(({ group, delay: { before, change } }) => ({
      name: `${street}, ${group}: delay of a vehicle, ${SEEDS} seeds`,
      promise: 'less, beyond chance',
      figure: `${text(change)} s`,
      baseline: `before ${text(before)} s (SUMO ${sumo})`,
      kept: change.mean + change.plusMinus < 0,
    }))
}

const text = ({ mean, plusMinus }: Estimate) => `${mean.toFixed(1)} ± ${plusMinus.toFixed(1)}`

/** A street on which a route is driven. */
interface RouteStreet {
  readonly name: string
  readonly content: object
  readonly flags: readonly string[]
}

/** Returns the known streets with their best offsets, and random ones, planned as well as they can be. */
function routeStreets(): readonly RouteStreet[] {
  const known = STREETS.map(({ name, cycle, speedKmh, positionsM, greens, offsets }, nth) => ({
    ...{ name, content: contentOf(evenCorridor(positionsM, greens, speedKmh), cycle, offsets) },
    flags: ['--direction', nth % 2 === 0 ? 'outbound' : 'inbound'],
  }))
  const random = Array.from({ length: RANDOM_STREETS }, (_, nth): RouteStreet => {
    const next = seeded(nth + 1)
    const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
    const [junctions, cycle] = [between(4, 9), between(60, 120)]
    const corridor = randomCorridor({ junctions, cycle, unequal: false }, next)
    const { timings } = planCorridor(corridor, { objective: 'equal', cycle })
    const offsets = timings.map(({ offset }) => offset)
    const [outbound, inbound, side] = [between(400, 1000), between(400, 1000), between(100, 250)]
    const flags = ['--outbound', outbound, '--inbound', inbound, '--side', side].map(String)
    const direction = nth % 2 === 0 ? 'outbound' : 'inbound'
    const name = `random ${nth + 1}: ${junctions} junctions, ${cycle} s, ${direction}`
    return { name, content: contentOf(corridor, cycle, offsets), flags: [...flags, '--direction', direction] }
  })
  return [...known, ...random]
}

function contentOf(corridor: Corridor, cycle: number, offsets: readonly number[]): object {
  const junctions = corridor.map(({ name, positionM, speedKmh, greens }, index) => ({
    ...{ name, position: positionM, ...greens, offset: (offsets[index] ?? 0) % cycle },
    ...(index > 0 && { speed: speedKmh }),
  }))
  return { cycle, junctions }
}

/** Drives a vehicle with and without a green route in SUMO: the proof of `route simulate` on the true program. */
export async function routeModel(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'greenwave-bench-route-'))
  try {
    const rows: Row[] = []
    for (const { name, content, flags } of routeStreets()) {
      const found = await greenwave<RouteAnswer>(folder, content, 'route', 'simulate', ...flags)
      const row = routeRow(name, found)
      process.stderr.write(`${name}: ${row.figure}; ${row.baseline}\n`)
      rows.push(row)
    }
    return rows
  } finally {
    await rm(folder, { recursive: true })
  }
}

function routeRow(name: string, { comparison, route }: RouteAnswer): Row {
  const of = (group: string) => comparison?.groups.find((one) => one.group === group)
  const [vehicle, others, side] = [of('route'), of('all'), of('side')]
  if (!vehicle || !others || !side) throw new Error('the vehicle did not drive')
  const share = Math.round((vehicle.delay.after.mean / vehicle.delay.before.mean) * 100)
  return {
    name: `${name}: delay of the vehicle, ${SEEDS} seeds`,
    promise: 'a third',
    figure: `${text(vehicle.delay.after)} s (${share} %), ${text(vehicle.stops.after)} stops; others ${text(others.delay.change)} s, side streets ${text(side.delay.change)} s each, together ${text(route.others)} s; held ${text(route.held)} s, late ${text(route.late)}`,
    baseline: `${text(vehicle.delay.before)} s, ${text(vehicle.stops.before)} stops; others ${text(others.delay.before)} s`,
    kept: vehicle.delay.after.mean <= vehicle.delay.before.mean / 3,
  }
}
