import type { StoreLog } from '../../sqlite/storeLog.ts'
import { CLOCK_TOLERANCE_MS, isFuture } from '../clock/clockBounds.ts'
import type { Sample } from '../port/deviceData.ts'
import type { DeviceSlot } from './deviceSlot.ts'

/**
 * Shortest time between two log lines about samples of the future, milliseconds; a controller with a wrong clock sends
 * one each second.
 */
const WARN_EVERY_MS = 60_000

/**
 * Creates a function that gives samples of the future their time of arrival, a millisecond apart when several arrive at
 * once. So a controller whose clock is ahead keeps its live view and a history in order of arrival, and its samples do
 * not hide later ones.
 */
export function createFutureBound(log: StoreLog) {
  let count = 0
  let warnedAt = Number.NEGATIVE_INFINITY

  const warn = (deviceId: string, aheadMs: number): void => {
    count += 1
    if (performance.now() - warnedAt < WARN_EVERY_MS) return
    log.warn(
      { samples: count, deviceId, aheadMs },
      'Telemetry with a time in the future was stored with its time of arrival: set the clock of its sender',
    )
    warnedAt = performance.now()
    count = 0
  }

  return (slot: DeviceSlot, samples: readonly Sample[], now: number): readonly Sample[] => {
    if (!samples.some(({ ts }) => isFuture(ts, now))) return samples
    return samples.map((sample) => {
      if (!isFuture(sample.ts, now)) return sample
      warn(slot.deviceId, sample.ts - now)
      const next = Math.max(now, slot.stampedTs + 1)
      slot.stampedTs = next > now + CLOCK_TOLERANCE_MS ? now : next
      return { ts: slot.stampedTs, values: sample.values }
    })
  }
}
