/**
 * The past of one junction as far as it was read, outside React. It reads what the view shows, piece by piece and the
 * most urgent first, stops what the view has moved away from, and keeps what it has read within bounds.
 */
import type { JunctionEvent } from '@greenwave/contract/records/eventRecords'
import type { SettingsFrom } from '@greenwave/observer/recordedSettings'
import type { CycleStart } from '@greenwave/observer/recordWindow'
import { gapsIn, type Span } from '@greenwave/observer/replay/gaps'
import { QUARTER_MS, type Quarter, quarterOf, quartersIn, quarterToShow } from '@greenwave/observer/replay/quarter'
import { rebuiltQuarter } from '@greenwave/observer/replay/rebuiltQuarter'
import { STALE_AFTER_MS } from '@greenwave/observer/timing'
import type { Incident } from '../fleet/incident.ts'
import type { HistoryFetches, PastChange, FetchedEvents, FetchedIncidents } from './historyFetches.ts'
import { nameOf, type Piece, type PieceKind, piecesOf, quarterPiece, stepAt, type View } from './pieces.ts'
import { type HistoryState, NOTHING_READ, type QuarterReading } from './reading.ts'

/** Pieces that are read at a time. A platform limits the reads of each user, and other tabs read, too. */
const AT_A_TIME = 2
/** Age of data that no records or late samples can change any more, milliseconds. */
const SETTLED_MS = 1_800_000
/** Interval at which more recent data is read again, milliseconds. */
const READ_AGAIN_MS = 15_000
/** Longest delay of a record after its quarter. Until then a quarter without one is not known to have no data. */
const RECORD_LATE_MS = QUARTER_MS
/** Number of pieces kept of each kind, the last read ones: some 4 MB of samples, 16 MB of a fortnight of records. */
const MOST_KEPT: Readonly<Record<PieceKind, number>> = {
  samples: 120,
  records: 60,
  events: 60,
  before: 60,
  incidents: 20,
}

/** Content of a piece. */
type Content =
  | { readonly kind: 'samples'; readonly quarter: Quarter | undefined }
  | {
      readonly kind: 'records'
      readonly quarters: ReadonlyMap<number, Quarter>
      readonly cycles: readonly CycleStart[]
    }
  | ({ readonly kind: 'events' | 'before' } & FetchedEvents)
  | ({ readonly kind: 'incidents' } & FetchedIncidents)

interface Kept {
  readonly content: Content
  readonly askedMs: number
  readonly readAtMs: number
}

/** The past of one junction. */
export class JunctionHistory {
  readonly #reads: HistoryFetches
  readonly #nowMs: () => number
  readonly #kept = new Map<string, Kept>()
  readonly #running = new Map<string, AbortController>()
  readonly #listeners = new Set<() => void>()
  readonly #failures = new Map<PieceKind, unknown>()
  /** The kinds that failed and are being read again. Their failure stands until there is an answer. */
  readonly #again = new Set<PieceKind>()
  #wanted: readonly Piece[] = []
  #state = NOTHING_READ
  #version = 0

  constructor(reads: HistoryFetches, nowMs: () => number) {
    this.#reads = reads
    this.#nowMs = nowMs
  }

  get state(): HistoryState {
    return this.#state
  }

  /** Calls back when something was read, or could not be. Returns a function that ends this. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Reads what a view shows, and no longer what the view before wanted more. */
  show(view: View): void {
    this.#wanted = piecesOf(view).filter(({ fromMs }) => fromMs <= this.#nowMs())
    const wanted = new Set(this.#wanted.map(nameOf))
    for (const [name, abort] of this.#running) if (!wanted.has(name)) abort.abort()
    this.#readOn()
    this.#tell()
  }

  /** Reads again what could not be read. */
  retry(): void {
    for (const kind of this.#failures.keys()) {
      this.#again.add(kind)
      // What failed is no longer shown.
      if (this.#wanted.every((piece) => piece.kind !== kind || this.#isDone(piece))) this.#succeed(kind)
    }
    this.#readOn()
    this.#tell()
  }

  /** Stops reading. `show` begins again. */
  end(): void {
    this.#wanted = []
    for (const abort of this.#running.values()) abort.abort()
  }

  /** Returns the quarter of an hour that begins at a time; undefined without data. */
  quarterAt = (startMs: number): Quarter | undefined => quarterToShow(...this.#bothOf(startMs))

  /** Returns whether greens of a quarter were actuated: by its record, else by what is known of the junction now. */
  isActuatedAt = (startMs: number): boolean => {
    const [sampled, recorded] = this.#bothOf(startMs)
    return (recorded ?? sampled)?.isActuated ?? false
  }

  /** Returns the same quarter from samples and from its record; undefined where one of them is not read. */
  #bothOf(startMs: number): readonly [Quarter | undefined, Quarter | undefined] {
    const [sampled, recorded] = [this.#content(quarterPiece(startMs)), this.#content(stepAt('records', startMs))]
    const quarter = sampled?.kind === 'samples' ? sampled.quarter : undefined
    return [quarter, recorded?.kind === 'records' ? recorded.quarters.get(startMs) : undefined]
  }

  /** Returns how far a quarter is read. */
  readingOf(startMs: number): QuarterReading {
    if (this.quarterAt(startMs)) return 'read'
    const isSampleRead = this.#kept.has(nameOf(quarterPiece(startMs)))
    const isSampled = isSampleRead || this.#wanted.some(({ kind, fromMs }) => kind === 'samples' && fromMs === startMs)
    const records = this.#kept.get(nameOf(stepAt('records', startMs)))
    const isSettled = (records?.askedMs ?? 0) >= startMs + QUARTER_MS + RECORD_LATE_MS
    if (records && (isSampled ? isSampleRead : isSettled)) return 'read'
    const hasFailed = (!records && this.#failures.has('records')) || (isSampled && this.#failures.has('samples'))
    return hasFailed ? 'failed' : 'reading'
  }

  /** Returns the parts of a span that could not be read, the oldest first. */
  unreadOf({ fromMs, untilMs }: Span): readonly Span[] {
    const spans: { fromMs: number; untilMs: number }[] = []
    for (const startMs of quartersIn(fromMs, untilMs)) {
      if (this.readingOf(startMs) !== 'failed') continue
      const part = { fromMs: Math.max(fromMs, startMs), untilMs: Math.min(untilMs, startMs + QUARTER_MS) }
      const last = spans.at(-1)
      if (last?.untilMs === part.fromMs) last.untilMs = part.untilMs
      else spans.push(part)
    }
    return spans
  }

  /** Returns the seconds of a span of which the platform has nothing, as far as they were read, the oldest first. */
  gapsOf(span: Span): readonly Span[] {
    return gapsIn(this.quarterAt, span)
      .filter(({ fromMs }) => this.readingOf(quarterOf(fromMs)) === 'read')
      .map(({ fromMs, untilMs }) => ({
        fromMs,
        untilMs: Math.min(untilMs, this.#arrivedUntil(quarterOf(untilMs - 1))),
      }))
      .filter(({ fromMs, untilMs }) => fromMs < untilMs)
  }

  /** Returns until when the seconds of a quarter could have arrived when it was read. */
  #arrivedUntil(startMs: number): number {
    if (this.readingOf(startMs) !== 'read') return startMs
    const samples = this.#kept.get(nameOf(quarterPiece(startMs)))
    return (samples?.askedMs ?? Number.POSITIVE_INFINITY) - STALE_AFTER_MS
  }

  /** Returns the events of a span that were read, and those before it that set the state at its start. */
  eventsOf({ fromMs, untilMs }: Span): readonly JunctionEvent[] {
    const events = new Map<string, JunctionEvent>()
    for (const event of this.#events().flatMap((read) => read.events)) {
      if (event.at < untilMs && (event.at >= fromMs || event.kind !== 'incident'))
        events.set(JSON.stringify(event), event)
    }
    return [...events.values()].sort((a, b) => a.at - b.at)
  }

  /** Returns the settings that were recorded for the view, the oldest first. */
  settings(): readonly SettingsFrom[] {
    const byTime = new Map(this.#events().flatMap(({ settings }) => settings.map((one) => [one.fromMs, one] as const)))
    return [...byTime.values()].sort((a, b) => a.fromMs - b.fromMs)
  }

  /** Returns who changed what in a span, the oldest first. */
  changesOf({ fromMs, untilMs }: Span): readonly PastChange[] {
    return this.#events()
      .flatMap(({ changes }) => changes)
      .filter(({ atMs }) => atMs >= fromMs && atMs < untilMs)
      .sort((a, b) => a.atMs - b.atMs)
  }

  /** Returns where cycles began in a span, as far as records contain them. */
  cyclesOf({ fromMs, untilMs }: Span): readonly CycleStart[] {
    return this.#contents('records')
      .flatMap((content) => (content.kind === 'records' ? content.cycles : []))
      .filter(({ startMs }) => startMs >= fromMs && startMs < untilMs)
      .sort((a, b) => a.startMs - b.startMs)
  }

  /** Returns the incidents of a span, the oldest first; undefined until they were read. */
  incidentsOf({ fromMs, untilMs }: Span): FetchedIncidents | undefined {
    const [content] = this.#contents('incidents')
    if (content?.kind !== 'incidents') return undefined
    const isIn = ({ sinceMs, endedMs }: Incident) =>
      sinceMs < untilMs && (endedMs ?? Number.POSITIVE_INFINITY) >= fromMs
    return { incidents: content.incidents.filter(isIn), isCut: content.isCut }
  }

  #content(piece: Piece): Content | undefined {
    return this.#kept.get(nameOf(piece))?.content
  }

  #events(): readonly FetchedEvents[] {
    return [...this.#contents('before'), ...this.#contents('events')].flatMap((content) =>
      content.kind === 'events' || content.kind === 'before' ? [content] : [],
    )
  }

  #contents(kind: PieceKind): readonly Content[] {
    return this.#wanted.flatMap((piece) => (piece.kind === kind ? (this.#content(piece) ?? []) : []))
  }

  #isDone(piece: Piece): boolean {
    if (this.#failures.has(piece.kind) && !this.#again.has(piece.kind)) return true
    const kept = this.#kept.get(nameOf(piece))
    if (!kept) return false
    const nowMs = this.#nowMs()
    return piece.untilMs + SETTLED_MS < kept.readAtMs || nowMs - kept.readAtMs < READ_AGAIN_MS
  }

  #readOn(): void {
    for (const piece of this.#wanted) {
      if (this.#running.size >= AT_A_TIME) return
      if (!this.#isDone(piece) && !this.#running.has(nameOf(piece))) void this.#read(piece)
    }
  }

  async #read(piece: Piece): Promise<void> {
    const abort = new AbortController()
    const name = nameOf(piece)
    const askedMs = this.#nowMs()
    this.#running.set(name, abort)
    try {
      const content = await this.#contentOf(piece, abort.signal)
      if (!abort.signal.aborted) this.#keep(piece, content, askedMs)
    } catch (error) {
      if (!abort.signal.aborted) {
        this.#failures.set(piece.kind, error)
        this.#again.delete(piece.kind)
      }
    }
    this.#running.delete(name)
    this.#readOn()
    this.#tell()
  }

  async #contentOf(piece: Piece, signal: AbortSignal): Promise<Content> {
    const { kind, fromMs } = piece
    switch (kind) {
      case 'samples':
        return { kind, quarter: await this.#reads.samples(fromMs, signal) }
      case 'records': {
        const windows = await this.#reads.records(piece, signal)
        const quarters = new Map(windows.map((window) => [window.startMs, rebuiltQuarter(window)]))
        return { kind, quarters, cycles: windows.flatMap(({ cycles }) => cycles) }
      }
      case 'events':
        return { kind, ...(await this.#reads.events(piece, signal)) }
      case 'before':
        return { kind, ...(await this.#reads.eventsBefore(fromMs, signal)) }
      case 'incidents':
        return { kind, ...(await this.#reads.incidents(piece, signal)) }
    }
  }

  #succeed(kind: PieceKind): void {
    this.#failures.delete(kind)
    this.#again.delete(kind)
  }

  #keep(piece: Piece, content: Content, askedMs: number): void {
    const name = nameOf(piece)
    this.#succeed(piece.kind)
    this.#version += 1
    // At the end: what was read last goes last.
    this.#kept.delete(name)
    this.#kept.set(name, { content, askedMs, readAtMs: this.#nowMs() })
    const wanted = new Set(this.#wanted.map(nameOf))
    const ofKind = [...this.#kept].filter(([, kept]) => kept.content.kind === piece.kind)
    const tooMany = ofKind.length - Math.max(MOST_KEPT[piece.kind], 0)
    for (const [old] of ofKind.filter(([one]) => !wanted.has(one)).slice(0, Math.max(0, tooMany)))
      this.#kept.delete(old)
  }

  #tell(): void {
    const done = this.#wanted.filter((piece) => this.#failures.has(piece.kind) || this.#isDone(piece)).length
    const { total, failures, version } = this.#state
    const isSame = done === this.#state.done && total === this.#wanted.length && failures.size === this.#failures.size
    if (isSame && version === this.#version) return
    this.#state = { done, total: this.#wanted.length, failures: new Map(this.#failures), version: this.#version }
    for (const listener of [...this.#listeners]) listener()
  }
}
