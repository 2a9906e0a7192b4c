import type { DatabaseSync } from 'node:sqlite'
import { watchPresence } from '../../sqlite/filePresence.ts'
import { inTransaction } from '../../sqlite/transaction.ts'
import { JUMP_MS } from '../clock/believedClock.ts'
import type { EraseQuery } from '../port/historyQuery.ts'
import type { JournalRow } from '../port/journalRow.ts'
import type { KeySets } from '../values/sampleRows.ts'
import {
  deleteHistoryFile,
  historyDay,
  historyDays,
  historyFile,
  isExpired,
  isFutureDay,
  openHistoryFile,
} from './historyFiles.ts'
import { type HistoryRegister, NO_REGISTER } from './historyRegister.ts'
import { createSampleEraser, createSampleInserter, createValueEraser } from './historyWriter.ts'

interface CurrentHistory {
  readonly day: string
  readonly db: DatabaseSync
  readonly insert: (row: JournalRow) => void
  /** Throws DataFileGone when the file was removed or replaced: SQLite would write on into nothing. */
  readonly checkPresence: () => void
}

/** The history files as the writer sees them: one open for today, older ones deleted in time. */
export function openHistoryFolder(
  folder: string,
  retentionMs: number,
  keySets: KeySets,
  register: HistoryRegister = NO_REGISTER,
) {
  const inMemory = folder === ':memory:'
  let current: CurrentHistory | undefined
  // Day files in which a deleted device's samples are still to be looked for.
  let daysToErase: string[] | undefined

  const open = (day: string): CurrentHistory => {
    const db = openNamed(folder, day)
    const checkPresence = inMemory ? () => {} : watchPresence(historyFile(folder, day))
    return { day, db, insert: createSampleInserter(db, keySets), checkPresence }
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
  const makeCurrent = (day: string): void => {
    // In memory there is one history, which nobody keeps for days.
    if (current && (inMemory || current.day === day)) return
    const next = open(day)
    try {
      register.claim(next.db)
      register.opened(day)
    } catch (error) {
      next.db.close()
      throw error
    }
    current?.db.close()
    current = next
  }
  /** The day on which expired files were last looked for. */
  let lookedOn: string | undefined
  let wasInDoubt = false
  const allDays = (): string[] => (inMemory ? (current ? [current.day] : []) : historyDays(folder))

  return {
    /**
     * Makes the file of this moment's day the current one, and deletes those that have expired. Throws when it cannot be
     * opened; the file before stays the current one then, and the next call tries again.
     *
     * `believed` is the time that nothing is in doubt about, where the clock has jumped. Nothing expires before both times say so,
     * and no file is named by the earlier one: it would expire as soon as that is put right.
     */
    turnTo(now: number, believed = now): void {
      makeCurrent(historyDay(Math.max(now, believed)))
      const certain = Math.min(now, believed)
      const today = historyDay(certain)
      const isInDoubt = Math.abs(now - believed) > JUMP_MS
      if (inMemory || (lookedOn === today && !isInDoubt && !wasInDoubt)) return
      lookedOn = today
      wasInDoubt = isInDoubt
      for (const old of historyDays(folder)) {
        if (old === current?.day) continue
        const comeBy =
          !isInDoubt && isFutureDay(old, certain) ? register.comeBy(old, certain) : register.knownComeBy(old)
        if (!isExpired(old, certain, retentionMs, comeBy)) continue
        register.forget(old)
        deleteHistoryFile(folder, old)
      }
    },
    /** Makes the file of this moment's day the current one where none is yet, and deletes nothing. Throws as `turnTo` does. */
    openFor(now: number): void {
      if (!current) makeCurrent(historyDay(now))
    },
    /** Puts messages into the current file. They are on disk when it returns; throws when they are not. */
    insert(rows: readonly JournalRow[]): void {
      if (rows.length === 0) return
      const target = current
      if (!target) throw new Error('No history file is open')
      inTransaction(target.db, () => {
        for (const row of rows) target.insert(row)
      })
      target.checkPresence()
    },
    /** Deletes some samples of a device; false when none are left. */
    eraseSome(device: number): boolean {
      // A day that has expired meanwhile would be made anew.
      const days = allDays()
      daysToErase = (daysToErase ?? days).filter((left) => days.includes(left))
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
      if (current) register.opened(undefined)
      current?.db.close()
    },
  }
}

/** SQLite does not say which file it could not open. */
function openNamed(folder: string, day: string): DatabaseSync {
  try {
    return openHistoryFile(folder, day)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(
      `${historyFile(folder, day)} cannot be opened (${reason}): see what is in its way. Values wait in the journal until it can.`,
      { cause: error },
    )
  }
}
