import { IDENTITY_TABLE } from '../../sqlite/identity.ts'
import type { Migration } from '../../sqlite/migrate.ts'

/**
 * Steps of `telemetry.db`, oldest first; a step never changes once released. Writes arrive in `journal` and are settled
 * later: samples in the history files, latest values and attributes (a table for each scope number) as one row for each device,
 * so that a device is read at once. Devices get small numbers, never used twice. Samples name their keys by `key_sets`, since a controller sends
 * the same keys each second. `forgotten` devices still have samples to be deleted.
 * `history_days` are the history files that belong to it; `is_open` is the one that is being written to.
 */
export const TELEMETRY_MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    sql: `
      CREATE TABLE devices (no INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE) STRICT;
      CREATE TABLE forgotten (device INTEGER PRIMARY KEY) STRICT;
      CREATE TABLE key_sets (id INTEGER PRIMARY KEY, keys TEXT NOT NULL UNIQUE) STRICT;
      CREATE TABLE journal (
        seq INTEGER PRIMARY KEY, device INTEGER NOT NULL, kind INTEGER NOT NULL, ts INTEGER NOT NULL,
        key_set INTEGER NOT NULL, body TEXT NOT NULL
      ) STRICT;
      CREATE TABLE latest (device INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT;
      CREATE TABLE attributes_0 (device INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT;
      CREATE TABLE attributes_1 (device INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT;
      CREATE TABLE attributes_2 (device INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT;
    `,
  },
  {
    version: 2,
    sql: `
      ${IDENTITY_TABLE}
      CREATE TABLE history_days (day TEXT PRIMARY KEY, is_open INTEGER NOT NULL) STRICT;
    `,
  },
  // When a wrong clock dated a file in the future: a time by which all of it had come.
  { version: 3, sql: 'ALTER TABLE history_days ADD COLUMN come_by INTEGER' },
]
