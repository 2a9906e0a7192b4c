import type { DeviceTime } from '@greenwave/controller/deviceClock'

function two(value: number): string {
  return String(value).padStart(2, '0')
}

/** Returns a second of the day as HH:MM. 86400, the end of the day, is 24:00. */
export function hourMinute(secondOfDay: number): string {
  return `${two(Math.floor(secondOfDay / 3600))}:${two(Math.floor(secondOfDay / 60) % 60)}`
}

/** Returns the start of a plan as HH:MM, even if its numbers are out of range. */
export function planTimeText(plan: { readonly hour: number; readonly minute: number }): string {
  return `${two(plan.hour)}:${two(plan.minute)}`
}

/** Returns a time as DD/MM/YYYY HH:MM:SS. */
export function deviceTimeText(time: DeviceTime): string {
  return `${two(time.day)}/${two(time.month)}/${time.year} ${two(time.hour)}:${two(time.minute)}:${two(time.second)}`
}

const CLOCK = new Intl.DateTimeFormat('en-GB', { dateStyle: 'short', timeStyle: 'medium', hour12: false })

/**
 * Returns date and time in this computer's time zone, with 24 hours, for the clock tile and the times of attributes.
 */
export function wallClockText(ms: number): string {
  return CLOCK.format(ms)
}
