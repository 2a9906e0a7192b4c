import { isShowable } from '@greenwave/contract/time'

const hourMinute = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hour12: false })
const dayAndTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'short', timeStyle: 'short', hour12: false })

/** Formats a time (epoch milliseconds) as 07:12 if it is of the same day here as `nowMs`, else as 31/12/2026, 07:12. */
export function sinceText(ms: number, nowMs: number): string {
  if (!isShowable(ms)) return '–'
  const isToday = new Date(ms).toDateString() === new Date(nowMs).toDateString()
  return isToday ? hourMinute.format(ms) : dayAndTime.format(ms)
}

const dateTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'short', timeStyle: 'medium' })

/** Formats a time (epoch milliseconds) as 31/12/2026, 23:59:59 in this computer's time zone; an en dash for none. */
export function dateText(ms: number | null | undefined): string {
  return ms == null || ms === 0 || !isShowable(ms) ? '–' : dateTime.format(ms)
}
