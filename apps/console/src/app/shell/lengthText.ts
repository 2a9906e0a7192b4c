const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const YEAR_MS = 365.25 * DAY_MS

/** The largest unit comes first; each is taken from two of it on, so that rounding costs a quarter at most. */
const UNITS = [
  ['year', YEAR_MS],
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
] as const

/** Returns a length of time, whatever its sign, in one unit: 5 minutes, 30 days. At least a minute; milliseconds. */
export function lengthText(ms: number, language: string): string {
  const length = Math.abs(ms)
  const [unit, unitMs] = UNITS.find(([, one]) => length >= 2 * one) ?? ['minute', MINUTE_MS]
  const count = Math.max(1, Math.round(length / unitMs))
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}
