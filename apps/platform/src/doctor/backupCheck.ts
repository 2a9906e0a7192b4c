import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { backupTrouble, readBackupStatus } from '../keptBackup/backupStatus.ts'
import { StoreRefused } from '../sqlite/storeRefused.ts'
import { MANIFEST_FILE, readManifest } from '../store/backupManifest.ts'
import type { Found } from './attempt.ts'

const HOUR_MS = 3_600_000
/** A nightly backup may take a while. */
const FRESH_HOURS = 30
const OLD_HOURS = 8 * 24

const FIX = 'Make one each night: deploy/systemd has a timer for it; or name the folder of the backups with --backups'

/** Looks for the newest finished backup in a folder, or in the folders in it. `nowMs` is epoch milliseconds. */
export function checkBackups(folder: string, nowMs: number): Found {
  if (!existsSync(folder)) return { level: 'warning', says: `there is no folder ${folder}`, fix: FIX }
  const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const folders = [folder, ...names.map(({ name }) => join(folder, name))]
  const madeMs = folders.flatMap((each) => madeAt(each) ?? [])
  if (madeMs.length === 0) return { level: 'error', says: `${folder} has no finished backup`, fix: FIX }
  const hours = Math.floor((nowMs - Math.max(...madeMs)) / HOUR_MS)
  const says = `the newest of ${madeMs.length} in ${folder} is ${hours} h old`
  if (hours > OLD_HOURS) return { level: 'error', says, fix: FIX }
  return hours > FRESH_HOURS ? { level: 'warning', says, fix: FIX } : { level: 'ok', says }
}

/** Evaluates the backup that is kept up to date (GREENWAVE_BACKUP_TO). */
export function checkKeptBackup(dataDir: string, nowMs: number): Found {
  const status = readBackupStatus(dataDir)
  if (status === undefined) {
    return { level: 'warning', says: 'it was never made', fix: 'Start Greenwave with GREENWAVE_BACKUP_TO' }
  }
  const trouble = backupTrouble(status, nowMs)
  if (trouble) return { level: 'error', says: trouble.says, fix: trouble.fix }
  const seconds = Math.round((nowMs - status.atMs) / 1000)
  return {
    level: 'ok',
    says: `${status.address} is ${seconds} s behind, ${Math.ceil(status.keptBytes / 1e6)} MB in all`,
  }
}

/** Returns when a backup was made, epoch milliseconds; undefined for a folder that is no finished one. */
function madeAt(folder: string): number | undefined {
  if (!existsSync(join(folder, MANIFEST_FILE))) return undefined
  try {
    return Date.parse(readManifest(folder).createdAt)
  } catch (error) {
    if (error instanceof StoreRefused) return undefined
    throw error
  }
}
