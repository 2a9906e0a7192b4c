import { LAMP_KEYS } from '@greenwave/controller/keys'
import type { TimedValues } from '@greenwave/controller/timedValue'

/** Returns the time of the newest countdown; null if there is none. */
export function newestLampTime(latest: TimedValues): number | null {
  let newest: number | null = null
  for (const key of LAMP_KEYS) {
    const ts = latest[key]?.ts
    if (ts !== undefined && (newest === null || ts > newest)) newest = ts
  }
  return newest
}
