/** @file The command line, apart from its process. Each command is a file of its own, loaded when needed. */
import { Command, CommanderError } from 'commander'
import { StoreRefused } from '../sqlite/storeRefused.ts'
import { StartRefused } from '../start/startRefused.ts'
import { CommandFailed, EXIT } from './exitCodes.ts'
import { note } from './terminal.ts'
import { useTimeZone } from './timeZoneOption.ts'

const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./serve.ts')).serveCommand(),
  admin: async () => (await import('./admin.ts')).adminCommand(),
  backup: async () => (await import('./backup.ts')).backupCommand(),
  restore: async () => (await import('./restore.ts')).restoreCommand(),
  doctor: async () => (await import('./doctor.ts')).doctorCommand(),
  'accept-loss': async () => (await import('./acceptLoss.ts')).acceptLossCommand(),
  controllers: async () => (await import('./siblingCommands.ts')).controllersCommand(),
  watch: async () => (await import('./siblingCommands.ts')).watchCommand(),
  demo: async () => (await import('./demo.ts')).demoCommand(),
  check: async () => (await import('./check.ts')).checkCommand(),
  export: async () => (await import('./export.ts')).exportCommand(),
  verify: async () => (await import('./verify.ts')).verifyCommand(),
  settings: async () => (await import('./settings.ts')).settingsCommand(),
  devices: async () => (await import('./lists.ts')).listCommand('devices'),
  customers: async () => (await import('./lists.ts')).listCommand('customers'),
  users: async () => (await import('./lists.ts')).listCommand('users'),
  copy: async () => (await import('./copy.ts')).copyCommand(),
  rollout: async () => (await import('./rollout.ts')).rolloutCommand(),
  corridor: async () => (await import('./corridor.ts')).corridorCommand(),
}

/**
 * Runs a command with these arguments. Resolves with an exit code when it failed or only showed its help, after it has
 * said why; otherwise with undefined, and `process.exitCode` is what the command found, while a service still runs.
 */
export async function runCommandLine(args: readonly string[]): Promise<number | undefined> {
  try {
    await run(args)
    return undefined
  } catch (error) {
    return exitCodeOf(error)
  }
}

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
  program.hook('preAction', (_, command) => useTimeZone(command.opts<{ timeZone?: string }>().timeZone))
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
