import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Row } from '../tools/report.ts'

const GREENWAVE = new URL('../../../scripts/greenwave.mjs', import.meta.url).pathname
const SEEDS = process.env.BENCH_TRAFFIC_SEEDS ?? '10'

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

/** The part of the command's answer that is read here. */
interface Answer {
  readonly sumo: string | null
  readonly comparison: {
    readonly groups: readonly {
      readonly group: string
      readonly delay: Readonly<Record<'before' | 'change', { readonly mean: number; readonly plusMinus: number }>>
    }[]
  } | null
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
      const file = join(folder, 'street.json')
      await writeFile(file, JSON.stringify(street(directions)))
      const args = [
        'corridor',
        'simulate',
        file,
        '--json',
        '--seeds',
        SEEDS,
        '--overwrite',
        '--out',
        join(folder, 'model'),
      ]
      const { stdout } = await promisify(execFile)(process.execPath, [GREENWAVE, ...args])
      rows.push(...rowsOf(name, JSON.parse(stdout) as Answer))
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
      figure: `${change.mean.toFixed(1)} ± ${change.plusMinus.toFixed(1)} s`,
      baseline: `before ${before.mean.toFixed(1)} ± ${before.plusMinus.toFixed(1)} s (SUMO ${sumo})`,
      kept: change.mean + change.plusMinus < 0,
    }))
}
