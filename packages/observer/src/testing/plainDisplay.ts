/** @file What a display sends of lit lamps (§9). */
import type { Counts } from '../counts.ts'

/** What a display sends for one colour. */
export interface PlainDisplay {
  /** Seconds that are counted at the end; infinite: all of them, 0: none. */
  readonly last: number
  /** Value before them. */
  readonly filler: number
  /** The lamp is off every other second of its last so many. */
  readonly flashing?: number
}

/** Displays by phase: red, yellow and green of phase 1, then of phases 2 and 3. */
export type PlainDisplays = readonly PlainDisplay[]

/** Returns the same display for all colours of all phases. */
export function sameDisplays(display: PlainDisplay): PlainDisplays {
  return Array.from({ length: 9 }, () => display)
}

export const FULL: PlainDisplay = { last: Number.POSITIVE_INFINITY, filler: 1 }

/** (R1) Place of a lamp among those of its phase. */
type PlainColour = 0 | 1 | 2
export const RED = 0
export const YELLOW = 1
export const GREEN = 2

/** A lit lamp, and the seconds until it ends, this one included; 0: it counts nothing. */
export interface PlainLamp {
  readonly colour: PlainColour
  readonly left: number
}

/** Returns the nine counts that the displays send for the lit lamps of each phase. */
export function shownCounts(lit: readonly (readonly PlainLamp[])[], displays: PlainDisplays): Counts {
  const counts = [0, 0, 0, 0, 0, 0, 0, 0, 0]
  lit.forEach((lamps, phase) => {
    for (const { colour, left } of lamps) {
      const place = phase * 3 + colour
      counts[place] = valueShown(displays[place] ?? FULL, left)
    }
  })
  return counts
}

/** Returns the count that a display sends of a lamp that ends in `left` seconds; 1 where it has no end (0). */
export function valueShown({ last, filler, flashing = 0 }: PlainDisplay, left: number): number {
  if (left === 0) return 1
  if (left <= flashing && left % 2 === 0) return 0
  return left <= last ? left : filler
}
