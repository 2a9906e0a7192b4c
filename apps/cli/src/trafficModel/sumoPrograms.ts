/** @file Runs the programs of SUMO where they are installed: from Debian's package, PyPI's `eclipse-sumo`, or elsewhere. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pMap from 'p-map'
import type { SeedRuns } from './comparison.ts'
import { NETWORK_CONFIG, PLANS, type PlanName, runConfig } from './modelFiles.ts'
import { type RunMeans, parseRun } from './trips.ts'

/** Thrown when a program of SUMO refuses something, with its words. */
export class SumoFailed extends Error {
  override readonly name = 'SumoFailed'
}

/** Location of SUMO. */
export interface Sumo {
  /** The folder of its programs; empty where the system finds them. */
  readonly folder: string
  readonly version: string
}

const run = promisify(execFile)
/** SUMO names each waiting vehicle; more than this says nothing new. */
const MOST_OUTPUT_BYTES = 64 * 1024 * 1024
const LONGEST_OUTPUT = 500

/** Returns where SUMO is: in `SUMO_HOME`, or on the path; null if it is in neither. */
export async function findSumo({ SUMO_HOME }: NodeJS.ProcessEnv): Promise<Sumo | null> {
  for (const folder of SUMO_HOME ? [join(SUMO_HOME, 'bin'), ''] : ['']) {
    try {
      const { stdout } = await run(join(folder, 'sumo'), ['--version'])
      return { folder, version: /Version v?_?([\d._]+)/.exec(stdout)?.[1]?.replaceAll('_', '.') ?? 'unknown' }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw failure('sumo --version', error)
    }
  }
  return null
}

/**
 * Runs both plans of a model with each of the seeds 1 to `seeds`, as many at once as there are processors, and returns the
 * means of each run. @throws {SumoFailed} if a program refuses something
 */
export async function runModel(
  sumo: Sumo,
  modelFolder: string,
  seeds: number,
  onProgress: (fraction: number) => void,
): Promise<readonly SeedRuns[]> {
  await call(sumo, 'netconvert', modelFolder, ['-c', NETWORK_CONFIG])
  const trips = await mkdtemp(join(tmpdir(), 'greenwave-sumo-'))
  try {
    const jobs = Array.from({ length: seeds }, (_, index) => PLANS.map((plan) => ({ plan, seed: index + 1 }))).flat()
    let done = 0
    const runOne = async ({ plan, seed }: { plan: PlanName; seed: number }): Promise<RunMeans> => {
      const file = join(trips, `${plan}-${seed}.xml`)
      await call(sumo, 'sumo', modelFolder, ['-c', runConfig(plan), '--seed', String(seed), '--tripinfo-output', file])
      const means = parseRun(await readFile(file, 'utf8'))
      await rm(file)
      done++
      onProgress(done / jobs.length)
      return means
    }
    const means = await pMap(jobs, runOne, { concurrency: availableParallelism() })
    return Array.from({ length: seeds }, (_, index) => {
      const [before, after] = means.slice(index * PLANS.length)
      if (!before || !after) throw new Error('each seed has two runs')
      return { before, after }
    })
  } finally {
    await rm(trips, { recursive: true })
  }
}

async function call({ folder }: Sumo, program: string, cwd: string, args: readonly string[]): Promise<void> {
  try {
    await run(join(folder, program), args, { cwd, maxBuffer: MOST_OUTPUT_BYTES })
  } catch (error) {
    throw failure(program, error)
  }
}

function failure(program: string, error: unknown): SumoFailed {
  const output = (error as { readonly stderr?: string }).stderr?.trim() || String(error)
  return new SumoFailed(`${program} failed: ${output.slice(0, LONGEST_OUTPUT)}`, { cause: error })
}
