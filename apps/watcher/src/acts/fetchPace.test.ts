import { expect, test } from 'vitest'
import { FetchPace } from './fetchPace.ts'

/** A process whose reads of 10 ms follow one another. */
function readingProcess() {
  let [nowMs, usedMs] = [0, 0]
  const pace = new FetchPace(
    () => usedMs,
    () => nowMs,
  )
  return {
    /** Returns the last rest of some seconds in which so great a share of a core is used. */
    restAfter: (seconds: number, share: number): number => {
      let rest = 0
      for (let turn = 0; turn < seconds * 5; turn += 1) {
        nowMs += 200
        usedMs += 200 * share
        rest = pace.restMs(10)
      }
      return rest
    },
  }
}

test('what was missed is read slowly at first, then half of the time', () => {
  const { restAfter } = readingProcess()
  expect(restAfter(1, 0.1)).toBeCloseTo(100)
  expect(restAfter(4, 0.1)).toBeCloseTo(48.2, 1)
  expect(restAfter(20, 0.1)).toBe(10)
})

test('reads rest longer and longer while the process uses a quarter of a core, yet go on', () => {
  const { restAfter } = readingProcess()
  restAfter(30, 0.1)
  expect(restAfter(1, 0.26)).toBe(15)
  expect(restAfter(1, 0.26)).toBe(22.5)
  expect(restAfter(60, 0.9)).toBe(120)
  expect(restAfter(1, 0.2)).toBe(100)
})

test('the share is not that of a moment', () => {
  let nowMs = 0
  const pace = new FetchPace(
    () => 0,
    () => nowMs,
  )
  nowMs += 500
  expect(pace.restMs(10)).toBe(120)
  nowMs += 500
  expect(pace.restMs(10)).toBe(100)
})
