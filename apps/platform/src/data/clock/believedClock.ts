/**
 * @file Decides what time it is when the system clock may be set wrong. Nothing may expire because a clock jumped, so a
 * jump is believed only once the new time has lasted for a day of running.
 */
import type { DatabaseSync } from 'node:sqlite'

const DAY_MS = 86_400_000
/**
 * A larger difference between the clock's reading and the time that has passed is a jump, milliseconds; networks
 * correct clocks by less.
 */
export const JUMP_MS = 60_000
/** Time that a new clock reading must last before it is trusted, milliseconds of running. */
export const LAST_MS = DAY_MS

/** The believed time and, after a jump, the time that the clock shows instead. Plain data, kept over a restart. */
export interface ClockState {
  /** Epoch milliseconds. */
  readonly believed: number
  /** The time that the clock jumped to, and how long it has lasted, milliseconds. */
  readonly other?: { readonly wall: number; readonly lasted: number } | undefined
}

/**
 * The result of a check: the clock jumped, returned to the believed time, or the new time has lasted long enough.
 * `byMs` is the size of the step.
 */
export type ClockEvent = { readonly kind: 'jumped' | 'returned' | 'accepted'; readonly byMs: number } | undefined

/**
 * Compares the clock with the believed time, `elapsedMs` of running after the last check, and returns the new state.
 */
export function lookAtClock(
  { believed, other }: ClockState,
  wall: number,
  elapsedMs: number,
): { readonly state: ClockState; readonly event: ClockEvent } {
  const expected = believed + elapsedMs
  const byMs = wall - expected
  if (Math.abs(byMs) <= JUMP_MS) {
    return { state: { believed: wall }, event: other && { kind: 'returned', byMs: wall - (other.wall + elapsedMs) } }
  }
  if (!other || Math.abs(wall - (other.wall + elapsedMs)) > JUMP_MS) {
    return { state: { believed: expected, other: { wall, lasted: 0 } }, event: { kind: 'jumped', byMs } }
  }
  const lasted = other.lasted + elapsedMs
  if (lasted >= LAST_MS) return { state: { believed: wall }, event: { kind: 'accepted', byMs } }
  return { state: { believed: expected, other: { wall, lasted } }, event: undefined }
}

/**
 * Returns the state for the first check of a run. The platform may have been stopped for a while, and that looks like a
 * jump forward: up to a day forward is believed. A larger step must last like any jump; if it is the jump of the last
 * run, its count continues.
 */
export function resumeClock(stored: ClockState | undefined, wall: number): ClockState {
  if (!stored) return { believed: wall }
  const stoppedMs = wall - stored.believed
  if (stoppedMs >= -JUMP_MS && stoppedMs <= DAY_MS) return { believed: wall }
  const { other } = stored
  const sinceMs = other === undefined ? -1 : wall - other.wall
  const isSame = sinceMs >= -JUMP_MS && sinceMs <= DAY_MS
  return { believed: stored.believed, other: { wall, lasted: isSame ? (other?.lasted ?? 0) : 0 } }
}

/**
 * Creates a clock that its owner checks regularly. `wall` returns epoch milliseconds, `running` milliseconds that never
 * jump.
 */
export function createBelievedClock(stored: ClockState | undefined, wall: () => number, running: () => number) {
  let state = resumeClock(stored, wall())
  let lookedAt = running()
  return {
    state: (): ClockState => state,
    look(): ClockEvent {
      const at = running()
      const looked = lookAtClock(state, wall(), at - lookedAt)
      state = looked.state
      lookedAt = at
      return looked.event
    },
  }
}

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
