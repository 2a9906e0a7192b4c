/** Paints a tape onto two canvases: what was, which changes when more of it was read, and the cursor above it. Long: one canvas. */
import { columnsOf } from '@greenwave/observer/replay/columns'
import type { Span } from '@greenwave/observer/replay/gaps'
import { programmedGreens } from '@greenwave/observer/replay/programmed'
import { QUARTER_MS, type Quarter, quartersIn } from '@greenwave/observer/replay/quarter'
import type { JunctionHistory } from '../../../data/history/JunctionHistory.ts'
import type { QuarterReading } from '../../../data/history/reading.ts'
import { fitCanvas, fittedText, type Paint, paintRows } from '../../../shared/tape/paintRows.ts'
import { readTapeLook, type TapeLook } from '../../../shared/tape/tapeLook.ts'
import { axisTexts, gapTexts, type PlacedText, paintAxisTexts, paintGapTexts } from './paintAbove.ts'
import { paintClock } from './paintClock.ts'
import { paintCursor } from './paintCursor.ts'
import { paintLanes, type TapeFacts } from './paintLanes.ts'
import type { TapeSnapshot } from './TapeModel.ts'
import { axisMarks, type TapeLayout, tapeLayout, xOf } from './tapeLayout.ts'

/** Contents of a tape beside the seconds. */
export interface TapeContent extends Pick<TapeSnapshot, 'view' | 'gaps' | 'unread' | 'inForce'> {
  readonly facts: TapeFacts
  readonly words: TapeWords
}

/** The words of a tape. */
interface TapeWords {
  /** The name of their language. */
  readonly name: string
  /** The names of the rows, phase 1 first. */
  readonly phases: readonly string[]
  readonly axis: (ms: number, stepMs: number) => string
  readonly second: (ms: number) => string
  readonly gap: (seconds: number) => string
  readonly unread: string
}

/** Seconds that are painted in one go: a few milliseconds. A week is painted over some frames, so that nothing waits. */
const SECONDS_AT_ONCE = 15_000
/** Time of a frame for painting, milliseconds. */
const FRAME_MS = 8
/** Width of the program outline, which is painted beyond its row, pixels. */
const OUTLINE_PX = 3
const ROW_EDGE_PX = OUTLINE_PX + 1
/** Height of the line below seconds that are rebuilt. */
const REBUILT_PX = 2
/** Programs of a week are 672 quarters; beyond this they are computed again. */
const MOST_PROGRAMMED = 800

/** Paints the tape of one junction. */
export class TapePainter {
  readonly #history: JunctionHistory
  readonly #base: HTMLCanvasElement
  readonly #above: HTMLCanvasElement
  readonly #programmed = new Map<
    number,
    { readonly of: Quarter | undefined; readonly isActuated: boolean; readonly greens: Uint8Array }
  >()
  #content: TapeContent | undefined
  #atMs = 0
  #nowMs = 0
  #layout: TapeLayout = tapeLayout(1)
  #widthPx = 0
  #look: TapeLook | undefined
  #frame = 0
  #cursorFrame = 0
  /** The texts above the rows, as long as content and layout are the same. */
  #texts:
    | {
        readonly of: TapeContent
        readonly in: TapeLayout
        readonly gaps: readonly PlacedText[]
        readonly axis: readonly PlacedText[]
      }
    | undefined
  /** The columns that are still to be painted, by the first of each go; and whether to begin anew after that. */
  #left: number[] = []
  #isDirty = false
  /** Columns as they were last painted, by the first of each pass: quarters, or how far these are read. */
  readonly #painted = new Map<number, readonly (Quarter | QuarterReading)[]>()

  constructor(history: JunctionHistory, base: HTMLCanvasElement, above: HTMLCanvasElement) {
    this.#history = history
    this.#base = base
    this.#above = above
  }

  get layout(): TapeLayout {
    return this.#layout
  }

  /** Begins to paint. Returns a function that ends this. */
  attach(): () => void {
    const resized = new ResizeObserver(([entry]) => this.#resize(entry?.contentRect.width ?? 0))
    resized.observe(this.#base.parentElement ?? this.#base)
    return () => {
      resized.disconnect()
      cancelAnimationFrame(this.#frame)
      cancelAnimationFrame(this.#cursorFrame)
      this.#frame = 0
      this.#cursorFrame = 0
    }
  }

  /** Takes over another view, or what was read of it meanwhile. */
  show(content: TapeContent, nowMs: number): void {
    const before = this.#content
    if (before?.inForce !== content.inForce) this.#programmed.clear()
    this.#content = content
    this.#nowMs = nowMs
    const isSameView = before?.view.fromMs === content.view.fromMs && before.view.untilMs === content.view.untilMs
    if (!isSameView) this.#left = []
    if (!isSameView || before.inForce !== content.inForce || before.words.name !== content.words.name)
      this.#painted.clear()
    this.#invalidate()
    this.#moveCursor()
  }

  /** Shows the cursor at a second. */
  moveTo(atMs: number): void {
    this.#atMs = atMs
    this.#moveCursor()
  }

  /** Takes over the colours of another theme. */
  restyle(): void {
    this.#look = undefined
    this.#painted.clear()
    this.#left = []
    this.#invalidate()
    this.#moveCursor()
  }

  #resize(widthPx: number): void {
    if (widthPx === this.#widthPx || widthPx === 0) return
    this.#widthPx = widthPx
    this.#layout = tapeLayout(widthPx)
    for (const canvas of [this.#base, this.#above]) canvas.style.height = `${this.#layout.height}px`
    this.#painted.clear()
    this.#left = []
    this.#invalidate()
    this.#moveCursor()
  }

  #invalidate(): void {
    this.#isDirty = true
    this.#frame ||= requestAnimationFrame(() => this.#paint())
  }

  #paint(): void {
    this.#frame = 0
    const content = this.#content
    if (!content || this.#widthPx === 0) return
    const look = this.#lookNow()
    const { view } = content
    const { width, height } = this.#layout
    const total = Math.round((view.untilMs - view.fromMs) / 1000)
    const count = Math.min(total, Math.floor(width))
    const ofGo = Math.max(1, Math.floor((SECONDS_AT_ONCE * count) / total))
    const paint =
      this.#left.length === 0
        ? fitCanvas(this.#base, this.#widthPx, height)
        : (this.#base.getContext('2d') as Paint | null)
    if (!paint) return
    if (this.#left.length === 0) {
      if (!this.#isDirty) return
      this.#isDirty = false
      this.#left = Array.from({ length: Math.ceil(count / ofGo) }, (_, nth) => nth * ofGo)
      this.#paintAround(paint, content, look)
    }
    const endMs = performance.now() + FRAME_MS
    do {
      const first = this.#left.shift()
      if (first === undefined) break
      if (!this.#isChanged(view, first, Math.min(count, first + ofGo), total / count)) continue
      this.#paintColumns(paint, content, look, { first, end: Math.min(count, first + ofGo), count, total })
    } while (performance.now() < endMs)
    if (this.#left.length > 0 || this.#isDirty) this.#frame = requestAnimationFrame(() => this.#paint())
  }

  /** Returns whether columns show anything else than when they were painted last. */
  #isChanged({ fromMs }: Span, first: number, end: number, secondsOfColumn: number): boolean {
    const span = [first, end].map((column) => fromMs + column * secondsOfColumn * 1000)
    const shown = quartersIn(span[0] ?? 0, span[1] ?? 0).map(
      (startMs) => this.#history.quarterAt(startMs) ?? this.#history.readingOf(startMs),
    )
    const before = this.#painted.get(first)
    this.#painted.set(first, shown)
    // The last minutes grow with time alone.
    const isNow = (span[1] ?? 0) > this.#nowMs
    return isNow || before?.length !== shown.length || shown.some((one, nth) => one !== before[nth])
  }

  #paintColumns(
    paint: Paint,
    { view }: TapeContent,
    look: TapeLook,
    { first, end, count, total }: Record<'first' | 'end' | 'count' | 'total', number>,
  ): void {
    const msOf = (column: number) => view.fromMs + Math.ceil((column * total) / count) * 1000
    const span = { fromMs: msOf(first), untilMs: msOf(end) }
    const { left, width, rowTops, rowHeight } = this.#layout
    const [from, until] = [left + (first / count) * width, left + (end / count) * width]
    const bottom = (rowTops[2] ?? 0) + rowHeight + ROW_EDGE_PX
    const clear = (x: number, end: number) => {
      for (const top of rowTops) paint.clearRect(x, top - ROW_EDGE_PX, end - x, rowHeight + 2 * ROW_EDGE_PX)
      paint.clearRect(x, bottom, end - x, REBUILT_PX)
    }
    clear(from, until)
    const columns = columnsOf(this.#history.quarterAt, this.#programmedAt, span, end - first)
    const place = { left: from, width: until - from, tops: rowTops, height: rowHeight, outline: OUTLINE_PX }
    // Outlines of programs must not stand beyond what is cleared.
    paint.save()
    paint.beginPath()
    paint.rect(from, 0, until - from, bottom)
    paint.clip()
    paintRows(paint, columns, place, look)
    paint.restore()
    for (const startMs of quartersIn(span.fromMs, span.untilMs)) {
      const quarter = this.#history.quarterAt(startMs)
      const [x, end] = [Math.max(from, this.#x(startMs)), Math.min(until, this.#x(startMs + QUARTER_MS))]
      if (quarter?.source === 'record') {
        paint.fillStyle = look.violet
        for (let at = Math.ceil(x / 6) * 6; at < end; at += 6)
          paint.fillRect(at, bottom, Math.min(4, end - at), REBUILT_PX)
      }
      if (this.#history.readingOf(startMs) !== 'read') clear(x, end)
    }
    const nowX = Math.max(from, this.#x(this.#nowMs))
    if (nowX < until) clear(nowX, until)
  }

  #paintAround(paint: Paint, { view, facts, words }: TapeContent, look: TapeLook): void {
    const layout = this.#layout
    const { rowTops, rowHeight, left, height, axisTop } = layout
    const lanesTop = (rowTops[2] ?? 0) + rowHeight + ROW_EDGE_PX + REBUILT_PX
    paint.clearRect(0, lanesTop, this.#widthPx, height - lanesTop)
    if (left > 0) paint.clearRect(0, 0, left, height)
    paint.font = `560 13px ${look.font}`
    paint.textBaseline = 'middle'
    paint.fillStyle = look.quiet
    rowTops.forEach((top, row) => {
      const [x, y] = left > 0 ? [0, top + rowHeight / 2] : [0, top - 10]
      if (left === 0) paint.clearRect(0, top - 18, this.#widthPx, 14)
      paint.fillText(fittedText(paint, words.phases[row] ?? '', left > 0 ? left - 8 : this.#widthPx), x, y)
    })
    paintLanes(paint, facts, view, layout, look)
    paint.fillStyle = look.quiet
    for (const ms of axisMarks(layout, view)) paint.fillRect(this.#x(ms), axisTop, 1, 5)
    paintClock(paint, this.#history.quarterAt, view, layout, look)
  }

  #moveCursor(): void {
    this.#cursorFrame ||= requestAnimationFrame(() => this.#paintCursor())
  }

  #paintCursor(): void {
    this.#cursorFrame = 0
    const content = this.#content
    if (!content || this.#widthPx === 0) return
    const look = this.#lookNow()
    const paint = fitCanvas(this.#above, this.#widthPx, this.#layout.height)
    if (!paint) return
    paint.clearRect(0, 0, this.#widthPx, this.#layout.height)
    const { gaps, axis } = this.#textsAbove(paint, content, look)
    paintGapTexts(paint, gaps, this.#layout, look)
    const chip = paintCursor(paint, this.#atMs, content.words.second(this.#atMs), content.view, this.#layout, look)
    paintAxisTexts(paint, axis, chip, this.#layout, look)
  }

  #textsAbove(paint: Paint, content: TapeContent, look: TapeLook) {
    const { view, gaps, unread, words } = content
    if (this.#texts?.of === content && this.#texts.in === this.#layout) return this.#texts
    paint.font = `13px ${look.font}`
    const widthOf = (text: string): number => paint.measureText(text).width
    const texts = (spans: readonly Span[], text: TapeWords['gap']) => gapTexts(spans, view, this.#layout, text, widthOf)
    this.#texts = {
      ...{ of: content, in: this.#layout },
      gaps: [...texts(gaps, words.gap), ...texts(unread, () => words.unread)],
      axis: axisTexts(view, this.#layout, words.axis, widthOf),
    }
    return this.#texts
  }

  #programmedAt = (startMs: number): Uint8Array => {
    const quarter = this.#history.quarterAt(startMs)
    const isActuated = this.#history.isActuatedAt(startMs)
    const known = this.#programmed.get(startMs)
    if (known && known.of === quarter && known.isActuated === isActuated) return known.greens
    const nothing = { settings: [], plans: [], modes: [] }
    // An actuated junction has no position in the cycle.
    const inForce = isActuated ? nothing : (this.#content?.inForce ?? nothing)
    const greens = programmedGreens(startMs, quarter?.clockMs, inForce)
    if (this.#programmed.size >= MOST_PROGRAMMED) this.#programmed.clear()
    this.#programmed.set(startMs, { of: quarter, isActuated, greens })
    return greens
  }

  #lookNow(): TapeLook {
    this.#look ??= readTapeLook(this.#base)
    return this.#look
  }

  #x(ms: number): number {
    return this.#content ? xOf(this.#layout, this.#content.view, ms) : 0
  }
}
