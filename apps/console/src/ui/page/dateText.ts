const dateTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'short', timeStyle: 'medium' })

/** A moment as 31/12/2026, 23:59:59 in this computer's time zone, or an en dash for none. Epoch milliseconds. */
export function dateText(ms: number | null | undefined): string {
  return ms == null || ms === 0 || !Number.isFinite(ms) ? '–' : dateTime.format(ms)
}
