import type { JunctionLevel } from '@greenwave/contract/records/watch'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fleetJunction, placedJunction } from '../../../test/mapFleet.ts'
import { mapJunction, worseFirst } from './mapJunction.ts'
import { groupMarks } from './mapMarks.ts'

const latitude = fc.double({ min: -90, max: 90, noNaN: true })
const longitude = fc.double({ min: -180, max: 180, noNaN: true })
const city = fc.record({
  latitude: fc.double({ min: 10.6, max: 10.9, noNaN: true }),
  longitude: fc.double({ min: 106.5, max: 106.8, noNaN: true }),
})
const level = fc.constantFrom<JunctionLevel[]>(2, 3, 4, 5)

const placed = (id: string, place: { latitude: number; longitude: number }, of: JunctionLevel = 3, sinceMs = 1) =>
  placedJunction({ id, ...place, level: of, sinceMs })
const junctions = (place: fc.Arbitrary<{ latitude: number; longitude: number }>) =>
  fc
    .array(fc.record({ place, of: level, sinceMs: fc.nat(3) }), { maxLength: 60 })
    .map((all) => all.map(({ place, of, sinceMs }, i) => placed(`j${i}`, place, of, sinceMs)))

describe('the marks of junctions in trouble', () => {
  it('are of each junction once, at any zoom and anywhere', () => {
    const anywhere = fc.oneof(city, fc.record({ latitude, longitude }))
    fc.assert(
      fc.property(junctions(anywhere), fc.integer({ min: 0, max: 19 }), (all, zoom) => {
        const marked = groupMarks(all, zoom).flatMap((mark) => mark.junctions)
        expect(marked.map(({ id }) => id).sort()).toEqual(all.map(({ id }) => id).sort())
      }),
    )
  })

  it('have the shape of the worst of each, and the worst mark is drawn last', () => {
    fc.assert(
      fc.property(junctions(city), fc.integer({ min: 8, max: 18 }), (all, zoom) => {
        const marks = groupMarks(all, zoom)
        for (const mark of marks) expect([...mark.junctions].sort(worseFirst)).toEqual(mark.junctions)
        const levels = marks.map((mark) => mark.junctions[0].health?.level ?? 0)
        expect(levels).toEqual([...levels].sort((a, b) => a - b))
      }),
    )
  })

  it('of one junction are exactly at its place; of several in their middle', () => {
    const [west, east] = [
      placed('w', { latitude: 10.7, longitude: 106.6 }),
      placed('e', { latitude: 10.7, longitude: 106.7 }),
    ]
    const apart = new Map(groupMarks([west, east], 14).map(({ x, junctions }) => [x, junctions]))
    expect([apart.get(west.x), apart.get(east.x)]).toEqual([[west], [east]])
    const [together, ...others] = groupMarks([west, east], 6)
    expect(others).toEqual([])
    expect(together?.x).toBeCloseTo((west.x + east.x) / 2, 12)
    expect(together?.junctions).toHaveLength(2)
  })

  it('of one level, the oldest first', () => {
    const place = { latitude: 10.7, longitude: 106.6 }
    const all = [placed('new', place, 4, 9), placed('old', place, 4, 2), placed('danger', place, 5, 99)]
    expect(groupMarks(all, 18)[0]?.junctions.map(({ id }) => id)).toEqual(['danger', 'old', 'new'])
  })
})

describe('a junction on the map', () => {
  it('is where web maps have it: the middle of the world in the gulf of Guinea, the poles at the edges', () => {
    expect(placed('0', { latitude: 0, longitude: 0 })).toMatchObject({ x: 0.5, y: 0.5 })
    expect(placed('n', { latitude: 90, longitude: -180 })).toMatchObject({ x: 0, y: 0 })
    expect(placed('s', { latitude: -90, longitude: 180 })).toMatchObject({ x: 1, y: 1 })
    // The tile of Hồ Chí Minh City at zoom 12.
    const { x, y } = placed('c', { latitude: 10.7739, longitude: 106.7034 })
    expect([Math.floor(x * 4096), Math.floor(y * 4096)]).toEqual([3262, 1924])
  })

  it('without a place is not on it', () => {
    expect(mapJunction(fleetJunction({ id: 'a', latitude: null }), null)).toBeNull()
  })
})
