import type { PhaseNumber } from '@greenwave/controller/limits'
import { shownBy } from '@greenwave/observer/lit'
import { litOf, QUARTER_MS, type Quarter, quarterOf } from '@greenwave/replay/quarter'

/** Time in which a phase showed green, epoch milliseconds; `untilMs` is excluded. */
export interface GreenSpan {
  readonly fromMs: number
  readonly untilMs: number
}

/** Returns when a phase showed green, as far as anything is known of the seconds of a span. */
export function greenSpans(
  quarterAt: (startMs: number) => Quarter | undefined,
  phase: PhaseNumber,
  { fromMs, untilMs }: GreenSpan,
): readonly GreenSpan[] {
  const spans: GreenSpan[] = []
  let beganMs: number | null = null
  const first = Math.floor(fromMs / 1000) * 1000
  for (let ms = first; ms <= untilMs; ms += 1000) {
    const startMs = quarterOf(ms)
    const packed = quarterAt(startMs)?.lamps[Math.floor((ms % QUARTER_MS) / 1000)] ?? 0
    const isGreen = ms < untilMs && shownBy(litOf(packed), phase) === 'green'
    if (isGreen) beganMs ??= ms
    else if (beganMs !== null) {
      spans.push({ fromMs: beganMs, untilMs: ms })
      beganMs = null
    }
  }
  return spans
}
