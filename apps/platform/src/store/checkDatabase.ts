import { existsSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { type Migration, refuseNewer } from '../sqlite/migrate.ts'
import { heldBy } from '../sqlite/damage.ts'
import { StoreRefused } from '../sqlite/storeRefused.ts'

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
  if (damage !== undefined) {
    throw new StoreRefused(
      `${file} is damaged (${damage.replaceAll(/\s+/g, ' ')}), which holds ${heldBy(file)}: restore a backup with "greenwave restore --overwrite", or set the file aside with "greenwave accept-loss", which loses what it holds.`,
    )
  }
}

function findDamage(file: string, migrations: readonly Migration[], depth: CheckDepth): string | undefined {
  let db: DatabaseSync | undefined
  try {
    db = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
    refuseNewer(db, file, migrations)
    if (depth === 'pages') return findBrokenPage(db, '1')
    return findBrokenOutline(db, file) ?? (depth === 'outline' ? undefined : findBrokenTable(db, depth.pagesWithout))
  } catch (error) {
    if (error instanceof StoreRefused) throw error
    return error instanceof Error ? error.message : String(error)
  } finally {
    db?.close()
  }
}

/** Checks the pages of a table, or with a number of findings those of all tables. */
function findBrokenPage(db: DatabaseSync, tableOrCount: string): string | undefined {
  const verdict = String(Object.values(db.prepare(`PRAGMA quick_check(${tableOrCount})`).get() ?? {})[0])
  return verdict === 'ok' ? undefined : verdict
}

function findBrokenTable(db: DatabaseSync, without: readonly string[]): string | undefined {
  for (const { name } of db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()) {
    const damage = without.includes(String(name)) ? undefined : findBrokenPage(db, `"${String(name)}"`)
    if (damage !== undefined) return damage
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
