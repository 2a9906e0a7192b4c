/**
 * @file A device's page has times in two time zones: this computer's and the controllers'. If the zones differ, the
 * page says which zone a time is in.
 */
import { timeZone } from '@greenwave/controller/timeZone'

/** The names of both zones, such as 'UTC+7', 'UTC−3:30' or 'UTC'. */
export interface Zones {
  readonly here: string
  readonly controllers: string
}

/**
 * Returns the two zones at an instant, epoch milliseconds; null while both show the same time. Either may have summer
 * time.
 *
 * @param aheadMinutes by how much this computer's zone is ahead of UTC then
 */
export function zonesAt(ms: number, aheadMinutes = -new Date(ms).getTimezoneOffset()): Zones | null {
  const controllersMinutes = timeZone().aheadMs(ms) / 60_000
  if (aheadMinutes === controllersMinutes) return null
  return { here: zoneName(aheadMinutes), controllers: zoneName(controllersMinutes) }
}

/** Returns the zone of the controllers at an instant, such as UTC+7. */
export function controllersZoneAt(ms: number): string {
  return zoneName(timeZone().aheadMs(ms) / 60_000)
}

function zoneName(aheadMinutes: number): string {
  if (aheadMinutes === 0) return 'UTC'
  const size = Math.abs(aheadMinutes)
  const minutes = size % 60
  const rest = minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`
  return `UTC${aheadMinutes < 0 ? '−' : '+'}${Math.floor(size / 60)}${rest}`
}
