/** Where the seconds of each direction's band are written in a time-space diagram. */
import { DIRECTIONS, type Direction } from '@greenwave/coordination/corridor'
import type { timeSpace } from '@greenwave/coordination/timeSpace'
import type { DiagramLayout } from './diagramLayout.ts'

/** A place in a diagram, pixels: the middle of what is written there. */
export interface BandLabel {
  readonly direction: Direction
  readonly x: number
  readonly y: number
}

/** Half the width of what is written: nearer to an end of the plot it would be cut there. */
const HALF_WIDE = 30
/** Two labels whose middles are nearer than this in both ways cover each other. */
const APART = { x: 2 * HALF_WIDE + 8, y: 20 }

/**
 * Returns a place for each direction that has a band: in the middle of one of its shapes, and where bands cross not on
 * what the other direction says. None where there is no room.
 */
export function bandLabels(
  shapes: Pick<ReturnType<typeof timeSpace>, 'bands'>,
  { x, left, right }: Pick<DiagramLayout, 'x' | 'left' | 'right'>,
  heightAt: (metres: number) => number,
): readonly BandLabel[] {
  const labels: BandLabel[] = []
  for (const direction of DIRECTIONS) {
    const places = shapes.bands
      .filter((shape) => shape.direction === direction && shape.of === 'corridor')
      .map(({ corners }) => ({
        direction,
        x: mean(corners.map(({ s }) => x(s))),
        y: mean(corners.map(({ m }) => heightAt(m))),
      }))
    const isFree = (place: BandLabel) =>
      labels.every((other) => Math.abs(other.x - place.x) >= APART.x || Math.abs(other.y - place.y) >= APART.y)
    const label = places.find((place) => place.x >= left + HALF_WIDE && place.x <= right - HALF_WIDE && isFree(place))
    if (label) labels.push(label)
  }
  return labels
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
