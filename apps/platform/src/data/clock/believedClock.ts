/**
 * @file What time it is, when the system's clock may have been set wrong. Nothing expires on the word of a clock that jumped:
 * a jump is believed once the new time has lasted for a day of running.
 */

const DAY_MS = 86_400_000
/** More than this between what the clock says and what has passed is a jump, milliseconds: networks correct clocks by less. */
export const JUMP_MS = 60_000
/** How long a jumped-to time has to last before it is believed, milliseconds of running. */
export const LAST_MS = DAY_MS

/** What is believed, and the other time that the clock says, if it does. Plain data, to be kept over a restart. */
export interface ClockState {
  /** Epoch milliseconds. */
  readonly believed: number
  /** A time that the clock jumped to, and for how long it has lasted, milliseconds. */
  readonly other?: { readonly wall: number; readonly lasted: number } | undefined
}

/** What a look found: a jump by so much, a return to the believed time, or that a new time has lasted long enough. */
export type ClockEvent = { readonly kind: 'jumped' | 'returned' | 'accepted'; readonly byMs: number } | undefined

/** Looks at the clock, so many milliseconds of running after the last look. */
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
 * The first look of a run. The platform may have been stopped meanwhile, which nothing tells from a jump: up to a day forward is
 * believed, more has to last like any jump, counted on where it is the same one.
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

/** A clock that is looked at again and again. `wall` in epoch milliseconds, `running` in milliseconds that never jump. */
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
