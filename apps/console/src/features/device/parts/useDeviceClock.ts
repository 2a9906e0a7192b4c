import { type DeviceClockView, readClockView } from '../../../data/device/deviceClockView.ts'
import type { Freshness } from '../../../data/device/freshness.ts'
import { useFreshnessAmong } from '../../../data/useFreshness.ts'
import type { DeviceLive } from '../../../data/useLive.ts'
import { sameJson, useStable } from './useStable.ts'

/** A controller's clock, null when it reports none; and whether it is from now, by the age of its own sample. */
export interface FollowedClock {
  readonly clock: DeviceClockView | null
  readonly clockFreshness: Freshness['kind']
}

/** Reads the clock out of a device's telemetry. The lamps may go on without it: it ages by itself. */
export function useDeviceClock({
  telemetry,
  telemetryArrivedAtMs,
}: Pick<DeviceLive, 'telemetry' | 'telemetryArrivedAtMs'>): FollowedClock {
  const clock = useStable(telemetry ? readClockView(telemetry) : null, sameJson)
  const clockFreshness = useFreshnessAmong(clock?.oldestAtMs ?? null, telemetryArrivedAtMs ?? 0).kind
  return { clock, clockFreshness }
}
