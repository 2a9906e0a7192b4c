/**
 * @file The journal of an upgrade, `upgrade.json` beside the releases: with it a killed upgrade goes on, and a start knows
 * what it does for the upgrade.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Finding } from '@greenwave/client/doctor/finding'
import { CommandFailed, EXIT } from '@greenwave/client/program/exitCodes'
import * as z from 'zod/mini'
import type { UpgradeStep } from '../store/upgradeCopies.ts'
import { writeSynced } from '../store/writeSynced.ts'
import { ownInstallation } from './installedRelease.ts'
import { RELEASE_NAME } from './releaseFile.ts'

const JOURNAL_FILE = 'upgrade.json'
/** The service reads it, too; it has nothing secret. */
const MODE = 0o644
const JOURNAL_FIX =
  'move it away, and start Greenwave; if its databases are of a newer release, install that, or restore a backup'
const ReleaseName = z.string().check(z.regex(RELEASE_NAME))

const UpgradeJournal = z.object({
  format: z.literal(1),
  /**
   * Next step. `forward`: start the new release. `watch`: see that it gets ready and keeps the controllers. `back`: start
   * the release before. `wait`: until that is ready. `done`: clean up.
   */
  phase: z.enum(['forward', 'watch', 'back', 'wait', 'done']),
  from: ReleaseName,
  to: ReleaseName,
  /** Why the release before is started again. */
  failure: z.optional(z.string()),
  /** File of the new release. */
  file: z.string(),
  /** How the service is stopped and started: a command with `{}` for the verb, such as `systemctl {} greenwave`. */
  service: z.string(),
  dataDir: z.string(),
  /** Address at which the service answers on this machine. */
  url: z.string(),
  /** Ports to which controllers connect. */
  ports: z.array(z.number()),
  /** Connections of controllers before the upgrade, by address. */
  connections: z.record(z.string(), z.number()),
  /** Longest wait for the new release to take requests, milliseconds. */
  readyMs: z.number(),
  /** For how long controllers may come back, milliseconds. */
  watchMs: z.number(),
})
/** An upgrade that is under way or was interrupted. */
export type UpgradeJournal = Readonly<z.infer<typeof UpgradeJournal>>

const fileOf = (installation: string): string => join(installation, JOURNAL_FILE)

/** Reads the journal; undefined when no upgrade is under way. @throws {CommandFailed} when it cannot be read */
export function readUpgradeJournal(installation: string): UpgradeJournal | undefined {
  const file = fileOf(installation)
  if (!existsSync(file)) return undefined
  const parsed = UpgradeJournal.safeParse(parseJson(readFileSync(file, 'utf8')))
  if (parsed.success) return parsed.data
  throw new CommandFailed(EXIT.usage, `${file} cannot be read, so that no release starts: ${JOURNAL_FIX}`)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function writeUpgradeJournal(installation: string, journal: UpgradeJournal): void {
  writeSynced(fileOf(installation), Buffer.from(`${JSON.stringify(journal, null, 2)}\n`), MODE)
}

export function removeUpgradeJournal(installation: string): void {
  rmSync(fileOf(installation), { force: true })
}

/** Returns the step of an upgrade that this release takes when it starts on a data folder; undefined without one. */
export function upgradeStepOf(dataDir: string, own = ownInstallation()): UpgradeStep | undefined {
  const journal = own && readUpgradeJournal(own.folder)
  if (journal === undefined || resolve(dataDir) !== journal.dataDir) return undefined
  const { phase, from, to } = journal
  // Also on the way back: until the service is restarted, its manager may start the new release once more.
  if (own?.own.name === to && phase !== 'done') return 'keep'
  return own?.own.name === from && (phase === 'back' || phase === 'wait') ? 'put back' : undefined
}

/** Finds an upgrade that is under way or was interrupted; nothing for a clone. */
export function checkUpgrade(own = ownInstallation()): Finding[] {
  let journal: UpgradeJournal | undefined
  try {
    journal = own && readUpgradeJournal(own.folder)
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error
    return [{ check: 'upgrade', level: 'error', says: error.message, fix: JOURNAL_FIX }]
  }
  if (journal === undefined) return []
  const says = `the upgrade from ${journal.from} to ${journal.to} is under way, or was interrupted`
  const fix = 'Wait until it has ended; if none runs, run as root: greenwave upgrade --finish'
  return [{ check: 'upgrade', level: 'warning', says, fix }]
}
