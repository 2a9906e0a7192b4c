/**
 * @file Holds: modes other than automatic with an end. Two attributes of two scopes make one, and no platform writes both
 * at once: the hold is written first, then the mode, so that whatever breaks off in between leaves no mode without its
 * end. The times at which the platform stored them tell which mode belongs to a hold.
 */
import * as z from 'zod/mini'
import { parseJson } from '../jsonValue.ts'

/** The modes that can be held: flashing yellow, and green on route 1 or 2. All others are automatic. */
const HELD_MODES: readonly number[] = [0, 1, 2]

/** Attribute `gw_hold`: a mode other than automatic that has an end. */
export const Hold = z.looseObject({
  mode: z.number(),
  /** Epoch milliseconds, or null for a hold without end, on purpose. */
  until: z.nullable(z.number()),
  /** The mode to go back to; automatic if it is left out. */
  back: z.optional(z.int()),
  /** E-mail address of the person who holds it. */
  by: z._default(z.string(), ''),
  why: z._default(z.string(), ''),
})
export type Hold = z.infer<typeof Hold>

/**
 * Attribute `gw_held`: which write of the mode a hold holds, or that the hold is over. The watcher writes it, so that
 * a mode of another user is never taken for the held one, and a hold that was written without its mode does not undo
 * the one before.
 */
export const Held = z.looseObject({
  /** When the platform took the hold, epoch milliseconds. */
  hold: z.number(),
  /** When it took the mode that is held, epoch milliseconds; 0: the hold is over. */
  mode: z.number(),
  /** The hold itself; left out when it is over. */
  of: z.catch(z.optional(Hold), undefined),
  /** The watcher that ends it; others wait a moment. */
  by: z._default(z.string(), ''),
})
export type Held = z.infer<typeof Held>

/** Returns the hold that an attribute holds, as JSON or as the text of it; undefined for anything else. */
export function parseHold(value: unknown): Hold | undefined {
  return parseJson(Hold, value)
}

/** Parses an attribute as a hold, from JSON or its text; undefined for anything else. */
export function parseHeld(value: unknown): Held | undefined {
  return parseJson(Held, value)
}

/** An attribute with the time at which the platform took it, epoch milliseconds. */
interface TakenValue {
  readonly ts: number
  readonly value: unknown
}

/** The attributes that tell of a hold; undefined where one is not there. */
export interface HoldFacts {
  readonly hold: TakenValue | undefined
  readonly held: TakenValue | undefined
  /** The shared attribute `Mode`. */
  readonly mode: TakenValue | undefined
}

/** A hold that is in force. Times are epoch milliseconds. */
export interface HoldInForce {
  readonly hold: Hold
  /** When the platform took the hold, and the mode that it holds. */
  readonly holdMs: number
  readonly modeMs: number
}

/** A mode is written so soon after its hold, at most, and by others so soon before it. Milliseconds. */
const MODE_WITHIN_MS = 60_000
const MODE_BEFORE_MS = 10_000

/** Hold in force; null for none, after its end, or when a mode was chosen since. */
export function holdInForce({ hold, held, mode }: HoldFacts): HoldInForce | null {
  if (!mode) return null
  const note = parseHeld(held?.value)
  const read = parseHold(hold?.value)
  if (hold && read && holds(read, mode) && isHeldBy(hold.ts, note, mode.ts))
    return { hold: read, holdMs: hold.ts, modeMs: mode.ts }
  const before = note?.mode === mode.ts && note.hold !== hold?.ts ? note.of : undefined
  return note && before && holds(before, mode) ? { hold: before, holdMs: note.hold, modeMs: mode.ts } : null
}

function holds({ mode }: Hold, { value }: TakenValue): boolean {
  return modeOf(value) === mode && HELD_MODES.includes(mode)
}

/** Over the live socket values are text, and a deleted one is empty. */
function modeOf(value: unknown): number {
  return typeof value === 'number' ? value : Number.parseInt(String(value), 10)
}

/** Returns whether a hold that was taken at one time holds the mode that was taken at another. */
function isHeldBy(holdMs: number, held: Held | undefined, modeMs: number): boolean {
  // It may take over the mode that another hold held before, until the mode is written with it.
  if (held?.mode === modeMs) return true
  const isNoted = held?.hold === holdMs
  if (isNoted && (held.mode === 0 || held.mode >= holdMs)) return false
  return modeMs >= holdMs - (isNoted ? 0 : MODE_BEFORE_MS) && modeMs <= holdMs + MODE_WITHIN_MS
}

/** Hold, unless the watcher states its end. The mode is not considered. */
export function holdNotOver({ hold, held }: Omit<HoldFacts, 'mode'>): Hold | undefined {
  const note = parseHeld(held?.value)
  return hold && note?.hold === hold.ts && note.mode === 0 ? undefined : parseHold(hold?.value)
}
