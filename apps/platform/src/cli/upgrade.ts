import { renameSync, rmSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { wholeNumber } from '@greenwave/client/program/commandLine'
import { CommandFailed, EXIT } from '@greenwave/client/program/exitCodes'
import { note, print } from '@greenwave/client/program/terminal'
import { Command, InvalidArgumentError, Option } from 'commander'
import { originOf } from '../doctor/installation.ts'
import { parseSettings, type Settings, type SettingTexts } from '../start/settings.ts'
import { backupsIn } from '../store/backupSeries.ts'
import {
  findInstallation,
  type Installation,
  lockInstallation,
  ownInstallation,
  releaseFolder,
} from '../upgrade/installedRelease.ts'
import { runCommand } from '../upgrade/launch.ts'
import { type Migrated, type Rehearsal, rehearseUpgrade, roomProblem } from '../upgrade/rehearsal.ts'
import { compareVersions, type ReleaseInfo, unpackRelease, verifyReleaseFile } from '../upgrade/releaseFile.ts'
import { beginSwitch, finishSwitch, type Switched } from '../upgrade/switchRelease.ts'
import { readUpgradeJournal } from '../upgrade/upgradeJournal.ts'
import { addSettingOptions } from './settingOptions.ts'

const HELP = `
FILE is the .deb or .tar.gz of a release, with SHA256SUMS and SHA256SUMS.sig beside it. First everything is tried on a copy:
the newest backup is restored beside the others, and the new release is started on it, at ports of its own, without
notifying anybody. The page that you then see says what changes and how long it takes. With --check that is all.

Otherwise a backup is made and the service restarted with the new release. If it does not become ready, or a controller that
was connected is not back after two minutes, the release before is started again. Run it as root.

Killed at any moment, it leaves a complete release running. --finish goes on with it: greenwave-upgrade.service does so by
itself whenever the service is started.

Exit codes: 0 done, or nothing speaks against it; 1 something does, or the release before runs again; 2 FILE, a folder or a
setting cannot be used, or FILE is of an older release.`

/** The longest time without data being taken, seconds. */
const PAUSE_S = 10
const MOST_PAUSE_S = 3600
const WATCH_S = 120
/** The wait for a new release to take requests: as tried, with this factor, but no less than the seconds. */
const READY_FACTOR = 5
const READY_LEAST_MS = 60_000
const LOCK_EVERY_MS = 500
/** Stopping, and finding the files of a release on a disk that does other things. */
const STOP_MS = 1000
/** A slow disk. */
const COPIED_BYTES_PER_MS = 50_000
const KEEP_DAYS = '14'

interface UpgradeFlags extends SettingTexts {
  readonly check: boolean
  readonly finish: boolean
  readonly key?: string
  readonly backups: string
  readonly service: string
  readonly pause: number
  readonly watch: number
}

/** Creates the command `upgrade`. */
export function upgradeCommand(): Command {
  const command = new Command('upgrade')
    .summary('upgrade this installation, after it was tried on a copy')
    .description('Upgrades this installation to another release, or with --check only tries it on a copy.')
    .argument('[FILE]', 'the .deb or .tar.gz of a release')
    .option('--check', 'only try it, and say what would change', false)
    .option('--finish', 'go on with an upgrade that was interrupted', false)
    .option('--key <file>', 'public key of the release, in PEM; default: that of the release which runs')
    .addOption(
      new Option('--backups <folder>', 'where backups are').env('GREENWAVE_BACKUPS').default('/var/backups/greenwave'),
    )
    .option('--service <command>', 'how the service is stopped, started and restarted', 'systemctl {} greenwave')
    .option('--pause <seconds>', 'the longest time without data being taken', wholeNumber(1, MOST_PAUSE_S), PAUSE_S)
    .option('--watch <seconds>', 'for how long controllers may come back', wholeNumber(1, MOST_PAUSE_S), WATCH_S)
  return addSettingOptions(command, ['host', 'port', 'mqttPort', 'mqttsPort', 'tlsCert', 'tlsKey', 'dataDir'])
    .addHelpText('after', HELP)
    .action(async (file: string | undefined, flags: UpgradeFlags) => {
      if ((file === undefined) !== flags.finish) {
        throw new InvalidArgumentError('Name the FILE of a release, or add --finish.')
      }
      const isGiven = command.getOptionValueSource('service') === 'cli'
      await (file === undefined ? finish(isGiven ? flags.service : undefined) : upgradeTo(file, flags))
    })
}

/** Goes on with an interrupted upgrade. One that runs is waited for: it may be killed yet. */
async function finish(service: string | undefined): Promise<void> {
  const folder = ownInstallation()?.folder
  if (folder === undefined) throw new CommandFailed(EXIT.usage, 'This is a clone, which is upgraded by git pull')
  while (!lockInstallation(folder)) await wait(LOCK_EVERY_MS)
  const switched = await finishSwitch(folder, note, service)
  if (switched === undefined) print('No upgrade was interrupted.')
  else report(switched)
}

async function upgradeTo(
  file: string,
  { check, finish: _finish, key, backups, service, pause, watch, ...texts }: UpgradeFlags,
): Promise<void> {
  const installation = findInstallation()
  const { folder, own } = installation
  const settings = parseSettings(process.env, texts)
  if (!lockInstallation(folder)) throw new CommandFailed(EXIT.usage, 'Another upgrade runs: wait until it has ended')
  const begun = readUpgradeJournal(folder)
  if (begun !== undefined) {
    const what = `The upgrade from ${begun.from} to ${begun.to} was interrupted`
    throw new CommandFailed(EXIT.usage, `${what}: run greenwave upgrade --finish first`)
  }
  const from = releaseFolder(folder, own.name)
  await verifyReleaseFile(file, key ?? join(from, 'release-key.pem'))
  const unpacked = releaseFolder(folder, `${basename(file)}.unpacked`)
  try {
    const next = unpackRelease(file, unpacked)
    refuseOlder(own, next, backups)
    const rehearsal = await rehearseUpgrade(from, unpacked, backups)
    const problems = [
      ...rehearsal.problems,
      ...pauseProblem(rehearsal, pause),
      ...copiesProblem(rehearsal, settings.dataDir),
    ]
    printPage(own, next, rehearsal, problems)
    if (problems.length > 0) process.exitCode = EXIT.failed
    else if (!check) await upgrade({ installation, next, unpacked, file, rehearsal, settings, backups, service, watch })
  } finally {
    rmSync(unpacked, { recursive: true, force: true })
  }
}

function refuseOlder(current: ReleaseInfo, next: ReleaseInfo, backups: string): void {
  if (next.name === current.name)
    throw new CommandFailed(EXIT.usage, `${next.name} is the release that runs: nothing to do`)
  if (compareVersions(next.version, current.version) >= 0) return
  const backup = backupsIn(backups).find(({ manifest }) => manifest.version === next.version)?.folder
  throw new CommandFailed(
    EXIT.usage,
    `${next.version} is older than ${current.version}, and cannot read its data. To go back: stop the service, install the older package ` +
      `(apt install --allow-downgrades ./FILE.deb), run greenwave restore --overwrite ${backup ?? `with a backup that ${next.version} made (${backups} has none)`}, and start the service`,
  )
}

/** Returns the expected time without data being taken, milliseconds: stop, copies of what is migrated, start. */
function expectedPauseMs(rehearsal: Rehearsal): number {
  return rehearsal.startMs + STOP_MS + migratedBytes(rehearsal) / COPIED_BYTES_PER_MS
}

function migratedBytes({ migrated, backup }: Rehearsal): number {
  const names = new Set(migrated.map(({ name }) => name))
  return backup.manifest.files.reduce((sum, file) => sum + (names.has(file.name) ? file.bytes : 0), 0)
}

/** Each database that is migrated is copied, and has a log of its size at most. */
function copiesProblem(rehearsal: Rehearsal, dataDir: string): string[] {
  const problem = roomProblem(dataDir, 2 * migratedBytes(rehearsal), 'the upgrade')
  return problem === undefined ? [] : [problem]
}

function pauseProblem(rehearsal: Rehearsal, longestS: number): string[] {
  if (expectedPauseMs(rehearsal) <= longestS * 1000) return []
  const seconds = Math.ceil(expectedPauseMs(rehearsal) / 1000)
  return [`no data would be taken for ${seconds} s: choose a quiet hour, and add --pause ${seconds}`]
}

function printPage(current: ReleaseInfo, next: ReleaseInfo, rehearsal: Rehearsal, problems: readonly string[]): void {
  const { backup, migrated, startMs, notes, readBack } = rehearsal
  const row = (name: string, text: string): void => print(`${name.padEnd(11)}${text}`)
  row('release', `${current.name} to ${next.name} (commit ${next.commit.slice(0, 12)}), signature verified`)
  row(
    'tried on',
    `${backup.folder}, made ${backup.manifest.createdAt} by ${backup.manifest.version ?? 'an earlier release'}`,
  )
  row('data', migrated.length === 0 ? 'no database changes' : migrated.map(describeMigrated).join(', '))
  row('read back', readBack)
  row('start', `${(startMs / 1000).toFixed(1)} s`)
  row(
    'pause',
    `about ${Math.ceil(expectedPauseMs(rehearsal) / 1000)} s without data being taken; controllers keep and send it at QoS 1`,
  )
  row(
    'rollback',
    migrated.length === 0
      ? 'at once, nothing is lost'
      : `${migrated.map(({ name }) => name).join(', ')} as at the stop; later changes in there are set aside`,
  )
  for (const text of notes) row('note', text)
  for (const text of problems) row('problem', text)
  row('result', problems.length === 0 ? 'nothing speaks against the upgrade' : 'not upgraded')
}

const describeMigrated = ({ name, from, to }: Migrated): string => `${name}: schema ${from} to ${to}`

interface Upgrade {
  readonly installation: Installation
  readonly next: ReleaseInfo
  readonly unpacked: string
  readonly file: string
  readonly rehearsal: Rehearsal
  readonly settings: Settings
  readonly backups: string
  readonly service: string
  readonly watch: number
}

async function upgrade({ installation, next, rehearsal, settings, ...options }: Upgrade): Promise<void> {
  const { folder, own } = installation
  const made = runCommand(releaseFolder(folder, own.name), ['backup', '--keep-days', KEEP_DAYS, options.backups])
  if (made.status !== 0) throw new CommandFailed(EXIT.failed, `no backup could be made: ${made.stderr.trim()}`)
  note(made.stdout.trim())
  // An interrupted upgrade may have left it.
  rmSync(releaseFolder(folder, next.name), { recursive: true, force: true })
  renameSync(options.unpacked, releaseFolder(folder, next.name))
  // The end of a connection does not end the upgrade. After SIGTERM, as when the machine is shut down, --finish goes on.
  for (const signal of ['SIGHUP', 'SIGINT'] as const)
    process.on(signal, () => note('The upgrade goes on until it is done.'))
  beginSwitch(folder, {
    from: own.name,
    to: next.name,
    file: resolve(options.file),
    service: options.service,
    dataDir: resolve(settings.dataDir),
    url: originOf(settings.host, settings.port),
    ports: [settings.mqttPort, settings.tls?.port].filter((port) => port !== undefined),
    readyMs: Math.max(READY_LEAST_MS, rehearsal.startMs * READY_FACTOR),
    watchMs: options.watch * 1000,
  })
  const switched = await finishSwitch(folder, note)
  if (switched !== undefined) report(switched)
}

/** Prints how an upgrade ended. @throws {CommandFailed} when the release before runs again */
function report({ from, to, pauseMs, wentBack }: Switched): void {
  if (wentBack !== undefined) {
    throw new CommandFailed(EXIT.failed, `${to} ${wentBack}; ${from} runs again. The log of the service says more`)
  }
  const without = pauseMs === undefined ? '' : ` No data was taken for ${(pauseMs / 1000).toFixed(1)} s.`
  print(`${to} runs.${without}`)
}
