/** Lights of a modelled junction, second by second, from its program and its offset (R2, R3, R8). */
import { modulo } from '@greenwave/controller/cycle'
import type { Clearance } from '@greenwave/controller/settings'
import {
  type Corridor,
  type CorridorJunction,
  cycleOf,
  DIRECTIONS,
  type Direction,
  type DirectionGreen,
  isServed,
  type Timing,
} from '@greenwave/coordination/corridor'
import { allShifts, layoutAt, layoutFamilies } from '@greenwave/coordination/layouts'

/** A way through a junction. The model draws the street from west to east, so that side streets go north and south. */
export type Movement = Direction | 'northbound' | 'southbound'

/** Timings along a street, one for each junction, with the starts of its phases where these are known. */
export interface SetStreet {
  readonly cycle: number
  readonly timings: readonly (Timing & { readonly phaseStarts?: readonly number[] | null })[]
}

/** The lights of a junction. Starts are seconds since midnight within the cycle: the offset is in them. */
export interface Lights {
  readonly cycle: number
  /** By the movements that are driven, in the order of the letters of the lights; `always` for one that the signals never hold up. */
  readonly greens: ReadonlyMap<Movement, DirectionGreen | 'always'>
}

/** Seconds in which the lights of all movements stay as they are: `G` green, `y` yellow, `r` red, a letter for each. */
export interface LightPhase {
  readonly seconds: number
  readonly letters: string
}

/**
 * Returns the lights of each junction in each of the streets. Side streets have the phases that serve neither direction;
 * where a file tells no phases, the longest time that the street leaves. One without green in one of the streets is in none.
 */
export function lightsOf(
  corridor: Corridor,
  streets: readonly SetStreet[],
  clearance: Clearance,
): readonly (readonly Lights[])[] {
  const sides = streets.map((street) =>
    corridor.map((junction, index) => sideGreens(corridor, junction, index, street, clearance)),
  )
  const isCrossed = corridor.map((_junction, index) => sides.every((ofStreet) => (ofStreet[index] ?? []).length > 0))
  return streets.map(({ cycle: common, timings }, nth) =>
    corridor.map((junction, index): Lights => {
      const cycle = cycleOf(junction, common)
      const { offset = 0, starts } = timings[index] ?? {}
      const at = ({ green, start }: DirectionGreen) => ({ green, start: modulo(start + offset, cycle) })
      const ofDirection = (direction: Direction): readonly [Movement, DirectionGreen | 'always'][] => {
        if (!isServed(corridor, direction)) return []
        const [green, start] = [junction.greens[direction]?.green, starts?.[direction]]
        return [[direction, green === undefined || start == null ? 'always' : at({ green, start })]]
      }
      const [first, last] = [sides[nth]?.[index]?.at(0), sides[nth]?.[index]?.at(-1)]
      const ofSides: readonly [Movement, DirectionGreen][] =
        isCrossed[index] && first && last
          ? [
              ['northbound', at(first)],
              ['southbound', at(last)],
            ]
          : []
      return { cycle, greens: new Map([...DIRECTIONS.flatMap(ofDirection), ...ofSides]) }
    }),
  )
}

/** Returns the greens of a junction's side streets while the offset is 0. */
function sideGreens(
  corridor: Corridor,
  junction: CorridorJunction,
  index: number,
  { cycle: common, timings }: SetStreet,
  clearance: Clearance,
): readonly DirectionGreen[] {
  const timing = timings[index]
  const driven = DIRECTIONS.filter((direction) => isServed(corridor, direction))
  // Side traffic cannot cross a stream that no signal stops.
  if (!timing || driven.some((direction) => timing.starts[direction] === null)) return []
  const lost = clearance.yellow + clearance.redClearance
  const starts = driven.flatMap((direction) => timing.starts[direction] ?? [])
  const phaseStarts = timing.phaseStarts ?? phaseStartsOf(junction, timing, common)
  if (phaseStarts) {
    return (junction.blocks ?? []).flatMap((block, phase) => {
      const begin = phaseStarts[phase] ?? 0
      const isOfStreet = starts.some((start) => start >= begin && start < begin + block)
      return isOfStreet || block <= lost ? [] : [{ green: block - lost, start: begin }]
    })
  }
  const cycle = cycleOf(junction, common)
  const isTaken = (second: number) =>
    driven.some((direction) => {
      const [green, start] = [junction.greens[direction]?.green ?? 0, timing.starts[direction] ?? 0]
      return modulo(second - start, cycle) < green + lost
    })
  const rest = longestRun(cycle, (second) => !isTaken(second))
  return rest.seconds > lost ? [{ green: rest.seconds - lost, start: rest.start }] : []
}

/** Returns the starts of the phases whose greens begin as they are set, in the order of phases; null where none fit. */
function phaseStartsOf(junction: CorridorJunction, { starts }: Timing, common: number): readonly number[] | null {
  const [family] = layoutFamilies(junction, common)
  if (!family?.order) return null
  for (const shifts of allShifts(family)) {
    const layout = layoutAt(family, shifts)
    if (DIRECTIONS.every((direction) => layout.starts[direction] === starts[direction])) return layout.phaseStarts
  }
  return null
}

/** Returns the longest run of seconds of a cycle for which something holds. */
function longestRun(cycle: number, holds: (second: number) => boolean): { start: number; seconds: number } {
  let longest = { start: 0, seconds: 0 }
  for (let start = 0; start < cycle; start++) {
    if (!holds(start) || (longest.seconds > 0 && holds(modulo(start - 1, cycle)))) continue
    let seconds = 1
    while (seconds < cycle && holds(modulo(start + seconds, cycle))) seconds++
    if (seconds > longest.seconds) longest = { start, seconds }
  }
  return longest
}

/** Lists the phases of a junction's lights in one cycle, from midnight. */
export function lightPhases(lights: Lights, clearance: Pick<Clearance, 'yellow'>): readonly LightPhase[] {
  const { cycle } = lights
  const phases: { seconds: number; letters: string }[] = []
  for (let second = 0; second < cycle; second++) {
    const letters = lettersAt(lights, clearance, second)
    const last = phases.at(-1)
    if (last?.letters === letters) last.seconds++
    else phases.push({ seconds: 1, letters })
  }
  return phases
}

/** Returns the letters of a junction's lights in a second since midnight. */
export function lettersAt({ cycle, greens }: Lights, { yellow }: Pick<Clearance, 'yellow'>, second: number): string {
  return [...greens.values()].map((green) => letterAt(green, second, cycle, yellow)).join('')
}

function letterAt(green: DirectionGreen | 'always', second: number, cycle: number, yellow: number): string {
  if (green === 'always') return 'G'
  const since = modulo(second - green.start, cycle)
  if (since < green.green) return 'G'
  return since < green.green + yellow ? 'y' : 'r'
}

/**
 * Returns whether street and side streets have the road at once: yellow and red clearance are longer than what is set
 * between the greens.
 */
export function isConflicting({ cycle, greens }: Lights, { yellow, redClearance }: Clearance): boolean {
  const occupied = (movement: Movement, second: number) => {
    const green = greens.get(movement)
    if (!green || green === 'always') return green === 'always'
    return modulo(second - green.start, cycle) < green.green + yellow + redClearance
  }
  return Array.from({ length: cycle }, (_, second) => second).some((second) => {
    const street = occupied('outbound', second) || occupied('inbound', second)
    return street && (occupied('northbound', second) || occupied('southbound', second))
  })
}
