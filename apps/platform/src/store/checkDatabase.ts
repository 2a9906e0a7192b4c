import { existsSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { type Migration, refuseNewer } from '../sqlite/migrate.ts'
import { describeDamage, GROWING_TABLE_NAMES, isAccessFailure } from '../sqlite/damage.ts'
import { StoreRefused } from '../sqlite/storeRefused.ts'

/** Stands for the table where damage concerns the complete file. */
const WHOLE_FILE = 'all'

/**
 * How thoroughly a database is checked: every page, every page except those of some tables, or only what can be checked
 * without reading it all.
 */
export type CheckDepth = 'pages' | { readonly pagesWithout: readonly string[] } | 'outline'

/**
 * Throws StoreRefused for a database that is damaged or that a later release wrote. Changes nothing, and accepts a
 * missing file. The time of an outline check does not grow with the file; it finds files that are cut off, overwritten
 * or not a database.
 */
export function checkDatabase(file: string, migrations: readonly Migration[], depth: CheckDepth): void {
  if (!existsSync(file)) return
  if (statSync(file).size === 0) return
  const damage = findDamage(file, migrations, depth)
  if (damage) throw new StoreRefused(describeDamage(file, damage.reason, damage.table))
}

interface Damage {
  readonly reason: string
  /** Undefined when no single table is damaged. */
  readonly table?: string
}

function findDamage(file: string, migrations: readonly Migration[], depth: CheckDepth): Damage | undefined {
  let db: DatabaseSync | undefined
  try {
    db = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
    refuseNewer(db, file, migrations)
    if (depth === 'pages') return findBrokenPage(db)
    const outline = findBrokenOutline(db, file)
    if (outline !== undefined) return { reason: outline, table: WHOLE_FILE }
    return depth === 'outline' ? undefined : findBrokenTable(db, depth.pagesWithout)
  } catch (error) {
    if (error instanceof StoreRefused) throw error
    const reason = error instanceof Error ? error.message : String(error)
    if (!isAccessFailure(error)) return { reason, table: WHOLE_FILE }
    throw new StoreRefused(
      `${file} cannot be read (${reason}): see that it is a file which this user owns and may read and write, and that its disk works.`,
      { cause: error },
    )
  } finally {
    db?.close()
  }
}

/**
 * Returns the message of `PRAGMA quick_check` for a table, or with a number of findings for the complete file; undefined
 * for a sound one.
 */
function quickCheck(db: DatabaseSync, tableOrCount: string): string | undefined {
  const verdict = String(Object.values(db.prepare(`PRAGMA quick_check(${tableOrCount})`).get() ?? {})[0])
  return verdict === 'ok' ? undefined : verdict
}

/** Checks all pages, and names the table of the first damaged one: another than one that grows, if both are damaged. */
function findBrokenPage(db: DatabaseSync): Damage | undefined {
  const reason = quickCheck(db, '1')
  if (reason === undefined) return undefined
  return findBrokenTable(db, GROWING_TABLE_NAMES) ?? findBrokenTable(db, []) ?? { reason }
}

function findBrokenTable(db: DatabaseSync, without: readonly string[]): Damage | undefined {
  for (const { name } of db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()) {
    const table = String(name)
    const reason = without.includes(table) ? undefined : quickCheck(db, `"${table}"`)
    if (reason !== undefined) return { reason, table }
  }
  return undefined
}

/** Checks the length of the file, its schema and both ends of every table. */
function findBrokenOutline(db: DatabaseSync, file: string): string | undefined {
  const pages = Number(db.prepare('PRAGMA page_count').get()?.page_count)
  const pageBytes = Number(db.prepare('PRAGMA page_size').get()?.page_size)
  const bytes = statSync(file).size
  // Pages that are still in the write-ahead log may be missing from the file.
  if (bytes < pages * pageBytes && !existsSync(`${file}-wal`))
    return `cut off at ${bytes} of ${pages * pageBytes} bytes`
  for (const { name } of db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()) {
    const table = `"${String(name)}"`
    const key = db.prepare(`SELECT name FROM pragma_table_info(?) WHERE pk = 1`).get(String(name))?.name
    // One query for each end: SQLite reads the whole table for a query of both.
    for (const end of key === undefined ? [] : ['min', 'max']) {
      db.prepare(`SELECT ${end}("${String(key)}") FROM ${table}`).get()
    }
  }
  return undefined
}
