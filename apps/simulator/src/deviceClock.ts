import { type DeviceTime, localTimeAt, secondsOfDay, utcOf } from '@greenwave/controller/deviceClock'

/**
 * A controller's own clock: true time plus what it is off by. All in whole seconds, so that it ticks when the true second
 * does, and setting the time moves the seconds that it shows, never the moment of the tick.
 */
export interface DeviceClock {
  /** Seconds ahead of true time when the present drift began. */
  readonly aheadSeconds: number
  /** Seconds gained in each minute since then. */
  readonly driftPerMinute: number
  /** True second (Unix time) at which the present drift began. */
  readonly driftSince: number
}

/** A clock that shows true time. */
export const TRUE_CLOCK: DeviceClock = { aheadSeconds: 0, driftPerMinute: 0, driftSince: 0 }

/** How far the clock is ahead (negative: behind) at a true second. */
export function secondsAhead(clock: DeviceClock, trueSecond: number): number {
  return clock.aheadSeconds + Math.trunc(((trueSecond - clock.driftSince) * clock.driftPerMinute) / 60)
}

/** What the clock shows at a true second, in the controller's zone (R16). */
export function shownTime(clock: DeviceClock, trueSecond: number): DeviceTime {
  return localTimeAt((trueSecond + secondsAhead(clock, trueSecond)) * 1000)
}

/** Seconds since local midnight by this clock (R8). */
export function shownSecondsOfDay(clock: DeviceClock, trueSecond: number): number {
  return secondsOfDay(shownTime(clock, trueSecond))
}

/** The clock, set to show a time at a true second; it goes on drifting as it did. */
export function setTo(clock: DeviceClock, time: DeviceTime, trueSecond: number): DeviceClock {
  return { ...clock, aheadSeconds: Math.floor(utcOf(time) / 1000) - trueSecond, driftSince: trueSecond }
}

/** The clock with another drift from a true second on; what it has gained so far stays. */
export function driftBy(clock: DeviceClock, secondsPerMinute: number, trueSecond: number): DeviceClock {
  if (secondsPerMinute === clock.driftPerMinute) return clock
  return { aheadSeconds: secondsAhead(clock, trueSecond), driftPerMinute: secondsPerMinute, driftSince: trueSecond }
}

/** The clock, put forward (negative: back). */
export function jumpBy(clock: DeviceClock, seconds: number): DeviceClock {
  return { ...clock, aheadSeconds: clock.aheadSeconds + seconds }
}
