/** @file A test of the newest backup: restored beside, every page read, counted and compared with the living data. */
import { existsSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { basename, join } from 'node:path'
import * as z from 'zod/mini'
import { StoreRefused } from '../sqlite/storeRefused.ts'
import { bytesOfPoint, findPoint, gatherPoint, type StoredBackup } from '../keptBackup/restoreStored.ts'
import { backupsIn } from '../store/backupSeries.ts'
import { checkEveryPage } from '../store/databaseFiles.ts'
import { restoreBackup } from '../store/restore.ts'
import { writeSynced } from '../store/writeSynced.ts'
import type { Found } from './attempt.ts'
import { checkContents } from './contentsCheck.ts'

const RESULT_FILE = 'last-test.json'
const COPY = 'backup-test'
const DAY_MS = 86_400_000
/** A test each week, and a day for a machine that was off. */
const OLD_DAYS = 8
const FIX = 'Run greenwave backup-test, each week; deploy/systemd does it after a nightly backup'

const BackupTest = z.object({
  atMs: z.number(),
  /** Name of the backup. */
  backup: z.string(),
  isGood: z.boolean(),
  /** Counts, or why the backup is useless. */
  says: z.string(),
})
/** Result of a test. */
export type BackupTest = z.infer<typeof BackupTest>

/**
 * Tests the newest backup of a folder, and keeps the result beside the backups. The copy is deleted.
 * @throws {StoreRefused} when there is no backup, or no room for a copy
 */
export async function testNewestBackup(backups: string, dataDir: string, nowMs: number): Promise<BackupTest> {
  const [newest] = backupsIn(backups)
  if (newest === undefined) throw new StoreRefused(`${backups} has no finished backup: make one with greenwave backup.`)
  const bytes = newest.manifest.files.reduce((sum, file) => sum + file.bytes, 0)
  const { bavail, bsize } = statfsSync(backups)
  if (bavail * bsize < bytes) {
    throw new StoreRefused(`${backups} has no room for a copy of ${Math.ceil(bytes / 1_000_000)} MB: make room.`)
  }
  const test = {
    atMs: nowMs,
    backup: basename(newest.folder),
    ...(await tryBackup(newest.folder, join(backups, COPY), dataDir)),
  }
  writeSynced(join(backups, RESULT_FILE), Buffer.from(`${JSON.stringify(test)}\n`), 0o600)
  return test
}

/**
 * Tests the newest backup at an address, and keeps the result in the data folder. The copy is deleted.
 * @throws {StoreRefused} when there is no backup, the target fails, or there is no room for a copy
 */
export async function testStored(from: StoredBackup, dataDir: string, nowMs: number): Promise<BackupTest> {
  const point = await findPoint(from)
  const { bavail, bsize } = statfsSync(dataDir)
  const bytes = bytesOfPoint(point)
  if (bavail * bsize < 2 * bytes) {
    throw new StoreRefused(`${dataDir} has no room for a copy of ${Math.ceil(bytes / 1_000_000)} MB: make room.`)
  }
  const copy = join(dataDir, COPY)
  const tried = await tryCopy((folder) => gatherPoint(from, point, folder), copy, dataDir)
  const test = { atMs: nowMs, backup: `the backup of ${new Date(point.atMs).toISOString()}`, ...tried }
  writeSynced(join(dataDir, RESULT_FILE), Buffer.from(`${JSON.stringify(test)}\n`), 0o600)
  return test
}

const tryBackup = (folder: string, copy: string, dataDir: string) =>
  tryCopy((target) => restoreBackup(folder, target), copy, dataDir)

async function tryCopy(
  restore: (folder: string) => Promise<void>,
  copy: string,
  dataDir: string,
): Promise<Pick<BackupTest, 'isGood' | 'says'>> {
  rmSync(copy, { recursive: true, force: true })
  try {
    await restore(copy)
    checkEveryPage(copy)
    const restored = checkContents(copy)
    const lost = lostKinds(checkContents(dataDir).figures, restored.figures)
    if (lost.length > 0) return { isGood: false, says: `it has no ${lost.join(', ')}, and the living data have` }
    return { isGood: true, says: restored.says }
  } catch (error) {
    return { isGood: false, says: error instanceof Error ? error.message : String(error) }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

/** Lists what the living data have and the copy lacks completely. Some more or fewer are changes since the backup. */
function lostKinds(living: Found['figures'] = {}, restored: Found['figures'] = {}): string[] {
  const kinds = Object.keys(restored).filter((kind) => kind !== 'hash' && kind !== 'newestMs')
  return kinds.filter((kind) => restored[kind] === 0 && (living[kind] ?? 0) > 0)
}

/** Reads the last result; undefined when there is none that can be read. */
export function readBackupTest(backups: string): BackupTest | undefined {
  const file = join(backups, RESULT_FILE)
  if (!existsSync(file)) return undefined
  try {
    return BackupTest.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data
  } catch {
    return undefined
  }
}

/** Evaluates the last test of the backups in a folder. */
export function checkBackupTest(backups: string, nowMs: number): Found {
  const test = readBackupTest(backups)
  if (test === undefined) return { level: 'warning', says: 'no backup was ever restored for a test', fix: FIX }
  const { backup, isGood, says } = test
  if (!isGood)
    return {
      level: 'error',
      says: `${backup} is useless: ${says}`,
      fix: 'Make another backup, and test it with greenwave backup-test',
    }
  const days = Math.floor((nowMs - test.atMs) / DAY_MS)
  const result = `${backup} was restored ${days} days ago: ${says}`
  return days > OLD_DAYS ? { level: 'warning', says: result, fix: FIX } : { level: 'ok', says: result }
}
