import type { JsonValue } from '@greenwave/contract/wire/attributes'
import { CLOCK_TOLERANCE_MS, isFuture } from '../clock/clockBounds.ts'
import type { Sample, TimedValue, ValueMap } from '../port/deviceData.ts'
import { parseKeepingLiterals } from './numberLiteral.ts'

/** Returns a maker of values of one time. Equal numbers share an object: a controller has few different ones among its settings. */
export function timedAt(ts: number): (value: JsonValue) => TimedValue {
  const numbers = new Map<number, TimedValue>()
  return (value) => {
    if (typeof value !== 'number') return { ts, value }
    const known = numbers.get(value)
    if (known) return known
    const made = { ts, value }
    numbers.set(value, made)
    return made
  }
}

/** Returns true when a sample of this time replaces the stored latest value, that is when it is not older. */
export function replacesLatest(stored: TimedValue | undefined, ts: number): boolean {
  return stored === undefined || ts >= stored.ts
}

/**
 * Returns true when a sample replaces a newer latest value because the time of that value lies in the future. If it
 * lies further ahead than clocks differ, any sample replaces it; if not, only a sample of about now does.
 */
function overrulesLatest(stored: TimedValue | undefined, ts: number, now: number): boolean {
  if (stored === undefined || stored.ts <= now) return false
  return isFuture(stored.ts, now) || ts >= now - CLOCK_TOLERANCE_MS
}

const NONE: readonly string[] = []

/**
 * Merges samples into latest values, and calls `onReplace` with each key that changes and its earlier value. Returns
 * the keys whose newer value was replaced by an older sample; the rows of the samples alone do not show this.
 */
export function mergeSamples(
  latest: ValueMap,
  samples: readonly Sample[],
  now: number,
  onReplace: (key: string, before: TimedValue | undefined) => void,
): readonly string[] {
  let overruled: Set<string> | undefined
  for (const { ts, values } of samples) {
    // Most lamps are dark, and share a value.
    let zero: TimedValue | undefined
    for (const key in values) {
      const before = latest.get(key)
      if (!replacesLatest(before, ts)) {
        if (!overrulesLatest(before, ts, now)) continue
        overruled ??= new Set()
        overruled.add(key)
      }
      onReplace(key, before)
      const value = values[key] ?? null
      const timed = (value === 0 && zero) || { ts, value }
      if (value === 0) zero = timed
      latest.set(key, timed)
    }
  }
  return overruled ? [...overruled] : NONE
}

/** Returns the values of some keys as samples, oldest first. Keys without a value are left out. */
export function samplesOf(values: ReadonlyMap<string, TimedValue>, keys: readonly string[]): Sample[] {
  const byTime = new Map<number, [string, JsonValue][]>()
  for (const key of keys) {
    const found = values.get(key)
    if (!found) continue
    const group = byTime.get(found.ts)
    if (group) group.push([key, found.value])
    else byTime.set(found.ts, [[key, found.value]])
  }
  return [...byTime].sort(([a], [b]) => a - b).map(([ts, entries]) => ({ ts, values: Object.fromEntries(entries) }))
}

/** Returns the stored text of keys and values of one time. */
export function encodeEntries(entries: Iterable<[string, JsonValue]>): string {
  return JSON.stringify([...entries])
}

/** Reads what `encodeEntries` wrote. */
export function decodeEntries(text: string): [string, JsonValue][] {
  return parseKeepingLiterals(text) as [string, JsonValue][]
}

/** Returns the stored text of values, grouped by time because most values of a device share one. */
export function encodeValues(values: ValueMap): string {
  const groups = new Map<number, [string, JsonValue][]>()
  for (const [key, { ts, value }] of values) {
    const group = groups.get(ts)
    if (group) group.push([key, value])
    else groups.set(ts, [[key, value]])
  }
  return JSON.stringify([...groups])
}

/** Reads what `encodeValues` wrote. */
export function decodeValues(text: string): ValueMap {
  const groups = parseKeepingLiterals(text) as [number, [string, JsonValue][]][]
  const values: ValueMap = new Map()
  for (const [ts, entries] of groups) {
    const timed = timedAt(ts)
    for (const [key, value] of entries) values.set(key, timed(value))
  }
  return values
}
