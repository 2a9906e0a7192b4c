import { IDENTITY_TABLE } from '../../sqlite/identity.ts'
import type { Migration } from '../../sqlite/migrate.ts'

/**
 * Migrations of `telemetry.db`, oldest first; a step never changes once released. Writes are appended to `journal` and
 * settled later: samples into the history files, latest values and attributes (a table for each scope number) into one
 * row for each device, so that a device is read in one go. Devices get small numbers, which are never used twice.
 * Samples refer to their keys by `key_sets`, because a controller sends the same keys each second. `forgotten` lists
 * deleted devices that still have samples to delete. `history_days` lists the history files that belong to this
 * database; `is_open` marks the one being written.
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
  // For a file dated in the future by a wrong clock: a time by which all of its samples had arrived.
  { version: 3, sql: 'ALTER TABLE history_days ADD COLUMN come_by INTEGER' },
]
