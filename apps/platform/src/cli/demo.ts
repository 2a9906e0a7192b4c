import { existsSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { signIn } from '@greenwave/client/signIn'
import { Command } from 'commander'
import type { Platform } from '../start/platform.ts'
import {
  environmentName,
  isLoopback,
  readSettings,
  SETTING_NAMES,
  SettingError,
  type SettingName,
  type Settings,
  type SettingTexts,
} from '../start/settings.ts'
import { unknownSettingLine, unknownSettings } from '../start/unknownSettings.ts'
import { DEMO_ACCOUNTS, DEMO_ADMIN_EMAIL, DEMO_PASSWORD } from './demo/demoAccounts.ts'
import { DemoFaults, type FaultyController } from './demo/demoFaults.ts'
import { JUNCTIONS } from './demo/junctions.ts'
import { type DemoLogin, provision } from './demo/provision.ts'
import { type Running, runUntilStopped } from './lifetime.ts'
import { startOwnWatchers } from './ownWatchers.ts'
import { platformOptions } from './serve.ts'
import { addSettingOptions } from './settingOptions.ts'
import { type SiblingProcess, startSimulator } from './siblingProcess.ts'
import { note, print, progress } from './terminal.ts'

/** Defaults of the demonstration that differ from those of `serve`. */
const DEFAULTS: SettingTexts = { dataDir: './data/demo', inactivityTimeout: '60 s', logLevel: 'warn' }
/** How often the demonstration looks for silent controllers, milliseconds; often enough for a timeout of one minute. */
const SWEEP_MS = 5000
/** Decides which fault comes when: a conflict first, in the centre. */
const SEED = 193
const NOT_HERE: readonly SettingName[] = [
  ...(['platformUrl', 'adminEmail', 'mqttsPort', 'tlsCert', 'tlsKey', 'secondFactor', 'publicUrl'] as const),
  ...(['smtpUrl', 'smtpFrom', 'pushHosts'] as const),
]
/** Addresses at which Vite's dev server shows the console. */
const DEV_ORIGINS = ['http://localhost:5173', 'http://127.0.0.1:5173']
/** The controllers' credentials in the simulator's format. Until this file exists, the data is incomplete. */
const LOGINS_FILE = 'controllers.jsonl'

const HELP = `
The accounts' password is public, so it listens on loopback only. What you change stays for the next start; delete the data
folder to begin anew. Faults come and go by themselves, and the administrator causes others on the page of a junction.

Exit codes: 0 stopped by Ctrl-C or SIGTERM, 2 a setting is wrong, a port is taken or the data folder cannot be used.`

interface DemoFlags extends SettingTexts {
  readonly dev?: boolean
}

/** Creates the command `demo`. */
export function demoCommand(): Command {
  const command = new Command('demo')
    .summary('show it all: platform, console, virtual controllers')
    .description('Runs platform and console with a demonstration fleet of virtual controllers. Loopback only.')
    .option('--dev', "let the console on Vite's dev server use this platform")
  const settings = SETTING_NAMES.filter((name) => !NOT_HERE.includes(name))
  return addSettingOptions(command, settings, DEFAULTS)
    .addHelpText('after', HELP)
    .action(async ({ dev = false, ...flags }: DemoFlags) => {
      const settings = readSettings(withoutForeign(process.env), flags, DEFAULTS)
      for (const name of unknownSettings(process.env)) note(unknownSettingLine(name))
      for (const name of ['host', 'mqttHost'] as const) {
        if (isLoopback(settings[name])) continue
        throw new SettingError(name, settings[name], 'the demonstration has public passwords, so give 127.0.0.1')
      }
      await runUntilStopped(() => startDemo(settings, dev))
    })
}

/** Removes settings of a real installation that may be in the environment. */
function withoutForeign(environment: NodeJS.ProcessEnv): Record<string, string | undefined> {
  const foreign = new Set(NOT_HERE.map(environmentName))
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !foreign.has(name)))
}

async function startDemo(settings: Settings, dev: boolean): Promise<Running> {
  const { createPlatform } = await import('../start/platform.ts')
  const { ensureTenantAdmin } = await import('../access/signIn/firstStart.ts')
  const { findConsoleDir } = await import('./consoleDir.ts')
  const options = platformOptions(settings)
  const faults = new DemoFaults(() => Date.now(), SEED)
  const platform = await createPlatform({
    ...options,
    // The password is public and breaks the rules on purpose.
    passwords: { minLength: settings.passwordMinLength, exempt: new Set([DEMO_PASSWORD]) },
    consoleDir: dev ? undefined : findConsoleDir(),
    activitySweepMs: SWEEP_MS,
    allowedOrigins: [...settings.allowedOrigins, ...(dev ? DEV_ORIGINS : [])],
    // The accounts are public, and the platform listens on loopback only.
    openDocs: true,
    demonstration: faults,
    async prepare({ store, access }) {
      await ensureTenantAdmin(store, access, { email: DEMO_ADMIN_EMAIL, password: DEMO_PASSWORD })
    },
  })
  try {
    const simulator = await startFleet(platform, settings, faults)
    const turns = setInterval(() => faults.tick(), 1000)
    const watchers = startOwnWatchers(platform, settings, options.log)
    printWelcome(dev ? 'http://localhost:5173' : platform.url, platform.mqttUrl)
    return {
      async close() {
        clearInterval(turns)
        await watchers.close()
        await simulator.close()
        await platform.close()
      },
    }
  } catch (error) {
    await platform.close()
    throw error
  }
}

async function startFleet(platform: Platform, settings: Settings, faults: DemoFaults): Promise<SiblingProcess> {
  const file = join(settings.dataDir, LOGINS_FILE)
  if (!existsSync(file)) await writeLogins(platform, file)
  const args = ['--url', platform.mqttUrl, '--credentials', file, '--time-zone', settings.console.timeZone, '--quiet']
  const simulator = startSimulator(args, { stdin: 'ignore' })
  simulator.ended.then(
    (code) => code === 0 || note(`The virtual controllers ended with code ${code}; the platform keeps running.`),
    (error: unknown) => note(`The virtual controllers cannot be started: ${String(error)}`),
  )
  faults.begin(await controllersOf(file), (name, list) => simulator.tell({ name, faults: list }))
  return simulator
}

async function controllersOf(file: string): Promise<FaultyController[]> {
  const turns = new Set(JUNCTIONS.filter(({ takesTurns }) => takesTurns).map(({ name }) => name))
  const lines = (await readFile(file, 'utf8')).trim().split('\n')
  return lines.map((line) => {
    const { name, clientId, faults } = JSON.parse(line) as DemoLogin
    return { name, clientId, faults, takesTurns: turns.has(name) }
  })
}

async function writeLogins(platform: Platform, file: string): Promise<void> {
  const { call } = await signIn(platform.url, DEMO_ADMIN_EMAIL, DEMO_PASSWORD)
  const logins = await provision(call, progress('Making demonstration data'))
  const lines = logins.map((login) => `${JSON.stringify(login)}\n`).join('')
  await writeFile(`${file}.new`, lines, { mode: 0o600 })
  await rename(`${file}.new`, file)
}

function printWelcome(url: string, mqttUrl: string): void {
  const width = Math.max(...DEMO_ACCOUNTS.map(({ email }) => email.length))
  print()
  print(
    `  Greenwave demonstration: ${JUNCTIONS.filter(({ isAwaited }) => !isAwaited).length} controllers in Ho Chi Minh City`,
  )
  print()
  print(`  Open         ${url}`)
  print(
    `  Sign in as   ${DEMO_ACCOUNTS.map(({ email, role }) => `${email.padEnd(width)}  ${role}`).join('\n               ')}`,
  )
  print(`  Password     ${DEMO_PASSWORD}`)
  print(`  Controllers  ${mqttUrl}`)
  print('  Faults       one comes for a minute every three minutes; the administrator causes others on a junction')
  print()
  print('  Ctrl-C stops everything; what you changed is kept.')
  print()
}
