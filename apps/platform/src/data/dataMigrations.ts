import type { Migration } from '../store/migrate.ts'

/**
 * Steps of `telemetry.db`, oldest first; a step never changes once released. Values are one JSON row for each device
 * (and scope), so that a device is read at once: `[[ts, [[key, value], ...]], ...]`. Devices get
 * small numbers, never used twice; samples name their keys by `key_sets`, since a controller sends the same keys each second.
 */
export const TELEMETRY_MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    sql: `
      CREATE TABLE devices (
        no INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, forgotten INTEGER NOT NULL DEFAULT 0
      ) STRICT;
      CREATE TABLE key_sets (id INTEGER PRIMARY KEY, keys TEXT NOT NULL UNIQUE) STRICT;
      CREATE TABLE latest (device INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT;
      CREATE TABLE attributes (
        device INTEGER NOT NULL, scope INTEGER NOT NULL, body TEXT NOT NULL, PRIMARY KEY (device, scope)
      ) STRICT, WITHOUT ROWID;
    `,
  },
]

/** Steps of a history file: one row for each message, clustered by device and time. */
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
]
