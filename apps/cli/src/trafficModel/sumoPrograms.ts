/** @file Runs the programs of SUMO where they are installed: from Debian's package, PyPI's `eclipse-sumo`, or elsewhere. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pMap from 'p-map'
import { isUnderWay, type RouteRun } from '@greenwave/contract/records/routes'
import type { SeedRuns } from './comparison.ts'
import { EMPTYING_S, FILLING_S, lastSecond } from './demand.ts'
import { meanOf } from './studentT.ts'
import type { Direction } from '@greenwave/coordination/corridor'
import {
  junctionId,
  NETWORK_CONFIG,
  OWN_PROGRAM,
  PLANS,
  type PlanName,
  ROUTE,
  routeFiles,
  runConfig,
  type Street,
  vehicleFile,
} from './modelFiles.ts'
import { lettersAt } from './lights.ts'
import { type Journey, RouteDrive } from './routeDrive.ts'
import { freePort, Traci } from './traci.ts'
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

/** What a route did in a run. */
interface Drive {
  /** Mean time that a junction was held, seconds. */
  readonly held: number
  /** Number of junctions that were not green 5 s before the vehicle. */
  readonly late: number
}

/** The runs of a seed, without and with the route, and what the route did. */
export interface RouteRuns extends SeedRuns {
  readonly drive: Drive
}

/**
 * Drives a vehicle along a street with each of the seeds 1 to `seeds`, without and with a green route, as many at once as
 * there are processors. It leaves at another second of the cycle each time. @throws {SumoFailed} if a program refuses something
 */
export async function runRoute(
  sumo: Sumo,
  street: Street,
  { direction, seeds, cycle }: { readonly direction: Direction; readonly seeds: number; readonly cycle: number },
  onProgress: (fraction: number) => void,
): Promise<readonly RouteRuns[]> {
  const folder = await mkdtemp(join(tmpdir(), 'greenwave-sumo-'))
  try {
    for (const [name, text] of routeFiles(street)) await writeFile(join(folder, name), text)
    await call(sumo, 'netconvert', folder, ['-c', NETWORK_CONFIG])
    const jobs = Array.from({ length: seeds }, (_, index) =>
      [false, true].map((isHeld) => ({ seed: index + 1, isHeld })),
    )
    let done = 0
    const runOne = async ({ seed, isHeld }: { readonly seed: number; readonly isHeld: boolean }) => {
      // Multiples of the golden ratio spread evenly over the cycle.
      const depart = FILLING_S + Math.floor((((seed * (Math.sqrt(5) - 1)) / 2) % 1) * cycle)
      const name = `${isHeld ? 'with' : 'without'}-${seed}.xml`
      await writeFile(join(folder, `vehicle-${name}`), vehicleFile(street.corridor, direction, depart))
      const files = ['--route-files', `traffic.rou.xml,vehicle-${name}`, '--tripinfo-output', name]
      const args = ['-c', runConfig(ROUTE), ...files, '--seed', String(seed)]
      const held = isHeld ? await driveRoute(sumo, folder, args, street, { direction, depart }) : null
      if (!isHeld) await call(sumo, 'sumo', folder, args)
      done++
      onProgress(done / jobs.length / 2)
      return { means: parseRun(await readFile(join(folder, name), 'utf8')), drive: driveOf(held) }
    }
    const runs = await pMap(jobs.flat(), runOne, { concurrency: availableParallelism() })
    return jobs.map((_, index) => {
      const [before, after] = runs.slice(index * 2)
      if (!before || !after) throw new Error('each seed has two runs')
      return { before: before.means, after: after.means, drive: after.drive }
    })
  } finally {
    await rm(folder, { recursive: true })
  }
}

function driveOf(run: RouteRun | null): Drive {
  const steps = run?.junctions.map(({ step }) => step) ?? []
  return {
    held: meanOf(steps.map(({ asked, letGo, used }) => (used + (asked && letGo ? letGo - asked : 0)) / 1000)),
    late: steps.filter(({ notGreen }) => notGreen !== undefined).length,
  }
}

/**
 * Runs SUMO with a route. Its lights are switched from the departure until all junctions are in step again; before and after
 * that the model's own programs show the same, and SUMO is not interrupted each second.
 */
async function driveRoute(
  { folder: programs }: Sumo,
  cwd: string,
  args: readonly string[],
  { corridor, lights, clearance, demand }: Street,
  journey: Journey,
): Promise<RouteRun | null> {
  const drive = new RouteDrive(corridor, lights, clearance, journey)
  const [port, { depart }, lastS] = [await freePort(), journey, lastSecond(demand) + EMPTYING_S]
  const ended = run(join(programs, 'sumo'), [...args, '--remote-port', String(port)], {
    ...{ cwd, maxBuffer: MOST_OUTPUT_BYTES },
  })
  let hasEnded = false
  const end = ended
    .then(
      () => {},
      (error: unknown) => {
        throw failure('sumo', error)
      },
    )
    .finally(() => {
      hasEnded = true
    })
  end.catch(() => {})
  try {
    const traci = await Traci.connect(port, () => hasEnded)
    for (let second = 0; second < depart; second += 1) drive.second(second, null)
    await traci.step(depart)
    drive.start()
    const cycleS = Math.max(...lights.map(({ cycle }) => cycle))
    let [second, isThere, shown, inStepS] = [depart, false, new Map<string, string>(), 0]
    for (; second < lastS && inStepS < cycleS; second += 1) {
      const letters = drive.second(second, isThere ? await traci.distance(ROUTE) : null)
      const wanted = new Map(letters.map((text, index) => [junctionId(index), text]))
      await traci.setLights(new Map([...wanted].filter(([id, text]) => shown.get(id) !== text)))
      shown = wanted
      await traci.step()
      const { departed, arrived } = await traci.traffic()
      isThere = (isThere || departed.includes(ROUTE)) && !arrived.includes(ROUTE)
      const own = lights.map((of) => lettersAt(of, clearance, second))
      const isInStep = letters.every((text, index) => text === own[index])
      inStepS = isInStep && drive.run && !isUnderWay(drive.run) && !isThere ? inStepS + 1 : 0
    }
    if (second < lastS) {
      await traci.setPrograms(new Map(lights.map((_, index) => [junctionId(index), OWN_PROGRAM])))
      await traci.step(lastS)
    }
    await traci.close()
  } catch (error) {
    ended.child.kill()
    // What SUMO itself says is more than that it is gone.
    await end
    throw new SumoFailed(`sumo failed: ${String(error)}`, { cause: error })
  }
  await end
  return drive.run
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
