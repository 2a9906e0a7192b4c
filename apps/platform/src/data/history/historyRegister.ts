import type { DatabaseSync } from 'node:sqlite'
import { writeIdentity } from '../../sqlite/identity.ts'

/** What `telemetry.db` knows of the history files that belong to it, so that a start can name one that is missing. */
export interface HistoryRegister {
  /** Makes an open history file state that it belongs here. */
  claim(history: DatabaseSync): void
  /** This day's file is the one that is written to; none is when the writer ends. */
  opened(day: string | undefined): void
  /** This day's file is about to be deleted. */
  forget(day: string): void
  /** When all of a day's file had come, where its name does not tell: it is dated in the future. Notes this moment at first. */
  comeBy(day: string, now: number): number
  /** The same where it was noted before. */
  knownComeBy(day: string): number | undefined
}

/** A register that keeps nothing, for history in memory. */
export const NO_REGISTER: HistoryRegister = {
  claim: () => {},
  opened: () => {},
  forget: () => {},
  comeBy: (_day, now) => now,
  knownComeBy: () => undefined,
}

export function createHistoryRegister(db: DatabaseSync): HistoryRegister {
  const telemetry = db.prepare("SELECT value FROM identity WHERE name = 'telemetry'").get()?.value
  const add = db.prepare('INSERT OR IGNORE INTO history_days (day, is_open) VALUES (?, 0)')
  const write = db.prepare('UPDATE history_days SET come_by = NULL WHERE day = ?')
  const mark = db.prepare('UPDATE history_days SET is_open = (day = ?) WHERE is_open <> (day = ?)')
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
      if (day !== undefined) {
        add.run(day)
        write.run(day)
      }
      mark.run(day ?? '', day ?? '')
    },
    forget: (day) => void remove.run(day),
    comeBy(day, now) {
      note.run(now, day)
      return known(day) ?? now
    },
    knownComeBy: known,
  }
}
