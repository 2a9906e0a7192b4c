/** Times in files, messages and reports: ISO 8601 with the offset of a zone, as every export writes them. */
import { type TimeZone, timeZone, utcOfLocal } from './timeZone.ts'

/**
 * Returns an instant such as 2026-11-24T07:12:03+07:00, with its milliseconds if it has any; as a plain number where no
 * calendar has it.
 *
 * @param ms epoch milliseconds
 * @param zone the city's, unless another one is given
 */
export function isoTime(ms: number, zone: TimeZone = timeZone()): string {
  const aheadMs = zone.aheadMs(ms)
  const local = new Date(ms + aheadMs)
  if (Number.isNaN(local.getTime())) return String(ms)
  const text = local.toISOString().slice(0, -1)
  return (text.endsWith('.000') ? text.slice(0, -4) : text) + offsetText(aheadMs)
}

/** Returns an instant to the second, as tables have it; empty for none: null, 0 as platforms write it, no date. */
export function isoSecond(ms: number | null | undefined, zone?: TimeZone): string {
  return ms == null || ms === 0 || Number.isNaN(new Date(ms).getTime())
    ? ''
    : isoTime(Math.floor(ms / 1000) * 1000, zone)
}

/** Returns the local date of an instant, such as 2026-11-24. */
export function isoDate(ms: number): string {
  return isoTime(ms).slice(0, 10)
}

/** Returns the city's time zone with its offsets in a span: Europe/Berlin (+02:00, +01:00). */
export function zoneText(fromMs: number, untilMs: number): string {
  const { name, aheadMs } = timeZone()
  return `${name} (${[...new Set([fromMs, untilMs].map((ms) => offsetText(aheadMs(ms))))].join(', ')})`
}

function offsetText(aheadMs: number): string {
  const minutes = Math.trunc(Math.abs(aheadMs) / 60_000)
  const two = (count: number) => String(count).padStart(2, '0')
  return `${aheadMs < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

const LOCAL = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)?$/

/**
 * Returns the instant of a text, epoch milliseconds: ISO 8601, in the city's time zone where it has no offset. Undefined
 * for a text without a time, and for one that no calendar has, such as 30 February.
 */
export function parseIsoTime(text: string): number | undefined {
  const trimmed = text.trim()
  if (!LOCAL.test(trimmed)) {
    const isZoned = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/.test(trimmed)
    const ms = isZoned ? Date.parse(trimmed) : Number.NaN
    return Number.isNaN(ms) ? undefined : ms
  }
  const [day = '', time = '00:00'] = trimmed.split(/[T ]/)
  const localMs = Date.parse(`${day}T${time}Z`)
  // Date.parse takes 30 February for 2 March.
  if (Number.isNaN(localMs) || !new Date(localMs).toISOString().startsWith(day)) return undefined
  return utcOfLocal(localMs)
}
