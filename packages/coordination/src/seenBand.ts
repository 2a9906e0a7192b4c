/** The band that greens on the street make: what was seen of them, not what is set. Times are epoch milliseconds. */

/** A part of the time, the end excluded. */
export interface TimeSpan {
  readonly fromMs: number
  readonly untilMs: number
}

/** When a phase was green, as far as that was seen; each list oldest first and without overlaps. */
export interface SeenGreens {
  readonly greens: readonly TimeSpan[]
  /** Time without samples, including the time after the newest one. */
  readonly gaps: readonly TimeSpan[]
}

/** A junction that serves a direction. */
export interface SeenJunction extends SeenGreens {
  /** When traffic passes it that passes the first junction at 0. */
  readonly passingMs: number
}

/** The widest band of a cycle: at least and at most so wide, since nothing is known of gaps. Milliseconds. */
export interface SeenBand {
  readonly leastMs: number
  readonly mostMs: number
}

/**
 * Returns the widest band of vehicles that pass the first junction in a cycle: of the unbroken runs of time in which
 * whoever passes it meets green everywhere, those whose middle is in the cycle. So each run belongs to one cycle, wherever
 * cycles are cut. It looks half a cycle beyond both ends, and no band is wider than the cycle. In gaps a run may be
 * longer, so that its middle is somewhere else: then at most the longest run that touches the cycle.
 */
export function seenBand(junctions: readonly SeenJunction[], cycle: TimeSpan): SeenBand {
  const halfMs = (cycle.untilMs - cycle.fromMs) / 2
  const looked = { fromMs: cycle.fromMs - halfMs, untilMs: cycle.untilMs + halfMs }
  const hasMiddle = ({ fromMs, untilMs }: TimeSpan): boolean => {
    const middleMs = (fromMs + untilMs) / 2
    return middleMs >= cycle.fromMs && middleMs < cycle.untilMs
  }
  const widest = (of: (one: SeenJunction) => readonly TimeSpan[], counts: (run: TimeSpan) => boolean): number => {
    let runs: readonly TimeSpan[] = [looked]
    for (const one of junctions) {
      const spans = moved(of(one), -one.passingMs)
      runs = runs.flatMap((run) => spans.flatMap((span) => common(run, span)))
    }
    return Math.min(2 * halfMs, Math.max(0, ...runs.filter(counts).map(({ fromMs, untilMs }) => untilMs - fromMs)))
  }
  const leastMs = widest(({ greens }) => greens, hasMiddle)
  const hasGaps = junctions.some(({ gaps, passingMs }) =>
    moved(gaps, -passingMs).some((gap) => common(gap, looked).length > 0),
  )
  if (!hasGaps) return { leastMs, mostMs: leastMs }
  const touches = (run: TimeSpan): boolean => common(run, cycle).length > 0
  return { leastMs, mostMs: widest(({ greens, gaps }) => united([...greens, ...gaps]), touches) }
}

function moved(spans: readonly TimeSpan[], byMs: number): readonly TimeSpan[] {
  return spans.map(({ fromMs, untilMs }) => ({ fromMs: fromMs + byMs, untilMs: untilMs + byMs }))
}

/** Returns spans that overlap or touch as one. */
function united(spans: readonly TimeSpan[]): readonly TimeSpan[] {
  const all: TimeSpan[] = []
  for (const span of spans.toSorted((a, b) => a.fromMs - b.fromMs)) {
    const last = all.at(-1)
    if (last && span.fromMs <= last.untilMs)
      all[all.length - 1] = { fromMs: last.fromMs, untilMs: Math.max(last.untilMs, span.untilMs) }
    else all.push(span)
  }
  return all
}

function common(a: TimeSpan, b: TimeSpan): readonly TimeSpan[] {
  const [fromMs, untilMs] = [Math.max(a.fromMs, b.fromMs), Math.min(a.untilMs, b.untilMs)]
  return fromMs < untilMs ? [{ fromMs, untilMs }] : []
}
