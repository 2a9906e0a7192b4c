/** Where things are in a time-space diagram, in pixels: metres upwards, seconds to the right. */

/** The space around the plot, and between two rows at least. */
const TOP = 34
const BOTTOM = 36
const LABEL_WIDTH = 200
const NARROW = 620
/** On narrow screens the names stand above the rows. */
const LEAST_APART = { wide: 52, narrow: 62 }
/** Height of a link of mean length. */
const USUAL_APART = 72
const TALLEST_LINK = 220

/** The places of a diagram. */
export interface DiagramLayout {
  readonly width: number
  readonly height: number
  /** Whether names stand above the rows instead of beside them. */
  readonly isNarrow: boolean
  /** Where the plot begins and ends, sideways. */
  readonly left: number
  readonly right: number
  /** The height of each junction's row, in the outbound order: the first is the lowest. */
  readonly rows: readonly number[]
  /** Returns the place of a second. */
  readonly x: (second: number) => number
  /** Returns how many seconds as many pixels are. */
  readonly secondsOf: (pixels: number) => number
}

/** Span that a diagram shows. */
export interface DiagramSpan {
  readonly fromS: number
  readonly toS: number
}

/** Returns the places of a diagram of junctions at these metres. Very short links are drawn longer, so that rows stay apart. */
export function diagramLayout(
  width: number,
  positionsM: readonly number[],
  { fromS, toS }: DiagramSpan,
): DiagramLayout {
  const isNarrow = width < NARROW
  const left = isNarrow ? 4 : LABEL_WIDTH
  const right = Math.max(left + 1, width - 12)
  const least = isNarrow ? LEAST_APART.narrow : LEAST_APART.wide
  const links = positionsM.slice(1).map((position, index) => position - (positionsM[index] ?? 0))
  const mean = links.reduce((sum, metres) => sum + metres, 0) / Math.max(1, links.length)
  const heights = links.map((metres) =>
    mean > 0 ? Math.min(TALLEST_LINK, Math.max(least, (metres / mean) * USUAL_APART)) : least,
  )
  const top = isNarrow ? TOP + 24 : TOP
  const height = top + heights.reduce((sum, one) => sum + one, 0) + BOTTOM
  let at = height - BOTTOM
  const rows = positionsM.map((_position, index) => {
    at -= index === 0 ? 0 : (heights[index - 1] ?? 0)
    return at
  })
  const perSecond = (right - left) / (toS - fromS)
  return {
    width,
    height,
    isNarrow,
    left,
    right,
    rows,
    x: (second) => left + (second - fromS) * perSecond,
    secondsOf: (pixels) => pixels / perSecond,
  }
}
