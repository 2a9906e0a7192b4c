/** @file The commands of the platform: those that run it, or need its data folder. */
import { type Commands, runCommands } from '@greenwave/client/program/commandLine'
import { StoreRefused } from '../sqlite/storeRefused.ts'
import { StartRefused } from '../start/startRefused.ts'

/** The commands; scripts/greenwave.mjs has them beside those of apps/cli. */
export const COMMANDS: Commands = {
  setup: async () => (await import('./setup.ts')).setupCommand(),
  serve: async () => (await import('./serve.ts')).serveCommand(),
  admin: async () => (await import('./admin.ts')).adminCommand(),
  backup: async () => (await import('./backup.ts')).backupCommand(),
  'backup-test': async () => (await import('./backupTest.ts')).backupTestCommand(),
  restore: async () => (await import('./restore.ts')).restoreCommand(),
  doctor: async () => (await import('./doctor.ts')).doctorCommand(),
  upgrade: async () => (await import('./upgrade.ts')).upgradeCommand(),
  'accept-loss': async () => (await import('./acceptLoss.ts')).acceptLossCommand(),
  demo: async () => (await import('./demo.ts')).demoCommand(),
}

/** Runs a command of the platform; what it resolves with is in `runCommands`. */
export function runCommandLine(args: readonly string[]): Promise<number | undefined> {
  return runCommands(COMMANDS, args, [StartRefused, StoreRefused])
}
