/** Reads the days of a span of a junction, from kept sums as far as there are any, else by counting records. */
import type { DaySums, Sums } from '@greenwave/contract/records/daySums'
import { windowOf } from '../../recordWindow.ts'
import { countDay } from '../countDay.ts'
import { type DaySpan, daysOf, nextMidnight } from '../days.ts'
import { addSums, NO_SUMS } from '../sums.ts'
import { type DayReader, RECORDED_WITHIN_MS, fetchDayRecords, fetchKeptDays, fetchRecordedDays } from './dayReads.ts'

/** The watcher counts every three hours; sums that end longer ago were left behind. Milliseconds. */
const LEFT_AFTER_MS = 5 * 3_600_000

/** Records of a span of a junction. */
export interface SpanSums {
  /** Quarters with any records, the oldest first. */
  readonly days: readonly DaySums[]
  readonly sums: Sums
  /** Since when the junction was watched, if that was in the span, epoch milliseconds; null if it was watched before. */
  readonly watchedSinceMs: number | null
  /** Days of the span that have begun since it was watched, and of which there are no records. */
  readonly unrecorded: number
}

/** How a span is read. */
export interface SpanReading {
  /** The platform's time, epoch milliseconds. */
  readonly nowMs: number
  /** Whether a day that is not over yet is counted up to its last quarter, which takes longer. */
  readonly isExact?: boolean
}

/** Fetches what is known of a span. Rejects as the calls do. */
export async function fetchSpan(
  reader: DayReader,
  span: DaySpan,
  { nowMs, isExact = false }: SpanReading,
): Promise<SpanSums> {
  const begun = daysOf(span).filter((dayMs) => dayMs < nowMs)
  const kept = new Map((await fetchKeptDays(reader, span)).map((sums) => [sums.dayMs, sums]))
  const isCounted = (dayMs: number): boolean => {
    const sums = kept.get(dayMs)
    const endMs = nextMidnight(dayMs)
    const untilMs = Math.min(endMs, windowOf(nowMs - RECORDED_WITHIN_MS))
    const isSettled = isExact || nowMs >= endMs + LEFT_AFTER_MS
    return sums !== undefined && sums.untilMs >= untilMs - (isSettled ? 0 : LEFT_AFTER_MS)
  }
  const others = begun.filter((dayMs) => !isCounted(dayMs))
  const recorded = others.length === 0 ? new Set() : await fetchRecordedDays(reader, span)
  for (const dayMs of others) {
    if (recorded.has(dayMs)) kept.set(dayMs, countDay(await fetchDayRecords(reader, dayMs, nowMs)))
  }
  const days = begun.flatMap((dayMs) => kept.get(dayMs) ?? [])
  const [first] = days
  const isFirstEver = first !== undefined && first.fromMs > first.dayMs
  const watched = isFirstEver ? begun.filter((dayMs) => dayMs >= first.dayMs) : begun
  return {
    days,
    sums: days.reduce<Sums>(addSums, NO_SUMS),
    watchedSinceMs: isFirstEver ? first.fromMs : null,
    unrecorded: watched.length - days.length,
  }
}

/**
 * Reads one after the other of many, some at a time, in order of their beginnings. Rejects with the first error, and
 * then begins nothing more.
 */
export async function inParallel<T>(
  items: readonly T[],
  atOnce: number,
  read: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = items.values()
  let isFailed = false
  async function next(): Promise<void> {
    for (const item of waiting) {
      if (isFailed) return
      try {
        await read(item)
      } catch (error) {
        isFailed = true
        throw error
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, next))
}
