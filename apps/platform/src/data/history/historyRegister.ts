import type { DatabaseSync } from 'node:sqlite'
import { writeIdentity } from '../../sqlite/identity.ts'

/** The record in `telemetry.db` of the history files that belong to it. With it a start can name a missing file. */
export interface HistoryRegister {
  /** Writes into an open history file that it belongs here. */
  claim(history: DatabaseSync): void
  /** Records which file is being written: one of a day, and one of records. */
  opened(day: string): void
  /** Records that the writer ends. */
  closed(): void
  /** Removes a day whose file is about to be deleted. */
  forget(day: string): void
  /**
   * Returns a time by which all of a day's file had arrived, for a file dated in the future whose name does not tell.
   * The first call records `now` as that time.
   */
  comeBy(day: string, now: number): number
  /** Returns the time that `comeBy` recorded for a day, or undefined. */
  knownComeBy(day: string): number | undefined
}

/** A register that keeps nothing, for history in memory. */
export const NO_REGISTER: HistoryRegister = {
  claim: () => {},
  opened: () => {},
  closed: () => {},
  forget: () => {},
  comeBy: (_day, now) => now,
  knownComeBy: () => undefined,
}

/** Creates the register in `telemetry.db`. */
export function createHistoryRegister(db: DatabaseSync): HistoryRegister {
  const telemetry = db.prepare("SELECT value FROM identity WHERE name = 'telemetry'").get()?.value
  const add = db.prepare('INSERT OR IGNORE INTO history_days (day, is_open) VALUES (?, 0)')
  const write = db.prepare('UPDATE history_days SET come_by = NULL WHERE day = ?')
  const mark = db.prepare(
    'UPDATE history_days SET is_open = (day = ?1) WHERE is_open <> (day = ?1) AND length(day) = ?2',
  )
  const close = db.prepare('UPDATE history_days SET is_open = 0 WHERE is_open <> 0')
  const remove = db.prepare('DELETE FROM history_days WHERE day = ?')
  const note = db.prepare('UPDATE history_days SET come_by = ? WHERE day = ? AND come_by IS NULL')
  const select = db.prepare('SELECT come_by FROM history_days WHERE day = ?')
  const known = (day: string): number | undefined => {
    const noted = select.get(day)?.come_by
    return typeof noted === 'number' ? noted : undefined
  }
  return {
    claim: (history) => writeIdentity(history, { telemetry: telemetry === undefined ? undefined : String(telemetry) }),
    opened(day) {
      add.run(day)
      write.run(day)
      // The names of days are as long as one another, and so are those of records.
      mark.run(day, day.length)
    },
    closed: () => void close.run(),
    forget: (day) => void remove.run(day),
    comeBy(day, now) {
      note.run(now, day)
      return known(day) ?? now
    },
    knownComeBy: known,
  }
}
