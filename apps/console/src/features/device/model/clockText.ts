import type { DeviceTime } from '@greenwave/controller/deviceClock'

function two(value: number): string {
  return String(value).padStart(2, '0')
}

/** HH:MM of a second of the day; 86400, the end of the day, is 24:00. */
export function hourMinute(secondOfDay: number): string {
  return `${two(Math.floor(secondOfDay / 3600))}:${two(Math.floor(secondOfDay / 60) % 60)}`
}

/** HH:MM of a plan, whatever its numbers are. */
export function planTimeText(plan: { readonly hour: number; readonly minute: number }): string {
  return `${two(plan.hour)}:${two(plan.minute)}`
}

/** DD/MM/YYYY HH:MM:SS. */
export function deviceTimeText(time: DeviceTime): string {
  return `${two(time.day)}/${two(time.month)}/${time.year} ${two(time.hour)}:${two(time.minute)}:${two(time.second)}`
}

const CLOCK = new Intl.DateTimeFormat('en-GB', { dateStyle: 'short', timeStyle: 'medium', hour12: false })

/** Date and time of this computer, 24 hours, as the clock tile shows them; also for times of attributes. */
export function wallClockText(ms: number): string {
  return CLOCK.format(ms)
}
