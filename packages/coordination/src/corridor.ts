/** A corridor and its junctions by the field's terms, with their units. */

export const DIRECTIONS = ['outbound', 'inbound'] as const
/** Outbound traffic meets the junctions in the order of the list, inbound traffic in the opposite order. */
export type Direction = (typeof DIRECTIONS)[number]

/** A value for each direction. */
export type ByDirection<T> = Readonly<Record<Direction, T>>

/** Returns one value for each direction. */
export function byDirection<T>(build: (direction: Direction) => T): ByDirection<T> {
  return { outbound: build('outbound'), inbound: build('inbound') }
}

/** Kilometres an hour that are a metre per second. */
export const KMH_PER_M_PER_S = 3.6

/** The green that one direction gets at a junction, whole seconds. */
export interface DirectionGreen {
  readonly green: number
  /** Second of the cycle at which it begins while the offset is 0. */
  readonly start: number
}

/** A junction of a corridor. */
export interface CorridorJunction {
  readonly name: string
  /** Metres along the street; rises in the outbound direction. */
  readonly positionM: number
  /** On the link from the previous junction, km/h; null without traffic in that direction. */
  readonly speedKmh: ByDirection<number | null>
  /** Null when the signals cause no delay in that direction. */
  readonly greens: ByDirection<DirectionGreen | null>
  /** Cycle in seconds if it differs from the corridor's. Half of it keeps step, any other does not. */
  readonly ownCycle: number | null
  /** (R19) Whether its controller can be offset. */
  readonly canOffset: boolean
  /**
   * Seconds of each phase (green, yellow and red clearance) in the order of phases, 0 for one that is not served: the
   * order and the unused time of the cycle may be changed. Null: both stay as they are.
   */
  readonly blocks: readonly number[] | null
  /** Whether its greens are actuated: it has no position in the cycle, so no wave. Left out: they follow from the settings. */
  readonly isActuated?: boolean
}

/** Junctions along a street, in the outbound order. */
export type Corridor = readonly CorridorJunction[]

/** Timing of a junction, from which bands follow. */
export interface Timing {
  /** (R19) Seconds by which the cycle begins later. */
  readonly offset: number
  /** Second of the cycle at which each direction's green begins while the offset is 0; null without a green. */
  readonly starts: ByDirection<number | null>
}

/** Objective of the planner: the larger smaller band, one direction before the other, or the larger weighted sum of both. */
export type Objective = 'equal' | Direction | ByDirection<number>

/** Returns the timings that the junctions have now, with these offsets. */
export function timingsNow(corridor: Corridor, offsets: readonly number[]): readonly Timing[] {
  return corridor.map(({ greens }, index) => ({
    offset: offsets[index] ?? 0,
    starts: byDirection((direction) => greens[direction]?.start ?? null),
  }))
}

/** Returns whether any junction gives a direction a green. Without one the corridor is one-way. */
export function isServed(corridor: Corridor, direction: Direction): boolean {
  return corridor.some(({ greens }) => greens[direction] !== null)
}

/** Returns the cycle of a junction, seconds, in a corridor with this common cycle. */
export function cycleOf(junction: CorridorJunction, commonCycle: number): number {
  return junction.ownCycle ?? commonCycle
}

/** Returns whether a junction keeps step with the common cycle: it runs that, or one half of it. */
export function keepsStep(junction: CorridorJunction, commonCycle: number): boolean {
  const cycle = cycleOf(junction, commonCycle)
  return cycle === commonCycle || cycle * 2 === commonCycle
}
