/** The controller's clock as it stands now, from the samples it sends. */
import {
  clockDriftSeconds,
  type DeviceTime,
  driftLevel,
  localTimeAt,
  readDeviceClock,
  secondsOfDay,
  utcOf,
} from '@greenwave/controller/deviceClock'
import { CLOCK_KEYS } from '@greenwave/controller/keys'
import type { TimedValues } from '@greenwave/controller/timedValue'

export interface DeviceClockView {
  /** As last reported. */
  readonly time: DeviceTime
  /** Platform's time of the sample, epoch milliseconds; null when the fields came apart. */
  readonly sampleAtMs: number | null
  /** Whole seconds ahead (behind when negative) of the platform; null when the fields came apart. */
  readonly driftSeconds: number | null
  readonly level: 'ok' | 'warning' | 'alarm' | 'unknown'
  /** Platform's time of its oldest field, epoch milliseconds: a clock is no younger than that. */
  readonly oldestAtMs: number
}

/** (R16) Reads the clock out of the latest telemetry; null when none is reported. */
export function readClockView(telemetry: TimedValues): DeviceClockView | null {
  const reading = readDeviceClock(telemetry)
  if (!reading) return null
  const oldestAtMs = Math.min(...CLOCK_KEYS.map((key) => telemetry[key]?.ts ?? 0))
  if (reading.ts === null)
    return { time: reading.time, sampleAtMs: null, driftSeconds: null, level: 'unknown', oldestAtMs }
  const driftSeconds = clockDriftSeconds(reading.time, reading.ts)
  return { time: reading.time, sampleAtMs: reading.ts, driftSeconds, level: driftLevel(driftSeconds), oldestAtMs }
}

/** What the controller's clock shows now, carried on from its last sample; the fields as they came when they came apart. */
export function deviceTimeAt(view: DeviceClockView, serverNowMs: number): DeviceTime {
  if (view.sampleAtMs === null) return view.time
  const since = Math.max(0, serverNowMs - view.sampleAtMs)
  return localTimeAt(utcOf(view.time) + Math.floor(since / 1000) * 1000)
}

/** The second of the day by the controller's clock, or by the platform's in the controllers' zone when none is known. */
export function secondOfDayNow(view: DeviceClockView | null, serverNowMs: number): number {
  return secondsOfDay(view ? deviceTimeAt(view, serverNowMs) : localTimeAt(serverNowMs))
}
