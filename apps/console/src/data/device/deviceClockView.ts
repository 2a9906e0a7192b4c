/** The present time of the controller's clock, from the samples that it sends. */
import {
  clockDriftSeconds,
  type DeviceTime,
  driftLevel,
  localTimeAt,
  parseDeviceClock,
  secondsOfDay,
  utcOf,
} from '@greenwave/controller/deviceClock'
import { CLOCK_KEYS } from '@greenwave/controller/keys'
import type { TimedValues } from '@greenwave/controller/timedValue'

/** The controller's clock as last reported, compared with the platform's. */
export interface DeviceClockView {
  /** The time as last reported. */
  readonly time: DeviceTime
  /** The platform's time of the sample, epoch milliseconds; null when the clock's fields are not of one sample. */
  readonly sampleAtMs: number | null
  /**
   * Clock offset, whole seconds, positive when the controller is ahead of the platform; null when its fields are not of
   * one sample.
   */
  readonly driftSeconds: number | null
  readonly level: 'ok' | 'warning' | 'alarm' | 'unknown'
  /** The platform's time of the oldest field, epoch milliseconds; the age of the clock counts from it. */
  readonly oldestAtMs: number
}

/** (R16) Parses the clock from the latest telemetry. Returns null when none is reported. */
export function parseClockView(telemetry: TimedValues): DeviceClockView | null {
  const reading = parseDeviceClock(telemetry)
  if (!reading) return null
  const oldestAtMs = Math.min(...CLOCK_KEYS.map((key) => telemetry[key]?.ts ?? 0))
  if (reading.ts === null)
    return { time: reading.time, sampleAtMs: null, driftSeconds: null, level: 'unknown', oldestAtMs }
  const driftSeconds = clockDriftSeconds(reading.time, reading.ts)
  return { time: reading.time, sampleAtMs: reading.ts, driftSeconds, level: driftLevel(driftSeconds), oldestAtMs }
}

/**
 * Returns the time that the controller's clock shows now, extrapolated from its last sample. Returns the fields as
 * reported when they are not of one sample.
 */
export function deviceTimeAt(view: DeviceClockView, serverNowMs: number): DeviceTime {
  if (view.sampleAtMs === null) return view.time
  const since = Math.max(0, serverNowMs - view.sampleAtMs)
  return localTimeAt(utcOf(view.time, view.sampleAtMs) + Math.floor(since / 1000) * 1000)
}

/**
 * Returns the second of the day by the controller's clock. When that is unknown, uses the platform's clock in the
 * controllers' time zone.
 */
export function secondOfDayNow(view: DeviceClockView | null, serverNowMs: number): number {
  return secondsOfDay(view ? deviceTimeAt(view, serverNowMs) : localTimeAt(serverNowMs))
}
