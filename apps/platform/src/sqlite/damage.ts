import { basename } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { DAMAGED_CODE } from '../threads/threadMessages.ts'

/** Result codes of SQLite for a damaged file: SQLITE_CORRUPT and SQLITE_NOTADB. */
const DAMAGE_CODES: readonly unknown[] = [11, 26]
/** Result codes of SQLite for a file that may be sound: no permission, in use, no memory, read-only, I/O error, not openable. */
const ACCESS_CODES: readonly unknown[] = [3, 5, 6, 7, 8, 10, 14]

/**
 * Tables of `greenwave.db` that grow without limit, with their contents. A start does not read all of them, so the platform
 * may start and work while one is damaged; no account or device needs to be given up for them.
 */
const GROWING_TABLES: ReadonlyMap<string, string> = new Map([
  ['audit_logs', 'the audit log'],
  ['alarms', 'the alarms'],
  ['alarm_comments', 'the comments on alarms'],
  ['image_contents', 'the images'],
])

/** Names of the tables of `greenwave.db` that grow without limit. */
export const GROWING_TABLE_NAMES: readonly string[] = [...GROWING_TABLES.keys()]

/** Thrown when a page of an open database is damaged. The message names the file, what it holds and what to do. */
class DatabaseDamaged extends Error {
  readonly code = DAMAGED_CODE
  constructor(path: string, cause: Error, table: string | undefined) {
    super(describeDamage(path, cause.message, table), { cause })
    this.name = 'DatabaseDamaged'
  }
}

/** Returns whether an error of SQLite means that a file is damaged. */
export function isDamage(error: unknown): error is Error {
  return error instanceof Error && 'errcode' in error && DAMAGE_CODES.includes(Number(error.errcode) & 0xff)
}

/** Returns whether an error of SQLite means that a file, which may be sound, cannot be accessed. */
export function isAccessFailure(error: unknown): error is Error {
  return error instanceof Error && 'errcode' in error && ACCESS_CODES.includes(Number(error.errcode) & 0xff)
}

/**
 * Runs work on a database, of which it uses the given table or any.
 * @throws {DatabaseDamaged} with the name of the file when it is damaged
 */
export function namingDamage<T>(db: DatabaseSync, work: () => T, table?: string): T {
  try {
    return work()
  } catch (error) {
    if (!isDamage(error)) throw error
    throw new DatabaseDamaged((db.isOpen ? db.location() : null) ?? 'A database', error, table)
  }
}

/**
 * Describes the damage of a database of a data folder in one sentence: the file, what is lost with it, and after the last
 * colon the next step. `table` is the damaged one, if known.
 */
export function describeDamage(path: string, reason: string, table?: string): string {
  const { holds, nextStep } = lossOf(basename(path), table)
  return `${path} is damaged (${reason.replaceAll(/\s+/g, ' ')}), which holds ${holds}: restore a backup with "greenwave restore --overwrite"${nextStep}.`
}

/** Names what is lost with a database, and the next step where there is no backup. */
function lossOf(name: string, table: string | undefined): { readonly holds: string; readonly nextStep: string } {
  if (name === 'greenwave.db') {
    const growing = GROWING_TABLES.get(table ?? '')
    if (growing !== undefined) return { holds: growing, nextStep: '' }
    const holds = 'accounts, customers, devices, assets, alarms and the audit log'
    // A damaged audit log can make each write fail, and the accounts must not be given up for that.
    if (table === undefined) return { holds, nextStep: '' }
    return {
      holds,
      nextStep: '; without one, "greenwave accept-loss" sets everything aside and begins an empty installation',
    }
  }
  if (name === 'telemetry.db') {
    return {
      holds: 'attributes, latest values and the numbers that history goes by',
      nextStep:
        '; without one, "greenwave accept-loss" sets them and all history aside, and keeps accounts and devices',
    }
  }
  const holds = `the history of ${/^\d{4}-\d{2}-\d{2}/.test(name) ? 'that day' : "that month's records"}`
  return { holds, nextStep: ', or stop the platform and set only this file aside with "greenwave accept-loss"' }
}
