import type { DatabaseSync } from 'node:sqlite'
import { CONNECTIVITY_KEYS } from '@greenwave/contract/wire/attributes'
import { LIMITS } from '../../limits/limits.ts'
import type { ValueMap } from '../port/deviceData.ts'
import { ROW_KIND, SCOPE_NUMBERS, type ValuePart } from '../port/journalRow.ts'
import type { StoredValues } from '../port/valueStorage.ts'
import { createKeySets } from '../values/sampleRows.ts'
import { foldRows } from './foldRows.ts'
import { createLeftoverRows } from './leftoverRows.ts'
import { createValueTables } from './valueTables.ts'

const { SERVER_SCOPE } = SCOPE_NUMBERS

/** Reads the stored values from `telemetry.db`. */
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

  // Rows that a crash left in the journal. Applying them repeatedly changes nothing.
  const leftover = createLeftoverRows(db)
  const fold = (no: number, part: ValuePart, earlier: () => ValueMap): ValueMap =>
    leftover.has(no) ? foldRows(leftover.rowsOf(no), part, keySets, earlier, LIMITS.deviceValueBytes.value) : earlier()
  /** Reads journal and tables as they are at one moment; the writer may be moving rows between them. */
  const atOnce = <T>(read: () => T): T => {
    if (leftover.isEmpty()) return read()
    db.exec('BEGIN')
    try {
      return read()
    } finally {
      db.exec('COMMIT')
    }
  }

  const serverAttributes = new Map(Array.from(numbers.values(), (no) => [no, new Map() as ValueMap]))
  for (const [no, values] of tables.all(SERVER_SCOPE)) serverAttributes.set(no, values)
  for (const row of leftover.rowsOfKinds([
    ROW_KIND.attributes + SERVER_SCOPE,
    ROW_KIND.wholeAttributes + SERVER_SCOPE,
  ])) {
    const earlier = (): ValueMap => serverAttributes.get(row[0]) ?? new Map()
    serverAttributes.set(row[0], foldRows([row], SERVER_SCOPE, keySets, earlier, LIMITS.deviceValueBytes.value))
  }
  const isActive = (no: number): boolean => serverAttributes.get(no)?.get(CONNECTIVITY_KEYS.active)?.value === true

  return {
    deviceNo: (id) => numbers.get(id),
    values: (no, part) =>
      (part === SERVER_SCOPE ? serverAttributes.get(no) : undefined) ??
      atOnce(() => fold(no, part, () => tables.one(no, part))),
    deviceIds: () => [...numbers.keys()],
    activeIds: () => new Set([...numbers].flatMap(([id, no]) => (isActive(no) ? id : []))),
    lastDeviceNo: () => Number(selectLastNo.get()?.no ?? 0),
    keySets: () => selectKeySets.all().map((row) => ({ id: Number(row.id), keys: String(row.keys) })),
  }
}
