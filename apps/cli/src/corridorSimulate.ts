import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { wholeNumber } from '@greenwave/client/program/commandLine'
import { CommandFailed, EXIT } from '@greenwave/client/program/exitCodes'
import { print, progress } from '@greenwave/client/program/terminal'
import type { Clearance } from '@greenwave/controller/settings'
import { Command } from 'commander'
import { CorridorRefused, type ParsedCorridor, parseCorridor } from './corridor/parseCorridor.ts'
import { bandResult, type CorridorResult, planResult } from './corridor/result.ts'
import { resultLines } from './corridor/resultLines.ts'
import { readInputFile, refusalOf } from './inputFile.ts'
import { compareRuns } from './trafficModel/comparison.ts'
import { type Demand, expectedVehicles, MOST_VEHICLES } from './trafficModel/demand.ts'
import { isConflicting, type Lights, lightsOf, type SetStreet } from './trafficModel/lights.ts'
import { type Model, modelFiles, type Street } from './trafficModel/modelFiles.ts'
import { type Simulation, simulationLines } from './trafficModel/simulationLines.ts'
import { findSumo, runModel, SumoFailed } from './trafficModel/sumoPrograms.ts'

const HELP = `
FILE is that of "corridor plan"; - reads standard input. Before are the offsets of the file, after is what "corridor plan" finds.
The files of the model are written in any case; where SUMO is installed (on the path, or in SUMO_HOME) both are run with the same
traffic and compared. docs/traffic-model.md says what such a model can tell, and what it cannot.
Exit codes: 0 done, 1 the cycles of the junctions differ or SUMO failed, 2 the file or a flag cannot be used.`

/** Flags of a modelled street. */
export interface StreetFlags {
  readonly outbound: number
  readonly inbound: number
  readonly side: number
  readonly motorcycles: number
  readonly lanes: number
  readonly minutes: number
  readonly seeds: number
  readonly yellow: number
  readonly clearance: number
  readonly json?: true
}

interface Flags extends StreetFlags {
  readonly out: string
  readonly overwrite?: true
}

/** Adds the flags of a modelled street to a command. */
export function withStreetFlags(command: Command, minutes: number): Command {
  return command
    .argument('<FILE>', 'JSON object of a corridor')
    .option('--outbound <vehicles>', 'vehicles an hour that drive outbound', wholeNumber(0, 3600), 800)
    .option('--inbound <vehicles>', 'vehicles an hour that drive inbound', wholeNumber(0, 3600), 800)
    .option('--side <vehicles>', 'vehicles an hour from each end of each side street', wholeNumber(0, 1800), 200)
    .option('--motorcycles <percent>', 'share of motorcycles among all vehicles', wholeNumber(0, 100), 75)
    .option('--lanes <number>', 'lanes of the street in each direction', wholeNumber(1, 6), 2)
    .option('--minutes <minutes>', 'minutes of traffic that are counted', wholeNumber(1, 240), minutes)
    .option('--seeds <number>', 'runs of each plan, with other traffic each time', wholeNumber(2, 100), 10)
    .option('--yellow <seconds>', 'yellow after each green', wholeNumber(0, 10), 3)
    .option('--clearance <seconds>', 'red clearance after each yellow', wholeNumber(0, 10), 2)
    .option('--json', 'print the result as JSON')
}

/** Returns demand and clearance that flags give. */
export function trafficOf({ outbound, inbound, side, minutes, motorcycles, yellow, clearance }: StreetFlags): {
  readonly demand: Demand
  readonly clearance: Clearance
} {
  return {
    demand: { outbound, inbound, side, minutes, motorcycles: motorcycles / 100 },
    clearance: { yellow, redClearance: clearance },
  }
}

/** Creates the command `corridor simulate`. */
export function simulateCommand(): Command {
  return withStreetFlags(new Command('simulate'), 60)
    .summary('compare before and after in a traffic model')
    .description(
      'Writes a corridor as a model of SUMO, before and after planning, and compares both where SUMO is installed.',
    )
    .option('--out <folder>', 'folder for the files of the model', 'corridor-model')
    .option('--overwrite', 'replace the files of a model in that folder')
    .addHelpText('after', HELP)
    .action(simulate)
}

async function simulate(file: string, flags: Flags): Promise<void> {
  const text = await readInputFile(file)
  try {
    const read = parseCorridor(text)
    const [before, after] = [bandResult(read), planResult(read, () => {})]
    const unfit = [before, after].find(({ junctions }) => junctions.length === 0)
    if (unfit) {
      for (const line of flags.json ? [JSON.stringify(unfit, null, 2)] : resultLines(unfit)) print(line)
      process.exitCode = EXIT.failed
      return
    }
    const simulation = await simulationOf(read, before, after, flags)
    for (const line of flags.json ? [JSON.stringify(simulation, null, 2)] : simulationLines(simulation)) print(line)
  } catch (error) {
    if (error instanceof CorridorRefused) throw refusalOf(file)(error.message, error)
    throw error instanceof SumoFailed ? new CommandFailed(EXIT.failed, error.message, { cause: error }) : error
  }
}

async function simulationOf(
  read: ParsedCorridor,
  before: CorridorResult,
  after: CorridorResult,
  flags: Flags,
): Promise<Simulation> {
  const { lanes, seeds, out } = flags
  const { demand, clearance } = trafficOf(flags)
  const [lightsBefore = [], lightsAfter = []] = lightsOf(read.corridor, [before, after].map(setStreetOf), clearance)
  refuseConflicts(read, [lightsBefore, lightsAfter], clearance)
  const model: Model = {
    corridor: read.corridor,
    lights: { before: lightsBefore, after: lightsAfter },
    clearance,
    demand,
    lanes,
  }
  refuseCrowds({ lights: lightsBefore, demand })
  await writeModel(modelFiles(model), flags)
  const sumo = await findSumo(process.env)
  const show = progress('Simulated')
  const comparison = sumo && compareRuns(await runModel(sumo, out, seeds, show))
  return {
    ...{ sumo: sumo?.version ?? null, out, seeds, demand: { ...demand, lanes } },
    plans: { before: planOf(before), after: planOf(after) },
    comparison,
  }
}

function planOf({ cycle, bands }: CorridorResult): Simulation['plans']['before'] {
  return { cycle, bands }
}

/** Takes the timings along the street from a result. */
export function setStreetOf({ cycle, junctions }: CorridorResult): SetStreet {
  return {
    cycle,
    timings: junctions.map(({ offset, outboundStart, inboundStart, phaseStarts }) => ({
      offset,
      starts: { outbound: outboundStart, inbound: inboundStart },
      ...(phaseStarts && { phaseStarts }),
    })),
  }
}

/** @throws {CommandFailed} if lights would let two streets drive at once */
export function refuseConflicts(
  read: ParsedCorridor,
  plans: readonly (readonly Lights[])[],
  clearance: Clearance,
): void {
  const index = read.corridor.findIndex((_junction, at) =>
    plans.some((lights) => lights[at] && isConflicting(lights[at], clearance)),
  )
  if (index < 0) return
  const { yellow, redClearance } = clearance
  throw new CommandFailed(
    EXIT.usage,
    `${read.corridor[index]?.name ?? ''}: its blocks leave less than ${yellow} s of yellow and ${redClearance} s of red clearance after a green; give --yellow and --clearance as they are set there`,
  )
}

/** @throws {CommandFailed} if there would be more vehicles than are read */
export function refuseCrowds({ lights, demand }: Pick<Street, 'lights' | 'demand'>): void {
  const vehicles = expectedVehicles(
    demand,
    lights.map(({ greens }) => [...greens.keys()]),
  )
  if (vehicles > 0 && vehicles <= MOST_VEHICLES) return
  throw new CommandFailed(
    EXIT.usage,
    vehicles === 0
      ? 'no vehicles: give --outbound, --inbound or --side more than 0'
      : `${vehicles} vehicles would drive in each run, and ${MOST_VEHICLES} are the most: give smaller --minutes, --side, --outbound or --inbound`,
  )
}

/** Writes files into a folder, which must be empty unless it may be overwritten. @throws {CommandFailed} if it cannot */
async function writeModel(files: ReadonlyMap<string, string>, { out, overwrite }: Flags): Promise<void> {
  try {
    await mkdir(out, { recursive: true })
    if (!overwrite && (await readdir(out)).length > 0)
      throw new CommandFailed(EXIT.usage, `${out}: is not empty: add --overwrite, or name another folder with --out`)
    // What was made of an older model would be run with the new one.
    await rm(join(out, 'network.net.xml'), { force: true })
    for (const [name, text] of files) await writeFile(join(out, name), text)
  } catch (error) {
    if (error instanceof CommandFailed) throw error
    throw new CommandFailed(EXIT.failed, `${out}: cannot be written (${String(error)})`, { cause: error })
  }
}
