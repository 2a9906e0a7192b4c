import { DatabaseSync } from 'node:sqlite'
import { migrate } from '../store/migrate.ts'
import type { CommitBatch } from './commitBatch.ts'
import { TELEMETRY_MIGRATIONS } from './dataMigrations.ts'
import { deleteHistoryFile, historyDay, historyDays, isExpired, openHistoryFile } from './historyFiles.ts'
import { createKeySets, decodeSample, encodeOwnKeys, type KeySets, OWN_KEYS } from './sampleRows.ts'

/** Where the writer's files are; both `:memory:` when nothing is to be kept. */
export interface ValueFiles {
  readonly telemetryFile: string
  readonly historyFolder: string
  readonly retentionMs: number
}

type HistoryFile = { day: string; db: DatabaseSync; insert: (row: CommitBatch['samples'][number]) => void }

/**
 * Commits batches. Latest values and attributes go first, history after them: whoever reads history can then resolve every
 * device and key set in it. A crash in between loses only what nobody was told to be stored.
 */
export function openValueWriter(files: ValueFiles) {
  const db = new DatabaseSync(files.telemetryFile, { timeout: 5000 })
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -16000')
  db.exec('PRAGMA wal_autocheckpoint = 4000')
  migrate(db, files.telemetryFile, TELEMETRY_MIGRATIONS)
  const insertDevice = db.prepare('INSERT OR IGNORE INTO devices (no, id) VALUES (?, ?)')
  const insertKeySet = db.prepare('INSERT OR IGNORE INTO key_sets (id, keys) VALUES (?, ?)')
  const upsertLatest = db.prepare(
    'INSERT INTO latest (device, body) VALUES (?, ?) ON CONFLICT (device) DO UPDATE SET body = excluded.body',
  )
  const upsertAttributes = db.prepare(
    'INSERT INTO attributes (device, scope, body) VALUES (?, ?, ?) ON CONFLICT (device, scope) DO UPDATE SET body = excluded.body',
  )
  const deleteLatest = db.prepare('DELETE FROM latest WHERE device = ?')
  const deleteAttributes = db.prepare('DELETE FROM attributes WHERE device = ?')
  const deleteDevice = db.prepare('DELETE FROM devices WHERE no = ?')
  const keySets = createKeySets(db)
  let current: HistoryFile | undefined

  const historyOf = (now: number): HistoryFile => {
    const day = historyDay(now)
    // In memory there is one history, which nobody keeps for days.
    if (current?.day === day || (current && files.historyFolder === ':memory:')) return current
    current?.db.close()
    current = undefined
    const opened = openHistoryFile(files.historyFolder, day)
    current = { day, db: opened, insert: sampleInserter(opened, keySets) }
    dropExpired(now)
    return current
  }

  const dropExpired = (now: number): void => {
    if (files.historyFolder === ':memory:') return
    for (const day of historyDays(files.historyFolder)) {
      if (isExpired(day, now, files.retentionMs)) deleteHistoryFile(files.historyFolder, day)
    }
  }

  return {
    commit(batch: CommitBatch): void {
      inTransaction(db, () => {
        for (const row of batch.devices) insertDevice.run(...row)
        for (const row of batch.keySets) insertKeySet.run(...row)
        for (const row of batch.latest) upsertLatest.run(...row)
        for (const row of batch.attributes) upsertAttributes.run(...row)
        for (const no of batch.forgotten) {
          deleteLatest.run(no)
          deleteAttributes.run(no)
          deleteDevice.run(no)
        }
      })
      if (batch.samples.length === 0) return
      const history = historyOf(batch.now)
      inTransaction(history.db, () => {
        for (const row of batch.samples) history.insert(row)
      })
    },
    /** The open history of memory storage; files are read by a connection of the reader's own. */
    currentHistory: () => current?.db,
    db,
    close(): void {
      current?.db.close()
      db.close()
    },
  }
}

export type ValueWriter = ReturnType<typeof openValueWriter>

/** Two messages of one moment share a row: the later one's values win, the others stay. */
function sampleInserter(db: DatabaseSync, keySets: KeySets): HistoryFile['insert'] {
  const insert = db.prepare(
    'INSERT INTO samples (device, ts, key_set, body) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
  )
  const select = db.prepare('SELECT key_set, body FROM samples WHERE device = ? AND ts = ?')
  const update = db.prepare('UPDATE samples SET key_set = ?, body = ? WHERE device = ? AND ts = ?')
  return ([device, ts, keySet, body]) => {
    if (insert.run(device, ts, keySet, body).changes !== 0) return
    const stored = select.get(device, ts)
    const merged = new Map([
      ...decodeSample(keySets, Number(stored?.key_set), String(stored?.body)),
      ...decodeSample(keySets, keySet, body),
    ])
    update.run(OWN_KEYS, encodeOwnKeys(merged), device, ts)
  }
}

function inTransaction(db: DatabaseSync, steps: () => void): void {
  db.exec('BEGIN IMMEDIATE')
  try {
    steps()
    db.exec('COMMIT')
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}
