import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CommandFailed, EXIT } from '@greenwave/client/program/exitCodes'
import { type Running, runUntilStopped } from '@greenwave/client/program/lifetime'
import { type SiblingProcess, startCommand, startSimulator } from '@greenwave/client/program/siblingProcess'
import { note, print } from '@greenwave/client/program/terminal'
import { DemoCity } from '@greenwave/contract/wire/demonstration'
import { Preparation } from '@greenwave/contract/wire/system'
import { Command } from 'commander'
import type { Platform } from '../start/platform.ts'
import {
  environmentName,
  isLoopback,
  parseSettings,
  SETTING_NAMES,
  SettingError,
  type SettingName,
  type Settings,
  type SettingTexts,
} from '../start/settings.ts'
import { unknownSettingLine, unknownSettings } from '../start/unknownSettings.ts'
import { DemoFaults } from './demo/demoFaults.ts'
import { startOwnWatchers } from './ownWatchers.ts'
import { platformOptions } from './serve.ts'
import { addSettingOptions } from './settingOptions.ts'

/** Defaults of the demonstration that differ from those of `serve`. */
const DEFAULTS: SettingTexts = { dataDir: './data/demo', inactivityTimeout: '60 s', logLevel: 'warn' }
/** Interval of the search for silent controllers, milliseconds; often enough for a timeout of one minute. */
const SWEEP_MS = 5000
/** Decides which fault comes when: a conflict first, in the centre. */
const SEED = 193
const NOT_HERE: readonly SettingName[] = [
  ...(['platformUrl', 'adminEmail', 'mqttsPort', 'tlsCert', 'tlsKey', 'secondFactor', 'publicUrl'] as const),
  ...(['smtpUrl', 'smtpFrom', 'pushHosts'] as const),
]
/** Addresses at which Vite's dev server shows the console. */
const DEV_ORIGINS = ['http://localhost:5173', 'http://127.0.0.1:5173']
/** The administrator; the program that makes the city knows the other accounts. */
const ADMIN = { email: 'admin@greenwave.test', role: 'tenant administrator' }
/** The password of every account. It is public, so the demonstration listens on loopback only. */
const PASSWORD = 'greenwave'
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
      const settings = parseSettings(withoutForeign(process.env), flags, DEFAULTS)
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
    passwords: { minLength: settings.passwordMinLength, exempt: new Set([PASSWORD]) },
    consoleDir: dev ? undefined : findConsoleDir(),
    activitySweepMs: SWEEP_MS,
    allowedOrigins: [...settings.allowedOrigins, ...(dev ? DEV_ORIGINS : [])],
    // The accounts are public, and the platform listens on loopback only.
    openDocs: true,
    demonstration: faults,
    async prepare({ store, access }) {
      await ensureTenantAdmin(store, access, { email: ADMIN.email, password: PASSWORD })
    },
  })
  try {
    const city = await makeCity(platform, settings, faults)
    const simulator = startFleet(platform, settings, city, faults)
    const turns = setInterval(() => faults.tick(), 1000)
    const watchers = startOwnWatchers(platform, settings, options.log)
    printWelcome(city, dev ? 'http://localhost:5173' : platform.url, platform.mqttUrl)
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

/** Makes the city by a program of its own, which knows what a junction is; a city that was made before stays as it is. */
async function makeCity(platform: Platform, { dataDir }: Settings, faults: DemoFaults): Promise<DemoCity> {
  const made = Promise.withResolvers<unknown>()
  const file = join(dataDir, LOGINS_FILE)
  if (!existsSync(file)) reportPreparation(platform, faults, { done: 0, total: 0 })
  const program = startCommand(['demo-city', '--out', file], {
    stdin: 'ignore',
    environment: { GREENWAVE_URL: platform.url, GREENWAVE_USER: ADMIN.email, GREENWAVE_PASSWORD: PASSWORD },
    onMessage(message) {
      const { data: preparation } = Preparation.safeParse(message)
      if (preparation) reportPreparation(platform, faults, preparation)
      else made.resolve(message)
    },
  })
  // A program that ends with 0 has sent its message.
  program.ended.then((code) => {
    if (code !== 0) made.reject(new CommandFailed(EXIT.failed, 'the city of the demonstration could not be made'))
  }, made.reject)
  const city = DemoCity.parse(await made.promise)
  reportPreparation(platform, faults, undefined)
  return city
}

/** Shows on the page and at `/readyz` how many junctions are made; undefined once all are. */
function reportPreparation({ readiness }: Platform, faults: DemoFaults, preparation: Preparation | undefined): void {
  faults.preparation = preparation
  const count = preparation && preparation.total > 0 ? `: ${preparation.done} of ${preparation.total} junctions` : ''
  const trouble = preparation && { text: `is being prepared${count}`, isBlocking: true }
  readiness.report('the demonstration', trouble)
}

function startFleet(
  platform: Platform,
  settings: Settings,
  { controllers }: DemoCity,
  faults: DemoFaults,
): SiblingProcess {
  const file = join(settings.dataDir, LOGINS_FILE)
  const args = ['--url', platform.mqttUrl, '--credentials', file, '--time-zone', settings.console.timeZone, '--quiet']
  const simulator = startSimulator(args, { stdin: 'ignore' })
  simulator.ended.then(
    (code) => code === 0 || note(`The virtual controllers ended with code ${code}; the platform keeps running.`),
    (error: unknown) => note(`The virtual controllers cannot be started: ${String(error)}`),
  )
  faults.begin(controllers, (name, list) => simulator.tell({ name, faults: list }))
  return simulator
}

function printWelcome({ controllers, accounts }: DemoCity, url: string, mqttUrl: string): void {
  const all = [ADMIN, ...accounts]
  const width = Math.max(...all.map(({ email }) => email.length))
  print()
  print(`  Greenwave demonstration: ${controllers.length} controllers in Ho Chi Minh City`)
  print()
  print(`  Open         ${url}`)
  print(`  Sign in as   ${all.map(({ email, role }) => `${email.padEnd(width)}  ${role}`).join('\n               ')}`)
  print(`  Password     ${PASSWORD}`)
  print(`  Controllers  ${mqttUrl}`)
  print('  Faults       one comes for a minute every three minutes; the administrator causes others on a junction')
  print()
  print('  Ctrl-C stops everything; what you changed is kept.')
  print()
}
