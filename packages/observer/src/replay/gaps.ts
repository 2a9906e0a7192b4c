/** The seconds of which nothing is known. */
import { QUARTER_MS, QUARTER_SECONDS, type Quarter, quartersIn } from './quarter.ts'

/** A span, epoch milliseconds, the end excluded. */
export interface Span {
  readonly fromMs: number
  readonly untilMs: number
}

/** Returns the quarter that begins at a time; undefined where nothing is known. */
export type QuarterAt = (startMs: number) => Quarter | undefined

/** Returns the gaps in a span of whole seconds, the oldest first: each is as long as nothing is known. */
export function gapsIn(quarterAt: QuarterAt, { fromMs, untilMs }: Span): readonly Span[] {
  const gaps: Span[] = []
  let sinceMs: number | null = null
  const close = (ms: number) => {
    if (sinceMs !== null) gaps.push({ fromMs: sinceMs, untilMs: ms })
    sinceMs = null
  }
  for (const startMs of quartersIn(fromMs, untilMs)) {
    const lamps = quarterAt(startMs)?.lamps
    const first = Math.max(0, Math.floor((fromMs - startMs) / 1000))
    const end = Math.min(QUARTER_SECONDS, Math.ceil((untilMs - startMs) / 1000))
    if (!lamps) {
      sinceMs ??= startMs + first * 1000
      continue
    }
    for (let index = first; index < end; index += 1) {
      if (lamps[index] === 0) sinceMs ??= startMs + index * 1000
      else if (sinceMs !== null) close(startMs + index * 1000)
    }
  }
  close(untilMs)
  return gaps
}

/** Returns from when until when the seconds of a span come from records, in whole quarters. */
export function rebuiltIn(quarterAt: QuarterAt, { fromMs, untilMs }: Span): readonly Span[] {
  const spans: Span[] = []
  for (const startMs of quartersIn(fromMs, untilMs)) {
    if (quarterAt(startMs)?.source !== 'record') continue
    const from = Math.max(fromMs, startMs)
    const until = Math.min(untilMs, startMs + QUARTER_MS)
    const last = spans.at(-1)
    if (last?.untilMs === from) spans[spans.length - 1] = { fromMs: last.fromMs, untilMs: until }
    else spans.push({ fromMs: from, untilMs: until })
  }
  return spans
}
