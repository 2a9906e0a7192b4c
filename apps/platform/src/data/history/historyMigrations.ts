import { IDENTITY_TABLE } from '../../sqlite/identity.ts'
import type { Migration } from '../../sqlite/migrate.ts'

/** Migrations of a history file, which has one row for each message, clustered by device and time. */
export const HISTORY_MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    sql: `
      CREATE TABLE samples (
        device INTEGER NOT NULL, ts INTEGER NOT NULL, key_set INTEGER NOT NULL, body TEXT NOT NULL,
        PRIMARY KEY (device, ts)
      ) STRICT, WITHOUT ROWID;
    `,
  },
  { version: 2, sql: IDENTITY_TABLE },
]

/**
 * Migrations of a file of records, which has rows of several kinds: those of one kind are found without reading the
 * others.
 */
export const RECORDS_MIGRATIONS: readonly Migration[] = [
  ...HISTORY_MIGRATIONS,
  { version: 3, sql: 'CREATE INDEX samples_by_keys ON samples (device, key_set, ts)' },
]
