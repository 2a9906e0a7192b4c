/** A second of a controller as it arrives: nine countdowns and, usually, its clock. */
import { type DeviceTime, deviceTimeFrom, timeExists, utcOf } from '@greenwave/controller/deviceClock'
import { parseNumber } from '@greenwave/controller/integer'
import { type ClockKey, LAMP_KEYS } from '@greenwave/controller/keys'
import { type Counts, MISSING } from './counts.ts'

/** The largest count of a lamp, seconds. */
const LONGEST_COUNT = 999

/** Lamps and clock in one message of telemetry. */
export interface Message {
  /** The platform's time of the values, epoch milliseconds. */
  readonly ts: number
  readonly counts: Counts
  /** Time shown by the controller's clock, as UTC epoch milliseconds in whole seconds; null if the message has none. */
  readonly clockMs: number | null
  /** When the message arrived, by the platform's clock, epoch milliseconds. */
  readonly receivedMs: number
}

/** A second of a controller. */
export type Sample = Omit<Message, 'receivedMs'>

/** Two messages closer together than this are of one sample, if one of them is incomplete. Milliseconds. */
const SAME_SAMPLE_MS = 500

/** Returns the count of a lamp; missing unless the value is a whole number 0 to 999, or the text of one. */
export function countOf(value: unknown): number {
  const count = typeof value === 'boolean' ? undefined : parseNumber(value)
  return count !== undefined && Number.isInteger(count) && count >= 0 && count <= LONGEST_COUNT ? count + 0 : MISSING
}

/**
 * Parses telemetry values of one timestamp; null if they have neither a lamp nor a complete clock. `get`
 * returns the value of a key, undefined if there is none.
 */
export function parseMessage(ts: number, get: (key: string) => unknown, receivedMs = ts): Message | null {
  const counts = LAMP_KEYS.map((key) => countOf(get(key)))
  const clockMs = clockMsOf(
    deviceTimeFrom((key: ClockKey) => get(key)),
    ts,
  )
  return clockMs === null && !hasLamp(counts) ? null : { ts, counts, clockMs, receivedMs }
}

/** Returns the messages in the history of telemetry, the values of each key in any order, the oldest first. */
export function messagesOf(
  history: Readonly<Record<string, readonly { readonly ts: number; readonly value: unknown }[]>>,
): readonly Message[] {
  const moments = new Map<number, Map<string, unknown>>()
  for (const [key, values] of Object.entries(history)) {
    for (const { ts, value } of values) {
      const moment = moments.get(ts) ?? new Map<string, unknown>()
      moments.set(ts, moment.set(key, value))
    }
  }
  return [...moments]
    .sort(([a], [b]) => a - b)
    .flatMap(([ts, values]) => parseMessage(ts, (key) => values.get(key)) ?? [])
}

function clockMsOf(time: DeviceTime | null, atMs: number): number | null {
  return time && timeExists(time) ? utcOf(time, atMs) : null
}

/** Returns whether any count is known. */
export function hasLamp(counts: Counts): boolean {
  return counts.some((count) => count !== MISSING)
}

/** Returns whether a sample may still be completed by a message that follows. */
export function isPartial({ counts, clockMs }: Sample): boolean {
  return clockMs === null || counts.includes(MISSING)
}

/**
 * Returns the newest sample completed by a message of the same second: one with the same time, or shortly after it with
 * values that the sample lacks. Returns null if the message is another sample's.
 */
export function completed(newest: Sample, { ts, counts, clockMs }: Message): Sample | null {
  if (ts - newest.ts >= SAME_SAMPLE_MS || ts < newest.ts) return null
  const bothHaveClocks = clockMs !== null && newest.clockMs !== null
  // The platform may date two samples alike.
  const clashes =
    ts === newest.ts
      ? contradicts(newest, counts) || (bothHaveClocks && clockMs !== newest.clockMs)
      : repeats(newest, counts) || bothHaveClocks
  if (clashes) return null
  return {
    ts: newest.ts,
    counts: newest.counts.map((count, index) => (count === MISSING ? (counts[index] ?? MISSING) : count)),
    clockMs: newest.clockMs ?? clockMs,
  }
}

function repeats({ counts }: Sample, others: Counts): boolean {
  return counts.some((count, index) => count !== MISSING && others[index] !== MISSING)
}

function contradicts({ counts }: Sample, others: Counts): boolean {
  return counts.some((count, index) => ![MISSING, count].includes(others[index] ?? MISSING) && count !== MISSING)
}

/** Returns whether both samples show the same nine values. */
export function sameCounts(a: Counts, b: Counts): boolean {
  for (let index = 0; index < a.length; index += 1) if (a[index] !== b[index]) return false
  return true
}
