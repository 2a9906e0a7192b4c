import type { DatabaseSync } from 'node:sqlite'

/** Undoes the changes of a database in memory that are not on disk yet. */
export interface UndoLog {
  /** Returns the number of the newest change. */
  mark(): number
  /** Drops the undo records of all changes up to a mark, because they are on disk. */
  forget(mark: number): void
  /** Undoes every change whose record was not dropped, newest first. */
  undo(): void
}

/**
 * Creates an undo log with triggers on all tables of a database. Each trigger stores the statement that reverses a
 * change of a row, including changes caused by a foreign key. Works for tables with a rowid; SQLite's own page on undo
 * shows the pattern.
 */
export function createUndoLog(db: DatabaseSync): UndoLog {
  db.exec(`PRAGMA recursive_triggers = ON;
    CREATE TEMP TABLE undo_log (seq INTEGER PRIMARY KEY AUTOINCREMENT, sql TEXT NOT NULL) STRICT`)
  for (const { name } of db.prepare("SELECT name FROM main.sqlite_schema WHERE type = 'table'").all()) {
    followTable(db, String(name))
  }
  const selectMark = db.prepare('SELECT max(seq) AS seq FROM undo_log')
  const deleteTo = db.prepare('DELETE FROM undo_log WHERE seq <= ?')
  const selectAll = db.prepare('SELECT sql FROM undo_log ORDER BY seq DESC')

  return {
    mark: () => Number(selectMark.get()?.seq ?? 0),
    forget(mark) {
      deleteTo.run(mark)
    },
    undo() {
      const statements = selectAll.all().map(({ sql }) => String(sql))
      // Each statement restores one row; rows that a foreign key changed have statements of their own.
      db.exec('PRAGMA foreign_keys = OFF; BEGIN')
      try {
        for (const sql of statements) db.exec(sql)
        db.exec('DELETE FROM undo_log; COMMIT')
      } finally {
        if (db.isTransaction) db.exec('ROLLBACK')
        db.exec('PRAGMA foreign_keys = ON')
      }
    },
  }
}

function followTable(db: DatabaseSync, table: string): void {
  const columns = db
    .prepare('SELECT name FROM pragma_table_info(?)')
    .all(table)
    .map(({ name }) => String(name))
  const quotedOld = (column: string): string => `quote(old."${column}")`
  const assignments = columns.map((column) => `'"${column}" = ' || ${quotedOld(column)}`).join(" || ', ' || ")
  const values = columns.map(quotedOld).join(" || ', ' || ")
  const names = columns.map((column) => `"${column}"`).join(', ')
  const note = (event: string, sql: string): void =>
    db.exec(`CREATE TEMP TRIGGER "undo_${event}_${table}" AFTER ${event} ON main."${table}"
      BEGIN INSERT INTO undo_log (sql) VALUES (${sql}); END`)
  note('INSERT', `'DELETE FROM "${table}" WHERE rowid = ' || new.rowid`)
  note('UPDATE', `'UPDATE "${table}" SET ' || ${assignments} || ' WHERE rowid = ' || new.rowid`)
  note('DELETE', `'INSERT INTO "${table}" (rowid, ${names}) VALUES (' || old.rowid || ', ' || ${values} || ')'`)
}
