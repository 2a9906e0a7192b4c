/** @file `greenwave route simulate`: a vehicle of a green route without and with it, in a traffic model. */
import { CommandFailed, EXIT } from '@greenwave/client/program/exitCodes'
import { print, progress } from '@greenwave/client/program/terminal'
import { DIRECTIONS, type Direction, isServed } from '@greenwave/coordination/corridor'
import { Command, Option } from 'commander'
import { CorridorRefused, parseCorridor } from './corridor/parseCorridor.ts'
import { bandResult } from './corridor/result.ts'
import { resultLines } from './corridor/resultLines.ts'
import {
  refuseConflicts,
  refuseCrowds,
  setStreetOf,
  type StreetFlags,
  trafficOf,
  withStreetFlags,
} from './corridorSimulate.ts'
import { readInputFile, refusalOf } from './inputFile.ts'
import { type Comparison, compareRuns } from './trafficModel/comparison.ts'
import { type Demand, FILLING_S } from './trafficModel/demand.ts'
import { lightsOf } from './trafficModel/lights.ts'
import { comparisonLines, withInterval, withSign } from './trafficModel/simulationLines.ts'
import { type Estimate, estimateOf } from './trafficModel/studentT.ts'
import { findSumo, runRoute, SumoFailed } from './trafficModel/sumoPrograms.ts'

const HELP = `
FILE is that of "corridor band"; - reads standard input. The vehicle drives one direction of it, with the same traffic without and
with a green route, which is decided as by the watcher and held by virtual controllers. docs/green-routes.md has the method.
Exit codes: 0 done, 1 SUMO failed or is not installed, or the cycles of the junctions differ, 2 the file or a flag cannot be used.`

const PLANS = ['without', 'with'] as const

interface Flags extends StreetFlags {
  readonly direction: Direction
}

/** What the command finds. */
interface Found {
  readonly sumo: string
  readonly seeds: number
  readonly direction: Direction
  readonly demand: Demand & { readonly lanes: number }
  /** `before` is without the route, `after` with it. */
  readonly comparison: Comparison
  /** Seconds that a junction is held, junctions that are not green 5 s before the vehicle, seconds that all others lose. */
  readonly route: { readonly held: Estimate; readonly late: Estimate; readonly others: Estimate }
}

/** Creates the command `route` with its subcommand. */
export function routeCommand(): Command {
  const simulate = withStreetFlags(new Command('simulate'), 10)
    .summary('drive a vehicle without and with a green route in a traffic model')
    .description('Drives a vehicle along a street in SUMO, without and with a green route, and compares both.')
    .addOption(new Option('--direction <direction>', 'way of the vehicle').choices(DIRECTIONS).default('outbound'))
    .addHelpText('after', HELP)
    .action(answer)
  return new Command('route').summary('green routes').description('Simulates green routes.').addCommand(simulate)
}

async function answer(file: string, flags: Flags): Promise<void> {
  const text = await readInputFile(file)
  try {
    const found = await simulate(text, flags)
    if (found) for (const line of flags.json ? [JSON.stringify(found, null, 2)] : linesOf(found)) print(line)
  } catch (error) {
    if (error instanceof CorridorRefused) throw refusalOf(file)(error.message, error)
    if (error instanceof RangeError && !(error instanceof CommandFailed)) {
      throw refusalOf(file)(`${error.message}: no controller can be set to its greens`, error)
    }
    throw error instanceof SumoFailed ? new CommandFailed(EXIT.failed, error.message, { cause: error }) : error
  }
}

/** Returns nothing where the corridor has no common cycle, which it then prints. */
async function simulate(text: string, flags: Flags): Promise<Found | undefined> {
  const { direction, seeds, lanes } = flags
  const read = parseCorridor(text)
  const set = bandResult(read)
  if (set.junctions.length === 0) {
    for (const line of flags.json ? [JSON.stringify(set, null, 2)] : resultLines(set)) print(line)
    process.exitCode = EXIT.failed
    return undefined
  }
  const { corridor } = read
  if (!isServed(corridor, direction)) {
    throw new CommandFailed(EXIT.usage, `no junction has a green ${direction}: give the other --direction`)
  }
  const { demand, clearance } = trafficOf(flags)
  const [lights = []] = lightsOf(corridor, [setStreetOf(set)], clearance)
  refuseConflicts(read, [lights], clearance)
  refuseCrowds({ lights, demand })
  const sumo = await findSumo(process.env)
  if (!sumo) {
    throw new CommandFailed(
      EXIT.failed,
      'SUMO is not installed: install it (Debian: apt install sumo; elsewhere: pip install eclipse-sumo), or set SUMO_HOME',
    )
  }
  const runs = await runRoute(
    sumo,
    { corridor, lights, clearance, demand, lanes },
    { direction, seeds, cycle: set.cycle },
    progress('Simulated'),
  )
  const lost = ({ means, vehicles }: (typeof runs)[number]['before']) => (means.get('all')?.delay ?? 0) * vehicles
  return {
    ...{ sumo: sumo.version, seeds, direction, demand: { ...demand, lanes }, comparison: compareRuns(runs) },
    route: {
      held: estimateOf(runs.map(({ drive }) => drive.held)),
      late: estimateOf(runs.map(({ drive }) => drive.late)),
      others: estimateOf(runs.map(({ before, after }) => lost(after) - lost(before))),
    },
  }
}

function linesOf({ sumo, seeds, direction, demand, comparison, route }: Found): readonly string[] {
  const { outbound, inbound, side, motorcycles, lanes, minutes } = demand
  const names = {
    route: 'the vehicle',
    outbound: 'outbound',
    inbound: 'inbound',
    side: 'side streets',
    all: 'all others',
  }
  return [
    `Vehicles an hour: outbound ${outbound}, inbound ${inbound}, ${side} from each end of each side street; ${Math.round(motorcycles * 100)} % motorcycles; lanes: ${lanes}`,
    `SUMO ${sumo}, ${seeds} seeds, the vehicle ${direction}, ${minutes} min each after ${FILLING_S / 60} min in which the street fills; ${Math.round(comparison.vehicles)} others counted each time`,
    '',
    ...comparisonLines(comparison, PLANS, names),
    '',
    `Each junction is held for ${withInterval(route.held)} s; ${withInterval(route.late)} are not green 5 s before the vehicle.`,
    `All others together: ${withSign(route.others)} s of delay.`,
  ]
}
