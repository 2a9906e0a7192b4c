/** @file An upgrade tried beside: the new release on a copy of the newest backup, at ports of its own. */
import { rmSync, statfsSync } from 'node:fs'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Finding } from '@greenwave/client/doctor/finding'
import { CommandFailed, EXIT } from '@greenwave/client/program/exitCodes'
import { type Backup, backupsIn } from '../store/backupSeries.ts'
import { runCommand, tryPlatform, type Variables } from './launch.ts'

const COPY = 'upgrade-check'
/** Room that a copy needs besides its own. */
const SPARE_BYTES = 268_435_456
/** A start that settles much history takes minutes. */
const START_LIMIT_MS = 600_000

/** Database of a data folder that gets another schema. */
export interface Migrated {
  /** Such as `greenwave.db`. */
  readonly name: string
  readonly from: number
  readonly to: number
}

/** Effects of an upgrade, as tried. */
export interface Rehearsal {
  readonly backup: Backup
  /** From the start of the new release until it took requests, migration included, milliseconds. */
  readonly startMs: number
  /** Databases with another schema afterwards. */
  readonly migrated: readonly Migrated[]
  /** Counts that were compared. */
  readonly readBack: string
  readonly notes: readonly string[]
  /** Reasons against the upgrade. */
  readonly problems: readonly string[]
}

/**
 * Restores the newest backup beside the others, starts the new release on it, and compares. No user is notified: no watcher
 * runs, and no mail server is set.
 * @param from folder of the release that runs
 * @param to folder of the new release
 * @throws {CommandFailed} when there is no backup, no room, or it cannot be restored
 */
export async function rehearseUpgrade(from: string, to: string, backups: string): Promise<Rehearsal> {
  const [backup] = backupsIn(backups)
  if (backup === undefined) {
    throw new CommandFailed(
      EXIT.usage,
      `${backups} has no finished backup: make one with greenwave backup --keep-days 14 ${backups}`,
    )
  }
  const copy = join(backups, COPY)
  rmSync(copy, { recursive: true, force: true })
  try {
    refuseWithoutRoom(backup, backups)
    const restored = runCommand(from, ['restore', backup.folder], { GREENWAVE_DATA_DIR: copy })
    if (restored.status !== 0) {
      throw new CommandFailed(EXIT.failed, `${backup.folder} could not be restored: ${restored.stderr.trim()}`)
    }
    const [port, mqttPort] = await freePorts()
    const variables = separateSettings(copy, port, mqttPort)
    const url = `http://127.0.0.1:${port}`
    const before = await countBefore(from, url, variables)
    const tried = await tryPlatform(to, url, variables, START_LIMIT_MS)
    if ('failed' in tried) {
      const problems = [`the new release does not start on these data: ${tried.failed}`]
      return { backup, startMs: 0, migrated: [], readBack: 'nothing was compared', notes: [], problems }
    }
    await tried.platform.stop()
    const after = readFindings(to, variables)
    const { startMs, notes } = tried.platform
    return { backup, startMs, notes, ...compareFindings(before, after) }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

/** Reads what the copy has. One of an earlier release is first brought up to date by the release that runs, as its data were. */
async function countBefore(from: string, url: string, variables: Variables): Promise<Finding[]> {
  const found = readFindings(from, variables)
  if (figuresOf(found, CONTENTS) !== undefined) return found
  const tried = await tryPlatform(from, url, variables, START_LIMIT_MS)
  if ('failed' in tried) {
    throw new CommandFailed(EXIT.failed, `the release that runs does not start on the backup: ${tried.failed}`)
  }
  await tried.platform.stop()
  return readFindings(from, variables)
}

/** The copy, and for each database that is migrated a log of its size at most. */
function refuseWithoutRoom({ manifest }: Backup, backups: string): void {
  const problem = roomProblem(backups, 2 * manifest.files.reduce((sum, { bytes }) => sum + bytes, 0), 'a trial')
  if (problem !== undefined) throw new CommandFailed(EXIT.usage, problem)
}

/** Returns why a folder has no room for bytes; undefined when it has. */
export function roomProblem(folder: string, bytes: number, what: string): string | undefined {
  const needed = bytes + SPARE_BYTES
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize >= needed) return undefined
  const [has, wants] = [bavail * bsize, needed].map((each) => Math.round(each / 1_000_000))
  return `${folder} has ${has} MB free, and ${what} needs ${wants} MB: make room`
}

/** Settings of a trial: loopback alone, no watcher and no mail. */
function separateSettings(dataDir: string, port: number, mqttPort: number): Variables {
  return {
    GREENWAVE_DATA_DIR: dataDir,
    GREENWAVE_HOST: '127.0.0.1',
    GREENWAVE_PORT: String(port),
    GREENWAVE_MQTT_HOST: '127.0.0.1',
    GREENWAVE_MQTT_PORT: String(mqttPort),
    GREENWAVE_MQTTS_PORT: '',
    GREENWAVE_TLS_CERT: '',
    GREENWAVE_TLS_KEY: '',
    GREENWAVE_METRICS_PORT: '',
    GREENWAVE_SMTP_URL: '',
    GREENWAVE_WATCHER: 'off',
  }
}

function readFindings(release: string, variables: Variables): Finding[] {
  const { stdout } = runCommand(release, ['doctor', '--json'], variables)
  return stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Finding)
}

/** The check of doctor that counts. */
const CONTENTS = 'contents'
/** Checks of doctor about data; the others are about the machine, or what is not started for a trial. */
const OF_DATA = /^(?:data folder|databases?\b.*|origin|contents|keys)$/

const figuresOf = (findings: readonly Finding[], check: string): Finding['figures'] =>
  findings.find((each) => each.check === check)?.figures

/** Compares what doctor finds before and after the new release ran. */
export function compareFindings(
  before: readonly Finding[],
  after: readonly Finding[],
): Pick<Rehearsal, 'migrated' | 'readBack' | 'problems'> {
  const migrated = before.flatMap(({ check, figures }) => {
    const [from, to] = [figures?.schema, figuresOf(after, check)?.schema]
    return from === undefined || to === undefined || from === to
      ? []
      : [{ name: check.replace('database ', ''), from, to }]
  })
  const errors = after.filter(({ check, level }) => level === 'error' && OF_DATA.test(check))
  const problems = new Set(errors.map(({ check, says }) => `doctor: ${check}: ${says}`))
  const [counted, found] = [figuresOf(before, CONTENTS), figuresOf(after, CONTENTS)]
  if (counted === undefined || found === undefined) {
    problems.add('what the databases have cannot be counted: see greenwave doctor')
    return { migrated, problems: [...problems], readBack: 'nothing was compared' }
  }
  for (const [name, count] of Object.entries(counted)) {
    if (name in found && found[name] !== count) problems.add(differenceOf(name, count, found[name]))
  }
  const { hash: _hash, newestMs: _newest, ...counts } = found
  const list = Object.entries(counts).map(([name, count]) => `${count} ${name === 'values' ? 'latest values' : name}`)
  return { migrated, problems: [...problems], readBack: list.join(', ') }
}

function differenceOf(name: string, before: number, after: number | undefined): string {
  if (name === 'hash' || name === 'newestMs') return 'newest values differ after the start of the new release'
  return `${name}: ${before} before, ${after} after the start of the new release`
}

async function freePorts(): Promise<[number, number]> {
  const servers = [createServer(), createServer()].map((server) => server.listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const ports = servers.map((server) => {
    const address = server.address()
    server.close()
    return typeof address === 'object' ? (address?.port ?? 0) : 0
  })
  await Promise.all(servers.map((server) => once(server, 'close')))
  return [ports[0] ?? 0, ports[1] ?? 0]
}
