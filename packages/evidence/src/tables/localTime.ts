/** Times as they are written into files: in the zone of the controllers, which is said with each. */
import { LOCAL_AHEAD_MINUTES } from '@greenwave/controller/deviceClock'

const OFFSET = `+${String(LOCAL_AHEAD_MINUTES / 60).padStart(2, '0')}:00`

/** The zone of the controllers, as manifests name it. */
export const TIME_ZONE = `Asia/Ho_Chi_Minh (${OFFSET})`

/** Returns a time as 2026-11-22T07:16:22+07:00, with its milliseconds if it has any. */
export function localTime(ms: number): string {
  const text = new Date(ms + LOCAL_AHEAD_MINUTES * 60_000).toISOString().slice(0, -1)
  return (text.endsWith('.000') ? text.slice(0, -4) : text) + OFFSET
}

const LOCAL = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)?$/

/**
 * Returns the time that a text names, epoch milliseconds: ISO 8601, where it names no zone in that of the controllers.
 * Returns undefined for a text that names none, such as 30 February.
 */
export function parseLocalTime(text: string): number | undefined {
  const trimmed = text.trim()
  if (!LOCAL.test(trimmed)) {
    const isZoned = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/.test(trimmed)
    const ms = isZoned ? Date.parse(trimmed) : Number.NaN
    return Number.isNaN(ms) ? undefined : ms
  }
  const [day = '', time = '00:00'] = trimmed.split(/[T ]/)
  const utcMs = Date.parse(`${day}T${time}Z`)
  // Date.parse takes 30 February for 2 March.
  if (Number.isNaN(utcMs) || !new Date(utcMs).toISOString().startsWith(day)) return undefined
  return utcMs - LOCAL_AHEAD_MINUTES * 60_000
}
