/** When the phases of a junction were green, as far as its samples show: a few numbers for each green. */
import { ofPhase, type PhaseNumber } from '@greenwave/controller/controllerLimits'
import type { SeenGreens, TimeSpan } from '@greenwave/coordination/seenBand'
import type { Street } from '@greenwave/observer/street'

/** A sample says what was lit for so long, milliseconds. */
const SECOND_MS = 1000
/** More greens of a phase, or gaps, than this are not kept: lamps that change each second must not fill the memory. */
const MOST_SPANS = 64

/** Spans as pairs of numbers, because thousands of junctions have some. */
type Pairs = number[]

interface PhaseSeen {
  readonly greens: Pairs
  /** Since when it is green; null while it is not. */
  sinceMs: number | null
}

/** The greens of one junction. Times are epoch milliseconds. */
export class GreensSeen {
  readonly #phases: ReadonlyMap<PhaseNumber, PhaseSeen>
  readonly #gaps: Pairs = []
  /** From when on greens and gaps are known; Infinity before the first sample. */
  #fromMs = Number.POSITIVE_INFINITY

  /** @param phases those that anybody asks for */
  constructor(phases: Iterable<PhaseNumber>) {
    this.#phases = new Map([...phases].map((phase) => [phase, { greens: [], sinceMs: null }]))
  }

  /** Folds in a sample that changed the signals. Samples in between, which are not passed here, show the same lamps. */
  fold(before: Street | null, street: Street): void {
    const atMs = street.sample.ts
    const isAfterGap = before === null || street.afterGap || street.missed > 0
    const endMs = before === null ? atMs : before.sample.ts + SECOND_MS
    if (this.#fromMs === Number.POSITIVE_INFINITY) this.#fromMs = atMs
    else if (isAfterGap) this.#keep(this.#gaps, Math.min(endMs, atMs), atMs)
    if (!street.seen.complete) this.#keep(this.#gaps, atMs, atMs + SECOND_MS)
    for (const [phase, seen] of this.#phases) {
      const { shown } = ofPhase(street.phases, phase)
      const ends = seen.sinceMs !== null && (isAfterGap || shown !== 'green')
      if (ends) this.#keep(seen.greens, seen.sinceMs ?? atMs, isAfterGap ? Math.min(endMs, atMs) : atMs)
      if (shown !== 'green') seen.sinceMs = null
      else if (ends || seen.sinceMs === null) seen.sinceMs = atMs
    }
  }

  /** Observed greens of a phase. `newestMs` is the time of the newest sample; null if there is none. */
  seen(phase: PhaseNumber, newestMs: number | null): SeenGreens {
    const seen = this.#phases.get(phase)
    if (!seen || newestMs === null || newestMs < this.#fromMs) return NOTHING_SEEN
    const untilMs = newestMs + SECOND_MS
    const running = seen.sinceMs === null ? [] : [{ fromMs: seen.sinceMs, untilMs }]
    return {
      greens: [...spansOf(seen.greens), ...running],
      gaps: [
        { fromMs: Number.NEGATIVE_INFINITY, untilMs: this.#fromMs },
        ...spansOf(this.#gaps),
        { fromMs: untilMs, untilMs: Number.POSITIVE_INFINITY },
      ],
    }
  }

  /** Forgets what ended before a time. */
  forget(beforeMs: number): void {
    for (const pairs of [this.#gaps, ...[...this.#phases.values()].map(({ greens }) => greens)]) {
      while (pairs.length > 0 && (pairs[1] ?? 0) < beforeMs) pairs.splice(0, 2)
    }
    this.#fromMs = this.#fromMs === Number.POSITIVE_INFINITY ? this.#fromMs : Math.max(this.#fromMs, beforeMs)
  }

  #keep(pairs: Pairs, fromMs: number, untilMs: number): void {
    if (fromMs >= untilMs) return
    pairs.push(fromMs, untilMs)
    if (pairs.length <= 2 * MOST_SPANS) return
    this.#fromMs = Math.max(this.#fromMs, pairs[1] ?? 0)
    pairs.splice(0, 2)
  }
}

const NOTHING_SEEN: SeenGreens = {
  greens: [],
  gaps: [{ fromMs: Number.NEGATIVE_INFINITY, untilMs: Number.POSITIVE_INFINITY }],
}

function spansOf(pairs: Pairs): readonly TimeSpan[] {
  const spans: TimeSpan[] = []
  for (let place = 0; place + 1 < pairs.length; place += 2)
    spans.push({ fromMs: pairs[place] ?? 0, untilMs: pairs[place + 1] ?? 0 })
  return spans
}
