/** When the phases of a junction were green, as far as its samples show: a few numbers for each green. */
import { ofPhase, type PhaseNumber } from '@greenwave/controller/controllerLimits'
import type { SeenGreens, TimeSpan } from '../seenBand.ts'
import type { Junction } from '@greenwave/observer/junction'
import { isUnknown, lampsOf } from '@greenwave/observer/lit'
import { changedStates } from '@greenwave/observer/recordWindow'
import type { Street } from '@greenwave/observer/street'

/** A sample says what was lit for so long, milliseconds. */
const SECOND_MS = 1000
/** Spans closer together than this have no sample between them, milliseconds. */
const ADJOINING_MS = 500
/** More greens of a phase, or gaps, than this are not kept: lamps that change each second must not fill the memory. */
const MOST_SPANS = 64

/** Spans as pairs of numbers, because thousands of junctions have some. */
type Pairs = number[]

interface PhaseSeen {
  readonly greens: Pairs
  /** Time in which the phase did not show which of its lamps was lit. */
  readonly gaps: Pairs
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
    this.#phases = new Map([...phases].map((phase) => [phase, { greens: [], gaps: [], sinceMs: null }]))
  }

  /**
   * Folds in a message that changed the signals. A sample that newer ones have overtaken changes these, too. Samples in
   * between, which are not passed here, show the same lamps.
   */
  fold(before: Junction, after: Junction): void {
    if (!after.street || after.street === before.street) return
    const changed = changedStates(before, after)
    if (!changed) return
    let { street } = changed
    if (changed.undone > 0) this.#undoAfter(street)
    for (const { street: next } of changed.states) {
      if (!next) continue
      this.#foldSecond(street, next)
      street = next
    }
  }

  #foldSecond(before: Street | null, street: Street): void {
    const atMs = street.sample.ts
    const isAfterGap = before === null || street.afterGap || street.missed > 0
    const endMs = before === null ? atMs : before.sample.ts + SECOND_MS
    if (this.#fromMs === Number.POSITIVE_INFINITY) this.#fromMs = atMs
    else if (isAfterGap) this.#keep(this.#gaps, Math.min(endMs, atMs), atMs)
    for (const [phase, seen] of this.#phases) {
      const isGreen = showsGreen(street, phase)
      if (isUnknown(street.seen.lit, street.seen.known, phase)) this.#keepHidden(seen.gaps, atMs)
      const ends = seen.sinceMs !== null && (isAfterGap || !isGreen)
      if (ends) this.#keep(seen.greens, seen.sinceMs ?? atMs, isAfterGap ? Math.min(endMs, atMs) : atMs)
      if (!isGreen) seen.sinceMs = null
      else if (ends || seen.sinceMs === null) seen.sinceMs = atMs
    }
  }

  /** Forgets what samples after a second showed, so that they can be folded in anew. Null: all of them. */
  #undoAfter(street: Street | null): void {
    const atMs = street?.sample.ts ?? Number.NEGATIVE_INFINITY
    if (!street) this.#fromMs = Number.POSITIVE_INFINITY
    cut(this.#gaps, atMs)
    for (const [phase, seen] of this.#phases) {
      const { greens } = seen
      if (seen.sinceMs !== null && seen.sinceMs > atMs) seen.sinceMs = null
      while (greens.length > 0 && (greens.at(-2) ?? 0) > atMs) greens.length -= 2
      const isGreen = street !== null && showsGreen(street, phase)
      if (isGreen && seen.sinceMs === null && (greens.at(-1) ?? 0) > atMs) {
        seen.sinceMs = greens.at(-2) ?? atMs
        greens.length -= 2
      }
      cut(seen.gaps, atMs)
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
        ...spansOf(seen.gaps),
        { fromMs: untilMs, untilMs: Number.POSITIVE_INFINITY },
      ],
    }
  }

  /** Forgets what ended before a time. */
  forget(beforeMs: number): void {
    for (const pairs of [this.#gaps, ...[...this.#phases.values()].flatMap(({ greens, gaps }) => [greens, gaps])]) {
      while (pairs.length > 0 && (pairs[1] ?? 0) < beforeMs) pairs.splice(0, 2)
    }
    this.#fromMs = this.#fromMs === Number.POSITIVE_INFINITY ? this.#fromMs : Math.max(this.#fromMs, beforeMs)
  }

  /** Keeps a second that a phase does not show, joined to the one before it. */
  #keepHidden(gaps: Pairs, atMs: number): void {
    const adjoins = gaps.length > 0 && atMs - (gaps.at(-1) ?? 0) < ADJOINING_MS
    if (adjoins) gaps[gaps.length - 1] = atMs + SECOND_MS
    else this.#keep(gaps, atMs, atMs + SECOND_MS)
  }

  #keep(pairs: Pairs, fromMs: number, untilMs: number): void {
    if (fromMs >= untilMs) return
    pairs.push(fromMs, untilMs)
    if (pairs.length <= 2 * MOST_SPANS) return
    this.#fromMs = Math.max(this.#fromMs, pairs[1] ?? 0)
    pairs.splice(0, 2)
  }
}

/** Returns whether a phase is known to be green at the newest sample. */
function showsGreen({ phases, seen }: Street, phase: PhaseNumber): boolean {
  return ofPhase(phases, phase).shown === 'green' && (seen.notShown & lampsOf(phase)) === 0
}

/** Removes the spans that begin after a time, and what others have later than the second of that time. */
function cut(pairs: Pairs, atMs: number): void {
  while (pairs.length > 0 && (pairs.at(-2) ?? 0) > atMs) pairs.length -= 2
  if ((pairs.at(-1) ?? 0) > atMs + SECOND_MS) pairs[pairs.length - 1] = atMs + SECOND_MS
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
