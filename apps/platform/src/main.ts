/** @file The process of the command line. */
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
<<<<<<< HEAD
=======
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
  settings: async () => (await import('./cli/settings.ts')).settingsCommand(),
  rollout: async () => (await import('./cli/rollout.ts')).rolloutCommand(),
  corridor: async () => (await import('./cli/corridor.ts')).corridorCommand(),
}
>>>>>>> 69e3bdb9 (transfer, platform: greenwave settings export and import: settings of junctions as JSON and CSV, compared first, checked line by line, and sent as recorded changes)

// Compiling some hundred files takes a good part of a start. The cache is inside the installation: in a folder that
// others may write, they could plant code. If it cannot be written, as in a container, nothing is cached.
const compileCache = fileURLToPath(new URL('../../../.cache/compile', import.meta.url))
enableCompileCache(compileCache)
// Worker threads read it from here.
process.env.NODE_COMPILE_CACHE ??= compileCache

// Loaded now, so that it comes from the cache too.
const { runCommandLine } = await import('./cli/commandLine.ts')
const code = await runCommandLine(process.argv.slice(2))
if (code !== undefined) process.exit(code)
