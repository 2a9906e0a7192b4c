import { EXIT } from '@greenwave/client/program/exitCodes'
import { print, progress } from '@greenwave/client/program/terminal'
import { Command } from 'commander'
import { CorridorRefused, type ParsedCorridor, parseCorridor } from './corridor/parseCorridor.ts'
import { bandResult, type CorridorResult, planResult } from './corridor/result.ts'
import { resultLines } from './corridor/resultLines.ts'
import { simulateCommand } from './corridorSimulate.ts'
import { readInputFile, refusalOf } from './inputFile.ts'

const HELP = `
FILE holds the junctions of a street as JSON; - reads standard input. docs/corridors.md explains it, with examples.
Bands are seconds of the cycle in which a vehicle that enters meets green at every junction.
Exit codes: 0 done, 1 the cycles of the junctions differ, so that there is no wave, 2 the file cannot be used.`

/** Work that takes longer, milliseconds, shows how far it is. */
const SILENT_MS = 1000

/** Creates the command `corridor` with its subcommands. */
export function corridorCommand(): Command {
  const plan = subcommand('plan', 'find the best green wave').description(
    'Finds the offsets, the order of phases and the unused time that give the widest green wave.',
  )
  plan.action((file: string, flags: Flags) => answer(file, flags, planShowingProgress))
  const band = subcommand('band', 'evaluate given offsets').description(
    'Shows the green wave that the offsets of a file give.',
  )
  band.action((file: string, flags: Flags) => answer(file, flags, bandResult))
  const corridor = new Command('corridor')
    .summary('green waves along a street')
    .description('Plans, evaluates and simulates green waves.')
  return corridor.addCommand(plan).addCommand(band).addCommand(simulateCommand())
}

interface Flags {
  readonly json?: true
}

function subcommand(name: string, summary: string): Command {
  return new Command(name)
    .summary(summary)
    .argument('<FILE>', 'JSON object of a corridor')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', HELP)
}

function planShowingProgress(read: ParsedCorridor): CorridorResult {
  const started = performance.now()
  const show = progress('Planned')
  let isLong = false
  return planResult(read, (fraction) => {
    isLong ||= performance.now() - started > SILENT_MS
    if (isLong) show(fraction)
  })
}

/** Prints what a file's corridor gives. @throws {CommandFailed} with what is wrong with the file */
async function answer(
  file: string,
  { json }: Flags,
  resultOf: (read: ParsedCorridor) => CorridorResult,
): Promise<void> {
  const text = await readInputFile(file)
  try {
    const result = resultOf(parseCorridor(text))
    for (const line of json ? [JSON.stringify(result, null, 2)] : resultLines(result)) print(line)
    process.exitCode = result.junctions.length > 0 ? EXIT.ok : EXIT.failed
  } catch (error) {
    throw error instanceof CorridorRefused ? refusalOf(file)(error.message, error) : error
  }
}
