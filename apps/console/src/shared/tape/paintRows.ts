/** Paints the rows of three phases: what was observed as fill, what the program wanted as outline. */
import { type Columns, type PhaseState, secondsIn, stateOfColumn } from '@greenwave/observer/replay/columns'
import type { TapeLook } from './tapeLook.ts'

/** Target of the painting. */
export type Paint = CanvasRenderingContext2D

/** Where rows are painted, pixels of the page. */
export interface RowPlace {
  readonly left: number
  readonly width: number
  /** The top of each phase's row. */
  readonly tops: readonly number[]
  readonly height: number
  /** Distance between a row and the outline of the program around it. */
  readonly outline: number
}

/** Each lamp has a height of its own, because greyscale and colour-blind eyes do not see the colours. */
const HEIGHTS: Readonly<Record<PhaseState, number>> = {
  ...{ noData: 1, notShown: 0.4, red: 0.16, yellow: 0.7, green: 1, dark: 1, contradicting: 1, conflict: 1 },
}
/** Columns of more seconds than this have parts of several cycles: the height is the share of green then. */
const MOST_SECONDS_OF_STATE = 20
const HATCH_PX = 6

/** Paints columns side by side. */
export function paintRows(paint: Paint, columns: Columns, place: RowPlace, look: TapeLook): void {
  const { left, width, tops, height, outline } = place
  if (columns.count === 0) return
  const step = width / columns.count
  const secondsOfColumn = columns.seconds[0] ?? 1
  tops.forEach((top, phase) => {
    paint.fillStyle = look.sunken
    paint.fillRect(left, top, width, height)
    if (secondsOfColumn > MOST_SECONDS_OF_STATE) paintShares(paint, columns, phase, { left, step, top, height }, look)
    else paintStates(paint, columns, phase, { left, step, top, height, outline }, look)
  })
}

interface Row {
  readonly left: number
  readonly step: number
  readonly top: number
  readonly height: number
}

/** Paints runs of one state, so that equal columns beside each other have no seams. */
function paintStates(
  paint: Paint,
  columns: Columns,
  phase: number,
  { left, step, top, height, outline }: Row & Pick<RowPlace, 'outline'>,
  look: TapeLook,
) {
  let since = 0
  let state = stateOfColumn(columns, 0, phase)
  for (let column = 1; column <= columns.count; column += 1) {
    const next = column < columns.count ? stateOfColumn(columns, column, phase) : undefined
    if (next === state) continue
    paintState(paint, state, left + since * step, (column - since) * step, top, height, look)
    since = column
    if (next) state = next
  }
  const isGreen = (column: number) => 2 * (columns.programmed[column * 3 + phase] ?? 0) > (columns.seconds[column] ?? 0)
  let begin: number | null = null
  paint.strokeStyle = look.ink
  paint.lineWidth = 1.4
  paint.setLineDash([3, 2])
  for (let column = 0; column <= columns.count; column += 1) {
    const green = column < columns.count && isGreen(column)
    if (green) begin ??= column
    else if (begin !== null) {
      // A green that goes on beyond the columns has no side there.
      const [from, until] = [begin === 0 ? -outline : begin, column === columns.count ? column + outline : column]
      paint.strokeRect(left + from * step, top - outline, (until - from) * step, height + 2 * outline)
      begin = null
    }
  }
  paint.setLineDash([])
}

function paintState(
  paint: Paint,
  state: PhaseState,
  left: number,
  width: number,
  top: number,
  height: number,
  look: TapeLook,
): void {
  const own = HEIGHTS[state] * height
  const bottom = top + height
  switch (state) {
    case 'noData':
      hatch(paint, left, top, width, height, look.line)
      return
    case 'notShown':
      hatch(paint, left, bottom - own, width, own, look.quiet, 3)
      return
    case 'dark':
      paint.fillStyle = look.ink
      paint.fillRect(left, bottom - 3, width, 3)
      return
    case 'contradicting':
    case 'conflict':
      paint.fillStyle = state === 'conflict' ? look.green : look.yellow
      paint.fillRect(left, top, width, height)
      hatch(paint, left, top, width, height, look.bad, 3)
      paint.fillStyle = look.bad
      paint.fillRect(left, top - 2, width, 3)
      return
    default:
      paint.fillStyle = look[state]
      paint.fillRect(left, bottom - own, width, own)
  }
}

/** Paints the share of green of each column, with the program's share as a line, and how much is not known above. */
function paintShares(paint: Paint, columns: Columns, phase: number, { left, step, top, height }: Row, look: TapeLook) {
  const bottom = top + height
  const outline = new Path2D()
  let isOn = false
  for (let column = 0; column < columns.count; column += 1) {
    const seconds = columns.seconds[column] ?? 1
    const x = left + column * step
    const [missing, hidden] = [
      secondsIn(columns, column, phase, 'noData'),
      secondsIn(columns, column, phase, 'notShown'),
    ]
    const known = seconds - missing - hidden
    const share = (state: PhaseState) => (known > 0 ? secondsIn(columns, column, phase, state) / known : 0)
    const missingHeight = (missing / seconds) * height
    if (missing > 0) hatch(paint, x, top, step, missingHeight, look.line)
    if (hidden > 0) hatch(paint, x, top + missingHeight, step, (hidden / seconds) * height, look.quiet, 3)
    const green = share('green') * height * (known / seconds)
    const yellow = share('yellow') * height * (known / seconds)
    paint.fillStyle = look.yellow
    paint.fillRect(x, bottom - green - yellow, step + 0.3, yellow)
    paint.fillStyle = look.green
    paint.fillRect(x, bottom - green, step + 0.3, green)
    if (share('conflict') > 0 || share('contradicting') > 0 || share('dark') > 0) {
      paint.fillStyle = look.bad
      paint.fillRect(x, top - 2, Math.max(step, 2), 4)
    }
    const driven = columns.driven[column] ?? 0
    if (driven === 0) {
      isOn = false
      continue
    }
    const y = bottom - ((columns.programmed[column * 3 + phase] ?? 0) / driven) * height * (known / seconds || 1)
    if (isOn) outline.lineTo(x, y)
    else outline.moveTo(x, y)
    outline.lineTo(x + step, y)
    isOn = true
  }
  paint.strokeStyle = look.ink
  paint.lineWidth = 1.2
  paint.setLineDash([3, 2])
  paint.stroke(outline)
  paint.setLineDash([])
}

/** Fills a place with slanted lines, which continue in the places beside it. */
export function hatch(
  paint: Paint,
  left: number,
  top: number,
  width: number,
  height: number,
  colour: string,
  gap: number = HATCH_PX,
): void {
  if (width <= 0 || height <= 0) return
  paint.save()
  paint.beginPath()
  paint.rect(left, top, width, height)
  paint.clip()
  paint.strokeStyle = colour
  paint.lineWidth = Math.min(2, gap / 2.4)
  paint.beginPath()
  const first = Math.floor((left - height) / gap) * gap
  for (let x = first; x < left + width + gap; x += gap) {
    paint.moveTo(x, top + height)
    paint.lineTo(x + height, top)
  }
  paint.stroke()
  paint.restore()
}

/** Gives a canvas the pixels of the screen for its size on the page. Returns a context whose unit is a pixel of the page. */
export function fitCanvas(canvas: HTMLCanvasElement, width: number, height: number): CanvasRenderingContext2D | null {
  const ratio = window.devicePixelRatio
  const [across, down] = [Math.max(1, Math.round(width * ratio)), Math.max(1, Math.round(height * ratio))]
  if (canvas.width !== across) canvas.width = across
  if (canvas.height !== down) canvas.height = down
  // A canvas in jsdom has none.
  const paint = canvas.getContext('2d') as CanvasRenderingContext2D | null
  paint?.setTransform(ratio, 0, 0, ratio, 0, 0)
  return paint
}

/** Returns a text that is no wider than so many pixels, cut off with an ellipsis if need be. */
export function fittedText(paint: Pick<Paint, 'measureText'>, text: string, widest: number): string {
  if (paint.measureText(text).width <= widest) return text
  let kept = text.length - 1
  while (kept > 0 && paint.measureText(`${text.slice(0, kept)}…`).width > widest) kept--
  return `${text.slice(0, kept).trimEnd()}…`
}
