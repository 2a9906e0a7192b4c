import type { DatabaseSync } from 'node:sqlite'
import type { ClockState } from './believedClock.ts'

/** Returns the clock state of the last run from `telemetry.db`, or undefined when none was written. */
export function readClock(db: DatabaseSync): ClockState | undefined {
  const text = db.prepare("SELECT value FROM identity WHERE name = 'clock'").get()?.value
  if (typeof text !== 'string') return undefined
  const [believed, wall, lasted]: unknown[] = JSON.parse(text)
  if (typeof believed !== 'number') return undefined
  return typeof wall === 'number' && typeof lasted === 'number' ? { believed, other: { wall, lasted } } : { believed }
}

/** Writes the clock state for the next start. */
export function writeClock(db: DatabaseSync, { believed, other }: ClockState): void {
  const values = other ? [believed, other.wall, other.lasted] : [believed]
  db.prepare("INSERT INTO identity VALUES ('clock', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value").run(
    JSON.stringify(values),
  )
}
