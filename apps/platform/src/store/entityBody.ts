import type { DatabaseSync } from 'node:sqlite'
import { VersionConflict } from './store.ts'

/** The entity in a row's `body`. The store alone writes bodies, so their shape is taken as given. */
export function readBody<T>(row: Record<string, unknown>): T {
  return JSON.parse(String(row.body))
}

/** Finds one entity by statement parameters. */
export function createFinder<T>(db: DatabaseSync, sql: string): (...values: string[]) => T | undefined {
  const statement = db.prepare(sql)
  return (...values) => {
    const row = statement.get(...values)
    return row && readBody<T>(row)
  }
}

/** The version that a save writes: 1 for a new row, else one more, unless the caller knew another version. */
export function nextVersion(kind: string, stored: unknown, expectedVersion: number | undefined): number {
  if (stored === undefined) return 1
  if (expectedVersion !== undefined && expectedVersion !== Number(stored)) throw new VersionConflict(kind)
  return Number(stored) + 1
}
