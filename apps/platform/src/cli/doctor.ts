import process from 'node:process'
import { CONSOLE_PROBES } from '@greenwave/client/doctor/consoleProbes'
import { type Finding, isTrouble } from '@greenwave/client/doctor/finding'
import { loadProbes, RATE_PROBE } from '@greenwave/client/doctor/loadProbes'
import { tryProbes } from '@greenwave/client/doctor/probe'
import { thingsboardProbes } from '@greenwave/client/doctor/thingsboardProbes'
import { WATCHER_PROBES } from '@greenwave/client/doctor/watcherProbes'
import { writingProbes } from '@greenwave/client/doctor/writingProbes'
import { CommandFailed, EXIT } from '@greenwave/client/program/exitCodes'
import { enterPlatform, impatientTransport, parseUrl } from '@greenwave/client/program/remotePlatform'
import { print } from '@greenwave/client/program/terminal'
import { openLive } from '@greenwave/client/programLive'
import type { SignedInProgram } from '@greenwave/client/signIn'
import { Command, Option } from 'commander'
import { checkCertificateOf } from '../doctor/certificateCheck.ts'
import { checkInstallation } from '../doctor/installation.ts'
import { parseSettings, type SettingTexts } from '../start/settings.ts'
import { checkUpgrade } from '../upgrade/upgradeJournal.ts'
import { addSettingOptions } from './settingOptions.ts'

const HELP = `
Without --url it looks at the installation on this machine, with the settings of its environment, while it runs or not:
versions, data folder, databases, disk, clock, backups, budgets, certificates,
sign-in provider. It changes nothing.

With --url it signs in to a platform, ours or a ThingsBoard, and tries what console and watcher need. What it writes is an
asset of its own, which it deletes, and an attribute gw_doctor of one customer; --read-only leaves that out. The password
is read from GREENWAVE_PASSWORD alone, so that no list of processes shows it. In a ThingsBoard it also reads the root rule chain.
A check that this account cannot make is "unknown", with where to look.

Exit codes: 0 nothing to fix was found, 1 something has to be fixed, 2 a setting is wrong, or the platform cannot be reached or
does not accept the account.`

/** Name that our own platform gives itself. */
const OWN_NAME = 'Greenwave'
const READ_TIMEOUT_MS = 20_000
/** Checks that any account can make. */
const ACCOUNT_PROBES = CONSOLE_PROBES.filter(({ check }) => check === 'platform' || check === 'account')

interface DoctorFlags extends SettingTexts {
  readonly url?: string
  readonly user?: string
  readonly readOnly: boolean
  readonly thorough: boolean
  readonly backups: string
  readonly json: boolean
}

/** Creates the command `doctor`. */
export function doctorCommand(): Command {
  const command = new Command('doctor')
    .summary('say what is wrong with an installation or a platform, with the fix')
    .description(
      'Looks at this installation, or with --url at another platform, and reports problems with their fixes.',
    )
    .addOption(new Option('--url <url>', 'look at this platform; also a ThingsBoard').argParser(parseUrl))
    .addOption(new Option('--user <e-mail>', 'the account on it').env('GREENWAVE_USER'))
    .option('--read-only', 'write nothing there', false)
    .option('--thorough', 'read every page also of databases over 256 MiB, which takes minutes for much history', false)
    .addOption(
      new Option('--backups <folder>', 'where backups are').env('GREENWAVE_BACKUPS').default('/var/backups/greenwave'),
    )
    .option('--json', 'one JSON object a finding', false)
  const settings = ['host', 'port', 'dataDir', 'tlsCert', 'tlsKey', 'mqttsPort', 'publicUrl', 'metricsPort'] as const
  return addSettingOptions(command, settings)
    .addHelpText('after', HELP)
    .action(async ({ json, ...flags }: DoctorFlags) => {
      const report = json ? reportAsJson : reportFinding
      let isWell = true
      for await (const finding of findingsOf(flags)) {
        report(finding)
        if (isTrouble(finding)) isWell = false
      }
      process.exitCode = isWell ? EXIT.ok : EXIT.failed
    })
}

async function* findingsOf({ url, user, readOnly, thorough, backups, ...texts }: Omit<DoctorFlags, 'json'>) {
  if (url !== undefined) return yield* checkPlatform({ url, ...(user !== undefined && { user }) }, readOnly)
  yield* checkUpgrade()
  yield* checkInstallation(parseSettings(process.env, texts), { backups, isThorough: thorough })
}

async function* checkPlatform(
  account: { readonly url: string; readonly user?: string },
  isReadOnly: boolean,
): AsyncGenerator<Finding> {
  const { url } = account
  const { call, session } = await enter(account)
  if (url.startsWith('https:')) yield await checkCertificateOf(url)
  const { name } = await call('systemInfo')
  const { authority } = await call('currentUser')
  if (authority !== 'TENANT_ADMIN') {
    yield* await tryProbes(call, ACCOUNT_PROBES)
    return
  }
  const open = (): ReturnType<typeof openLive> => openLive({ base: url, session, log: () => {} })
  yield* await tryProbes(call, CONSOLE_PROBES)
  yield* await tryProbes(call, WATCHER_PROBES)
  if (name !== OWN_NAME) yield* await tryProbes(call, thingsboardProbes(readerOf(url, session)))
  if (!isReadOnly) yield* await tryProbes(call, writingProbes(open))
  yield* await tryProbes(call, loadProbes(open))
  yield* await tryProbes(call, [RATE_PROBE])
}

/** Signs in. A platform that cannot be reached, or does not accept the account, is a wrong flag. @throws {CommandFailed} */
async function enter(account: { readonly url: string; readonly user?: string }): Promise<SignedInProgram> {
  try {
    return await enterPlatform(account, impatientTransport)
  } catch (error) {
    if (error instanceof CommandFailed) throw new CommandFailed(EXIT.usage, error.message, { cause: error })
    throw error
  }
}

/** Returns a reader of paths that are no calls of our own platform. */
const readerOf =
  (url: string, session: SignedInProgram['session']) =>
  async (path: string): Promise<unknown> => {
    const response = await fetch(url + path, {
      headers: { 'X-Authorization': `Bearer ${await session.tokenForCall()}` },
      signal: AbortSignal.timeout(READ_TIMEOUT_MS),
    })
    if (!response.ok) throw new Error(`the platform refused (${response.status})`)
    return response.json()
  }

/** Prints a finding as JSON, with the fix as `mend`: the name that programs which read the output know. */
function reportAsJson({ fix, ...finding }: Finding): void {
  print(JSON.stringify({ ...finding, mend: fix }))
}

function reportFinding({ check, level, says, fix }: Finding): void {
  print(`${level.padEnd(8)} ${check}: ${says}`)
  if (fix !== undefined) print(`${' '.repeat(8)} ${fix}.`)
}
