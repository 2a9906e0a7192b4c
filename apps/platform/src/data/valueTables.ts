import type { DatabaseSync } from 'node:sqlite'
import { decodeValues, encodeValues, type ValueMap } from './valueRows.ts'

/** The settled values in `telemetry.db`. */
export function createValueTables(db: DatabaseSync) {
  const selectLatest = db.prepare('SELECT body FROM latest WHERE device = ?')
  const selectAttributes = db.prepare('SELECT body FROM attributes WHERE device = ? AND scope = ?')
  const read = (row: Record<string, unknown> | undefined): ValueMap =>
    row ? decodeValues(String(row.body)) : new Map()
  return {
    latest: (device: number): ValueMap => read(selectLatest.get(device)),
    attributes: (device: number, scope: number): ValueMap => read(selectAttributes.get(device, scope)),
  }
}

/** Writes and deletes settled values; the writer's half. */
export function createValueTableWriter(db: DatabaseSync) {
  const upsertLatest = db.prepare(
    'INSERT INTO latest (device, body) VALUES (?, ?) ON CONFLICT (device) DO UPDATE SET body = excluded.body',
  )
  const upsertAttributes = db.prepare(
    'INSERT INTO attributes (device, scope, body) VALUES (?, ?, ?) ON CONFLICT (device, scope) DO UPDATE SET body = excluded.body',
  )
  const deleteLatest = db.prepare('DELETE FROM latest WHERE device = ?')
  const deleteAttributes = db.prepare('DELETE FROM attributes WHERE device = ?')
  return {
    setLatest(device: number, values: ValueMap): void {
      upsertLatest.run(device, encodeValues(values))
    },
    setAttributes(device: number, scope: number, values: ValueMap): void {
      upsertAttributes.run(device, scope, encodeValues(values))
    },
    remove(device: number): void {
      deleteLatest.run(device)
      deleteAttributes.run(device)
    },
  }
}
