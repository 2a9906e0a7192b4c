import { type DeviceTime, localTimeAt, secondsOfDay, utcOf } from '../deviceClock.ts'

/**
 * A controller's own clock: true time plus an error. All in whole seconds, so that it ticks with the true second;
 * setting the time changes the seconds shown, never the moment of the tick.
 */
export interface DeviceClock {
  /** Seconds ahead of true time when the present drift began. */
  readonly aheadSeconds: number
  /** Seconds gained per minute since then. */
  readonly driftPerMinute: number
  /** True second (Unix time) at which the present drift began. */
  readonly driftSince: number
  /** Seconds ahead besides, whatever the time is set to. */
  readonly offSeconds: number
}

/** A clock that shows true time. */
export const TRUE_CLOCK: DeviceClock = { aheadSeconds: 0, driftPerMinute: 0, driftSince: 0, offSeconds: 0 }

/** Returns how far the clock is ahead at a true second, seconds; negative when it is behind. */
export function secondsAhead(clock: DeviceClock, trueSecond: number): number {
  return secondsGained(clock, trueSecond) + clock.offSeconds
}

function secondsGained(clock: DeviceClock, trueSecond: number): number {
  return clock.aheadSeconds + Math.trunc(((trueSecond - clock.driftSince) * clock.driftPerMinute) / 60)
}

/** Converts a true second to the time that the clock shows, in the controller's time zone (R16). */
export function shownTime(clock: DeviceClock, trueSecond: number): DeviceTime {
  return localTimeAt((trueSecond + secondsAhead(clock, trueSecond)) * 1000)
}

/** Returns the seconds since local midnight by this clock (R8). */
export function shownSecondsOfDay(clock: DeviceClock, trueSecond: number): number {
  return secondsOfDay(shownTime(clock, trueSecond))
}

/** Returns the clock set to a time at a true second; its drift stays the same. */
export function setTo(clock: DeviceClock, time: DeviceTime, trueSecond: number): DeviceClock {
  return {
    ...clock,
    aheadSeconds: Math.floor(utcOf(time, trueSecond * 1000) / 1000) - trueSecond,
    driftSince: trueSecond,
  }
}

/** Returns the clock with another drift from a true second on; the error so far stays. */
export function driftBy(clock: DeviceClock, secondsPerMinute: number, trueSecond: number): DeviceClock {
  if (secondsPerMinute === clock.driftPerMinute) return clock
  return {
    ...clock,
    aheadSeconds: secondsGained(clock, trueSecond),
    driftPerMinute: secondsPerMinute,
    driftSince: trueSecond,
  }
}

/** Returns the clock put forward by some seconds; negative puts it back. */
export function jumpBy(clock: DeviceClock, seconds: number): DeviceClock {
  return { ...clock, aheadSeconds: clock.aheadSeconds + seconds }
}
