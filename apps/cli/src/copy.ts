import { setTimeout as after } from 'node:timers/promises'
import { ApiError, UnexpectedReplyError } from '@greenwave/client/callErrors'
import type { CallApi } from '@greenwave/client/callTypes'
import { CommandFailed, EXIT } from '@greenwave/client/program/exitCodes'
import { failureOf, parseUrl } from '@greenwave/client/program/remotePlatform'
import { note, print, progress } from '@greenwave/client/program/terminal'
import { untilStopped } from '@greenwave/client/program/untilStopped'
import { SecondFactorNeededError } from '@greenwave/client/programSession'
import { csvLine } from '@greenwave/contract/csv'
import { counted } from '@greenwave/contract/text'
import { CopiedIds } from '@greenwave/transfer/copy/copiedIds'
import { COPY_KINDS, type CopyKind } from '@greenwave/transfer/copy/copyContext'
import type { HistorySpan } from '@greenwave/transfer/copy/copyHistory'
import { CopyBrokenOffError, copyPlatform } from '@greenwave/transfer/copy/copyPlatform'
import { openSide } from '@greenwave/transfer/copy/openSide'
import type { EntryOutcome } from '@greenwave/transfer/entryImport'
import { Command, InvalidArgumentError, Option } from 'commander'
import { copyTable } from './transfer/junctionLines.ts'
import { writeSecrets } from './writeOut.ts'

const HELP = `
Both accounts are tenant administrators without a second factor. Their passwords are read from GREENWAVE_FROM_PASSWORD and
GREENWAVE_TO_PASSWORD alone, so that no list of processes shows them.

What is there already as it is to be is left alone: a copying that broke off is simply run again, and a second one changes nothing.
What is there and differs is a conflict, named with what differs, which --overwrite settles in favour of --from. Nothing is deleted.
Passwords cannot be copied: the activation links of users without one are written to a file that only you may read.

Exit codes: 0 all is there, 1 entries are in conflict or were refused, or the copying broke off, 2 a flag is wrong.`

/** The two sides, as flags and settings name them. */
type Side = 'from' | 'to'

interface CopyFlags {
  readonly from: string
  readonly to: string
  readonly fromUser?: string
  readonly toUser?: string
  readonly history?: number
  readonly seconds?: true
  readonly dryRun?: true
  readonly overwrite?: true
  readonly links: string
}

/** Creates the command `copy`. */
export function copyCommand(): Command {
  return new Command('copy')
    .summary('copy a city from one platform to another')
    .description(
      'Copies customers and their users, devices with their MQTT credentials, attributes, corridors and rollouts, and if wanted history, between two platforms of the ThingsBoard family.',
    )
    .addOption(new Option('--from <url>', 'the platform that is copied').argParser(parseUrl).makeOptionMandatory())
    .addOption(new Option('--to <url>', 'the platform to which it is copied').argParser(parseUrl).makeOptionMandatory())
    .addOption(new Option('--from-user <e-mail>', 'the account there').env('GREENWAVE_FROM_USER'))
    .addOption(new Option('--to-user <e-mail>', 'the account there').env('GREENWAVE_TO_USER'))
    .option('--history <days>', 'also the records of so many days: cycles, events, settings, changes', parseDays)
    .option('--seconds', 'with --history: also what controllers sent each second')
    .option('--dry-run', 'write nothing, and say what would be copied')
    .option('--overwrite', 'replace what is there and differs')
    .option('--links <file>', 'where the activation links are written', 'activation-links.csv')
    .addHelpText('after', HELP)
    .action(copy)
}

const MOST_DAYS = 4000
const DAY_MS = 86_400_000

function parseDays(text: string): number {
  const days = Number(text)
  if (!/^\d+$/.test(text) || days < 1 || days > MOST_DAYS) {
    throw new InvalidArgumentError(`give a whole number of days, 1 to ${MOST_DAYS}`)
  }
  return days
}

async function copy(flags: CopyFlags): Promise<void> {
  if (flags.seconds && flags.history === undefined) {
    throw new CommandFailed(EXIT.usage, '--seconds: say for how many days, with --history')
  }
  const stopped = new AbortController()
  void untilStopped(() => note('stopping ...')).then(() => stopped.abort())
  const wait = (ms: number) => after(ms, undefined, { signal: stopped.signal })
  const from = await openAccount('from', flags, wait)
  const to = await openAccount('to', flags, wait)
  await refuseSame(flags, from, to)
  const context = {
    ...{ from, to, wait, ids: new CopiedIds() },
    isDryRun: flags.dryRun === true,
    isOverwriting: flags.overwrite === true,
  }
  const outcomes = COPY_KINDS.map((kind) => ({ kind, counts: { ...NO_COUNTS } }))
  const countsOf = new Map(outcomes.map(({ kind, counts }) => [kind, counts]))
  const shows = new Map(COPY_KINDS.map((kind) => [kind, progress(kind)]))
  const links: string[] = []
  const history = historyOf(flags)
  let broken: CopyBrokenOffError | undefined
  try {
    await copyPlatform(context, {
      ...(history && { history }),
      onOutcome(kind, name, outcome) {
        const counts = countsOf.get(kind)
        if (counts) counts[outcome.state] += 1
        say(kind, name, outcome)
      },
      onProgress: (kind, fraction) => shows.get(kind)?.(fraction),
      onLink: (email, link) => links.push(csvLine([email, link])),
      signal: stopped.signal,
    })
  } catch (error) {
    if (!(error instanceof CopyBrokenOffError)) throw error
    broken = error
  } finally {
    stopped.abort()
  }
  for (const line of copyTable(outcomes.filter(({ kind }) => kind !== 'history' || history))) print(line)
  if (links.length > 0) {
    writeSecrets(flags.links, `${csvLine(['email', 'link'])}${links.join('')}`)
    print(`${counted(links.length, 'activation link', 'activation links')}: ${flags.links}`)
  }
  if (flags.dryRun) print('nothing was written: a dry run')
  if (broken) {
    throw new CommandFailed(
      EXIT.failed,
      `broken off: ${broken.message}. The table above is how far it is; run the same command again to continue`,
      {
        cause: broken,
      },
    )
  }
  if (outcomes.some(({ counts }) => counts.conflict + counts.failed > 0)) process.exitCode = EXIT.failed
}

const NO_COUNTS: Record<EntryOutcome['state'], number> = { created: 0, updated: 0, same: 0, conflict: 0, failed: 0 }

function historyOf({ history, seconds }: CopyFlags): HistorySpan | undefined {
  if (history === undefined) return undefined
  const untilMs = Date.now()
  return { fromMs: untilMs - history * DAY_MS, untilMs, withSeconds: seconds === true }
}

/** Signs in at one side. @throws {CommandFailed} with what is wrong with the flags or the account */
async function openAccount(side: Side, flags: CopyFlags, wait: (ms: number) => Promise<void>): Promise<CallApi> {
  const url = flags[side]
  const user = side === 'from' ? flags.fromUser : flags.toUser
  const variable = `GREENWAVE_${side.toUpperCase()}_PASSWORD`
  const password = process.env[variable]
  if (!user) {
    throw new CommandFailed(EXIT.usage, `--${side}-user is not set: give the e-mail address of an administrator`)
  }
  if (!password) throw new CommandFailed(EXIT.usage, `${variable} is not set: give the password of ${user} in it`)
  try {
    const call = await openSide({ url, user, password }, { nowMs: () => Date.now(), wait })
    const { authority } = await call('currentUser')
    if (authority !== 'TENANT_ADMIN') {
      throw new CommandFailed(EXIT.failed, `--${side}-user: ${user} is no administrator of ${url}: give one`)
    }
    return call
  } catch (error) {
    throw signInFailure(error, url, user)
  }
}

const UNAUTHORIZED = 401
const NOT_FOUND = [404, 405]

function signInFailure(error: unknown, url: string, user: string): unknown {
  const failed = (why: string) => new CommandFailed(EXIT.failed, why, { cause: error })
  if (error instanceof SecondFactorNeededError)
    return failed(`${user} has a second factor: give an account without one`)
  if (error instanceof UnexpectedReplyError) return failed(`${url} is no platform: correct the address`)
  if (error instanceof ApiError && NOT_FOUND.includes(error.status)) {
    return failed(`${url} is no platform: correct the address (${error.status})`)
  }
  if (error instanceof ApiError && error.status === UNAUTHORIZED) {
    return failed(`${url} does not let ${user} in: ${error.message} (${error.status})`)
  }
  return failureOf(error, url)
}

/** Refuses to copy a platform to itself. @throws {CommandFailed} */
async function refuseSame(flags: CopyFlags, from: CallApi, to: CallApi): Promise<void> {
  const [one, other] = await Promise.all([from('currentUser'), to('currentUser')])
  if (flags.from === flags.to && one.tenantId.id === other.tenantId.id) {
    throw new CommandFailed(EXIT.usage, '--from and --to are the same: give two platforms')
  }
}

const ONE_OF: Readonly<Record<CopyKind, string>> = {
  customers: 'customer',
  users: 'user',
  devices: 'device',
  images: 'photo',
  assets: 'asset',
  history: 'history of',
}

function say(kind: CopyKind, name: string, outcome: EntryOutcome): void {
  const what = `${ONE_OF[kind]} ${name}`
  if (outcome.state === 'failed') print(`${what}: ${outcome.why}`)
  if (outcome.state === 'conflict') {
    print(`${what}: the other platform has another ${outcome.fields.join(', ')}; --overwrite replaces it`)
  }
}
