/**
 * Reads a controller's second out of the text of its frame. Parsing the text makes some hundred objects of which a quiet
 * second keeps none; with five thousand controllers they cost as much as all else. What is not written as a second
 * usually is, is left to the parser.
 */
import { timeExists, utcOf } from '@greenwave/controller/deviceClock'
import { LAMP_KEYS, TELEMETRY_KEYS } from '@greenwave/controller/keys'
import { timeZone } from '@greenwave/controller/timeZone'
import type { Message } from '@greenwave/observer/sample'

/** Digits of a count or a field of the clock, and of a time in milliseconds. */
const VALUE_DIGITS = 4
const TIME_DIGITS = 15
const LONGEST_COUNT = 999
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const [ZERO, NINE, QUOTE, COMMA, CLOSED] = [48, 57, 34, 44, 125]
/** A bit for each key. */
const ALL_KEYS = 2 ** TELEMETRY_KEYS.length - 1

const PLACES = new Map(TELEMETRY_KEYS.map((key, place) => [hashOf(key), place]))
const VALUES = TELEMETRY_KEYS.map(() => 0)
/** The place of the first field of the clock. */
const YEAR = LAMP_KEYS.length

/** The second that was read last. */
const second = { ts: 0, counts: LAMP_KEYS.map(() => 0), clockMs: 0, receivedMs: 0 }

/** The hour that was read last: most controllers are in the same. */
const hour = { zone: timeZone(), year: 0, month: 0, day: 0, hour: 0, fromMs: Number.NaN }

/**
 * Returns the second in the text of a frame; null where it must be parsed. The second is valid until the next call.
 *
 * @param at where the frame's data begins, which is an object of all keys of telemetry with one sample each
 * @param receivedMs when it arrived, epoch milliseconds
 */
export function secondInText(text: string, at: number, receivedMs: number): Message | null {
  if (!text.startsWith('{', at) || !text.endsWith('}')) return null
  let next = at + 1
  let found = 0
  for (;;) {
    if (text.charCodeAt(next) !== QUOTE) return null
    const end = text.indexOf('"', next + 1)
    const place = placeOf(text, next + 1, end)
    if (place < 0 || !text.startsWith(':[[', end + 1)) return null
    const timeAt = end + 4
    const timeEnd = endOfDigits(text, timeAt, TIME_DIGITS)
    if (!text.startsWith(',"', timeEnd)) return null
    const valueAt = timeEnd + 2
    const valueEnd = endOfDigits(text, valueAt, VALUE_DIGITS)
    if (valueEnd === valueAt || !text.startsWith('"]]', valueEnd)) return null
    const ts = numberIn(text, timeAt, timeEnd)
    if (ts <= 0 || (found !== 0 && ts !== second.ts)) return null
    second.ts = ts
    VALUES[place] = numberIn(text, valueAt, valueEnd)
    // A key that is there twice counts as its last.
    found |= 1 << place
    next = valueEnd + 3
    const after = text.charCodeAt(next)
    next += 1
    if (after === CLOSED) break
    if (after !== COMMA) return null
  }
  return found === ALL_KEYS ? secondOf(receivedMs) : null
}

/** Returns the second of the values that were read. */
function secondOf(receivedMs: number): Message | null {
  const { counts } = second
  for (let place = 0; place < counts.length; place += 1) {
    const count = VALUES[place] ?? 0
    if (count > LONGEST_COUNT) return null
    counts[place] = count
  }
  second.clockMs = clockMs()
  second.receivedMs = receivedMs
  return Number.isNaN(second.clockMs) ? null : second
}

/** Returns the time of the clock that was read; NaN where there is none, or local time jumps within a day of it. */
function clockMs(): number {
  const year = VALUES[YEAR] ?? 0
  const month = VALUES[YEAR + 1] ?? 0
  const day = VALUES[YEAR + 2] ?? 0
  const hours = VALUES[YEAR + 3] ?? 0
  const minutes = VALUES[YEAR + 4] ?? 0
  const seconds = VALUES[YEAR + 5] ?? 0
  if (minutes > 59 || seconds > 59) return Number.NaN
  const zone = timeZone()
  if (hour.hour !== hours || hour.day !== day || hour.month !== month || hour.year !== year || hour.zone !== zone) {
    hour.zone = zone
    hour.year = year
    hour.month = month
    hour.day = day
    hour.hour = hours
    hour.fromMs = hourFrom(year, month, day, hours)
  }
  return hour.fromMs + minutes * 60_000 + seconds * 1000
}

function hourFrom(year: number, month: number, day: number, hours: number): number {
  const time = { year, month, day, hour: hours, minute: 0, second: 0 }
  if (!timeExists(time)) return Number.NaN
  const fromMs = utcOf(time)
  const { aheadMs } = timeZone()
  return aheadMs(fromMs - DAY_MS) === aheadMs(fromMs + DAY_MS + HOUR_MS) ? fromMs : Number.NaN
}

/** Returns the place of a key; -1 where it is none. */
function placeOf(text: string, from: number, end: number): number {
  let hash = 0
  for (let at = from; at < end; at += 1) hash = nextHash(hash, text.charCodeAt(at))
  const place = PLACES.get(hash) ?? -1
  const key = TELEMETRY_KEYS[place]
  return key !== undefined && key.length === end - from && text.startsWith(key, from) ? place : -1
}

function hashOf(key: string): number {
  let hash = 0
  for (let at = 0; at < key.length; at += 1) hash = nextHash(hash, key.charCodeAt(at))
  return hash
}

function nextHash(hash: number, code: number): number {
  return (hash * 31 + code) | 0
}

function endOfDigits(text: string, from: number, most: number): number {
  let at = from
  for (; at - from < most; at += 1) {
    const code = text.charCodeAt(at)
    if (!(code >= ZERO && code <= NINE)) break
  }
  return at
}

function numberIn(text: string, from: number, end: number): number {
  let number = 0
  for (let at = from; at < end; at += 1) number = number * 10 + text.charCodeAt(at) - ZERO
  return number
}
