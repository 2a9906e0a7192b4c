/**
 * @file `greenwave <command> [flags]`: runs the command in this process, by the app that has it. `--help` lists the
 * commands of both apps. Needs Node 24 and installed dependencies; run.mjs finds and installs them first.
 */
import process from 'node:process'

/** The apps that have commands. */
const APPS = {
  platform: {
    run: () => import('../apps/platform/src/main.ts'),
    commands: async () => (await import('../apps/platform/src/cli/commandLine.ts')).COMMANDS,
  },
  cli: {
    run: () => import('../apps/cli/src/main.ts'),
    commands: async () => (await import('../apps/cli/src/commandLine.ts')).COMMANDS,
  },
}

/** The app of each command, in the order of `--help`. */
const COMMANDS = {
  setup: APPS.platform,
  serve: APPS.platform,
  admin: APPS.platform,
  backup: APPS.platform,
  'backup-test': APPS.platform,
  restore: APPS.platform,
  doctor: APPS.platform,
  upgrade: APPS.platform,
  'accept-loss': APPS.platform,
  controllers: APPS.cli,
  watch: APPS.cli,
  demo: APPS.platform,
  check: APPS.cli,
  export: APPS.cli,
  verify: APPS.cli,
  settings: APPS.cli,
  devices: APPS.cli,
  customers: APPS.cli,
  users: APPS.cli,
  copy: APPS.cli,
  rollout: APPS.cli,
  corridor: APPS.cli,
  route: APPS.cli,
  calendar: APPS.cli,
}

/** Runs the commands of all apps as one: for help, and for a command that there is not. */
async function runAll(args) {
  const { runCommands } = await import('../packages/client/src/program/commandLine.ts')
  const all = {}
  for (const [name, app] of Object.entries(COMMANDS)) all[name] = (await app.commands())[name]
  process.exitCode = await runCommands(all, args)
}

const args = process.argv.slice(2)
const app = COMMANDS[args[0] ?? '']
await (app ? app.run() : runAll(args))
