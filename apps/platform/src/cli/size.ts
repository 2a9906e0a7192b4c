import { Command } from 'commander'
import { sizeLines } from './sizing/sizeLines.ts'
import { sizingOf } from './sizing/sizingOf.ts'
import { print } from './terminal.ts'
import { wholeNumber } from './wholeNumber.ts'

const HELP = `
Predicted from measured costs; docs/sizing.md says how, and how far measured cities were from the prediction.
Exit code: 0, whether one machine carries the city or not.`

/** The most that makes sense: a country. */
const MOST_JUNCTIONS = 1_000_000
const MOST_CONSOLES = 10_000
const MOST_DAYS = 3650

interface Flags {
  readonly junctions: number
  readonly consoles: number
  readonly onScreen: number
  readonly watchers?: number
  readonly lampDays: number
  readonly recordDays: number
  readonly json?: true
}

/** Creates the command `size`. */
export function sizeCommand(): Command {
  return new Command('size')
    .summary('say what machine a city needs')
    .description('Says what machine a city needs, which limit comes next, and when it needs a cluster.')
    .requiredOption('--junctions <number>', 'how many there are', wholeNumber(1, MOST_JUNCTIONS))
    .option('--consoles <number>', 'consoles that are open at a time', wholeNumber(0, MOST_CONSOLES), 10)
    .option('--on-screen <number>', 'junctions on the screen of each', wholeNumber(0, MOST_JUNCTIONS), 20)
    .option(
      '--watchers <number>',
      'shares of the watcher (default: one for each 5,000 junctions)',
      wholeNumber(1, 1000),
    )
    .option('--lamp-days <days>', 'for which lamps are kept second by second', wholeNumber(1, MOST_DAYS), 7)
    .option('--record-days <days>', 'for which records are kept', wholeNumber(1, MOST_DAYS), 400)
    .option('--json', 'print the result as JSON')
    .addHelpText('after', HELP)
    .action(({ json, ...city }: Flags) => {
      const sizing = sizingOf(city)
      if (json) print(JSON.stringify(sizing, null, 2))
      else for (const line of sizeLines(sizing)) print(line)
    })
}
