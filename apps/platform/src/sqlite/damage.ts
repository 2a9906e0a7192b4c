import { basename } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { DAMAGED_CODE } from '../threads/threadMessages.ts'

/** Result codes of SQLite for a damaged file: SQLITE_CORRUPT and SQLITE_NOTADB. */
const DAMAGE_CODES: readonly unknown[] = [11, 26]

/** Thrown when a page of an open database is damaged. The message names the file, what it holds and what to do. */
class DatabaseDamaged extends Error {
  readonly code = DAMAGED_CODE
  constructor(path: string, cause: Error) {
    super(
      `${path} is damaged (${cause.message}), which holds ${heldBy(path)}: stop the platform and restore a backup with "greenwave restore --overwrite", or set the file aside with "greenwave accept-loss".`,
      { cause },
    )
    this.name = 'DatabaseDamaged'
  }
}

/** Returns whether an error of SQLite means that a file is damaged. */
export function isDamage(error: unknown): error is Error {
  return error instanceof Error && 'errcode' in error && DAMAGE_CODES.includes(Number(error.errcode) & 0xff)
}

/** Runs work on a database. @throws {DatabaseDamaged} with the name of its file when that is damaged */
export function namingDamage<T>(db: DatabaseSync, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!isDamage(error)) throw error
    throw new DatabaseDamaged((db.isOpen ? db.location() : null) ?? 'A database', error)
  }
}

/** Names the contents of a database of a data folder, by the name of its file. */
export function heldBy(path: string): string {
  const name = basename(path)
  if (name === 'greenwave.db') return 'accounts, customers, devices, assets, alarms and the audit log'
  if (name === 'telemetry.db') return 'attributes, latest values and the numbers that history goes by'
  return `the history of ${/^\d{4}-\d{2}-\d{2}/.test(name) ? 'that day' : "that month's records"}`
}
