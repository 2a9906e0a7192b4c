/**
 * @file A device's page has times in two time zones: this computer's and the controllers'. If the zones differ, the
 * page says which zone a time is in.
 */
import { LOCAL_AHEAD_MINUTES } from '@greenwave/controller/deviceClock'

/** The names of both zones, such as 'UTC+7', 'UTC−3:30' or 'UTC'. */
export interface Zones {
  readonly here: string
  readonly controllers: string
}

/**
 * Returns the two zones, or null while both show the same time. This computer's zone may have summer time, so the
 * result depends on the moment.
 *
 * @param aheadMinutes how far this computer's zone is ahead of UTC at that moment
 */
export function zonesOf(aheadMinutes: number): Zones | null {
  if (aheadMinutes === LOCAL_AHEAD_MINUTES) return null
  return { here: zoneName(aheadMinutes), controllers: zoneName(LOCAL_AHEAD_MINUTES) }
}

/** Returns the two zones at a moment (epoch milliseconds), or null while both show the same time. */
export function zonesAt(ms: number): Zones | null {
  return zonesOf(-new Date(ms).getTimezoneOffset())
}

function zoneName(aheadMinutes: number): string {
  if (aheadMinutes === 0) return 'UTC'
  const size = Math.abs(aheadMinutes)
  const minutes = size % 60
  const rest = minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`
  return `UTC${aheadMinutes < 0 ? '−' : '+'}${Math.floor(size / 60)}${rest}`
}
