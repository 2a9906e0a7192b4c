/** A report that is being read, outside React: junction by junction, some at a time, until it is done or cancelled. */
import type { KindSums } from '@greenwave/observer/conformity/byKind'
import { type Figures, figuresOf } from '@greenwave/observer/conformity/figures'
import { inParallel, type SpanSums } from '@greenwave/observer/conformity/reading/spanReads'
import { addSums, NO_SUMS } from '@greenwave/observer/conformity/sums'
import type { Sums } from '@greenwave/contract/records/daySums'
import { ApiError } from '../apiErrors.ts'
import type { JunctionsStep, ReportJunction } from './reportJunctions.ts'

/** Row of one junction. */
export interface ReportRow extends ReportJunction {
  readonly sums: Sums
  readonly figures: Figures
  /** Since when it was watched, if that was in the time of the report, epoch milliseconds; else null. */
  readonly watchedSinceMs: number | null
  /** Days since then of which there are no records. */
  readonly unrecorded: number
}

/** Progress of a report, and its rows so far. */
export interface ReportState {
  readonly status: 'reading' | 'done' | 'cancelled' | 'failed'
  /** Why it failed. */
  readonly error: unknown
  readonly done: number
  /** Undefined until the first junctions are listed. */
  readonly total: number | undefined
  /** Junctions with data, in no order. */
  readonly rows: readonly ReportRow[]
  /** Junctions without any record in the time of the report. */
  readonly without: number
  /** Sums of all junctions by day, as midnights, and in total. */
  readonly days: ReadonlyMap<number, Sums>
  readonly sums: Sums
  /** Sums of each day, as midnights, by its kind at each junction; also of kinds that the report leaves out. */
  readonly kinds: ReadonlyMap<number, KindSums>
}

/** Dependencies of `Report`. */
export interface ReportDeps {
  /** Name of the only kind of day in the report; all days without one. */
  readonly kind?: string | undefined
  readonly junctions: (signal: AbortSignal) => AsyncIterable<JunctionsStep>
  readonly read: (deviceId: string, signal: AbortSignal) => Promise<SpanSums>
}

/** Calls at a time. A browser makes six, and the page has other calls. */
const AT_ONCE = 5
/** Junctions between two states that are shown, so that thousands are not thousands of renderings. */
const SHOWN_EVERY = 25

const NOTHING: ReportState = {
  ...{ status: 'reading', error: null, done: 0, total: undefined, rows: [], without: 0 },
  days: new Map(),
  sums: NO_SUMS,
  kinds: new Map(),
}

/** Reads a report once. */
export class Report {
  readonly #deps: ReportDeps
  readonly #listeners = new Set<() => void>()
  #cancel: AbortController | undefined
  #rows: ReportRow[] = []
  #days = new Map<number, Sums>()
  #kinds = new Map<number, Map<string, Sums>>()
  #counts: Omit<ReportState, 'rows' | 'days' | 'kinds'> = NOTHING
  #state: ReportState = NOTHING

  constructor(deps: ReportDeps) {
    this.#deps = deps
  }

  /** Current state; the same object until it changes. */
  get state(): ReportState {
    return this.#state
  }

  /** Calls a listener when the state has changed. Returns a function that ends this. */
  readonly onChange = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Starts reading, again if it was started before. */
  start(): void {
    this.#cancel?.abort()
    const cancel = new AbortController()
    this.#cancel = cancel
    this.#rows = []
    this.#days = new Map()
    this.#kinds = new Map()
    this.#note(NOTHING)
    this.#read(cancel.signal).then(
      () => this.#end(cancel, 'done', null),
      (error: unknown) => this.#end(cancel, 'failed', error),
    )
  }

  /** Ends the reading; what was read stays. */
  cancel(): void {
    if (this.#state.status !== 'reading') return
    this.#cancel?.abort()
    this.#note({ status: 'cancelled' })
  }

  async #read(signal: AbortSignal): Promise<void> {
    for await (const { junctions, total } of this.#deps.junctions(signal)) {
      if (signal.aborted) return
      this.#note({ total })
      await inParallel(junctions, AT_ONCE, (junction) => this.#readOne(junction, signal))
    }
  }

  async #readOne(junction: ReportJunction, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return
    const read = await this.#deps.read(junction.id, signal).catch((error: unknown) => {
      // The junction was deleted or moved to another customer meanwhile.
      if (error instanceof ApiError && (error.status === 404 || error.status === 403)) return null
      throw error
    })
    if (!signal.aborted) this.#take(junction, read)
  }

  #take(junction: ReportJunction, read: SpanSums | null): void {
    const { done, without, sums } = this.#counts
    const { kind } = this.#deps
    for (const day of read?.days ?? []) {
      const { dayMs, kind: name = '' } = day
      const ofDay = this.#kinds.get(dayMs) ?? new Map<string, Sums>()
      this.#kinds.set(dayMs, ofDay.set(name, addSums(ofDay.get(name) ?? NO_SUMS, day)))
    }
    const days = read?.days.filter((day) => kind === undefined || day.kind === kind) ?? []
    if (!read || days.length === 0) {
      this.#counts = { ...this.#counts, done: done + 1, without: without + 1 }
    } else {
      const { watchedSinceMs } = read
      // Of days without records it is not known of which kind they are.
      const unrecorded = kind === undefined ? read.unrecorded : 0
      const own = kind === undefined ? read.sums : days.reduce<Sums>(addSums, NO_SUMS)
      this.#rows.push({ ...junction, sums: own, figures: figuresOf(own), watchedSinceMs, unrecorded })
      for (const day of days) this.#days.set(day.dayMs, addSums(this.#days.get(day.dayMs) ?? NO_SUMS, day))
      this.#counts = { ...this.#counts, done: done + 1, sums: addSums(sums, own) }
    }
    if (this.#counts.done % SHOWN_EVERY === 0) this.#note({})
  }

  #end(cancel: AbortController, status: 'done' | 'failed', error: unknown): void {
    if (this.#cancel === cancel && !cancel.signal.aborted) this.#note({ status, error })
  }

  #note(change: Partial<ReportState>): void {
    this.#counts = { ...this.#counts, ...change }
    this.#state = { ...this.#counts, rows: [...this.#rows], days: new Map(this.#days), kinds: new Map(this.#kinds) }
    for (const listener of [...this.#listeners]) listener()
  }
}
