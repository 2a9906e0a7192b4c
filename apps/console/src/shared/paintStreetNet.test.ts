import fc from 'fast-check'
import { expect, test } from 'vitest'
import { streetLabels } from './paintStreetNet.ts'

/** Pixels of the world at zoom 14. */
const WORLD_PX = 256 * 2 ** 14
const widthOf = (text: string) => text.length * 7
/** A line in pixels. */
const line = (street: string, [x1, y1]: readonly [number, number], [x2, y2]: readonly [number, number]) => ({
  street,
  from: { x: x1 / WORLD_PX, y: y1 / WORLD_PX },
  to: { x: x2 / WORLD_PX, y: y2 / WORLD_PX },
})

test('a street that is long enough has its name once, and on each piece that is', () => {
  const short = [line('Lê Lợi', [100, 100], [130, 100]), line('Lê Lợi', [130, 100], [165, 100])]
  expect(streetLabels(short, WORLD_PX, widthOf).map(({ text }) => text)).toEqual(['Lê Lợi'])
  expect(streetLabels(short, WORLD_PX / 4, widthOf)).toEqual([])
  expect(streetLabels(short, WORLD_PX * 4, widthOf)).toHaveLength(2)
})

test('names are never upside down', () => {
  const [label] = streetLabels([line('Hàm Nghi', [500, 400], [100, 100])], WORLD_PX, widthOf)
  expect(Math.abs(label?.angle ?? 9)).toBeLessThanOrEqual(Math.PI / 2)
})

test('no two names overlap', () => {
  const point = fc.tuple(fc.integer({ min: 0, max: 900 }), fc.integer({ min: 0, max: 900 }))
  const streets = fc.array(fc.tuple(fc.constantFrom('Lê Lợi', 'Nguyễn Huệ', 'Pasteur'), point, point), {
    maxLength: 40,
  })
  fc.assert(
    fc.property(streets, (lines) => {
      const labels = streetLabels(
        lines.map(([street, from, to]) => line(street, from, to)),
        WORLD_PX,
        widthOf,
      )
      for (const [at, a] of labels.entries())
        for (const b of labels.slice(at + 1))
          expect(
            Math.abs(a.x - b.x) >= a.halfWidth + b.halfWidth || Math.abs(a.y - b.y) >= a.halfHeight + b.halfHeight,
          ).toBe(true)
    }),
  )
})
