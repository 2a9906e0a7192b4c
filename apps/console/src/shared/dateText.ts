/** Times as people read them: day/month/year and 24 hours, in the time zone of the city, wherever the browser is. */
import { timeZone } from '@greenwave/controller/timeZone'

/** Whether a date can show an instant; as in the contract, whose schemas the sign-in page need not load. */
const isShowable = (ms: number): boolean => !Number.isNaN(new Date(ms).getTime())

const two = (count: number): string => String(count).padStart(2, '0')

/** Returns the parts of an instant, epoch milliseconds; null for one that no calendar has. */
function partsOf(ms: number): { day: string; month: string; year: string; minute: string; second: string } | null {
  if (!isShowable(ms)) return null
  const local = new Date(ms + timeZone().aheadMs(ms))
  return {
    day: two(local.getUTCDate()),
    month: two(local.getUTCMonth() + 1),
    year: String(local.getUTCFullYear()),
    minute: `${two(local.getUTCHours())}:${two(local.getUTCMinutes())}`,
    second: two(local.getUTCSeconds()),
  }
}

/** Formats an instant as 07:16:22; an en dash for one that no calendar has, as all functions here. */
export function timeText(ms: number): string {
  const parts = partsOf(ms)
  return parts ? `${parts.minute}:${parts.second}` : '–'
}

/** Formats an instant as 07:16. */
export function minuteText(ms: number): string {
  return partsOf(ms)?.minute ?? '–'
}

/** Formats the day of an instant as 22/11/2026. */
export function dayText(ms: number): string {
  const parts = partsOf(ms)
  return parts ? `${parts.day}/${parts.month}/${parts.year}` : '–'
}

/** Formats the month of an instant in a language: 'October 2026', 'tháng 10 năm 2026'. */
export function monthText(ms: number, language: string): string {
  if (!isShowable(ms)) return '–'
  return new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: timeZone().name }).format(ms)
}

/** Formats an instant as 31/12/2026, 23:59:59; an en dash for none: null, 0 as platforms write it. */
export function dateText(ms: number | null | undefined): string {
  return ms == null || ms === 0 || !isShowable(ms) ? '–' : `${dayText(ms)}, ${timeText(ms)}`
}

/** Formats an instant as 07:12 if it is of the same day as `nowMs`, else as 31/12/2026, 07:12. */
export function sinceText(ms: number, nowMs: number): string {
  if (!isShowable(ms)) return '–'
  return dayText(ms) === dayText(nowMs) ? minuteText(ms) : `${dayText(ms)}, ${minuteText(ms)}`
}

/** Returns by how much the city's clocks are ahead of UTC at an instant: UTC+7, UTC−3:30 or UTC. */
export function utcOffsetText(ms: number): string {
  const aheadMinutes = timeZone().aheadMs(ms) / 60_000
  if (aheadMinutes === 0) return 'UTC'
  const size = Math.abs(aheadMinutes)
  const rest = size % 60 === 0 ? '' : `:${two(size % 60)}`
  return `UTC${aheadMinutes < 0 ? '−' : '+'}${Math.floor(size / 60)}${rest}`
}

/** Returns whether this computer's clock shows the city's time at an instant. */
export function isCityTimeHere(ms: number): boolean {
  return -new Date(ms).getTimezoneOffset() * 60_000 === timeZone().aheadMs(ms)
}
