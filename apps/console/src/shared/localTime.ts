/** Days and times as fields of forms have them, in this computer's zone. */

/** Returns the epoch milliseconds of a day and time of this computer's zone, 2026-11-22T07:12; NaN for anything else. */
export function parseLocal(text: string): number {
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text) ? new Date(text).getTime() : Number.NaN
}

/** Returns a time as the day and time of this computer's zone, rounded up to a minute. */
export function localText(ms: number): string {
  const at = new Date(Math.ceil(ms / 60_000) * 60_000)
  const two = (number: number) => String(number).padStart(2, '0')
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-')
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`
}
