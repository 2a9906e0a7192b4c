/** Days of this computer's time zone, such as 2026-11-22. */

/** Returns the day of a time (epoch milliseconds). */
export function dayOf(ms: number): string {
  const date = new Date(ms)
  const two = (count: number) => String(count).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** Returns when a day begins, epoch milliseconds. */
export function beginOfDay(day: string): number {
  return new Date(`${day}T00:00:00`).getTime()
}

/** Returns the last millisecond of a day. A day on which clocks are changed has another length. */
export function endOfDay(day: string): number {
  const begin = new Date(beginOfDay(day))
  return new Date(begin.getFullYear(), begin.getMonth(), begin.getDate() + 1).getTime() - 1
}
