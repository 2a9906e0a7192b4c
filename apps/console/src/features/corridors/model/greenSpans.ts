import type { PhaseNumber } from '@greenwave/controller/controllerLimits'
import { lampsOf, stateOf } from '@greenwave/observer/lit'
import { knownOf, litOf, notShownOf, QUARTER_MS, type Quarter, quarterOf } from '@greenwave/observer/replay/quarter'

/** A part of the time, epoch milliseconds; `untilMs` is excluded. */
export interface TimeSpan {
  readonly fromMs: number
  readonly untilMs: number
}

/** Displays of a phase that a diagram tells from red. `notShown`: a lamp is lit, and its display does not show which. */
const MARKED = ['green', 'notShown', 'dark', 'noData'] as const

/** A part of the time in which a phase had one of these displays. */
export interface MarkedSpan extends TimeSpan {
  readonly state: (typeof MARKED)[number]
}

/** The last sample is on its way for less than this. */
const ON_ITS_WAY_MS = 3000

/**
 * Returns the parts of a span in which a phase was not red, oldest first. Yellow and contradicting lamps have no mark,
 * nor have the last seconds, whose samples are on their way.
 */
export function markedSpans(
  quarterAt: (startMs: number) => Quarter | undefined,
  phase: PhaseNumber,
  { fromMs, untilMs }: TimeSpan,
): readonly MarkedSpan[] {
  const spans: MarkedSpan[] = []
  const first = Math.floor(fromMs / 1000) * 1000
  const last = Math.max(first, Math.ceil(untilMs / 1000) * 1000)
  let [state, sinceMs] = [markAt(first), first]
  for (let ms = first + 1000; ms <= last; ms += 1000) {
    const next = ms < last ? markAt(ms) : undefined
    if (next === state && ms < last) continue
    const isOnItsWay = state === 'noData' && ms === last && ms - sinceMs < ON_ITS_WAY_MS
    if (state && !isOnItsWay) spans.push({ state, fromMs: sinceMs, untilMs: ms })
    ;[state, sinceMs] = [next, ms]
  }
  return spans

  function markAt(ms: number): MarkedSpan['state'] | undefined {
    const packed = quarterAt(quarterOf(ms))?.lamps[Math.floor((ms % QUARTER_MS) / 1000)] ?? 0
    if ((notShownOf(packed) & lampsOf(phase)) !== 0) return 'notShown'
    const state = stateOf(litOf(packed), knownOf(packed), phase)
    return MARKED.find((marked) => marked === state)
  }
}
