/** Days and times as fields of forms have them, in the time zone of the city. */
import { isoTime, parseIsoTime } from '@greenwave/controller/isoTime'

/** Returns the instant of a field's day and time, such as 2026-11-22T07:12, epoch milliseconds; NaN for anything else. */
export function parseFieldTime(text: string): number {
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text) ? (parseIsoTime(text) ?? Number.NaN) : Number.NaN
}

/** Returns an instant as the value of a field with seconds: 2026-11-22T07:16:22. */
export function fieldSecond(ms: number): string {
  return isoTime(ms).slice(0, 19)
}

/** Returns an instant as the value of a field without seconds, rounded up to a minute: 2026-11-22T07:17. */
export function fieldMinute(ms: number): string {
  return isoTime(Math.ceil(ms / 60_000) * 60_000).slice(0, 16)
}
