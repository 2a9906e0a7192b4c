/**
 * The last minutes of one junction, outside React: from its live samples, and from what the platform has kept of the time
 * before them.
 */
import type { Span } from '@greenwave/observer/replay/gaps'
import { lampsByDisplay } from '@greenwave/observer/replay/lampsByDisplay'
import { QUARTER_MS, QUARTER_SECONDS, type Quarter, quarterOf } from '@greenwave/observer/replay/quarter'
import type { Sample } from '@greenwave/observer/sample'
import { STALE_AFTER_MS } from '@greenwave/observer/timing'
import { log } from '../log.ts'
import type { HistoryFetches } from './historyFetches.ts'

/** A sample also counts for the second after it if the next sample comes within this time, milliseconds. */
const STANDS_MS = 1500
/** Quarters that ended before the newest sample's are kept so far back. */
const KEPT_QUARTERS = 2
/** So many parts that could not be read are read again later, the last ones. */
const MOST_UNREAD = 20
/** So many live samples wait for the displays, the last ones. */
const MOST_EARLY = 600
/** So much is kept in view, milliseconds. */
export const RECENT_MS = 600_000

/** The last minutes of one junction. */
export class RecentSeconds {
  readonly #reads: Pick<HistoryFetches, 'lamps' | 'displays'>
  readonly #nowMs: () => number
  readonly #quarters = new Map<number, Quarter>()
  readonly #listeners = new Set<() => void>()
  #abort = new AbortController()
  #lampsIn = lampsByDisplay(undefined)
  /** Live samples that wait for the displays: without these, what a display hides would be dark. Null once they are read. */
  #early: Sample[] | null = null
  #newest: { readonly ts: number; readonly packed: number } | null = null
  /** The part that could not be read. */
  #unread: readonly { readonly span: Span; readonly error: unknown }[] = []
  #version = 0

  constructor(reads: Pick<HistoryFetches, 'lamps' | 'displays'>, nowMs: () => number) {
    this.#reads = reads
    this.#nowMs = nowMs
  }

  /** Grows with everything that becomes known. */
  get version(): number {
    return this.#version
  }

  /** Returns the quarter of an hour that begins at a time; undefined without data. */
  quarterAt = (startMs: number): Quarter | undefined => this.#quarters.get(startMs)

  /** Calls back when something becomes known. Returns a function that ends this. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Reads what was before now, as far back as this, milliseconds. Returns a function that stops reading. */
  attach(backMs = RECENT_MS): () => void {
    this.#abort = new AbortController()
    this.#unread = []
    this.#early = []
    const nowMs = this.#nowMs()
    void this.#read({ fromMs: nowMs - backMs, untilMs: nowMs })
    return () => this.#abort.abort()
  }

  /** Takes over live samples, the oldest first, of which some may be known, and reads what was missed between them. */
  put(samples: readonly Sample[]): void {
    if (this.#early) {
      const waiting = this.#early.concat(samples)
      this.#early = waiting.slice(-MOST_EARLY)
      return
    }
    for (const { ts, counts, clockMs } of samples) {
      const before = this.#newest
      if (before && ts <= before.ts) continue
      const packed = this.#lampsIn({ sample: { ts, counts, clockMs }, second: Math.floor(ts / 1000) })
      const isSteady = before !== null && ts - before.ts <= STANDS_MS
      if (isSteady && Math.floor(ts / 1000) === Math.floor(before.ts / 1000) + 2) this.#set(ts - 1000, before.packed)
      this.#set(ts, packed)
      this.#newest = { ts, packed }
      if (before && ts - before.ts > STALE_AFTER_MS) {
        void this.#read({ fromMs: Math.max(before.ts, ts - RECENT_MS), untilMs: ts })
      }
    }
    this.#tell()
  }

  /** Why parts could not be read; they are shown as seconds of which nothing is known. */
  get failures(): readonly unknown[] {
    return this.#unread.map(({ error }) => error)
  }

  /** Reads again what could not be read. */
  retry(): void {
    const unread = this.#unread
    this.#unread = []
    for (const { span } of unread) void this.#read(span)
  }

  async #read(span: Span): Promise<void> {
    const { signal } = this.#abort
    try {
      const [, quarters] = await Promise.all([this.#readDisplays(signal), this.#reads.lamps(span, signal)])
      for (const { startMs, lamps } of quarters) {
        const own = this.#of(startMs)
        // Seconds that were seen live stay.
        lamps.forEach((packed, index) => {
          if (own[index] === 0) own[index] = packed
        })
      }
      if (!signal.aborted) this.#tell()
    } catch (error) {
      if (signal.aborted) return
      // Until it is read again, the tape has what arrives.
      log(`Reading the last minutes of lamps failed: ${String(error)}`)
      this.#unread = [...this.#unread.slice(1 - MOST_UNREAD), { span, error }]
      this.#tell()
    }
  }

  async #readDisplays(signal: AbortSignal): Promise<void> {
    try {
      this.#lampsIn = lampsByDisplay(await this.#reads.displays(signal))
    } finally {
      const early = this.#early
      if (early && !signal.aborted) {
        this.#early = null
        if (early.length > 0) this.put(early)
      }
    }
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

  #tell(): void {
    this.#version += 1
    for (const listener of [...this.#listeners]) listener()
  }
}
