import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DANGER_HEIGHT, dotGrid, LARGEST_SHIFT, shiftAt, TILE_GAP, TILE_HEIGHT, wallLayout } from './wallLayout.ts'

const area = fc.record({ width: fc.integer({ min: 640, max: 7680 }), height: fc.integer({ min: 200, max: 4320 }) })
const count = fc.integer({ min: 0, max: 12_000 })

describe('the tiles of a wall', () => {
  it('lie within their place, and each is shown or counted', () => {
    fc.assert(
      fc.property(area, count, ({ width, height }, tiles) => {
        const { size, columns, shown, more } = wallLayout({ width, height }, tiles)
        expect(shown + more).toBe(tiles)
        const rows = Math.ceil((shown + (more > 0 ? 1 : 0)) / columns)
        const heightOf = (lines: number) => lines * TILE_HEIGHT * size + Math.max(0, lines - 1) * TILE_GAP * size
        // Where not even one fits, it is the one that counts the others.
        if (rows > 1 || heightOf(1) <= height) expect(heightOf(rows)).toBeLessThanOrEqual(height + 1e-6)
        expect(columns * 15 * size + (columns - 1) * TILE_GAP * size).toBeLessThanOrEqual(width + 1e-6)
        expect(size).toBeGreaterThanOrEqual(Math.max(18, width / 80))
      }),
    )
  })

  it('are never larger with more of them, and none is left out that would fit', () => {
    fc.assert(
      fc.property(area, fc.integer({ min: 1, max: 300 }), (place, tiles) => {
        const [fewer, all] = [wallLayout(place, tiles), wallLayout(place, tiles + 1)]
        expect(all.size).toBeLessThanOrEqual(fewer.size)
        if (fewer.more > 0) expect(all.shown).toBe(fewer.shown)
        expect(all.more).not.toBe(1)
      }),
    )
  })

  it.each([
    [{ width: 3760, height: 1700 }, 47],
    [{ width: 1880, height: 800 }, 23],
    [{ width: 1240, height: 500 }, 18],
  ])('on %j have names of %d px at least, however many there are', (place, least) => {
    for (const tiles of [1, 12, 500]) expect(wallLayout(place, tiles).size).toBeGreaterThanOrEqual(least)
  })

  it('of dangers have lamps and the width of their row, lie within their place, and leave room for others', () => {
    const most = fc.integer({ min: 0, max: 40 })
    fc.assert(
      fc.property(area, most, most, (place, dangers, others) => {
        const { size, columns, lanes, shown, more, scrolls } = wallLayout(place, dangers + others, dangers)
        expect(shown + more).toBe(dangers + others)
        expect(scrolls).toBe(false)
        if (lanes === 0) return
        expect(shown).toBeGreaterThanOrEqual(dangers)
        const rowsBelow = Math.ceil((shown - dangers + (more > 0 ? 1 : 0)) / columns)
        const needed = Math.ceil(dangers / lanes) * (DANGER_HEIGHT + TILE_GAP) + rowsBelow * (TILE_HEIGHT + TILE_GAP)
        if (shown > dangers) expect((needed - TILE_GAP) * size).toBeLessThanOrEqual(place.height + 1e-6)
        expect((lanes * (22 + TILE_GAP) - TILE_GAP) * size).toBeLessThanOrEqual(place.width + 1e-6)
      }),
    )
  })

  it.each([
    [{ width: 1400, height: 760 }, 1, 9, 1],
    [{ width: 1880, height: 900 }, 1, 12, 1],
    [{ width: 3760, height: 1800 }, 2, 0, 1],
    [{ width: 1880, height: 900 }, 30, 0, 0],
  ])('on %j with %d dangers and %d others have %d dangers in a row', (place, dangers, others, lanes) => {
    expect(wallLayout(place, dangers + others, dangers)).toMatchObject({ lanes })
  })

  it('are a list of one column that scrolls on a phone, with an end', () => {
    expect(wallLayout({ width: 340, height: 500 }, 9)).toMatchObject({ columns: 1, shown: 9, more: 0, scrolls: true })
    expect(wallLayout({ width: 340, height: 500 }, 9000)).toMatchObject({ shown: 30, more: 8970 })
  })
})

describe('the dots of the healthy', () => {
  it('are as many as there are junctions, and lie within their place while that is possible', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 300, max: 3840 }),
        fc.integer({ min: 20, max: 800 }),
        count,
        (width, height, dots) => {
          const { cell, columns, fullRows, rest } = dotGrid({ width, height }, dots)
          expect(fullRows * columns + rest).toBe(dots)
          expect(rest).toBeLessThan(columns)
          expect(columns * cell).toBeLessThanOrEqual(width)
          if (cell > 2) expect((fullRows + Math.sign(rest)) * cell).toBeLessThanOrEqual(height)
        },
      ),
    )
  })
})

it('a wall moves a little each minute, by one step, and comes back after an hour', () => {
  const shifts = Array.from({ length: 60 }, (_, minute) => shiftAt(minute))
  for (const [minute, { x, y }] of shifts.entries()) {
    const next = shiftAt(minute + 1)
    expect(Math.hypot(x, y)).toBeLessThanOrEqual(LARGEST_SHIFT + 1)
    expect(Math.max(Math.abs(next.x - x), Math.abs(next.y - y))).toBeLessThanOrEqual(1)
    expect(shiftAt(minute + 60 * 20_000)).toEqual({ x, y })
  }
  expect(new Set(shifts.map(({ x, y }) => `${x} ${y}`)).size).toBeGreaterThan(20)
})
