/** @file The cities that are measured for docs/sizing.md. Controllers send a message of 15 values a second. */

/** A city, and who looks at it. */
export interface MeasuredCity {
  readonly junctions: number
  readonly isWatched: boolean
  readonly consoles: number
  /** Junctions on the screen of each console. */
  readonly onScreen: number
  /** Entity queries of each console a second. */
  readonly queries: number
}

/** Costs are differences between these: what each adds to the one before. */
export const COST_CITIES = {
  alone: { junctions: 2000, isWatched: false, consoles: 0, onScreen: 0, queries: 0 },
  watched: { junctions: 2000, isWatched: true, consoles: 0, onScreen: 0, queries: 0 },
  shown: { junctions: 2000, isWatched: true, consoles: 50, onScreen: 100, queries: 0 },
} as const satisfies Record<string, MeasuredCity>

/** No cost is taken from these: the predictions are compared with them. */
export const CHECKED_CITIES: readonly MeasuredCity[] = [
  { junctions: 1000, isWatched: true, consoles: 50, onScreen: 40, queries: 1 },
  { junctions: 3000, isWatched: true, consoles: 20, onScreen: 20, queries: 1 },
  { junctions: 8000, isWatched: true, consoles: 5, onScreen: 20, queries: 1 },
]

/** Returns the name of the row of a city in bench/results. */
export function nameOfCity({ junctions, isWatched, consoles, onScreen, queries }: MeasuredCity): string {
  return [
    `${junctions} controllers, 1 message/s`,
    ...(isWatched ? ['watched'] : []),
    ...(consoles > 0 ? [`${consoles} consoles of ${onScreen}`] : []),
    ...(queries > 0 ? [`each asking ${queries} time a second`] : []),
  ].join(', ')
}
