import type { DatabaseSync } from 'node:sqlite'
import { writeIdentity } from '../store/identity.ts'

/** What `telemetry.db` knows of the history files that belong to it, so that a start can name one that is missing. */
export interface HistoryRegister {
  /** Makes an open history file state that it belongs here. */
  claim(history: DatabaseSync): void
  /** This day's file is the one that is written to; none is when the writer ends. */
  opened(day: string | undefined): void
  /** This day's file is about to be deleted. */
  forget(day: string): void
}

/** A register that keeps nothing, for history in memory. */
export const NO_REGISTER: HistoryRegister = { claim: () => {}, opened: () => {}, forget: () => {} }

export function createHistoryRegister(db: DatabaseSync): HistoryRegister {
  const telemetry = db.prepare("SELECT value FROM identity WHERE name = 'telemetry'").get()?.value
  const add = db.prepare('INSERT OR IGNORE INTO history_days (day, is_open) VALUES (?, 0)')
  const mark = db.prepare('UPDATE history_days SET is_open = (day = ?) WHERE is_open <> (day = ?)')
  const remove = db.prepare('DELETE FROM history_days WHERE day = ?')
  return {
    claim: (history) => writeIdentity(history, { telemetry: telemetry === undefined ? undefined : String(telemetry) }),
    opened(day) {
      if (day !== undefined) add.run(day)
      mark.run(day ?? '', day ?? '')
    },
    forget: (day) => void remove.run(day),
  }
}
