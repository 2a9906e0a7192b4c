import type { DatabaseSync } from 'node:sqlite'
import { readJournal } from './journal.ts'
import { type EarlierValues, foldRows, type JournalRow } from './journalRow.ts'
import { createKeySets } from './sampleRows.ts'
import type { ValueMap } from './valueRows.ts'
import { createValueTables } from './valueTables.ts'

/** What was stored before this start, read in the main thread when a device is first asked for: some microseconds each. */
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
  const selectIds = db.prepare('SELECT no, id FROM devices ORDER BY no')
  const selectActive = db.prepare(`
    SELECT device FROM attributes, json_each(attributes.body) AS moment, json_each(moment.value, '$[1]') AS entry
    WHERE scope = 0 AND json_extract(entry.value, '$[0]') = 'active' AND json_type(entry.value, '$[1]') = 'true'`)
  const selectLastNo = db.prepare("SELECT coalesce(max(seq), 0) AS no FROM sqlite_sequence WHERE name = 'devices'")
  const selectKeySets = db.prepare('SELECT id, keys FROM key_sets')
  const keySets = createKeySets(db)
  const tables = createValueTables(db)

  // Rows that a crash left in the journal. They are folded in here again and again, which changes nothing.
  const unsettled = new Map<number, JournalRow[]>()
  for (const row of readJournal(db)) unsettled.set(row[0], [...(unsettled.get(row[0]) ?? []), row])

  const earlier = (no: number): EarlierValues => ({
    latest: () => tables.latest(no),
    attributes: (scope) => tables.attributes(no, scope),
  })
  const latest = (no: number): ValueMap =>
    foldRows(unsettled.get(no) ?? [], keySets, earlier(no)).latest ?? tables.latest(no)
  const attributes = (no: number, scope: number): ValueMap =>
    foldRows(unsettled.get(no) ?? [], keySets, earlier(no)).attributes[scope] ?? tables.attributes(no, scope)

  return {
    deviceNo(id) {
      const row = selectNo.get(id)
      return row && Number(row.no)
    },
    latest,
    attributes,
    deviceIds: () => selectIds.all().map((row) => String(row.id)),
    activeIds() {
      const active = new Set(selectActive.all().map((row) => Number(row.device)))
      for (const no of unsettled.keys()) {
        if (attributes(no, 0).get('active')?.value === true) active.add(no)
        else active.delete(no)
      }
      return new Set(selectIds.all().flatMap((row) => (active.has(Number(row.no)) ? String(row.id) : [])))
    },
    lastDeviceNo: () => Number(selectLastNo.get()?.no ?? 0),
    keySets: () => selectKeySets.all().map((row) => ({ id: Number(row.id), keys: String(row.keys) })),
  }
}
