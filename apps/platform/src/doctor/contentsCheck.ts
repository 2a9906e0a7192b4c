import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { TELEMETRY_MIGRATIONS } from '../data/journal/telemetryMigrations.ts'
import { createStoredValues } from '../data/journal/storedValues.ts'
import { schemaVersion } from '../sqlite/migrate.ts'
import { ENTITY_FILE, TELEMETRY_FILE } from '../store/databaseFiles.ts'
import { ENTITY_MIGRATIONS } from '../store/entityMigrations.ts'
import type { Found } from './attempt.ts'

/** Counted entities by their table: those that only people delete. A start deletes old alarms. */
const COUNTED = { devices: 'devices', customers: 'customers', users: 'users', assets: 'assets' } as const
/** Digits of the hash of the newest values: as many as a number holds exactly. */
const HASH_DIGITS = 12

/**
 * Counts what a data folder has, and hashes the newest values of all devices, so that two folders can be compared. Folders
 * of an earlier schema are not counted.
 */
export function checkContents(dataDir: string): Found {
  return reading(join(dataDir, ENTITY_FILE), (entities) =>
    reading(join(dataDir, TELEMETRY_FILE), (telemetry) => {
      const isOld =
        schemaVersion(entities) < ENTITY_MIGRATIONS.length || schemaVersion(telemetry) < TELEMETRY_MIGRATIONS.length
      if (isOld) return { level: 'ok', says: 'counted after the next start, which brings the databases up to date' }
      const counts = Object.fromEntries(
        Object.entries(COUNTED).map(([name, table]) => [name, countOf(entities, table)]),
      )
      const { values, newestMs, hash } = newestValues(telemetry)
      const figures = { ...counts, values, newestMs, hash }
      const list = Object.entries(counts).map(([name, count]) => `${count} ${name}`)
      const newest = values === 0 ? '' : `, the newest of ${new Date(newestMs).toISOString()}`
      return { level: 'ok', says: `${list.join(', ')}, ${values} latest values${newest}`, figures }
    }),
  )
}

function reading(path: string, read: (db: DatabaseSync) => Found): Found {
  const db = new DatabaseSync(path, { readOnly: true, timeout: 5000 })
  try {
    return read(db)
  } finally {
    db.close()
  }
}

const countOf = (db: DatabaseSync, table: string): number =>
  Number(db.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.count)

function newestValues(db: DatabaseSync): { readonly values: number; readonly newestMs: number; readonly hash: number } {
  const stored = createStoredValues(db)
  const sum = createHash('sha256')
  let values = 0
  let newestMs = 0
  for (const id of stored.deviceIds().toSorted()) {
    const latest = stored.values(stored.deviceNo(id) ?? 0, 'latest')
    for (const [key, { ts, value }] of [...latest].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      sum.update(JSON.stringify([id, key, ts, value]))
      values += 1
      newestMs = Math.max(newestMs, ts)
    }
  }
  return { values, newestMs, hash: Number.parseInt(sum.digest('hex').slice(0, HASH_DIGITS), 16) }
}
