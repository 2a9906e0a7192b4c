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
