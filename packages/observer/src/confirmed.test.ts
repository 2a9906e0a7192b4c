import { expect, test } from 'vitest'
import { confirmed } from './confirmed.ts'
import type { Counts } from './counts.ts'
import { play } from './testing/history.ts'
import { Scene } from './testing/scene.ts'

function shown(...seconds: readonly Counts[]) {
  const scene = new Scene()
  for (const counts of seconds) scene.run(1, () => counts)
  const { street } = play(scene.history).junction
  if (!street) throw new Error('nothing was seen')
  return confirmed(street)
}

const RIGHT = [0, 0, 9, 30, 0, 0, 55, 0, 0]
const TWO_GREENS = [0, 0, 9, 0, 0, 9, 55, 0, 0]
const TWO_LAMPS = [5, 0, 9, 30, 0, 0, 55, 0, 0]
const DARK = [0, 0, 9, 0, 0, 0, 55, 0, 0]

test('one sample confirms nothing, two in a row do', () => {
  expect(shown(RIGHT, TWO_GREENS).together).toEqual([])
  expect(shown(TWO_GREENS, TWO_GREENS).together).toEqual([1, 2])
  expect(shown(TWO_GREENS, RIGHT, TWO_GREENS).together).toEqual([])
  expect(shown(RIGHT, TWO_LAMPS).contradicting).toEqual([])
  expect(shown(TWO_LAMPS, TWO_LAMPS).contradicting).toEqual([1])
  expect(shown(DARK, RIGHT, DARK).dark).toEqual([])
  expect(shown(DARK, DARK).dark).toEqual([2])
})

test('phases have the road together with green and yellow, but not those that flash yellow (R12)', () => {
  const both = (counts: Counts) => shown(counts, counts).together
  expect(both([0, 2, 0, 30, 0, 0, 0, 0, 9])).toEqual([1, 3])
  expect(both([0, 2, 0, 0, 2, 0, 0, 2, 0])).toEqual([])
  expect(both(RIGHT)).toEqual([])
})

test('a count above 1 that stands in four samples stands still, of each phase by itself', () => {
  const counting = (green: number) => [0, 0, green, 30, 0, 0, 1, 0, 0]
  expect(shown(counting(9), counting(8), counting(7)).frozen).toEqual([])
  expect(shown(counting(9), counting(8), counting(7), counting(6)).frozen).toEqual([2])
})
