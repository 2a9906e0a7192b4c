import { describe, expect, test } from 'vitest'
import { countAt, foldPhase, NO_READING, type PhaseReading } from './phaseReading.ts'

type Counts = readonly [red: number | undefined, yellow: number | undefined, green: number | undefined]

function fold(samples: readonly (readonly [atMs: number, counts: Counts])[]): PhaseReading {
  return samples.reduce(
    (reading, [atMs, [red, yellow, green]]) => foldPhase(reading, { red, yellow, green }, atMs),
    NO_READING,
  )
}

describe('what a phase is said to show', () => {
  test.each([
    ['red', [12, 0, 0]],
    ['yellow', [0, 3, 0]],
    ['green', [0, 0, 7]],
  ] as const)('the one lamp whose value is above 0 (%s) [spec 2 device]', (colour, counts) => {
    expect(fold([[1000, counts]]).condition).toBe(colour)
  })

  test('a missing value is no data and never dark (R18)', () => {
    expect(fold([[1000, [undefined, 0, 0]]]).condition).toBe('noData')
    expect(NO_READING.condition).toBe('noData')
  })

  test('a lit lamp is named although another one says nothing (R18)', () => {
    expect(fold([[1000, [14, undefined, 0]]]).condition).toBe('red')
  })

  test('all three at 0 is dark only after two samples in a row', () => {
    const one = fold([
      [1000, [0, 0, 1]],
      [2000, [0, 0, 0]],
    ])
    expect(one.condition).toBe('green')
    expect(foldPhase(one, { red: 0, yellow: 0, green: 0 }, 3000).condition).toBe('dark')
  })

  test('two above 0 is conflicting only after two samples in a row', () => {
    const one = fold([
      [1000, [0, 0, 9]],
      [2000, [5, 0, 8]],
    ])
    expect(one.condition).toBe('green')
    expect(foldPhase(one, { red: 4, yellow: 0, green: 7 }, 3000).condition).toBe('conflicting')
  })

  test('keys that arrive in separate messages within one second show no fault', () => {
    const reading = fold([
      [1000, [0, 0, 1]],
      [2000, [0, 0, 0]],
      [2010, [0, 3, 0]],
      [5000, [0, 0, 0]],
      [5010, [35, 0, 0]],
    ])
    expect(reading.condition).toBe('red')
  })

  test('a fault that has gone does not count towards the next one', () => {
    const reading = fold([
      [1000, [0, 0, 0]],
      [2000, [8, 0, 0]],
      [3000, [0, 0, 0]],
    ])
    expect(reading.condition).toBe('red')
  })
})

describe('a frozen countdown', () => {
  test('is a count above 1 that stands for more than 3 s of samples', () => {
    const still = [1000, 2000, 3000, 4000].map((atMs): [number, Counts] => [atMs, [12, 0, 0]])
    expect(fold(still).frozen).toBe(false)
    expect(fold([...still, [5000, [12, 0, 0]]]).frozen).toBe(true)
  })

  test('is not a count that falls, nor a lamp with nothing to count (R13)', () => {
    const falling = [5, 4, 3, 2, 1].map((count, second): [number, Counts] => [second * 1000, [count, 0, 0]])
    const held = [0, 1, 2, 3, 4, 5, 6].map((second): [number, Counts] => [second * 1000, [0, 0, 1]])
    expect(fold(falling).frozen).toBe(false)
    expect(fold(held).frozen).toBe(false)
  })

  test('ends with the next step of the count', () => {
    const reading = fold([0, 1, 2, 3, 4, 5].map((second) => [second * 1000, [12, 0, 0]]))
    expect(foldPhase(reading, { red: 11, yellow: 0, green: 0 }, 6000).frozen).toBe(false)
  })
})

describe('the count of a lamp', () => {
  test('is missing when its key fell more than 3 s behind the sample, so that an old value never stands in', () => {
    expect(countAt({ ts: 1000, value: '7' }, 4000)).toBe(7)
    expect(countAt({ ts: 1000, value: '7' }, 4001)).toBeUndefined()
  })

  test('is missing when the value is text or negative, and 0 when it says 0', () => {
    expect(countAt({ ts: 1000, value: 'red' }, 1000)).toBeUndefined()
    expect(countAt({ ts: 1000, value: -1 }, 1000)).toBeUndefined()
    expect(countAt(undefined, 1000)).toBeUndefined()
    expect(countAt({ ts: 1000, value: '0' }, 1000)).toBe(0)
  })

  test('is the same object while nothing changes, so that nothing renders again', () => {
    const reading = fold([[1000, [0, 0, 1]]])
    expect(foldPhase(reading, { red: 0, yellow: 0, green: 1 }, 2000)).toBe(reading)
  })
})
