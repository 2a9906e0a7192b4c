import type { PhaseNumber } from '@greenwave/controller/controllerLimits'
import { lampsOf, shownBy } from '@greenwave/observer/lit'
import { knownOf, litOf, QUARTER_MS, type Quarter, quarterOf } from '@greenwave/observer/replay/quarter'

/** A part of the time, epoch milliseconds; `untilMs` is excluded. */
export interface TimeSpan {
  readonly fromMs: number
  readonly untilMs: number
}

/** The last sample is on its way for a second or two. */
const LEAST_UNKNOWN_MS = 3000

type QuarterAt = (startMs: number) => Quarter | undefined

/** Returns when a phase showed green, as far as anything is known of the seconds of a span. */
export function greenSpans(quarterAt: QuarterAt, phase: PhaseNumber, span: TimeSpan): readonly TimeSpan[] {
  return spansOf(quarterAt, span, (packed) => shownBy(litOf(packed), phase) === 'green')
}

/** Returns the parts of a span, of 3 s or more, in which a phase does not show, or no sample says, what was lit. */
export function unknownSpans(quarterAt: QuarterAt, phase: PhaseNumber, span: TimeSpan): readonly TimeSpan[] {
  const spans = spansOf(quarterAt, span, (packed) => (knownOf(packed) & lampsOf(phase)) === 0)
  return spans.filter(({ fromMs, untilMs }) => untilMs - fromMs >= LEAST_UNKNOWN_MS)
}

function spansOf(
  quarterAt: QuarterAt,
  { fromMs, untilMs }: TimeSpan,
  isOne: (packed: number) => boolean,
): readonly TimeSpan[] {
  const spans: TimeSpan[] = []
  let beganMs: number | null = null
  const first = Math.floor(fromMs / 1000) * 1000
  for (let ms = first; ms <= untilMs; ms += 1000) {
    const packed = quarterAt(quarterOf(ms))?.lamps[Math.floor((ms % QUARTER_MS) / 1000)] ?? 0
    if (ms < untilMs && isOne(packed)) beganMs ??= ms
    else if (beganMs !== null) {
      spans.push({ fromMs: beganMs, untilMs: ms })
      beganMs = null
    }
  }
  return spans
}
