/** @file A command line, apart from its process. Each command is a file of its own, loaded when needed. */
import { enableCompileCache } from 'node:module'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { Command, CommanderError, InvalidArgumentError } from 'commander'
import { VERSION } from '../version.ts'
import { CommandFailed, EXIT } from './exitCodes.ts'
import { note, tolerateClosedPipes } from './terminal.ts'
import { useTimeZone } from './timeZoneOption.ts'

/** The commands by their names, in the order of `--help`. */
export type Commands = Readonly<Record<string, () => Promise<Command>>>

/**
 * Runs a command with these arguments. Resolves with an exit code when it failed or only showed its help, after it has
 * printed the reason; otherwise with undefined, and `process.exitCode` is what the command found, while a service still
 * runs.
 *
 * @param refusals errors of a wrong usage whose message is for the user
 */
export async function runCommands(
  commands: Commands,
  args: readonly string[],
  refusals: readonly (new (...args: never[]) => Error)[] = [],
): Promise<number | undefined> {
  try {
    await run(commands, args)
    return undefined
  } catch (error) {
    return exitCodeOf(error, refusals)
  }
}

async function run(commands: Commands, args: readonly string[]): Promise<void> {
  const program = new Command('greenwave')
    .description('Traffic-signal console with its IoT platform and virtual controllers.')
    .version(VERSION, '--version', 'show the version')
    .addHelpText('after', '\nExit codes: 0 done, 1 failed or something found, 2 invalid usage.')
  // Loads only the file of the named command; help without a command needs all of them.
  const named = commands[args[0] ?? '']
  for (const load of named ? [named] : Object.values(commands)) program.addCommand(await load())
  for (const command of [program, ...program.commands, ...program.commands.flatMap((child) => child.commands)]) {
    command.exitOverride().configureOutput({ outputError: () => {} })
  }
  program.hook('preAction', (_, command) => useTimeZone(command.opts<{ timeZone?: string }>().timeZone))
  await program.parseAsync(args, { from: 'user' })
}

function exitCodeOf(error: unknown, refusals: readonly (new (...args: never[]) => Error)[]): number {
  if (error instanceof CommanderError) {
    // Requested help exits with 0; `greenwave` without a command shows help as an error.
    if (error.code === 'commander.help') return EXIT.usage
    if (error.exitCode === 0) return EXIT.ok
    note(`greenwave: ${error.message.replace(/^error: /, '').replaceAll('\n', ' ')} (see --help)`)
    return EXIT.usage
  }
  if (error instanceof CommandFailed) {
    note(`greenwave: ${error.message}`)
    return error.exitCode
  }
  if (error instanceof Error && refusals.some((refusal) => error instanceof refusal)) {
    note(`greenwave: ${error.message}`)
    return EXIT.usage
  }
  note(`greenwave: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  return EXIT.failed
}

/** Returns a reader of whole numbers, for a flag. @throws {InvalidArgumentError} the reader, for anything else */
export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const number = Number(text)
    if (/^\d+$/.test(text) && number >= min && number <= max) return number
    throw new InvalidArgumentError(`give a whole number from ${min} to ${max}.`)
  }
}

/**
 * Runs this process as a command line, which is loaded from the compile cache. Compiling some hundred files takes a good
 * part of a start. The cache is inside the installation: in a folder that others may write, they could plant code. If it
 * cannot be written, as in a container, nothing is cached.
 */
export async function runProcess(
  load: () => Promise<{ readonly runCommandLine: (args: readonly string[]) => Promise<number | undefined> }>,
): Promise<void> {
  const compileCache = fileURLToPath(new URL('../../../../.cache/compile', import.meta.url))
  enableCompileCache(compileCache)
  // Worker threads and started programs read it from here.
  process.env.NODE_COMPILE_CACHE ??= compileCache
  const { runCommandLine } = await load()
  tolerateClosedPipes()
  const code = await runCommandLine(process.argv.slice(2))
  if (code !== undefined) process.exit(code)
  // A command that listened for its end listens to its parent, too, and would never end.
  if (process.connected) process.disconnect()
}
