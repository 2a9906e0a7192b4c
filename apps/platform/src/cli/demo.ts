import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CommandFailed, EXIT } from '@greenwave/client/program/exitCodes'
import { type Running, runUntilStopped } from '@greenwave/client/program/lifetime'
import { type SiblingProcess, startCommand, startSimulator } from '@greenwave/client/program/siblingProcess'
import { note, print } from '@greenwave/client/program/terminal'
import { DemoCity } from '@greenwave/contract/wire/demonstration'
import { PART_TAKEN, PastPart } from '@greenwave/contract/wire/sampleCity'
import { Preparation } from '@greenwave/contract/wire/system'
import { Command, InvalidArgumentError } from 'commander'
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
import { takePast } from './demo/takePast.ts'
import { logOutput } from './log.ts'
import type { InstallationOptions } from './ownInstallation.ts'
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
/** Whether the records of the time before the first start are made. */
const PAST_FILE = 'past.json'
/** Most days before the first start. */
const MOST_PAST_DAYS = 35

const HELP = `
The accounts' password is public, so it listens on loopback only. What you change stays for the next start; delete the data
folder to begin anew. Faults come and go by themselves, and the administrator causes others on the page of a junction.

Exit codes: 0 stopped by Ctrl-C or SIGTERM, 2 a setting is wrong, a port is taken or the data folder cannot be used.`

interface DemoSettings extends InstallationOptions {
  readonly settings: Settings
}

interface DemoFlags extends SettingTexts {
  readonly dev?: boolean
  readonly past: number
}

/** Creates the command `demo`. */
export function demoCommand(): Command {
  const command = new Command('demo')
    .summary('show it all: platform, console, virtual controllers')
    .description('Runs platform and console with a demonstration fleet of virtual controllers. Loopback only.')
    .option('--dev', "let the console on Vite's dev server use this platform")
    .option('--past <days>', 'days of made records before the first start, 0 to 35', parsePastDays, MOST_PAST_DAYS)
  const settings = SETTING_NAMES.filter((name) => !NOT_HERE.includes(name))
  return addSettingOptions(command, settings, DEFAULTS)
    .addHelpText('after', HELP)
    .action(async ({ dev = false, past, ...flags }: DemoFlags) => {
      const environment = withoutForeign(process.env)
      const settings = parseSettings(environment, flags, DEFAULTS)
      for (const name of unknownSettings(process.env)) note(unknownSettingLine(name))
      for (const name of ['host', 'mqttHost'] as const) {
        if (isLoopback(settings[name])) continue
        throw new SettingError(name, settings[name], 'the demonstration has public passwords, so give 127.0.0.1')
      }
      const given = { flags, environment, defaults: DEFAULTS }
      await runUntilStopped(() => startDemo({ settings, given }, dev, past))
    })
}

/** @throws {InvalidArgumentError} */
function parsePastDays(text: string): number {
  const days = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (days >= 0 && days <= MOST_PAST_DAYS) return days
  throw new InvalidArgumentError(`give whole days, 0 to ${MOST_PAST_DAYS}`)
}

/** Removes settings of a real installation that may be in the environment. */
function withoutForeign(environment: NodeJS.ProcessEnv): Record<string, string | undefined> {
  const foreign = new Set(NOT_HERE.map(environmentName))
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !foreign.has(name)))
}

async function startDemo({ settings, given }: DemoSettings, dev: boolean, pastDays: number): Promise<Running> {
  const { createPlatform } = await import('../start/platform.ts')
  const { ensureTenantAdmin } = await import('../access/signIn/firstStart.ts')
  const { findConsoleDir } = await import('./consoleDir.ts')
  const { createOwnInstallation } = await import('./ownInstallation.ts')
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
    installation: (running) =>
      createOwnInstallation({ settings, given, newestLines: () => logOutput.newestLines() }, running),
    async prepare({ store, access }) {
      await ensureTenantAdmin(store, access, { email: ADMIN.email, password: PASSWORD })
    },
  })
  try {
    const { city, program } = await makeCity(platform, settings, faults, pastDays)
    const simulator = startFleet(platform, settings, city, faults)
    const turns = setInterval(() => faults.tick(), 1000)
    const watchers = startOwnWatchers(platform, settings, options.log)
    printWelcome(city, dev ? 'http://localhost:5173' : platform.url, platform.mqttUrl)
    return {
      async close() {
        clearInterval(turns)
        await program.close()
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

/**
 * Makes the city by a program of its own, which knows what a junction is; a city that was made before stays as it is. The
 * program then goes on to make the records of the time before the first start.
 */
async function makeCity(
  platform: Platform,
  { dataDir, console: { timeZone } }: Settings,
  faults: DemoFaults,
  pastDays: number,
): Promise<{ readonly city: DemoCity; readonly program: SiblingProcess }> {
  const sent = Promise.withResolvers<unknown>()
  const file = join(dataDir, LOGINS_FILE)
  if (!existsSync(file)) reportPreparation(platform, faults, { done: 0, total: 0 })
  const past = ['--past', join(dataDir, PAST_FILE), '--past-days', String(pastDays)]
  const program = startCommand(['demo-city', '--out', file, ...past, '--time-zone', timeZone], {
    stdin: 'ignore',
    environment: { GREENWAVE_URL: platform.url, GREENWAVE_USER: ADMIN.email, GREENWAVE_PASSWORD: PASSWORD },
    onMessage(message, answer) {
      const { data: preparation } = Preparation.safeParse(message)
      const { data: part } = PastPart.safeParse(message)
      if (part) takePast(platform, part).then(() => answer(PART_TAKEN), endPast)
      else if (preparation?.isPast) faults.preparation = preparation
      else if (preparation) reportPreparation(platform, faults, preparation)
      else sent.resolve(message)
    },
  })
  const endPast = (error: unknown): void => {
    note(
      `The records of the time before the first start cannot be stored: ${String(error)}; the next start tries again.`,
    )
    void program.close()
  }
  // A program that ends with 0 has sent its message.
  program.ended.then((code) => {
    faults.preparation = undefined
    if (code !== 0) sent.reject(new CommandFailed(EXIT.failed, 'the city of the demonstration could not be made'))
  }, sent.reject)
  const city = DemoCity.parse(await sent.promise)
  const { controllers, past: made } = city
  reportPreparation(platform, faults, undefined)
  faults.madeBefore = made?.beforeMs
  if (made?.isWhole === false) faults.preparation = { done: 0, total: controllers.length, isPast: true }
  return { city, program }
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
