import type { DatabaseSync } from 'node:sqlite'
import type { ValueMap } from '../port/deviceData.ts'
import { SCOPES, type ValuePart } from '../port/journalRow.ts'
import { decodeValues, encodeValues } from '../values/valueRows.ts'

const PARTS: readonly ValuePart[] = ['latest', ...Array.from({ length: SCOPES }, (_, scope) => scope)]

/** Prepares one statement for the table of each part. */
function prepareParts(db: DatabaseSync, sqlOf: (table: string) => string) {
  const statements = new Map(
    PARTS.map((part) => [part, db.prepare(sqlOf(part === 'latest' ? part : `attributes_${part}`))]),
  )
  return (part: ValuePart) => {
    const statement = statements.get(part)
    if (!statement) throw new RangeError(`There is no table of values '${part}'`)
    return statement
  }
}

/** Creates the reader of settled values. */
export function createValueTables(db: DatabaseSync) {
  const select = prepareParts(db, (table) => `SELECT body FROM ${table} WHERE device = ?`)
  const selectAll = prepareParts(db, (table) => `SELECT device, body FROM ${table}`)
  return {
    one(device: number, part: ValuePart): ValueMap {
      const row = select(part).get(device)
      return row ? decodeValues(String(row.body)) : new Map()
    },
    /** Returns one part of all devices, by device number. */
    all: (part: ValuePart): Map<number, ValueMap> =>
      new Map(
        selectAll(part)
          .all()
          .map((row) => [Number(row.device), decodeValues(String(row.body))]),
      ),
  }
}

/** Creates the writer of settled values. */
export function createValueTableWriter(db: DatabaseSync) {
  const upsert = prepareParts(
    db,
    (table) =>
      `INSERT INTO ${table} (device, body) VALUES (?, ?) ON CONFLICT (device) DO UPDATE SET body = excluded.body`,
  )
  const remove = prepareParts(db, (table) => `DELETE FROM ${table} WHERE device = ?`)
  return {
    set(device: number, part: ValuePart, values: ValueMap): void {
      upsert(part).run(device, encodeValues(values))
    },
    remove(device: number): void {
      for (const part of PARTS) remove(part).run(device)
    },
  }
}
