import type { DatabaseSync } from 'node:sqlite'
import { CONNECTIVITY_KEYS } from '@greenwave/contract/attributes'
import { SCOPE_NUMBERS } from './commitBatch.ts'
import { readJournal } from './journal.ts'
import { foldRows, type JournalRow, type ValuePart } from './journalRow.ts'
import { createKeySets } from './sampleRows.ts'
import type { ValueMap } from './valueRows.ts'
import { createValueTables } from './valueTables.ts'

const { SERVER_SCOPE } = SCOPE_NUMBERS

/**
 * What was stored before this start. Server attributes are read at once, since lists and the connectivity rule ask for those
 * of every device; the rest is read when a device is first asked for, in the main thread: some microseconds each.
 */
export interface StoredValues {
  deviceNo(id: string): number | undefined
  /** To be asked once for each device and part: the answer is the caller's own. */
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
  const selectLastNo = db.prepare("SELECT coalesce(max(seq), 0) AS no FROM sqlite_sequence WHERE name = 'devices'")
  const selectKeySets = db.prepare('SELECT id, keys FROM key_sets')
  const keySets = createKeySets(db)
  const tables = createValueTables(db)
  const numbers = new Map(
    db
      .prepare('SELECT id, no FROM devices')
      .all()
      .map((row) => [String(row.id), Number(row.no)]),
  )

  // Rows that a crash left in the journal. Folding them in again and again changes nothing.
  const unsettled = new Map<number, JournalRow[]>()
  for (const row of readJournal(db)) {
    const own = unsettled.get(row[0])
    if (own) own.push(row)
    else unsettled.set(row[0], [row])
  }
  const fold = (no: number, part: ValuePart, earlier: () => ValueMap): ValueMap =>
    foldRows(unsettled.get(no) ?? [], part, keySets, earlier)

  const settledServerAttributes = tables.all(SERVER_SCOPE)
  const serverAttributes = new Map(
    Array.from(numbers.values(), (no) => [
      no,
      fold(no, SERVER_SCOPE, () => settledServerAttributes.get(no) ?? new Map()),
    ]),
  )
  const isActive = (no: number): boolean => serverAttributes.get(no)?.get(CONNECTIVITY_KEYS.active)?.value === true

  return {
    deviceNo: (id) => numbers.get(id),
    values: (no, part) =>
      (part === SERVER_SCOPE ? serverAttributes.get(no) : undefined) ?? fold(no, part, () => tables.one(no, part)),
    deviceIds: () => [...numbers.keys()],
    activeIds: () => new Set([...numbers].flatMap(([id, no]) => (isActive(no) ? id : []))),
    lastDeviceNo: () => Number(selectLastNo.get()?.no ?? 0),
    keySets: () => selectKeySets.all().map((row) => ({ id: Number(row.id), keys: String(row.keys) })),
  }
}
