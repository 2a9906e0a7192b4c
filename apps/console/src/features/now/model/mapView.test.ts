import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { placedJunction } from '../../../test/mapFleet.ts'
import { groupMarks } from './mapMarks.ts'
import { type MapView, markAt, toView } from './mapView.ts'

const junction = (id: string, longitude: number, level: 0 | 5 = 0) => placedJunction({ id, longitude, level })
/** A view of 800 by 600 at zoom 14 with a place in its middle. */
const viewOf = ({ x, y }: { x: number; y: number }): MapView => {
  const worldPx = 256 * 2 ** 14
  return { worldPx, left: x * worldPx - 400, top: y * worldPx - 300, width: 800, height: 600 }
}

describe('what is under a point of the map', () => {
  const [well, ill] = [junction('well', 106.7), junction('ill', 106.7, 5)]
  const view = viewOf(well)

  it('is a mark before a dot, and of what is far nothing', () => {
    const marks = groupMarks([ill], 14)
    expect(markAt({ x: 401, y: 301 }, view, marks, [well, ill])?.junctions).toEqual([ill])
    expect(markAt({ x: 401, y: 301 }, view, [], [well])?.junctions).toEqual([well])
    expect(markAt({ x: 412, y: 300 }, view, marks, [well])?.junctions).toEqual([ill])
    expect(markAt({ x: 412, y: 300 }, view, [], [well])).toBeNull()
    expect(markAt({ x: 425, y: 300 }, view, marks, [well, ill])).toBeNull()
  })

  it('is more easily met with a finger', () => {
    expect(markAt({ x: 415, y: 300 }, view, [], [well], 8)?.junctions).toEqual([well])
  })

  it('is the nearest one, wherever the view is', () => {
    const places = fc.array(fc.double({ min: 106.69, max: 106.71, noNaN: true }), { minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(places, fc.integer({ min: 0, max: 799 }), (longitudes, x) => {
        const dots = longitudes.map((longitude, i) => junction(`j${i}`, longitude))
        const distances = dots.map((dot) => Math.abs(toView(view, dot).x - x))
        const found = markAt({ x, y: 300 }, view, [], dots)
        const nearest = Math.min(...distances)
        if (nearest > 9.01) expect(found).toBeNull()
        else if (nearest < 8.99) expect(Math.abs(toView(view, found ?? well).x - x)).toBeCloseTo(nearest, 3)
      }),
    )
  })
})
