import { describe, expect, it } from 'vitest'
import { dotSide, putStamp, stampOf } from './dotsImage.ts'

/** A dot of pixels that cover as much as they say, 0 to 255. */
function dot(side: number, covers: readonly number[]) {
  const data = new Uint8ClampedArray(covers.flatMap((cover) => [cover, cover, cover, cover]))
  return { data, width: side, height: side }
}
const covers = (picture: Uint32Array) => [...picture].map((pixel) => pixel >>> 24)

describe('a dot that is put into a picture', () => {
  it('is there pixel by pixel, and leaves what is beside it', () => {
    const picture = new Uint32Array(4 * 3)
    putStamp(picture, stampOf(dot(2, [9, 0, 7, 255]), 4), 1 * 4 + 2)
    expect(covers(picture)).toEqual([0, 0, 0, 0, 0, 0, 9, 0, 0, 0, 7, 255])
  })

  it('covers the edges of others, and its own edges nothing that covers more', () => {
    const picture = new Uint32Array(4)
    putStamp(picture, stampOf(dot(2, [255, 90, 90, 255]), 2), 0)
    putStamp(picture, stampOf(dot(2, [90, 255, 0, 255]), 2), 0)
    expect(covers(picture)).toEqual([255, 255, 90, 255])
  })
})

it('dots are the smaller the more there are, within what can be seen and is calm', () => {
  const view = { worldPx: 1, left: 0, top: 0, width: 1600, height: 1200 }
  expect(dotSide(view, 0)).toBe(17)
  expect(dotSide(view, 1000)).toBe(17)
  expect(dotSide(view, 10_000)).toBe(11)
  expect(dotSide(view, 1_000_000)).toBe(8)
})
