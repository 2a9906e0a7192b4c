/** Reads the clock that a controller shows. */
import type { CallApi } from '@greenwave/client/callTypes'
import { ofDevice } from '@greenwave/contract/wire/ids'
import { clockDriftSeconds, parseDeviceClock } from '@greenwave/controller/deviceClock'
import { CLOCK_KEYS } from '@greenwave/controller/keys'
import type { TimedValues } from '@greenwave/controller/timedValue'

/** Fetches the latest clock telemetry of a device. Rejects as the call does. */
export async function fetchClockValues(call: CallApi<'timeseries'>, deviceId: string): Promise<TimedValues> {
  const query = { keys: CLOCK_KEYS.join(), useStrictDataTypes: 'true' }
  const answer = await call('timeseries', { params: ofDevice(deviceId), query })
  return Object.fromEntries(Object.entries(answer).flatMap(([key, [value]]) => (value ? [[key, value]] : [])))
}

/** Returns how far a clock was ahead (negative: behind) when it was shown last, in whole seconds; null if it shows none. */
export function shownDrift(values: TimedValues): number | null {
  const clock = parseDeviceClock(values)
  return clock?.ts == null ? null : clockDriftSeconds(clock.time, clock.ts)
}
