/** Times of a tape's axis, and the zone that they are in. */
import { secondOfDayAt } from '@greenwave/controller/deviceClock'
import { timeZone } from '@greenwave/controller/timeZone'
import { dayText, minuteText, utcOffsetText } from '../../../shared/dateText.ts'
import { shownZone } from '../../../ui/page/zoneNames.ts'

/** Returns the city's time zone at an instant, such as Asia/Ho_Chi_Minh (UTC+7). */
export function zoneName(ms: number): string {
  return `${shownZone(timeZone().name)} (${utcOffsetText(ms)})`
}

const DAY_MS = 86_400_000

/** Returns the text of a mark on an axis whose marks are so far apart: 07:16, or 22/11 at midnight. */
export function axisText(ms: number, stepMs: number): string {
  const isDay = stepMs >= DAY_MS || (secondOfDayAt(ms) < 60 && stepMs >= DAY_MS / 24)
  return isDay ? dayText(ms).slice(0, 5) : minuteText(ms)
}
