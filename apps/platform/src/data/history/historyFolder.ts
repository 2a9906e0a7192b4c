import type { DatabaseSync } from 'node:sqlite'
import { namingDamage } from '../../sqlite/damage.ts'
import { watchPresence } from '../../sqlite/privateFiles.ts'
import { inTransaction } from '../../sqlite/transaction.ts'
import { JUMP_MS } from '../clock/believedClock.ts'
import type { EraseQuery } from '../port/historyQuery.ts'
import { type JournalRow, ROW_KIND } from '../port/journalRow.ts'
import type { KeySets } from '../values/sampleRows.ts'
import {
  deleteHistoryFile,
  type HistoryRetention,
  historyDay,
  historyDays,
  historyFile,
  isExpired,
  isFutureDay,
  openHistoryFile,
  recordsBeside,
} from './historyFiles.ts'
import { type HistoryRegister, NO_REGISTER } from './historyRegister.ts'
import { createSampleEraser, createSampleInserter, createValueEraser } from './historyWriter.ts'

interface CurrentHistory {
  readonly day: string
  readonly db: DatabaseSync
  readonly insert: (row: JournalRow) => void
  /** Throws DataFileGone when the file was removed or replaced; SQLite would keep writing to the lost file. */
  readonly checkPresence: () => void
}

/** Opens the history files for the writer: the file of today for writing, older ones to be deleted when they expire. */
export function openHistoryFolder(
  folder: string,
  retention: HistoryRetention,
  keySets: KeySets,
  register: HistoryRegister = NO_REGISTER,
) {
  const inMemory = folder === ':memory:'
  let current: CurrentHistory | undefined
  /** The file of the month's records; opened with the first of them. */
  let records: CurrentHistory | undefined
  // Day files in which samples of a deleted device may remain.
  let daysToErase: string[] | undefined

  const open = (day: string): CurrentHistory => {
    const db = openNamed(folder, day)
    const checkPresence = inMemory ? () => {} : watchPresence(historyFile(folder, day))
    return { day, db, insert: createSampleInserter(db, keySets), checkPresence }
  }

  /** Runs work on a day's file, which is open already if it is the current one. */
  const onDay = <T>(day: string, work: (db: DatabaseSync) => T): T => {
    const isOpen = [current, records].find((one) => one?.day === day)
    if (isOpen) return namingDamage(isOpen.db, () => work(isOpen.db))
    const db = openHistoryFile(folder, day)
    try {
      return namingDamage(db, () => work(db))
    } finally {
      db.close()
    }
  }
  const makeCurrent = (day: string): void => {
    // In memory there is one history, and it is not split into days.
    if (current && (inMemory || current.day === day)) return
    const next = openClaimed(day)
    current?.db.close()
    current = next
  }
  const openClaimed = (day: string): CurrentHistory => {
    const next = open(day)
    try {
      register.claim(next.db)
      register.opened(day)
    } catch (error) {
      next.db.close()
      throw error
    }
    return next
  }
  /** Returns the file of records beside the current one. */
  const recordsOf = (day: string): CurrentHistory => {
    const month = recordsBeside(day)
    if (records?.day === month) return records
    const next = openClaimed(month)
    records?.db.close()
    records = next
    return next
  }
  const insertInto = ({ db, insert, checkPresence }: CurrentHistory, rows: readonly JournalRow[]): void => {
    if (rows.length === 0) return
    namingDamage(db, () =>
      inTransaction(db, () => {
        for (const row of rows) insert(row)
      }),
    )
    checkPresence()
  }
  /** The day on which expired files were last looked for. */
  let lookedOn: string | undefined
  let wasInDoubt = false
  const allDays = (): string[] => (inMemory ? (current ? [current.day] : []) : historyDays(folder))

  return {
    /**
     * Makes the file of this day the current one and deletes expired files. Throws when the file cannot be opened; the
     * earlier file then stays current, and the next call tries again.
     *
     * `believed` differs from `now` while the clock is in doubt after a jump. A file expires only when both times say
     * so. The later time names the current file: a file named by the earlier one would expire as soon as the clock is
     * put right.
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
        if (old === current?.day || old === records?.day) continue
        const comeBy =
          !isInDoubt && isFutureDay(old, certain) ? register.comeBy(old, certain) : register.knownComeBy(old)
        if (!isExpired(old, certain, retention, comeBy)) continue
        register.forget(old)
        deleteHistoryFile(folder, old)
      }
    },
    /**
     * Makes the file of this day the current one if there is none, and deletes nothing. Throws when the file cannot be
     * opened.
     */
    openFor(now: number): void {
      if (!current) makeCurrent(historyDay(now))
    },
    /** Writes messages to the current file. They are on disk when it returns; throws when they are not. */
    insert(rows: readonly JournalRow[]): void {
      if (rows.length === 0) return
      const target = current
      if (!target) throw new Error('No history file is open')
      // In memory there is one history for everything.
      const isRecord = ([, kind]: JournalRow): boolean => kind === ROW_KIND.record && !inMemory
      const ofRecords = rows.filter(isRecord)
      insertInto(target, ofRecords.length === 0 ? rows : rows.filter((row) => !isRecord(row)))
      if (ofRecords.length > 0) insertInto(recordsOf(target.day), ofRecords)
    },
    /** Deletes some samples of a device; returns false when none are left. */
    eraseSome(device: number): boolean {
      // Opening a day that has expired meanwhile would create its file again.
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
    /** Deletes keys from a device's messages in a range of time, in all files; each file in one transaction. */
    eraseValues(query: EraseQuery): void {
      for (const day of allDays()) {
        onDay(day, (db) => inTransaction(db, () => createValueEraser(db, keySets)(query)))
      }
    },
    current: (): DatabaseSync | undefined => current?.db,
    close(): void {
      if (current) register.closed()
      current?.db.close()
      records?.db.close()
    },
  }
}

/** Adds the path to the error: SQLite does not say which file it could not open. */
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
