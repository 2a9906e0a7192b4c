import { describe, expect, test } from 'vitest'
import { foldObserved, NOTHING_OBSERVED, type ObservedTiming, streetDiffers } from './observedTiming.ts'

/** Folds one sample per second: 'g' is green, '.' is a second without a sample, anything else is not green. */
function observe(street: string): ObservedTiming {
  return street
    .split('')
    .reduce(
      (before, lamp, second) =>
        lamp === '.'
          ? before
          : foldObserved(before, { red: lamp === 'r' ? 9 : 0, yellow: 0, green: lamp === 'g' ? 9 : 0 }, second * 1000),
      NOTHING_OBSERVED,
    )
}

describe('observed green and cycle', () => {
  test('a green counts once its beginning and its end were seen', () => {
    expect(observe('rrggggg').greens).toEqual([])
    expect(observe('rrgggggr').greens).toEqual([5])
  })

  test('a cycle is from one beginning of green to the next', () => {
    expect(observe('rrgggggrrrg').cycles).toEqual([8])
  })

  test('a green that was running when watching began is not measured', () => {
    expect(observe('gggr').greens).toEqual([])
  })

  test('a gap of more than 3 s without samples forgets the measurement under way', () => {
    expect(observe('rggg....ggrr').greens).toEqual([])
    expect(observe('rgggr....rg').cycles).toEqual([])
  })

  test('a lost sample or two do not disturb it', () => {
    expect(observe('rg..ggrr').greens).toEqual([5])
  })
})

describe('the street against the program', () => {
  test('keeps the last two lengths, the newest first', () => {
    expect(observe('rgrggrgggr').greens).toEqual([3, 2])
  })

  test('differs when two lengths in a row are off by more than a second', () => {
    expect(streetDiffers([12, 12], 15)).toBe(true)
    expect(streetDiffers([12, 15], 15)).toBe(false)
    expect(streetDiffers([14, 16], 15)).toBe(false)
    expect(streetDiffers([12], 15)).toBe(false)
  })
})
