import { expect, it } from 'vitest'
import { sizeWithin } from './resizePhoto.ts'

it.each([
  [4000, 3000, 1600, 1200],
  [3000, 4000, 1200, 1600],
  [640, 480, 640, 480],
  [10_000, 1, 1600, 1],
])('a picture of %i x %i pixels is drawn as %i x %i, never larger and never nothing', (width, height, ...expected) => {
  const size = sizeWithin({ width, height }, 1600)
  expect([size.width, size.height]).toEqual(expected)
})
