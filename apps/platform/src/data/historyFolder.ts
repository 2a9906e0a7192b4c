import type { DatabaseSync } from 'node:sqlite'
import type { EraseQuery } from './commitBatch.ts'
import { deleteHistoryFile, historyDay, historyDays, isExpired, openHistoryFile } from './historyFiles.ts'
import { createSampleEraser, createSampleInserter, createValueEraser } from './historyWriter.ts'
import type { JournalRow } from './journalRow.ts'
import type { KeySets } from './sampleRows.ts'
import { inTransaction } from './transaction.ts'

interface CurrentHistory {
  readonly day: string
  readonly db: DatabaseSync
  readonly insert: (row: JournalRow) => void
}

/** The history files as the writer sees them: one open for today, older ones deleted in time. */
export function openHistoryFolder(folder: string, retentionMs: number, keySets: KeySets) {
  const inMemory = folder === ':memory:'
  let current: CurrentHistory | undefined
  // Day files in which a deleted device's samples are still to be looked for.
  let daysToErase: string[] | undefined

  const open = (day: string): CurrentHistory => {
    const db = openHistoryFile(folder, day)
    return { day, db, insert: createSampleInserter(db, keySets) }
  }

  /** Works on a day's file, which is open if it is today's. */
  const onDay = <T>(day: string, work: (db: DatabaseSync) => T): T => {
    if (current?.day === day) return work(current.db)
    const db = openHistoryFile(folder, day)
    try {
      return work(db)
    } finally {
      db.close()
    }
  }
  const allDays = (): string[] => (inMemory ? (current ? [current.day] : []) : historyDays(folder))

  return {
    /** Makes the file of this moment's day the current one, and deletes those that have expired. */
    turnTo(now: number): void {
      const day = historyDay(now)
      // In memory there is one history, which nobody keeps for days.
      if (current && (inMemory || current.day === day)) return
      current?.db.close()
      current = open(day)
      if (inMemory) return
      for (const old of historyDays(folder)) if (isExpired(old, now, retentionMs)) deleteHistoryFile(folder, old)
    },
    insert(rows: readonly JournalRow[]): void {
      const target = current
      if (!target || rows.length === 0) return
      inTransaction(target.db, () => {
        for (const row of rows) target.insert(row)
      })
    },
    /** Deletes some samples of a device; false when none are left. */
    eraseSome(device: number): boolean {
      daysToErase ??= allDays()
      const day = daysToErase[0]
      if (day === undefined) {
        daysToErase = undefined
        return false
      }
      const mayHaveMore = onDay(day, (db) => createSampleEraser(db)(device))
      if (!mayHaveMore) daysToErase.shift()
      return true
    },
    /** Takes keys out of a device's messages of a time, wherever they are; a file at a time, each whole or not at all. */
    eraseValues(query: EraseQuery): void {
      for (const day of allDays()) {
        onDay(day, (db) => inTransaction(db, () => createValueEraser(db, keySets)(query)))
      }
    },
    current: (): DatabaseSync | undefined => current?.db,
    close(): void {
      current?.db.close()
    },
  }
}
