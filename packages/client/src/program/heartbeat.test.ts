import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BEAT_EVERY_MS, watchBeats } from './heartbeat.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a part that gives no sign of life is reported with the seconds since the last one, until the next', () => {
  const silence: number[] = []
  const beats = watchBeats((seconds) => silence.push(seconds))
  vi.advanceTimersByTime(BEAT_EVERY_MS)
  beats.beat()
  // The interval in which a beat arrived may have begun before it: 7 s are reported within half a second.
  vi.advanceTimersByTime(7500)
  expect(silence.at(-1)).toBe(7)
  beats.beat()
  silence.length = 0
  vi.advanceTimersByTime(BEAT_EVERY_MS)
  expect(silence).toEqual([])
  beats.stop()
  vi.advanceTimersByTime(7500)
  expect(silence).toEqual([])
})
