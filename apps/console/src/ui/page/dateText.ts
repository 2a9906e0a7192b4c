import { isShowable } from '@greenwave/contract/time'

const dateTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'short', timeStyle: 'medium' })

/** Formats a time (epoch milliseconds) as 31/12/2026, 23:59:59 in this computer's time zone; an en dash for none. */
export function dateText(ms: number | null | undefined): string {
  return ms == null || ms === 0 || !isShowable(ms) ? '–' : dateTime.format(ms)
}
