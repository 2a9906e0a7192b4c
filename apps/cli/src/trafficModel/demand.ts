/** Traffic demand along a modelled street. */
import type { Movement } from './lights.ts'

/** Vehicles an hour by where they come from, and what they are. */
export interface Demand {
  readonly outbound: number
  readonly inbound: number
  /** From each end of each side street. */
  readonly side: number
  /** Share of motorcycles, 0 to 1; the others are cars. */
  readonly motorcycles: number
  /** Minutes of which vehicles are counted. */
  readonly minutes: number
}

/** Seconds before vehicles are counted, in which the street fills. */
export const FILLING_S = 600
/** Seconds after the last vehicle has come, in which all have time to leave. */
export const EMPTYING_S = 3600
/** Most vehicles of a run: what SUMO writes of them is read at once. */
export const MOST_VEHICLES = 50_000

/** Second of a run from which no more vehicles enter. */
export function lastSecond({ minutes }: Pick<Demand, 'minutes'>): number {
  return FILLING_S + minutes * 60
}

/** Returns the vehicles an hour of a movement. */
export function flowOf(demand: Demand, movement: Movement): number {
  return movement === 'outbound' || movement === 'inbound' ? demand[movement] : demand.side
}

/** Returns how many vehicles are expected in a run of a street whose junctions have these movements. */
export function expectedVehicles(demand: Demand, movements: readonly (readonly Movement[])[]): number {
  const ofStreet = new Set(movements.flat().filter((movement) => movement === 'outbound' || movement === 'inbound'))
  const ofSides = movements.flat().filter((movement) => !ofStreet.has(movement as 'outbound' | 'inbound'))
  const perHour = [...ofStreet, ...ofSides].reduce((sum, movement) => sum + flowOf(demand, movement), 0)
  return Math.round((perHour * lastSecond(demand)) / 3600)
}
