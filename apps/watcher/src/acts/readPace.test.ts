import { expect, test } from 'vitest'
import { ReadPace } from './readPace.ts'

/** Returns the rests after reads of 10 ms, one every 200 ms, of a process that uses a share of a core. */
function restsAt(...shares: readonly number[]): readonly number[] {
  let [nowMs, usedMs] = [0, 0]
  const pace = new ReadPace(
    () => usedMs,
    () => nowMs,
  )
  return shares.map((share) => {
    let rest = 0
    for (let turn = 0; turn < 10; turn += 1) {
      nowMs += 200
      usedMs += 200 * share
      rest = pace.restMs(10)
    }
    return rest
  })
}

test('a read takes a quarter of the time, and much less while the process uses a quarter of a core', () => {
  expect(restsAt(0.1, 0.26, 0.2)).toEqual([30, 120, 30])
})

test('the share is not that of a moment', () => {
  let nowMs = 0
  const pace = new ReadPace(
    () => nowMs,
    () => nowMs,
  )
  nowMs += 500
  expect(pace.restMs(10)).toBe(30)
  nowMs += 500
  expect(pace.restMs(10)).toBe(120)
})
