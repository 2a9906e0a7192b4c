import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { IDENTITY_TABLE, writeIdentity } from '../../sqlite/identity.ts'
import { migrate, type Migration } from '../../sqlite/migrate.ts'
import { createPrivateFile } from '../../sqlite/privateFiles.ts'
import { inTransaction } from '../../sqlite/transaction.ts'

/** Migrations of a history file, which has one row for each message, clustered by device and time. */
export const HISTORY_MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    sql: `
      CREATE TABLE samples (
        device INTEGER NOT NULL, ts INTEGER NOT NULL, key_set INTEGER NOT NULL, body TEXT NOT NULL,
        PRIMARY KEY (device, ts)
      ) STRICT, WITHOUT ROWID;
    `,
  },
  { version: 2, sql: IDENTITY_TABLE },
]

/**
 * Migrations of a file of records, which has rows of several kinds: those of one kind are found without reading the
 * others.
 */
export const RECORDS_MIGRATIONS: readonly Migration[] = [
  ...HISTORY_MIGRATIONS,
  { version: 3, sql: 'CREATE INDEX samples_by_keys ON samples (device, key_set, ts)' },
]

const DAY_MS = 86_400_000
const FILE_SHAPE = /^(\d{4}-\d{2}-\d{2}|records-\d{4}-\d{2})\.db$/
const RECORDS = 'records-'

/** Retention of history, milliseconds. */
export interface HistoryRetention {
  readonly samplesMs: number
  readonly recordsMs: number
}

/**
 * Returns the day (UTC) that names the history file of a moment. History has one file for each day of arrival, so that
 * old data is deleted with its file. The day is that of arrival and not of the sample's time, so that a controller with
 * a wrong clock cannot create files at will.
 */
export function historyDay(now: number): string {
  return new Date(now).toISOString().slice(0, 10)
}

/**
 * Returns the name of the file of records (`gw_*`) beside the file of a day: one for each month of arrival, because
 * records are few and are kept for long.
 */
export function recordsBeside(day: string): string {
  return RECORDS + day.slice(0, 'yyyy-mm'.length)
}

/** Returns whether a file holds records. */
export function isOfRecords(day: string): boolean {
  return day.startsWith(RECORDS)
}

/** Returns the migrations of a file. */
export function historyMigrations(day: string): readonly Migration[] {
  return isOfRecords(day) ? RECORDS_MIGRATIONS : HISTORY_MIGRATIONS
}

/** Returns the time after the last moment that a file is named by, epoch milliseconds. */
function endOf(day: string): number {
  if (!isOfRecords(day)) return Date.parse(day) + DAY_MS
  const [year, month] = day.slice(RECORDS.length).split('-').map(Number)
  return Date.UTC(year ?? 0, month ?? 0, 1)
}

/** Returns the days that have a file, and the months of records as `records-yyyy-mm`; the oldest of each first. */
export function historyDays(folder: string): string[] {
  return readdirSync(folder)
    .flatMap((name) => FILE_SHAPE.exec(name)?.[1] ?? [])
    .sort()
}

/**
 * Returns true when the newest sample of a file is older than the retention. `comeBy` is a time by which all samples had
 * arrived, if known; otherwise the end of the file's day or month counts.
 */
export function isExpired(day: string, now: number, retention: HistoryRetention, comeBy?: number): boolean {
  return (comeBy ?? endOf(day)) + (isOfRecords(day) ? retention.recordsMs : retention.samplesMs) <= now
}

/** Returns true for a day after today: its file was created under a wrong clock. */
export function isFutureDay(day: string, now: number): boolean {
  const today = historyDay(now)
  return day > (isOfRecords(day) ? recordsBeside(today) : today)
}

/** Returns the path of a day's file, or `:memory:` for a database in memory. */
export function historyFile(folder: string, day: string): string {
  return folder === ':memory:' ? folder : join(folder, `${day}.db`)
}

/** Opens a day's file for writing and creates it if needed. */
export function openHistoryFile(folder: string, day: string): DatabaseSync {
  const path = historyFile(folder, day)
  if (folder !== ':memory:') createPrivateFile(path)
  const db = new DatabaseSync(path, { timeout: 5000 })
  try {
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -32000')
    migrate(db, path, historyMigrations(day))
  } catch (error) {
    db.close()
    throw error
  }
  return db
}

/** Deletes a day's file and the files that SQLite keeps beside it. */
export function deleteHistoryFile(folder: string, day: string): void {
  const path = historyFile(folder, day)
  for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true })
}

/**
 * Brings the files of earlier releases up to date. All files in the folder belong to `telemetryDb`, since foreign ones
 * were set aside before: `telemetryDb` registers exactly these days, and files without an identity get one.
 */
export function takeHistoryFiles(folder: string, telemetryDb: DatabaseSync, telemetryId: string): void {
  const days = historyDays(folder)
  // Opening and closing a file has emptied its log, so no file counts as open.
  telemetryDb.exec('UPDATE history_days SET is_open = 0')
  for (const day of days) {
    const db = openHistoryFile(folder, day)
    try {
      const stated = db.prepare("SELECT 1 FROM identity WHERE name = 'telemetry'").get()
      if (!stated) writeIdentity(db, { telemetry: telemetryId })
    } finally {
      db.close()
    }
  }
  inTransaction(telemetryDb, () => {
    const known = telemetryDb.prepare('SELECT day FROM history_days').all()
    const remove = telemetryDb.prepare('DELETE FROM history_days WHERE day = ?')
    for (const { day } of known) if (!days.includes(String(day))) remove.run(String(day))
    const add = telemetryDb.prepare('INSERT OR IGNORE INTO history_days (day, is_open) VALUES (?, 0)')
    for (const day of days) add.run(day)
  })
}
