import { DatabaseSync } from 'node:sqlite'
import { LIMITS } from '../../limits/limits.ts'
import { migrate } from '../../sqlite/migrate.ts'
import { inTransaction } from '../../sqlite/transaction.ts'
import { createBelievedClock, readClock, writeClock } from '../clock/believedClock.ts'
import type { HistoryRetention } from '../history/historyFiles.ts'
import { openHistoryFolder } from '../history/historyFolder.ts'
import { createHistoryRegister, NO_REGISTER } from '../history/historyRegister.ts'
import { foldRows } from '../journal/foldRows.ts'
import { createJournal } from '../journal/journal.ts'
import { createLeftoverRows } from '../journal/leftoverRows.ts'
import { TELEMETRY_MIGRATIONS } from '../journal/telemetryMigrations.ts'
import { UnsettledRows } from '../journal/unsettledRows.ts'
import { createValueTables, createValueTableWriter } from '../journal/valueTables.ts'
import type { EraseQuery } from '../port/historyQuery.ts'
import { isOfHistory, type JournalRow, partOf, rowBytes } from '../port/journalRow.ts'
import type { CommitBatch } from '../port/valueStorage.ts'
import { createKeySets } from '../values/sampleRows.ts'

/** The writer's files; both are `:memory:` when nothing is kept. */
export interface ValueFiles {
  readonly telemetryFile: string
  readonly historyFolder: string
  readonly retention: HistoryRetention
  /** Number of rows in the journal that starts a round of settling. */
  readonly settleAfterWrites: number
}

/** Longest time that rows wait to be settled, milliseconds; it limits what a start after a crash has to settle. */
const ROUND_MS = 60_000
/** Rows settled in one step, which takes a few milliseconds, ... */
const STEP_ROWS = 1000
/** ... and roughly the most bytes. */
const STEP_BYTES = 2_097_152
/**
 * Bytes in the journal that start a round of settling: a fraction of the budget, so that commits rarely have to wait
 * for it.
 */
const SETTLE_AFTER_BYTES = LIMITS.unsettledBytes.value / 4
/**
 * When more bytes than this are left of an earlier run, `close` leaves them for the next start, so that a stop ends in
 * time.
 */
const CLOSE_BYTES = LIMITS.unsettledBytes.value

/**
 * Opens the writer, which stores values in two strides. A commit only appends to the journal, a few pages whatever the
 * number of devices, and is on disk when it returns. Settling then moves the rows to their final places, device by
 * device, in short steps between commits. So a message costs about 200 bytes of writing and not whole pages of history
 * and latest values. Rows that an earlier run left in the journal are settled in the same steps.
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
  const history = openHistoryFolder(
    files.historyFolder,
    files.retention,
    keySets,
    files.historyFolder === ':memory:' ? NO_REGISTER : createHistoryRegister(db),
  )
  const clock = createBelievedClock(readClock(db), Date.now, () => performance.now())
  const unsettled = new UnsettledRows()
  const leftover = createLeftoverRows(db)
  const leftoverDevices = leftover.devices()
  let hasStrayLeftover = journal.lastSeq() > 0
  const forgotten = db
    .prepare('SELECT device FROM forgotten')
    .all()
    .map((row) => Number(row.device))

  /** The last journal row of the current round. */
  let roundSeq: number | undefined
  let roundStart = performance.now()
  let lastCommitRows = 0
  /** Devices whose rows a caller waits for. */
  const urgent = new Set<number>()

  const beginRound = (): void => {
    // Opens the target file before any row leaves the journal.
    clock.look()
    writeClock(db, clock.state())
    history.turnTo(Date.now(), clock.state().believed)
    unsettled.beginRound()
    roundSeq = journal.lastSeq()
    roundStart = performance.now()
  }

  const insertHistory = (rows: readonly JournalRow[]): void => {
    history.insert(rows.filter(([, kind]) => isOfHistory(kind)))
  }

  const settleRows = (next: readonly (readonly [device: number, rows: JournalRow[]])[]): void => {
    // Writes history first: its rows must be committed before they are deleted from the journal.
    insertHistory(next.flatMap(([, rows]) => rows))
    inTransaction(db, () => {
      for (const [device, rows] of next) settleValues(device, rows)
    })
    for (const [device, rows] of next) unsettled.settled(device, rows.length)
  }

  const settleSome = (rowBudget: number): void => {
    const next = unsettled.nextToSettle(rowBudget, STEP_BYTES)
    // Older rows of a device are settled first.
    const withLeftover = next.find(([device]) => leftover.has(device))
    if (withLeftover) settleLeftover([withLeftover[0]])
    else settleRows(next)
  }

  /** Settles some rows that an earlier run left of these devices, and deletes them in the same commit. */
  const settleLeftover = (devices: readonly number[]): void => {
    history.openFor(Date.now())
    const next: [device: number, rows: JournalRow[], isLast: boolean][] = []
    let rowsLeft = STEP_ROWS
    let bytesLeft = STEP_BYTES
    for (const device of devices) {
      if (rowsLeft <= 0 || bytesLeft <= 0) break
      const rows: JournalRow[] = []
      for (const row of leftover.rowsOf(device)) {
        rows.push(row)
        rowsLeft -= 1
        bytesLeft -= rowBytes(row)
        if (rowsLeft <= 0 || bytesLeft <= 0) break
      }
      next.push([device, rows, rows.length === leftover.numbersOf(device).length])
    }
    insertHistory(next.flatMap(([, rows]) => rows))
    inTransaction(db, () => {
      for (const [device, rows] of next) {
        settleValues(device, rows, LIMITS.deviceValueBytes.value)
        journal.deleteRows(leftover.numbersOf(device).slice(0, rows.length))
      }
    })
    for (const [device, rows] of next) leftover.settled(device, rows.length)
  }

  const settleValues = (device: number, rows: readonly JournalRow[], budget?: number): void => {
    for (const part of new Set(rows.map(partOf))) {
      tableWriter.set(
        device,
        part,
        foldRows(rows, part, keySets, () => tables.one(device, part), budget),
      )
    }
  }

  /** Settles some rows of a device; returns false when all are settled. */
  const settleOf = (device: number): boolean => {
    if (leftover.has(device)) {
      settleLeftover([device])
      return true
    }
    const rows = unsettled.nextOf(device, STEP_ROWS, STEP_BYTES)
    if (rows.length === 0) return false
    history.openFor(Date.now())
    settleRows([[device, rows]])
    return true
  }

  /** Settles some rows of an earlier run. When all are settled, deletes the rows of devices that no longer exist. */
  const settleSomeLeftover = (): void => {
    while (leftoverDevices.length > 0 && !leftover.has(leftoverDevices[0] ?? 0)) leftoverDevices.shift()
    if (leftoverDevices.length > 0) {
      settleLeftover(leftoverDevices.filter((device) => leftover.has(device)).slice(0, STEP_ROWS))
      return
    }
    journal.deleteLeftover()
    hasStrayLeftover = false
  }

  /** Deletes some samples of a deleted device. */
  const eraseSome = (device: number): void => {
    if (history.eraseSome(device)) return
    deleteForgotten.run(device)
    forgotten.shift()
  }

  const isFull = (): boolean => unsettled.bytes > LIMITS.unsettledBytes.value

  const isRoundDue = (): boolean =>
    unsettled.size >= files.settleAfterWrites ||
    unsettled.waitingBytes >= SETTLE_AFTER_BYTES ||
    (unsettled.size > 0 && performance.now() - roundStart > ROUND_MS)

  /** Does one short step of work; returns false when nothing is left to do. */
  const work = (): boolean => {
    const device = forgotten[0]
    const [asked] = urgent
    if (asked !== undefined) {
      if (!settleOf(asked)) urgent.delete(asked)
    } else if (hasStrayLeftover && !isFull()) {
      settleSomeLeftover()
    } else if (unsettled.devicesToSettle > 0) {
      // Settles twice as many rows as come in, so that a round always ends.
      settleSome(Math.max(STEP_ROWS, 2 * lastCommitRows))
    } else if (roundSeq !== undefined) {
      if (!journal.deleteSome(roundSeq)) roundSeq = undefined
    } else if (isRoundDue()) {
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
        leftover.forget(no)
        forgotten.push(no)
      }
    },
    /** Returns the messages of a device that history does not have yet. */
    recentSamples(device: number, startTs: number, endTs: number): JournalRow[] {
      const left = [...leftover.rowsOf(device)].filter(
        ([, kind, ts]) => isOfHistory(kind) && ts >= startTs && ts < endTs,
      )
      return [...left, ...unsettled.samples(device, startTs, endTs)]
    },
    /** Returns the bytes of a device's rows that are not settled yet. */
    recentBytes: (device: number): number => leftover.bytesOf(device) + unsettled.bytesOf(device),
    /** Settles a device's rows before all others. */
    hurry(device: number): void {
      urgent.add(device)
    },
    /** Returns true while more rows wait to be settled than allowed. Commits must then not be acknowledged yet. */
    isFull,
    unsettledBytes: (): number => unsettled.bytes,
    /**
     * Deletes values from history. First settles all rows of the device and removes them from the journal, because a
     * row left there would bring the values back after a crash. This delays commits by some tenths of a second, which
     * is acceptable for such a rare call.
     */
    eraseValues(query: EraseQuery): void {
      while (settleOf(query.device));
      journal.deleteOf(query.device)
      history.eraseValues(query)
    },
    work,
    history,
    /**
     * Settles everything, so that the next start finds an empty journal, and closes the files. If an earlier run left
     * too many rows for that, it settles nothing and leaves all rows to the next start. Throws when settling fails; the
     * files are closed anyway, and the next start finds the rest in the journal.
     */
    close(): void {
      try {
        const left = leftoverDevices.reduce((bytes, device) => bytes + leftover.bytesOf(device), 0)
        if (left > CLOSE_BYTES) return
        while (hasStrayLeftover) settleSomeLeftover()
        settleAll()
        clock.look()
        writeClock(db, clock.state())
      } finally {
        history.close()
        db.close()
      }
    },
  }
}
