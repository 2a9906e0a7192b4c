import { DatabaseSync } from 'node:sqlite'
import { migrate } from '../sqlite/migrate.ts'
import { ENTITY_MIGRATIONS } from './entityMigrations.ts'
import { provideTextFunctions } from './textOrder.ts'

/** Tables that stay on disk, because they grow for ever or are large, and are seldom read. */
const ON_DISK_ONLY: ReadonlySet<string> = new Set(['audit_logs', 'alarm_comments', 'image_contents'])

/**
 * Tables of which a part stays on disk, with the rows that memory holds. Cleared alarms are history; a start finds the
 * others by their index, among any number of cleared ones.
 */
const PART_IN_MEMORY: ReadonlyMap<string, string> = new Map([['alarms', 'INDEXED BY alarms_active WHERE cleared = 0']])

/** Most pages of 4 KiB that entities may take in memory; a caller who creates millions of them is refused. */
const MAX_MEMORY_PAGES = 65_536

/**
 * Counts the bytes of the active alarms' bodies, in the transaction of each write, so that an undone write is not
 * counted either.
 */
const COUNT_ALARM_BYTES = `
  CREATE TEMP TABLE active_alarm_bytes (bytes INTEGER NOT NULL) STRICT;
  INSERT INTO active_alarm_bytes VALUES (0);
  CREATE TEMP TRIGGER count_added_alarm AFTER INSERT ON main.alarms WHEN new.cleared = 0
    BEGIN UPDATE active_alarm_bytes SET bytes = bytes + octet_length(new.body); END;
  CREATE TEMP TRIGGER count_removed_alarm AFTER DELETE ON main.alarms WHEN old.cleared = 0
    BEGIN UPDATE active_alarm_bytes SET bytes = bytes - octet_length(old.body); END;
  CREATE TEMP TRIGGER count_changed_alarm AFTER UPDATE ON main.alarms
    BEGIN UPDATE active_alarm_bytes
      SET bytes = bytes + iif(new.cleared = 0, octet_length(new.body), 0) - iif(old.cleared = 0, octet_length(old.body), 0);
    END;`

/** Copies the rows of a file into a database in memory with the same schema. */
export function copyIntoMemory(memory: DatabaseSync, file: string): void {
  const uri = new URL(`file://${file.split('/').map(encodeURIComponent).join('/')}?mode=ro`).href
  memory.prepare('ATTACH ? AS disk').run(uri)
  // Indexes are built at the end, by sorting. Foreign keys are off, because tables are copied in any order.
  const indexes = memory
    .prepare("SELECT name, sql FROM main.sqlite_schema WHERE type = 'index' AND sql IS NOT NULL")
    .all()
  memory.exec('PRAGMA foreign_keys = OFF; BEGIN')
  for (const { name } of indexes) memory.exec(`DROP INDEX "${String(name)}"`)
  for (const { name } of memory.prepare("SELECT name FROM main.sqlite_schema WHERE type = 'table'").all()) {
    const table = String(name)
    if (ON_DISK_ONLY.has(table)) continue
    const columns = memory
      .prepare('SELECT name FROM pragma_table_info(?)')
      .all(table)
      .map((column) => `"${String(column.name)}"`)
      .join(', ')
    const part = PART_IN_MEMORY.get(table) ?? ''
    memory.exec(`INSERT INTO main."${table}" (rowid, ${columns}) SELECT rowid, ${columns} FROM disk."${table}" ${part}`)
  }
  for (const { sql } of indexes) memory.exec(String(sql))
  memory.exec('COMMIT; DETACH disk; PRAGMA foreign_keys = ON')
}

/** Opens an empty database in memory with the schema of entities. */
export function openMemoryDatabase(): DatabaseSync {
  const memory = new DatabaseSync(':memory:')
  memory.exec(`PRAGMA page_size = 4096; PRAGMA max_page_count = ${MAX_MEMORY_PAGES}; PRAGMA temp_store = MEMORY`)
  migrate(memory, ':memory:', ENTITY_MIGRATIONS)
  provideTextFunctions(memory)
  memory.exec(COUNT_ALARM_BYTES)
  return memory
}
