import { describe, expect, test } from 'vitest'
import { foldObserved, NOTHING_OBSERVED, type ObservedTiming } from './observedTiming.ts'

/** One sample a second: 'g' is green, anything else is not, '.' is a second without a sample. */
function observe(street: string): ObservedTiming {
  return [...street].reduce(
    (before, lamp, second) =>
      lamp === '.'
        ? before
        : foldObserved(before, { red: lamp === 'r' ? 9 : 0, yellow: 0, green: lamp === 'g' ? 9 : 0 }, second * 1000),
    NOTHING_OBSERVED,
  )
}

describe('observed green and cycle', () => {
  test('a green counts once its beginning and its end were seen', () => {
    expect(observe('rrggggg').green).toBeNull()
    expect(observe('rrgggggr').green).toBe(5)
  })

  test('a cycle is from one beginning of green to the next', () => {
    expect(observe('rrgggggrrrg').cycle).toBe(8)
  })

  test('a green that was running when watching began is not measured', () => {
    expect(observe('gggr').green).toBeNull()
  })

  test('a gap of more than 3 s without samples forgets the measurement under way', () => {
    expect(observe('rggg....ggrr').green).toBeNull()
    expect(observe('rgggr....rg').cycle).toBeNull()
  })

  test('a lost sample or two do not disturb it', () => {
    expect(observe('rg..ggrr').green).toBe(5)
  })
})
