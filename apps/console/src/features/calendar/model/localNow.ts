import { formatLocalMinute } from '@greenwave/changes/calendar/dates'
import { timeZone } from '@greenwave/controller/timeZone'
import { serverNowMs } from '../../../data/serverTime.ts'

const MINUTE_MS = 60_000

/** Returns the local time now, such as 2026-11-28T17:03. */
export function localNow(): string {
  const nowMs = serverNowMs()
  return formatLocalMinute(Math.floor((nowMs + timeZone().aheadMs(nowMs)) / MINUTE_MS))
}

/** Returns 18:00 of today, or the full hour that is at least an hour away. */
export function proposedEnd(): string {
  const now = localNow()
  if (now < `${now.slice(0, 10)}T17:00`) return `${now.slice(0, 10)}T18:00`
  const minute = Math.floor(Date.parse(`${now}Z`) / MINUTE_MS)
  return formatLocalMinute(Math.ceil((minute + 60) / 60) * 60)
}
