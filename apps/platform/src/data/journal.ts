import type { DatabaseSync } from 'node:sqlite'
import type { JournalRow } from './journalRow.ts'

/** Most rows deleted at once. */
const DELETE_STEP = 5000

/** The journal in `telemetry.db`: rows are appended by commits and deleted from the front when they are settled. */
export function createJournal(db: DatabaseSync) {
  const insert = db.prepare('INSERT INTO journal (seq, device, kind, ts, key_set, body) VALUES (?, ?, ?, ?, ?, ?)')
  const deleteTo = db.prepare('DELETE FROM journal WHERE seq <= ?')
  let lastSeq = Number(db.prepare('SELECT max(seq) AS seq FROM journal').get()?.seq ?? 0)
  let firstSeq = Number(db.prepare('SELECT min(seq) AS seq FROM journal').get()?.seq ?? 1)

  return {
    lastSeq: (): number => lastSeq,
    /** To be called in a transaction; `confirm` afterwards, since a number of an undone row is given again. */
    append(rows: readonly JournalRow[]): { confirm(): void } {
      let seq = lastSeq
      for (const [device, kind, ts, keySet, body] of rows) {
        seq += 1
        insert.run(seq, device, kind, ts, keySet, body)
      }
      return {
        confirm() {
          lastSeq = seq
        },
      }
    },
    /** Deletes some of the rows up to a number; true while there are more. */
    deleteSome(upTo: number): boolean {
      const end = Math.min(upTo, firstSeq + DELETE_STEP)
      deleteTo.run(end)
      firstSeq = end + 1
      return firstSeq <= upTo
    },
  }
}

/** All rows of devices that still exist, in the order in which they were written. */
export function readJournal(db: DatabaseSync): JournalRow[] {
  return db
    .prepare(
      'SELECT device, kind, ts, key_set, body FROM journal WHERE device IN (SELECT no FROM devices) ORDER BY seq',
    )
    .all()
    .map((row) => [Number(row.device), Number(row.kind), Number(row.ts), Number(row.key_set), String(row.body)])
}
