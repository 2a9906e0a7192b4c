/** @file The watcher as a process: `greenwave watch`. */
import process from 'node:process'
import { parseAccessToken } from '@greenwave/client/accessToken'
import { ApiError } from '@greenwave/client/callErrors'
import { describeFinding, isTrouble } from '@greenwave/client/doctor/finding'
import { tryProbes } from '@greenwave/client/doctor/probe'
import { WATCHER_PROBES } from '@greenwave/client/doctor/watcherProbes'
import { beatToParent } from '@greenwave/client/program/heartbeat'
import { jsonLossLine, LogOutput } from '@greenwave/client/program/LogOutput'
import { untilStopped } from '@greenwave/client/program/untilStopped'
import { SecondFactorNeededError } from '@greenwave/client/programSession'
import { isTimeZone, TIME_ZONE_FORM } from '@greenwave/contract/time'
import { DEFAULT_TIME_ZONE, setTimeZone } from '@greenwave/controller/timeZone'
import { learned } from '@greenwave/observer/learnedStyles'
import { createObserver } from '@greenwave/observer/observer'
import { RULES } from '@greenwave/observer/rules/table'
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { type Logger, pino } from 'pino'
import { pauseMs } from './acts/writeQueue.ts'
import { parseShare, type Share, WHOLE_FLEET } from './fleet/share.ts'
import { askParent, ParentSession } from './parentSession.ts'
import { type ReachedPlatform, reachPlatform } from './platform.ts'
import { parseTellSettings, TellSettingError } from './tellSettings.ts'
import { startWatcher, type Watcher } from './watcher.ts'

const EXIT_USAGE = 2

const EMAIL_VARIABLE = 'GREENWAVE_WATCHER_EMAIL'
const PASSWORD_VARIABLE = 'GREENWAVE_WATCHER_PASSWORD'
const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

interface Options {
  readonly url: string
  readonly share: Share
  readonly email?: string
  readonly service?: string
  /** Seconds. */
  readonly listEvery: number
  readonly timeZone: string
  readonly logLevel: string
}

/** Wrong settings, or an account that cannot watch: another try is pointless. */
class CannotWatch extends Error {}

const HELP = `
The account is a tenant administrator's without a second factor. Its password is read from ${PASSWORD_VARIABLE} alone,
so that no list of processes shows it.

Several watchers share a large fleet: start each with its own share, --share 1/3, 2/3 and 3/3. A second one of the same
share does no harm.

It tells people by e-mail and web push, by their own rules, with these settings of the environment:
  GREENWAVE_SMTP_URL      mail server, such as smtps://user:password@mail.example:465
  GREENWAVE_SMTP_FROM     address that messages come from
  GREENWAVE_PUSH_KEY      private key of \`npx web-push generate-vapid-keys\`, the same for all shares
  GREENWAVE_PUSH_HOSTS    push services that are sent to, in place of those of the usual browsers, with commas
  GREENWAVE_PUBLIC_URL    address of the console, for links; with https it is the contact that push services want, which
                          otherwise is GREENWAVE_SMTP_FROM
  GREENWAVE_PRODUCT_NAME  name with which messages begin

Exit codes: 0 stopped by Ctrl-C or SIGTERM, 2 a setting is wrong or the account cannot watch.`

const program = new Command('greenwave watch')
  .description('Checks every junction every second, and keeps its incidents as alarms on the platform.')
  .addOption(
    new Option('--url <url>', 'platform, such as http://127.0.0.1:8080; also a ThingsBoard')
      .env('GREENWAVE_WATCHER_URL')
      .argParser(parseUrl)
      .makeOptionMandatory(),
  )
  .addOption(new Option('--email <email>', 'account of the watcher').env(EMAIL_VARIABLE))
  // The platform that starts a watcher as its own names it, and gives it tokens over the channel between the two.
  .addOption(new Option('--service <name>').hideHelp())
  .addOption(
    new Option('--share <i/n>', 'watch only share i of n of the devices')
      .env('GREENWAVE_WATCHER_SHARE')
      .argParser(share)
      .default(WHOLE_FLEET, '1/1'),
  )
  .addOption(
    new Option('--list-every <seconds>', 'how often the lists of devices and alarms are read')
      .env('GREENWAVE_WATCHER_LIST_EVERY')
      .argParser(listEvery)
      .default(30),
  )
  .addOption(
    new Option('--time-zone <name>', 'time zone of the city, in which its controllers keep their clocks')
      .env('GREENWAVE_TIME_ZONE')
      .argParser(parseZone)
      .default(DEFAULT_TIME_ZONE),
  )
  .addOption(
    new Option('--log-level <level>', 'how much is logged').env('GREENWAVE_LOG_LEVEL').choices(LEVELS).default('info'),
  )
  .addHelpText('after', HELP)
  .exitOverride()
  .configureOutput({ outputError: () => {} })
  .action(async () => run(program.opts<Options>()))

async function run({ url, share, email, service, listEvery, timeZone, logLevel }: Options): Promise<void> {
  setTimeZone(timeZone)
  const who = service ? parentSession() : accountOf(email)
  const tell = parseTellSettings(process.env)
  const log = pino(
    { level: logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    new LogOutput({ describeLoss: jsonLossLine }),
  )
  const stopped = untilStopped()
  beatToParent()
  let watcher: Watcher | undefined
  const onPause = (ms: number): void => watcher?.pause(ms)
  const starting = untilItWorks(log, stopped, async () => {
    const platform = await reachPlatform({ base: url.replace(/\/+$/, ''), who, log, onPause })
    checkRights(platform)
    const { call, openLive, now } = platform
    if (!service) await tellWhatIsRefused(platform, log)
    const observer = createObserver(RULES, learned)
    const listEveryMs = listEvery * 1000
    watcher = await startWatcher({ call, openLive, now, share, observer, log, listEveryMs, tell, by: service })
  })
  await Promise.race([starting, stopped])
  await stopped
  await watcher?.close()
  process.exit(0)
}

function accountOf(email: string | undefined): { email: string; password: string } {
  const password = process.env[PASSWORD_VARIABLE]
  if (!email) throw new CannotWatch(`give the account with --email or ${EMAIL_VARIABLE}`)
  if (!password) throw new CannotWatch(`give the password of ${email} in the environment, as ${PASSWORD_VARIABLE}`)
  return { email, password }
}

function parentSession(): ParentSession {
  if (!process.send)
    throw new CannotWatch('only a platform that starts a watcher can give it its tokens: leave out --service')
  const ask = askParent({
    // A parent that has just ended takes nothing more, and this process ends, too.
    send: (message) => process.send?.(message, undefined, undefined, () => {}),
    onMessage: (listener) => process.on('message', listener),
  })
  return new ParentSession({ ask, nowMs: () => Date.now() })
}

/** Repeats a start until it works, is permanently impossible, or this process is stopped. */
async function untilItWorks(log: Logger, stopped: Promise<void>, start: () => Promise<void>): Promise<void> {
  let isStopped = false
  const stop = stopped.then(() => {
    isStopped = true
  })
  for (let failures = 1; ; failures += 1) {
    try {
      return await start()
    } catch (error) {
      if (isStopped) return
      refuseLasting(error)
      const why = error instanceof Error ? error.message : String(error)
      if (failures === 1) log.warn(`the platform cannot be reached yet, and is tried again: ${why}`)
      const pause = new Promise((resolve) => setTimeout(resolve, pauseMs(failures, Math.random())))
      await Promise.race([pause, stop])
    }
  }
}

function refuseLasting(error: unknown): void {
  if (error instanceof CannotWatch) throw error
  if (error instanceof SecondFactorNeededError) throw new CannotWatch(error.message, { cause: error })
  const isLasting = error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429
  if (isLasting) throw new CannotWatch(`the platform refused the watcher: ${error.message}`, { cause: error })
}

function checkRights({ session }: ReachedPlatform): void {
  const user = parseAccessToken(session.token ?? '', () => undefined)
  if (user?.scopes.includes('TENANT_ADMIN')) return
  throw new CannotWatch(
    `${user?.email} is no tenant administrator, so it can neither see every junction nor raise alarms`,
  )
}

/** Logs what the platform refuses a watcher. It starts all the same: what is refused may be fixed meanwhile. */
async function tellWhatIsRefused({ call }: ReachedPlatform, log: Logger): Promise<void> {
  const found = (await tryProbes(call, WATCHER_PROBES)).filter(isTrouble)
  for (const finding of found) log.warn(`${describeFinding(finding)} (greenwave doctor --url says more)`)
  if (found.length === 0) log.info('the platform lets this watcher read all that it needs')
}

/** Reads the name of a time zone; an empty variable counts as not set. */
function parseZone(text: string): string {
  if (text === '') return DEFAULT_TIME_ZONE
  if (isTimeZone(text)) return text
  throw new InvalidArgumentError(TIME_ZONE_FORM)
}

function parseUrl(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text
  throw new InvalidArgumentError('give an address such as http://127.0.0.1:8080')
}

function share(text: string): Share {
  const read = parseShare(text)
  if (read) return read
  throw new InvalidArgumentError('give a share such as 1/4, the first of four')
}

function listEvery(text: string): number {
  const seconds = Number(text)
  if (Number.isInteger(seconds) && seconds >= 1 && seconds <= 3600) return seconds
  throw new InvalidArgumentError('give whole seconds, 1 to 3600')
}

function isUsage(error: unknown): error is Error {
  return [CommanderError, CannotWatch, TellSettingError].some((kind) => error instanceof kind)
}

try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof CommanderError && error.exitCode === 0) process.exit(0)
  if (!isUsage(error)) throw error
  const hint = error instanceof CommanderError ? ' (see --help)' : ''
  process.stderr.write(`watch: ${error.message.replace(/^error: /, '')}${hint}\n`)
  process.exit(EXIT_USAGE)
}
