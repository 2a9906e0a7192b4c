import type { DatabaseSync } from 'node:sqlite'
import { CONNECTIVITY_KEYS } from '@greenwave/contract/attributes'
import { SCOPE_NUMBERS } from './commitBatch.ts'
import { readJournal } from './journal.ts'
import { foldRows, type JournalRow, partOf, type ValuePart } from './journalRow.ts'
import { createKeySets } from './sampleRows.ts'
import type { ValueMap } from './valueRows.ts'
import { createValueTables } from './valueTables.ts'

const { SERVER_SCOPE } = SCOPE_NUMBERS

/** What was stored before this start, read in the main thread when a device is first asked for: some microseconds each. */
export interface StoredValues {
  deviceNo(id: string): number | undefined
  values(no: number, part: ValuePart): ValueMap
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
    SELECT device FROM attributes_0, json_each(body) AS moment, json_each(moment.value, '$[1]') AS entry
    WHERE json_extract(entry.value, '$[0]') = 'active' AND json_type(entry.value, '$[1]') = 'true'`)
  const selectLastNo = db.prepare("SELECT coalesce(max(seq), 0) AS no FROM sqlite_sequence WHERE name = 'devices'")
  const selectKeySets = db.prepare('SELECT id, keys FROM key_sets')
  const keySets = createKeySets(db)
  const tables = createValueTables(db)

  // Rows that a crash left in the journal. They are folded in here again and again, which changes nothing.
  const unsettled = new Map<number, JournalRow[]>()
  for (const row of readJournal(db)) {
    const own = unsettled.get(row[0])
    if (own) own.push(row)
    else unsettled.set(row[0], [row])
  }

  const values = (no: number, part: ValuePart): ValueMap =>
    foldRows(unsettled.get(no) ?? [], part, keySets, () => tables(no, part))

  return {
    deviceNo(id) {
      const row = selectNo.get(id)
      return row && Number(row.no)
    },
    values,
    deviceIds: () => selectIds.all().map((row) => String(row.id)),
    activeIds() {
      const active = new Set(selectActive.all().map((row) => Number(row.device)))
      for (const [no, rows] of unsettled) {
        if (!rows.some((row) => partOf(row) === SERVER_SCOPE)) continue
        if (values(no, SERVER_SCOPE).get(CONNECTIVITY_KEYS.active)?.value === true) active.add(no)
        else active.delete(no)
      }
      return new Set(selectIds.all().flatMap((row) => (active.has(Number(row.no)) ? String(row.id) : [])))
    },
    lastDeviceNo: () => Number(selectLastNo.get()?.no ?? 0),
    keySets: () => selectKeySets.all().map((row) => ({ id: Number(row.id), keys: String(row.keys) })),
  }
}
