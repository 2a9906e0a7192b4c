import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BEAT_EVERY_MS, mainTaskOf, startThread, waitedForProcessorMs, watchBeats } from './heartbeat.ts'

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

test('the time in which a part waits for a processor does not count as hanging', () => {
  const silence: number[] = []
  // A busy machine lets it run in a quarter of the time.
  let ms = 0
  const beats = watchBeats(
    (seconds) => silence.push(seconds),
    () => ms,
  )
  for (let intervals = 0; intervals < 29; intervals += 1) {
    ms += 0.75 * BEAT_EVERY_MS
    vi.advanceTimersByTime(BEAT_EVERY_MS)
  }
  expect(silence.at(-1)).toBe(3.5)
  beats.beat()
  vi.advanceTimersByTime(2 * BEAT_EVERY_MS)
  expect(silence.at(-1)).toBe(0.5)
  beats.stop()
})

test.runIf(process.platform === 'linux')(
  'a thread that was ready and waited is known; one that is gone has waited 0',
  async () => {
    const { started, task = '' } = startThread(() => new Worker('setInterval(() => {}, 1)', { eval: true }))
    await vi.waitFor(() => expect(waitedForProcessorMs(task)).toBeGreaterThan(0), 180_000)
    await started.terminate()
    expect(waitedForProcessorMs(task)).toBe(0)
    // A test that has come so far has waited at some time.
    expect(waitedForProcessorMs(mainTaskOf(process.pid))).toBeGreaterThan(0)
    expect(waitedForProcessorMs(mainTaskOf(undefined))).toBe(0)
  },
)
