import type { DatabaseSync } from 'node:sqlite'
import { type JournalRow, rowBytes } from '../port/journalRow.ts'

/** Most rows deleted at once, and roughly the most bytes. */
const DELETE_ROWS = 5000
const DELETE_BYTES = 8_388_608

/** Creates the journal in `telemetry.db`. Commits append rows; settled rows are deleted from the front. */
export function createJournal(db: DatabaseSync) {
  const insert = db.prepare('INSERT INTO journal (seq, device, kind, ts, key_set, body) VALUES (?, ?, ?, ?, ?, ?)')
  const deleteRange = db.prepare('DELETE FROM journal WHERE seq >= ? AND seq <= ?')
  const deleteOne = db.prepare('DELETE FROM journal WHERE seq = ?')
  const deleteDevice = db.prepare('DELETE FROM journal WHERE device = ?')
  let lastSeq = Number(db.prepare('SELECT max(seq) AS seq FROM journal').get()?.seq ?? 0)
  // Earlier rows belong to leftoverRows.ts.
  const lastLeftover = lastSeq
  let firstSeq = lastSeq + 1
  let appendedRows = 0
  let appendedBytes = 0

  return {
    lastSeq: (): number => lastSeq,
    /**
     * Appends rows. Call it in a transaction, and `confirm` after the commit: the numbers of rolled-back rows are given
     * again.
     */
    append(rows: readonly JournalRow[]): { confirm(): void } {
      let seq = lastSeq
      for (const row of rows) {
        seq += 1
        insert.run(seq, ...row)
        appendedRows += 1
        appendedBytes += rowBytes(row)
      }
      return {
        confirm() {
          lastSeq = seq
        },
      }
    },
    /** Deletes some of the rows appended since the start, up to a number; returns true while there are more. */
    deleteSome(upTo: number): boolean {
      const rowSize = appendedRows === 0 ? 1 : appendedBytes / appendedRows
      const end = Math.min(upTo, firstSeq + Math.ceil(Math.min(DELETE_ROWS, DELETE_BYTES / rowSize)))
      deleteRange.run(firstSeq, end)
      firstSeq = end + 1
      return firstSeq <= upTo
    },
    /** Deletes rows by their numbers. */
    deleteRows(numbers: readonly number[]): void {
      for (const number of numbers) deleteOne.run(number)
    },
    /** Deletes what remains of an earlier run, such as rows of deleted devices. */
    deleteLeftover(): void {
      deleteRange.run(0, lastLeftover)
    },
    /** Deletes all rows of a device. This scans the journal, which takes some tenths of a second when it is full. */
    deleteOf(device: number): void {
      deleteDevice.run(device)
    },
  }
}
