import type { DatabaseSync } from 'node:sqlite'
import { decodeValues, type ValueMap } from './valueRows.ts'

/** What is on disk, read in the main thread when a device is first asked for: a few microseconds each. */
export interface StoredValues {
  deviceNo(id: string): number | undefined
  latest(no: number): ValueMap
  attributes(no: number, scope: number): ValueMap
  /** Ids of all devices that have data. */
  deviceIds(): string[]
  /** Ids of devices whose server attribute `active` is true. */
  activeIds(): Set<string>
  /** Largest device number ever given. */
  lastDeviceNo(): number
  keySets(): { id: number; keys: string }[]
}

export function createStoredValues(db: DatabaseSync): StoredValues {
  const selectNo = db.prepare('SELECT no FROM devices WHERE id = ?')
  const selectLatest = db.prepare('SELECT body FROM latest WHERE device = ?')
  const selectAttributes = db.prepare('SELECT body FROM attributes WHERE device = ? AND scope = ?')
  const selectIds = db.prepare('SELECT id FROM devices ORDER BY no')
  const selectActive = db.prepare(`
    SELECT DISTINCT devices.id FROM attributes JOIN devices ON devices.no = attributes.device,
      json_each(attributes.body) AS moment, json_each(moment.value, '$[1]') AS entry
    WHERE attributes.scope = 0
      AND entry.value ->> '$[0]' = 'active' AND json_type(entry.value, '$[1]') = 'true'`)
  const selectLastNo = db.prepare("SELECT coalesce(max(seq), 0) AS no FROM sqlite_sequence WHERE name = 'devices'")
  const selectKeySets = db.prepare('SELECT id, keys FROM key_sets')
  const read = (row: Record<string, unknown> | undefined): ValueMap =>
    row ? decodeValues(String(row.body)) : new Map()

  return {
    deviceNo(id) {
      const row = selectNo.get(id)
      return row && Number(row.no)
    },
    latest: (no) => read(selectLatest.get(no)),
    attributes: (no, scope) => read(selectAttributes.get(no, scope)),
    deviceIds: () => selectIds.all().map((row) => String(row.id)),
    activeIds: () => new Set(selectActive.all().map((row) => String(row.id))),
    lastDeviceNo: () => Number(selectLastNo.get()?.no ?? 0),
    keySets: () => selectKeySets.all().map((row) => ({ id: Number(row.id), keys: String(row.keys) })),
  }
}
