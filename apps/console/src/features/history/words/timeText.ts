/** Times of this computer's time zone, as texts and as the values of a field. */
import { isShowable } from '@greenwave/contract/time'
import { zoneHere } from '../../../ui/page/zoneNames.ts'

const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' })
const hourMinute = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' })
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'short' })
const dayMonth = new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: '2-digit' })

/** Returns a time as 07:16:22. */
export function timeText(ms: number): string {
  return isShowable(ms) ? time.format(ms) : '–'
}

/** Returns a day as 22/11/2026. */
export function dayText(ms: number): string {
  return isShowable(ms) ? day.format(ms) : '–'
}

const offset = new Intl.DateTimeFormat('en-GB', { timeZoneName: 'shortOffset' })

/** Returns this computer's time zone at a time, such as Asia/Ho_Chi_Minh (GMT+7). */
export function zoneName(ms: number): string {
  const ahead = offset.formatToParts(ms).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return `${zoneHere()} (${ahead})`
}

const DAY_MS = 86_400_000

/** Returns the text of a mark on an axis whose marks are so far apart: 07:16, or 22/11 at midnight. */
export function axisText(ms: number, stepMs: number): string {
  const at = new Date(ms)
  const isMidnight = at.getHours() === 0 && at.getMinutes() === 0
  return stepMs >= DAY_MS || (isMidnight && stepMs >= DAY_MS / 24) ? dayMonth.format(ms) : hourMinute.format(ms)
}

/** Returns the value of a field for day and time, such as 2026-11-22T07:16:22. */
export function fieldValue(ms: number): string {
  const at = new Date(ms)
  const two = (count: number) => String(count).padStart(2, '0')
  const date = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${date}T${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`
}
