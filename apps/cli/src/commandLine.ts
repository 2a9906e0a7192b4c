/** @file The commands that work on a platform over the wire, or on files alone. */
import { type Commands, runCommands } from '@greenwave/client/program/commandLine'

/** The commands; scripts/greenwave.mjs has them beside those of apps/platform. */
export const COMMANDS: Commands = {
  controllers: async () => (await import('./siblingCommands.ts')).controllersCommand(),
  watch: async () => (await import('./siblingCommands.ts')).watchCommand(),
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
  route: async () => (await import('./routeSimulate.ts')).routeCommand(),
  calendar: async () => (await import('./calendar.ts')).calendarCommand(),
  // Only the platform's `demo` starts it.
  'demo-city': async () => (await import('./demoCity.ts')).demoCityCommand(),
}

/** Runs a command; what it resolves with is in `runCommands`. */
export function runCommandLine(args: readonly string[]): Promise<number | undefined> {
  return runCommands(COMMANDS, args)
}
