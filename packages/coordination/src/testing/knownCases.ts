/** Corridors whose best bands are known. Speeds and greens are the same both ways. */

/**
 * Junctions at one spacing, in the distance that traffic drives in a cycle, with one green, in cycles; the best equal
 * band of both directions, in cycles.
 */
export const EVENLY_SPACED = [
  { junctions: 5, spacing: 1 / 2, green: 0.5, band: 0.5 },
  { junctions: 8, spacing: 1 / 2, green: 0.4, band: 0.4 },
  { junctions: 4, spacing: 1 / 4, green: 0.5, band: 0.25 },
  { junctions: 8, spacing: 1 / 4, green: 0.5, band: 0.25 },
  { junctions: 8, spacing: 1 / 4, green: 0.6, band: 0.35 },
  { junctions: 3, spacing: 1 / 3, green: 0.5, band: 1 / 6 },
  { junctions: 2, spacing: 1 / 10, green: 0.5, band: 0.4 },
  { junctions: 2, spacing: 3 / 10, green: 0.5, band: 0.3 },
  { junctions: 5, spacing: 4 / 10, green: 0.45, band: 0.05 },
] as const

/** Streets with the best equal band for offsets of any fraction of a second, and the bands of some whole offsets, seconds. */
export const STREETS = [
  {
    name: 'five junctions at 40 km/h',
    cycle: 90,
    speedKmh: 40,
    positionsM: [0, 310, 620, 1010, 1240],
    greens: [45, 40, 50, 38, 45],
    bestEqual: 13.3,
    offsets: [0, 48, 43, 4, 45],
    bands: [13.8, 12.8],
  },
  {
    name: 'six junctions at 36 km/h',
    cycle: 80,
    speedKmh: 36,
    positionsM: [0, 240, 520, 900, 1150, 1400],
    greens: [40, 36, 40, 44, 32, 40],
    bestEqual: 12,
    offsets: [0, 42, 0, 38, 44, 0],
    bands: [12, 12],
  },
  {
    name: 'four junctions half a cycle apart',
    cycle: 60,
    speedKmh: 30,
    positionsM: [0, 250, 500, 750],
    greens: [30, 30, 30, 30],
    bestEqual: 30,
    offsets: [0, 30, 0, 30],
    bands: [30, 30],
  },
] as const
