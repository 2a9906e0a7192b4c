/** @file The command line. Each command is a file of `cli/`, loaded when needed. */
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { Command, CommanderError } from 'commander'
import { CommandFailed, EXIT } from './cli/exitCodes.ts'
import { note } from './cli/terminal.ts'
import { StoreRefused } from './sqlite/storeRefused.ts'
import { StartRefused } from './start/startRefused.ts'

const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./cli/serve.ts')).serveCommand(),
  admin: async () => (await import('./cli/admin.ts')).adminCommand(),
  backup: async () => (await import('./cli/backup.ts')).backupCommand(),
  restore: async () => (await import('./cli/restore.ts')).restoreCommand(),
  'accept-loss': async () => (await import('./cli/acceptLoss.ts')).acceptLossCommand(),
  controllers: async () => (await import('./cli/siblingCommands.ts')).controllersCommand(),
  watch: async () => (await import('./cli/siblingCommands.ts')).watchCommand(),
  demo: async () => (await import('./cli/demo.ts')).demoCommand(),
  check: async () => (await import('./cli/check.ts')).checkCommand(),
  export: async () => (await import('./cli/export.ts')).exportCommand(),
  verify: async () => (await import('./cli/verify.ts')).verifyCommand(),
  rollout: async () => (await import('./cli/rollout.ts')).rolloutCommand(),
  corridor: async () => (await import('./cli/corridor.ts')).corridorCommand(),
}

// Compiling some hundred files takes a good part of a start. The cache is inside the installation: in a folder that
// others may write, they could plant code. If it cannot be written, as in a container, nothing is cached.
const compileCache = fileURLToPath(new URL('../../../.cache/compile', import.meta.url))
enableCompileCache(compileCache)
// Worker threads read it from here.
process.env.NODE_COMPILE_CACHE ??= compileCache

async function run(args: readonly string[]): Promise<void> {
  const program = new Command('greenwave')
    .description('Traffic-signal console with its IoT platform and virtual controllers.')
    .addHelpText('after', '\nExit codes: 0 done, 1 failed or something found, 2 asked for wrongly.')
  // Loads only the file of the named command; help without a command needs all of them.
  const named = COMMANDS[args[0] ?? '']
  for (const load of named ? [named] : Object.values(COMMANDS)) program.addCommand(await load())
  for (const command of [program, ...program.commands, ...program.commands.flatMap((child) => child.commands)]) {
    command.exitOverride().configureOutput({ outputError: () => {} })
  }
  await program.parseAsync(args, { from: 'user' })
}

function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) {
    // Help that was asked for exits with 0; `greenwave` without a command shows help as an error.
    if (error.code === 'commander.help') return EXIT.usage
    if (error.exitCode === 0) return EXIT.ok
    note(`greenwave: ${error.message.replace(/^error: /, '').replaceAll('\n', ' ')} (see --help)`)
    return EXIT.usage
  }
  if (error instanceof CommandFailed) {
    note(`greenwave: ${error.message}`)
    return error.exitCode
  }
  if (error instanceof StartRefused || error instanceof StoreRefused) {
    note(`greenwave: ${error.message}`)
    return EXIT.usage
  }
  note(`greenwave: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  return EXIT.failed
}

try {
  await run(process.argv.slice(2))
} catch (error) {
  process.exit(exitCodeOf(error))
}
