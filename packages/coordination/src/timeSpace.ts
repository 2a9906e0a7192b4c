/** The geometry of a time-space diagram: metres upwards, seconds to the right. */
import type { Arc } from './arc.ts'
import type { Bands } from './bands.ts'
import { type Corridor, cycleOf, DIRECTIONS, type Direction, type Timing } from './corridor.ts'
import { passingTimesMs } from './travel.ts'

/** A green of a junction, clipped to the diagram. */
interface GreenBar {
  readonly junction: number
  readonly direction: Direction
  readonly fromS: number
  readonly toS: number
}

/** A point of the diagram. */
interface DiagramPoint {
  readonly s: number
  readonly m: number
}

/** A band on one link. It may begin before the diagram or end after it. */
interface BandShape {
  readonly direction: Direction
  /** Index of the junction at the outbound end of the link. */
  readonly junction: number
  /** `corridor`: passes the whole corridor. `link`: meets green at both ends of this link. */
  readonly of: 'corridor' | 'link'
  /** Both points at the inbound end, then both at the outbound end, around the shape. */
  readonly corners: readonly [DiagramPoint, DiagramPoint, DiagramPoint, DiagramPoint]
}

/** Content of a diagram from second `fromS` to `toS` of the common clock. */
export interface TimeSpace {
  readonly greens: readonly GreenBar[]
  readonly bands: readonly BandShape[]
}

/** Input of a diagram. Seconds count from any moment at which cycles begin, such as midnight (R8). */
export interface Diagram {
  readonly cycle: number
  readonly timings: readonly Timing[]
  readonly bands: Bands
  readonly fromS: number
  readonly toS: number
}

/** Returns the greens and bands of a diagram: one for each cycle that the span touches. */
export function timeSpace(corridor: Corridor, diagram: Diagram): TimeSpace {
  return { greens: greenBars(corridor, diagram), bands: bandShapes(corridor, diagram) }
}

function greenBars(corridor: Corridor, { cycle, timings, fromS, toS }: Diagram): readonly GreenBar[] {
  return corridor.flatMap((place, junction) =>
    DIRECTIONS.flatMap((direction) => {
      const green = place.greens[direction]
      const timing = timings[junction]
      const start = timing?.starts[direction]
      if (!green || !timing || start === null || start === undefined) return []
      const period = cycleOf(place, cycle)
      return repetitions(start + timing.offset, green.green, { period, fromS, toS }).map((at) => ({
        junction,
        direction,
        fromS: Math.max(at, fromS),
        toS: Math.min(at + green.green, toS),
      }))
    }),
  )
}

function bandShapes(corridor: Corridor, { cycle, bands, fromS, toS }: Diagram): readonly BandShape[] {
  const passing = passingTimesMs(corridor)
  return DIRECTIONS.flatMap((direction) => {
    const band = bands.byDirection[direction]
    if (!band) return []
    return band.links.flatMap(({ junction, arc }) => {
      const shapes = (of: BandShape['of'], part: Arc | null) => {
        if (!part) return []
        const near = (passing[direction][junction - 1] ?? 0) / 1000
        const far = (passing[direction][junction] ?? 0) / 1000
        const [nearM, farM] = [corridor[junction - 1]?.positionM ?? 0, corridor[junction]?.positionM ?? 0]
        const width = part.widthMs / 1000
        const first = part.startMs / 1000 + Math.min(near, far)
        const length = width + Math.abs(far - near)
        return repetitions(first, length, { period: cycle, fromS, toS }).map((at): BandShape => {
          const start = at - Math.min(near, far)
          const point = (s: number, m: number): DiagramPoint => ({ s: start + s, m })
          const corners = [point(near, nearM), point(near + width, nearM), point(far + width, farM), point(far, farM)]
          return {
            direction,
            junction,
            of,
            corners: corners as [DiagramPoint, DiagramPoint, DiagramPoint, DiagramPoint],
          }
        })
      }
      return [...shapes('link', arc), ...shapes('corridor', band.arc)]
    })
  })
}

interface Span {
  readonly period: number
  readonly fromS: number
  readonly toS: number
}

/** Returns the starts of what repeats and touches the span. */
function repetitions(start: number, length: number, { period, fromS, toS }: Span): readonly number[] {
  const found: number[] = []
  const before = Math.floor((fromS - start - length) / period)
  for (let at = start + before * period; at < toS; at += period) if (at + length > fromS) found.push(at)
  return found
}
