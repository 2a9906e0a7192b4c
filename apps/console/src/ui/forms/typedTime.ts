/**
 * Days and times as people type them, 24/11/2026 01:45, and as forms keep them: 2026-11-24, 01:45, 2026-11-24T01:45 or
 * 2026-11-24T01:45:30. Nothing here knows a time zone.
 */

/** Precision of a field: a day, a time of the day, a minute of a day, or a second of a day. */
export type TimePrecision = 'day' | 'time' | 'minute' | 'second'

type Unit = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second'

interface Layout {
  /** The parts in the order in which they are typed. */
  readonly units: readonly Unit[]
  readonly typed: RegExp
  /** Start and end of the kept text within an ISO time. */
  readonly kept: readonly [start: number, end: number]
}

const DAY = String.raw`(?<day>\d{1,2})[/.-](?<month>\d{1,2})[/.-](?<year>\d{4})`
const TIME = String.raw`(?<hour>\d{1,2}):(?<minute>\d{2})`

const LAYOUTS: Readonly<Record<TimePrecision, Layout>> = {
  day: { units: ['day', 'month', 'year'], typed: new RegExp(`^${DAY}$`), kept: [0, 10] },
  time: { units: ['hour', 'minute'], typed: new RegExp(`^${TIME}$`), kept: [11, 16] },
  minute: {
    units: ['day', 'month', 'year', 'hour', 'minute'],
    typed: new RegExp(`^${DAY},?\\s+${TIME}$`),
    kept: [0, 16],
  },
  second: {
    units: ['day', 'month', 'year', 'hour', 'minute', 'second'],
    typed: new RegExp(`^${DAY},?\\s+${TIME}(?::(?<second>\\d{2}))?$`),
    kept: [0, 19],
  },
}

/** Supplies the parts that a precision lacks. */
const NO_TIME = '2000-01-01T00:00:00Z'

/** Epoch milliseconds of a kept text read as UTC; undefined for any other text. */
function utcOf(kept: string, precision: TimePrecision): number | undefined {
  const [start] = LAYOUTS[precision].kept
  const ms = Date.parse(`${NO_TIME.slice(0, start)}${kept}${NO_TIME.slice(start + kept.length)}`)
  return Number.isNaN(ms) || keptOf(ms, precision) !== kept ? undefined : ms
}

function keptOf(utcMs: number, precision: TimePrecision): string {
  return new Date(utcMs).toISOString().slice(...LAYOUTS[precision].kept)
}

/** Formats a kept day or time as people type it; undefined for a text that is neither. */
export function formatTyped(kept: string, precision: TimePrecision): string | undefined {
  const ms = utcOf(kept, precision)
  if (ms === undefined) return undefined
  const iso = new Date(ms).toISOString()
  const day = `${iso.slice(8, 10)}/${iso.slice(5, 7)}/${iso.slice(0, 4)}`
  const time = iso.slice(11, precision === 'second' ? 19 : 16)
  return precision === 'day' ? day : precision === 'time' ? time : `${day} ${time}`
}

/** Parses a typed day or time, or one pasted as it is kept; undefined for anything else, such as 31/02/2026. */
export function parseTyped(text: string, precision: TimePrecision): string | undefined {
  const typed = text.trim()
  if (utcOf(typed, precision) !== undefined) return typed
  const groups = LAYOUTS[precision].typed.exec(typed)?.groups
  if (!groups) return undefined
  const { day = '1', month = '1', year = '2000', hour = '0', minute = '00', second = '00' } = groups
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}T${hour.padStart(2, '0')}:${minute}:${second}`
  const kept = iso.slice(...LAYOUTS[precision].kept)
  return utcOf(kept, precision) === undefined ? undefined : kept
}

/** Adds the separators between parts while a text is typed at its end, so that digits suffice. */
export function withSeparator(text: string, before: string, precision: TimePrecision): string {
  const { units } = LAYOUTS[precision]
  const added = text.startsWith(before) ? text.slice(before.length) : ''
  // A separator that was added already and is typed as well.
  if (/^\D$/.test(added) && /\D$/.test(before)) return before
  const groups = text.split(/\D+/)
  const unit = units[groups.length - 1]
  if (!/^\d$/.test(added) || unit === undefined || groups.length === units.length) return text
  const excess = (groups.at(-1)?.length ?? 0) - (unit === 'year' ? 4 : 2)
  if (excess === 0) return text + SEPARATORS[unit]
  // The separator was deleted.
  return excess > 0 ? before + SEPARATORS[unit] + added : text
}

const SEPARATORS: Readonly<Record<Unit, string>> = {
  day: '/',
  month: '/',
  year: ' ',
  hour: ':',
  minute: ':',
  second: '',
}

/** A part of a typed text: the positions of its begin and its end. */
export interface TypedPart {
  readonly start: number
  readonly end: number
}

/** Steps the part of a text at a position up or down by one; undefined for a text that is not complete. */
export function stepTyped(
  text: string,
  position: number,
  by: 1 | -1,
  precision: TimePrecision,
): { readonly text: string; readonly part: TypedPart } | undefined {
  const ms = utcOf(parseTyped(text, precision) ?? '', precision)
  if (ms === undefined) return undefined
  const starts = [...text.matchAll(/\d+/g)].map(({ index }) => index)
  const nth = Math.max(
    0,
    starts.findLastIndex((start) => start <= position),
  )
  const next = formatTyped(keptOf(steppedOf(ms, LAYOUTS[precision].units[nth] ?? 'minute', by), precision), precision)
  const part = [...(next ?? '').matchAll(/\d+/g)][nth]
  if (next === undefined || part === undefined) return undefined
  return { text: next, part: { start: part.index, end: part.index + part[0].length } }
}

const LENGTHS = { day: 86_400_000, hour: 3_600_000, minute: 60_000, second: 1000 } as const

/** Adds or takes one unit; a day that the new month lacks becomes its last. */
function steppedOf(ms: number, unit: Unit, by: 1 | -1): number {
  if (unit !== 'month' && unit !== 'year') return ms + by * LENGTHS[unit]
  const date = new Date(ms)
  const months = date.getUTCFullYear() * 12 + date.getUTCMonth() + by * (unit === 'year' ? 12 : 1)
  const [year, month] = [Math.floor(months / 12), months % 12]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return date.setUTCFullYear(year, month, Math.min(date.getUTCDate(), last))
}
