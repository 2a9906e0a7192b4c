import { modulo } from '@greenwave/controller/cycle'
import { type Arc, commonArcs, widestCommonArc, type Window } from './arc.ts'
import {
  byDirection,
  type ByDirection,
  type Corridor,
  cycleOf,
  type Direction,
  DIRECTIONS,
  isServed,
  keepsStep,
  type Timing,
} from './corridor.ts'
import { drivenLinks, passingTimesMs } from './travel.ts'

/** Band of the link from the previous junction, whole milliseconds. */
export interface LinkBand {
  /** Index of the junction at the outbound end. */
  readonly junction: number
  /**
   * Vehicles that meet green at both ends, by the time at which they pass the first junction of the corridor: the part
   * that holds the band of the whole corridor, or the widest part if there is no such band. A direction that turns off
   * or in may therefore have more here than on the whole corridor. Null if there are none.
   */
  readonly arc: Arc | null
  readonly travelMs: number
}

/** Band of one direction, whole milliseconds. */
interface DirectionBand {
  /**
   * The widest band: vehicles that meet green at every junction, by the time at which they pass the first junction of
   * the corridor. Null if there is none.
   */
  readonly arc: Arc | null
  readonly links: readonly LinkBand[]
  /** Of the whole corridor, from the first junction that serves the direction to the last. */
  readonly travelMs: number
}

/** Bands of a corridor with given timings. */
export interface Bands {
  /** Null for a direction that no junction serves. */
  readonly byDirection: ByDirection<DirectionBand | null>
  /** Share of the cycle in a band, the mean of the directions that are served. */
  readonly efficiency: number
  /** Share of the bands in the smallest green of each direction, which no band can surpass. */
  readonly attainability: number
}

/**
 * Returns the bands that timings give at a common cycle, exactly for travel times in whole milliseconds. A junction
 * that keeps no step with the cycle lets no band through. Costs n² steps for n junctions.
 */
export function bandsOf(corridor: Corridor, cycle: number, timings: readonly Timing[]): Bands {
  const passing = passingTimesMs(corridor)
  const bands = byDirection((direction) =>
    isServed(corridor, direction)
      ? directionBand(corridor, cycle, { direction, timings, passing: passing[direction] })
      : null,
  )
  const served = DIRECTIONS.filter((direction) => bands[direction] !== null)
  const width = served.reduce((sum, direction) => sum + (bands[direction]?.arc?.widthMs ?? 0), 0)
  const green = served.reduce((sum, direction) => sum + smallestGreen(corridor, direction).seconds * 1000, 0)
  return {
    byDirection: bands,
    efficiency: served.length === 0 ? 0 : width / (served.length * cycle * 1000),
    attainability: green === 0 ? 0 : width / green,
  }
}

/** Returns the smallest green of a direction, seconds, and the index of its junction. */
export function smallestGreen(
  corridor: Corridor,
  direction: Direction,
): { readonly junction: number; readonly seconds: number } {
  const greens = corridor.map(({ greens }) => greens[direction]?.green ?? Number.POSITIVE_INFINITY)
  const seconds = Math.min(...greens)
  return { junction: greens.indexOf(seconds), seconds }
}

interface OneDirection {
  readonly direction: Direction
  readonly timings: readonly Timing[]
  readonly passing: readonly number[]
}

function directionBand(corridor: Corridor, cycle: number, one: OneDirection): DirectionBand {
  const windows = windowsOf(corridor, cycle, one)
  const cycleMs = cycle * 1000
  const inStep = corridor.every((junction) => keepsStep(junction, cycle))
  const arc = inStep
    ? widestCommonArc(
        windows.filter((window) => window !== null),
        cycleMs,
      )
    : null
  const links = drivenLinks(corridor, one.direction).map((junction): LinkBand => {
    const ends = [windows[junction - 1] ?? null, windows[junction] ?? null].filter((window) => window !== null)
    const linkInStep = corridor.slice(junction - 1, junction + 1).every((end) => keepsStep(end, cycle))
    const around = arc && commonArcs(ends, cycleMs).find((part) => holds(part, arc, cycleMs))
    const travelMs = Math.abs((one.passing[junction] ?? 0) - (one.passing[junction - 1] ?? 0))
    return { junction, arc: around ?? (linkInStep ? widestCommonArc(ends, cycleMs) : null), travelMs }
  })
  return { arc, links, travelMs: links.reduce((sum, { travelMs }) => sum + travelMs, 0) }
}

/** Returns a direction's greens, by the time at which traffic that meets them passes the first junction. */
export function windowsOf(corridor: Corridor, cycle: number, one: OneDirection): readonly (Window | null)[] {
  return corridor.map((junction, index) => {
    const green = junction.greens[one.direction]
    const start = one.timings[index]?.starts[one.direction]
    if (!green || start === null || start === undefined) return null
    return {
      startMs: (start + (one.timings[index]?.offset ?? 0)) * 1000 - (one.passing[index] ?? 0),
      lengthMs: green.green * 1000,
      periodMs: cycleOf(junction, cycle) * 1000,
    }
  })
}

/** Returns whether one arc lies within another. */
function holds(outer: Arc, inner: Arc, cycleMs: number): boolean {
  return outer.widthMs === cycleMs || modulo(inner.startMs - outer.startMs, cycleMs) + inner.widthMs <= outer.widthMs
}
