/** @file Calendar intervals, whose lengths in milliseconds depend on the month and on daylight saving time. */

/** Kinds of intervals for aggregations. Weeks start on Sunday, ISO weeks on Monday. */
export const INTERVAL_TYPES = ['MILLISECONDS', 'WEEK', 'WEEK_ISO', 'MONTH', 'QUARTER'] as const
type CalendarType = Exclude<(typeof INTERVAL_TYPES)[number], 'MILLISECONDS'>

const DAY_MS = 86_400_000

/** Returns true for the name of a time zone, such as `Asia/Ho_Chi_Minh`. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/**
 * Splits a range at the borders of weeks, months or quarters in a time zone.
 * @returns pairs of epoch milliseconds, the start included and the end not; undefined if there are more than `most`
 */
export function calendarIntervals(
  startTs: number,
  endTs: number,
  type: CalendarType,
  timeZone: string,
  most: number,
): [from: number, to: number][] | undefined {
  const localOf = localClock(timeZone)
  const intervals: [number, number][] = []
  let from = startTs
  while (from < endTs) {
    if (intervals.length === most) return undefined
    const border = fromLocal(nextBorder(localOf(from), type), localOf)
    const to = Math.min(endTs, Math.max(border, from + 1))
    intervals.push([from, to])
    from = to
  }
  return intervals
}

/** Returns a function from epoch milliseconds to the local time, written as if it were UTC. */
function localClock(timeZone: string): (ts: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  return (ts) => {
    const parts = new Map(format.formatToParts(ts).map(({ type, value }) => [type, Number(value)]))
    const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0
    const whole = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
    return whole + (((ts % 1000) + 1000) % 1000)
  }
}

/** Returns the first border after a local time. */
function nextBorder(local: number, type: CalendarType): number {
  const date = new Date(local)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  if (type === 'MONTH') return Date.UTC(year, month + 1, 1)
  if (type === 'QUARTER') return Date.UTC(year, (Math.floor(month / 3) + 1) * 3, 1)
  const firstDay = type === 'WEEK_ISO' ? 1 : 0
  const daysIntoWeek = (date.getUTCDay() - firstDay + 7) % 7
  return Date.UTC(year, month, date.getUTCDate()) + (7 - daysIntoWeek) * DAY_MS
}

/**
 * Returns the epoch milliseconds of a local time; near a change of clocks it needs two steps to find the right offset.
 */
function fromLocal(local: number, localOf: (ts: number) => number): number {
  const guess = local - (localOf(local) - local)
  return local - (localOf(guess) - guess)
}
