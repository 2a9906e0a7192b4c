import { DatabaseSync } from 'node:sqlite'
import { migrate } from '../store/migrate.ts'
import type { CommitBatch, EraseQuery } from './commitBatch.ts'
import { TELEMETRY_MIGRATIONS } from './dataMigrations.ts'
import { openHistoryFolder } from './historyFolder.ts'
import { createJournal, readJournal } from './journal.ts'
import { foldRows, type JournalRow, partOf, ROW_KIND } from './journalRow.ts'
import { createKeySets } from './sampleRows.ts'
import { inTransaction } from './transaction.ts'
import { UnsettledRows } from './unsettledRows.ts'
import { createValueTables, createValueTableWriter } from './valueTables.ts'

/** Where the writer's files are; both `:memory:` when nothing is to be kept. */
export interface ValueFiles {
  readonly telemetryFile: string
  readonly historyFolder: string
  readonly retentionMs: number
  /** Rows that wait in the journal before a round of settling begins. */
  readonly settleAfterWrites: number
}

/** How long rows wait at most, milliseconds: it bounds what a start after a crash has to read. */
const ROUND_MS = 60_000
/** Rows settled in one step, a few milliseconds of work. */
const STEP_ROWS = 1000

/**
 * Writes values in two strides. A commit appends to the journal only, a few pages however many devices spoke, and is on disk
 * when it returns. Settling then moves what has gathered to its places device by device, in short steps between commits. So
 * each message costs some 200 bytes of writing and not the pages of history and latest values that it belongs to.
 */
export function openValueWriter(files: ValueFiles) {
  const db = new DatabaseSync(files.telemetryFile, { timeout: 5000 })
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -16000')
  migrate(db, files.telemetryFile, TELEMETRY_MIGRATIONS)
  const insertDevice = db.prepare('INSERT OR IGNORE INTO devices (no, id) VALUES (?, ?)')
  const insertKeySet = db.prepare('INSERT OR IGNORE INTO key_sets (id, keys) VALUES (?, ?)')
  const deleteDevice = db.prepare('DELETE FROM devices WHERE no = ?')
  const insertForgotten = db.prepare('INSERT OR IGNORE INTO forgotten (device) VALUES (?)')
  const deleteForgotten = db.prepare('DELETE FROM forgotten WHERE device = ?')
  const keySets = createKeySets(db)
  const tables = createValueTables(db)
  const tableWriter = createValueTableWriter(db)
  const journal = createJournal(db)
  const history = openHistoryFolder(files.historyFolder, files.retentionMs, keySets)
  const unsettled = new UnsettledRows()
  unsettled.add(readJournal(db))
  const forgotten = db
    .prepare('SELECT device FROM forgotten')
    .all()
    .map((row) => Number(row.device))

  /** The last journal row of the round that is under way. */
  let roundSeq: number | undefined
  let roundStart = performance.now()
  let lastCommitRows = 0

  const beginRound = (): void => {
    // Nothing leaves its place before the file that it moves to is open.
    history.turnTo(Date.now())
    unsettled.beginRound()
    roundSeq = journal.lastSeq()
    roundStart = performance.now()
  }

  const settleSome = (rowBudget: number): void => {
    const next = unsettled.nextToSettle(rowBudget)
    // History first: its rows are committed before the journal may forget them.
    history.insert(next.flatMap(([, rows]) => rows.filter(([, kind]) => kind === ROW_KIND.sample)))
    inTransaction(db, () => {
      for (const [device, rows] of next) settleValues(device, rows)
    })
    for (const [device] of next) unsettled.settled(device)
  }

  const settleValues = (device: number, rows: readonly JournalRow[]): void => {
    for (const part of new Set(rows.map(partOf))) {
      tableWriter.set(
        device,
        part,
        foldRows(rows, part, keySets, () => tables.one(device, part)),
      )
    }
  }

  /** Deletes some samples of a device that was deleted. */
  const eraseSome = (device: number): void => {
    if (history.eraseSome(device)) return
    deleteForgotten.run(device)
    forgotten.shift()
  }

  /** Does one short step of what is left to do. False when nothing is. */
  const work = (): boolean => {
    const device = forgotten[0]
    if (unsettled.devicesToSettle > 0) {
      // Twice what comes in, so that a round always ends.
      settleSome(Math.max(STEP_ROWS, 2 * lastCommitRows))
    } else if (roundSeq !== undefined) {
      if (!journal.deleteSome(roundSeq)) roundSeq = undefined
    } else if (
      unsettled.size >= files.settleAfterWrites ||
      (unsettled.size > 0 && performance.now() - roundStart > ROUND_MS)
    ) {
      beginRound()
    } else if (device !== undefined) {
      eraseSome(device)
    } else {
      return false
    }
    return true
  }

  const settleAll = (): void => {
    while (unsettled.devicesToSettle > 0 || roundSeq !== undefined) work()
    if (unsettled.size === 0) return
    beginRound()
    while (roundSeq !== undefined) work()
  }

  return {
    db,
    commit(batch: CommitBatch): void {
      const appended = inTransaction(db, () => {
        for (const row of batch.devices) insertDevice.run(...row)
        for (const row of batch.keySets) insertKeySet.run(...row)
        for (const no of batch.forgotten) {
          tableWriter.remove(no)
          deleteDevice.run(no)
          insertForgotten.run(no)
        }
        return journal.append(batch.rows)
      })
      appended.confirm()
      unsettled.add(batch.rows)
      lastCommitRows = batch.rows.length
      for (const no of batch.forgotten) {
        unsettled.forget(no)
        forgotten.push(no)
      }
    },
    /** Messages of a device that history does not have yet. */
    recentSamples: (device: number, startTs: number, endTs: number) => unsettled.samples(device, startTs, endTs),
    /**
     * Takes values out of history. Everything is settled before: a row left in the journal would bring them back after a
     * crash. That holds commits up for some tenths of a second, which so rare a call may cost.
     */
    eraseValues(query: EraseQuery): void {
      settleAll()
      history.eraseValues(query)
    },
    work,
    history,
    /**
     * Settles everything, so that the next start finds an empty journal, and closes the files. Throws when not all could be
     * settled; the files are closed all the same, and the next start finds the rest in the journal.
     */
    close(): void {
      try {
        settleAll()
      } finally {
        history.close()
        db.close()
      }
    },
  }
}
