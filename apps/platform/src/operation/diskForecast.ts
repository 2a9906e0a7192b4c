/** @file How long the room on a disk lasts, from what history took so far and how long it is kept. */
import type { HistoryRetention } from '../data/history/historyFiles.ts'

const DAY_MS = 86_400_000
/** Complete days whose mean is a day's growth. */
const MEAN_DAYS = 7
/** A disk that lasts longer is not worth a forecast, days. */
const MOST_DAYS = 36_500
const DAY = /^(\d{4}-\d{2}-\d{2})\.db$/
const MONTH = /^records-(\d{4}-\d{2})\.db$/

/** Bytes of the files of history by their names. */
export type HistorySizes = ReadonlyMap<string, number>

/**
 * Returns the days until the disk is full; null when everything that is kept fits, undefined when no complete day of
 * history is known. History stops growing when its oldest files expire. Other programs that fill the disk are not
 * known.
 */
export function daysUntilFull(
  freeBytes: number,
  sizes: HistorySizes,
  retention: HistoryRetention,
  nowMs: number,
): number | null | undefined {
  const today = new Date(nowMs).toISOString().slice(0, 'yyyy-mm-dd'.length)
  const days = bytesBy(sizes, DAY)
  const complete = [...days].filter(([day]) => day < today).toSorted(byName)
  const recent = complete.slice(-MEAN_DAYS).map(([, bytes]) => bytes)
  if (recent.length === 0) return undefined
  const ofDay = recent.reduce((sum, bytes) => sum + bytes, 0) / recent.length
  const keptDays = Math.ceil(retention.samplesMs / DAY_MS) + 1
  const months = bytesBy(sizes, MONTH)
  const dayOfMonth = Number(today.slice(-2))
  // An installation younger than its retention began with its first day.
  const seenDays = days.size < keptDays ? Math.min(dayOfMonth, days.size) : dayOfMonth
  const ofRecordsDay = recordsOfDay(months, today.slice(0, 'yyyy-mm'.length), seenDays)
  const recordDays = Math.ceil(retention.recordsMs / DAY_MS) + 31
  const samplesGrow = keptDays - days.size
  const recordsGrow = recordDays - (months.size - 1) * 30 - seenDays
  let neededBytes = 0
  for (let day = 1; day <= Math.min(MOST_DAYS, Math.max(samplesGrow, recordsGrow)); day += 1) {
    neededBytes += (day <= samplesGrow ? ofDay : 0) + (day <= recordsGrow ? ofRecordsDay : 0)
    if (neededBytes > freeBytes) return day - 1
  }
  return null
}

/** Returns the bytes of records of one day: the larger mean of this month and of the last complete one. */
function recordsOfDay(months: ReadonlyMap<string, number>, thisMonth: string, seenDays: number): number {
  const ofThis = (months.get(thisMonth) ?? 0) / Math.max(1, seenDays)
  const last = [...months]
    .filter(([month]) => month < thisMonth)
    .toSorted(byName)
    .at(-1)
  if (last === undefined) return ofThis
  const [year, month] = last[0].split('-').map(Number)
  return Math.max(ofThis, last[1] / new Date(Date.UTC(year ?? 0, month ?? 1, 0)).getUTCDate())
}

const byName = ([a]: readonly [string, number], [b]: readonly [string, number]): number => (a < b ? -1 : 1)

const bytesBy = (sizes: HistorySizes, shape: RegExp): Map<string, number> =>
  new Map(
    [...sizes].flatMap(([name, bytes]) => {
      const key = shape.exec(name)?.[1]
      return key === undefined ? [] : [[key, bytes] as const]
    }),
  )
