/** The last minutes of one junction, from its live samples and what the platform has kept of the time before them. */
import { knownLamps, litLamps } from '@greenwave/observer/lit'
import type { Sample } from '@greenwave/observer/sample'
import { STALE_AFTER_MS } from '@greenwave/observer/timing'
import type { Span } from '@greenwave/replay/gaps'
import { packLamps, QUARTER_MS, QUARTER_SECONDS, type Quarter, quarterOf } from '@greenwave/replay/quarter'

/** A sample stands for the second after it, too, if the next sample comes within this time, milliseconds. */
const STANDS_MS = 1500

/** Quarters that ended before the newest sample's are kept so far back. */
const KEPT_QUARTERS = 2

/** The last minutes of one junction. */
export class RecentSeconds {
  readonly #quarters = new Map<number, Quarter>()
  #newest: { readonly ts: number; readonly packed: number } | null = null

  /** Returns the quarter of an hour that begins at a time; undefined where nothing is known of it. */
  quarterAt = (startMs: number): Quarter | undefined => this.#quarters.get(startMs)

  /**
   * Takes over live samples, the oldest first, of which some may be known. Returns the span that was missed between two of
   * them, null if none was.
   */
  put(samples: readonly Sample[]): Span | null {
    let missed: Span | null = null
    for (const { ts, counts } of samples) {
      const before = this.#newest
      if (before && ts <= before.ts) continue
      const packed = packLamps(litLamps(counts), knownLamps(counts))
      const isSteady = before !== null && ts - before.ts <= STANDS_MS
      if (isSteady && Math.floor(ts / 1000) === Math.floor(before.ts / 1000) + 2) this.#set(ts - 1000, before.packed)
      if (before && ts - before.ts > STALE_AFTER_MS) missed ??= { fromMs: before.ts, untilMs: ts }
      this.#set(ts, packed)
      this.#newest = { ts, packed }
    }
    return missed
  }

  /** Takes over what was kept; seconds that were seen live stay. */
  fill({ startMs, lamps }: Quarter): void {
    const own = this.#of(startMs)
    lamps.forEach((packed, index) => {
      if (own[index] === 0) own[index] = packed
    })
  }

  #set(ms: number, packed: number): void {
    this.#of(quarterOf(ms))[Math.floor((ms % QUARTER_MS) / 1000)] = packed
  }

  #of(startMs: number): Uint32Array {
    const known = this.#quarters.get(startMs)
    if (known) return known.lamps
    const lamps = new Uint32Array(QUARTER_SECONDS)
    const clockMs = new Float64Array(0)
    this.#quarters.set(startMs, { startMs, source: 'samples', lamps, clockMs, counts: null, takenMs: null })
    for (const old of this.#quarters.keys()) {
      if (old < startMs - KEPT_QUARTERS * QUARTER_MS) this.#quarters.delete(old)
    }
    return lamps
  }
}
