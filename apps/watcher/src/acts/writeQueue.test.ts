import { ApiError, NetworkError } from '@greenwave/client/callErrors'
import { TestClock } from '@greenwave/client/testing/testClock'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { isRefusal, LONGEST_PAUSE_MS, pauseMs, WriteQueue } from './writeQueue.ts'

function newQueue() {
  const clock = new TestClock()
  const onFailure = vi.fn()
  const queue = new WriteQueue({
    atOnce: 8,
    nowMs: () => clock.nowMs,
    after: clock.after,
    random: () => 0.5,
    longestPauseMs: LONGEST_PAUSE_MS,
    onFailure,
  })
  return { clock, queue, onFailure }
}

/** Lets promises that are settled be noticed. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}

test('a lane that is asked for while it runs runs once more, with what holds then', async () => {
  const { queue } = newQueue()
  const seen: number[] = []
  let value = 1
  const gate = Promise.withResolvers<void>()
  const work = async () => {
    seen.push(value)
    await gate.promise
  }
  queue.ask('a', work)
  for (value = 2; value < 5; value += 1) queue.ask('a', work)
  gate.resolve()
  await settle()
  expect(seen).toEqual([1, 5])
  expect(queue.size).toBe(0)
})

test('a lane that waits is not asked for twice', async () => {
  const { queue } = newQueue()
  const gate = Promise.withResolvers<void>()
  for (let lane = 0; lane < 8; lane += 1) queue.ask(`busy ${lane}`, () => gate.promise)
  const work = vi.fn(async () => {})
  for (let time = 0; time < 5; time += 1) queue.ask('a', work)
  gate.resolve()
  await settle()
  expect(work).toHaveBeenCalledTimes(1)
})

test('work that fails is repeated after pauses that grow, and its failure is reported once', async () => {
  const { queue, clock, onFailure } = newQueue()
  let failures = 4
  const work = vi.fn(async () => {
    failures -= 1
    if (failures >= 0) throw new ApiError(500)
  })
  queue.ask('a', work)
  await settle()
  expect(work).toHaveBeenCalledTimes(1)
  for (const [nth, pause] of [750, 1500, 3000, 6000].entries()) {
    clock.advance(pause - 1)
    await settle()
    expect(work).toHaveBeenCalledTimes(nth + 1)
    clock.advance(1)
    await settle()
    expect(work).toHaveBeenCalledTimes(nth + 2)
  }
  expect(onFailure).toHaveBeenCalledTimes(1)
  expect(queue.size).toBe(0)
})

test('a platform that does not answer one lane is not asked by the others meanwhile', async () => {
  const { queue, clock } = newQueue()
  queue.ask('a', async () => {
    throw new NetworkError('gone')
  })
  await settle()
  const other = vi.fn(async () => {})
  queue.ask('b', other)
  await settle()
  expect(other).not.toHaveBeenCalled()
  clock.advance(750)
  await settle()
  expect(other).toHaveBeenCalledTimes(1)
})

test('a pause that the platform asks for holds everything back', async () => {
  const { queue, clock } = newQueue()
  queue.pause(5_000)
  const work = vi.fn(async () => {})
  queue.ask('a', work)
  clock.advance(4_999)
  await settle()
  expect(work).not.toHaveBeenCalled()
  clock.advance(1)
  await settle()
  expect(work).toHaveBeenCalledTimes(1)
})

test('it ends when all is written, or when its time is over', async () => {
  const { queue, clock } = newQueue()
  const gate = Promise.withResolvers<void>()
  queue.ask('a', () => gate.promise)
  const ended = queue.end(5_000)
  gate.resolve()
  await ended

  const stuck = newQueue()
  stuck.queue.ask('a', () => new Promise(() => {}))
  const inTime = stuck.queue.end(5_000)
  stuck.clock.advance(5_000)
  await inTime
  expect(stuck.queue.size).toBe(0)
  expect(clock.waiting).toBe(0)
})

test('a lane that is dropped does not run again', async () => {
  const { queue, clock } = newQueue()
  const work = vi.fn(async () => {
    throw new ApiError(500)
  })
  queue.ask('a', work)
  await settle()
  queue.drop('a')
  clock.advance(60_000)
  await settle()
  expect(work).toHaveBeenCalledTimes(1)
})

test('whatever fails in whatever order, each lane ends with its last value written', async () => {
  const steps = fc.array(
    fc.oneof(
      fc.record({ kind: fc.constant('set' as const), lane: fc.nat(4) }),
      fc.record({ kind: fc.constant('pass' as const), ms: fc.nat(3_000) }),
    ),
  )
  const answers = fc.infiniteStream(fc.constantFrom('ok', 'ok', 500, 429, 'gone'))
  await fc.assert(
    fc.asyncProperty(steps, answers, async (all, stream) => {
      const { queue, clock } = newQueue()
      const wanted = new Map<number, number>()
      const written = new Map<number, number>()
      let writing = new Set<number>()
      let nth = 0
      const write = async (lane: number): Promise<void> => {
        expect(writing.has(lane)).toBe(false)
        writing = new Set([...writing, lane])
        const value = wanted.get(lane) ?? 0
        await Promise.resolve()
        writing = new Set([...writing].filter((one) => one !== lane))
        nth += 1
        const answer = nth > 30 ? 'ok' : stream.next().value
        if (answer === 'gone') throw new NetworkError('gone')
        if (typeof answer === 'number') throw new ApiError(answer)
        written.set(lane, value)
      }
      for (const step of all) {
        if (step.kind === 'pass') clock.advance(step.ms)
        else {
          wanted.set(step.lane, (wanted.get(step.lane) ?? 0) + 1)
          queue.ask(String(step.lane), () => write(step.lane))
        }
        await settle()
      }
      for (let round = 0; round < 60 && queue.size > 0; round += 1) {
        clock.advance(30_000)
        await settle()
      }
      expect(written).toEqual(wanted)
    }),
    { numRuns: 60 },
  )
})

test('refusals are reported from what passes', () => {
  expect([400, 403, 404, 409].map((status) => isRefusal(new ApiError(status)))).toEqual([true, true, true, true])
  expect([401, 408, 429, 500, 503].some((status) => isRefusal(new ApiError(status)))).toBe(false)
  expect(isRefusal(new NetworkError('gone'))).toBe(false)
})

test('pauses grow to half a minute', () => {
  expect([1, 2, 3, 6, 60].map((failures) => pauseMs(failures, 1))).toEqual([1000, 2000, 4000, 30_000, 30_000])
  expect(pauseMs(1, 0)).toBe(500)
})

test('a pause whose timers fire a moment early ends all the same', async () => {
  const clock = new TestClock()
  const queue = new WriteQueue({
    ...{ atOnce: 8, nowMs: () => clock.nowMs, random: () => 0.5, longestPauseMs: LONGEST_PAUSE_MS, onFailure: vi.fn() },
    after: (ms, callback) => clock.after(ms - 0.4, callback),
  })
  const work = vi.fn(async () => {})
  work.mockRejectedValueOnce(new NetworkError('No answer'))
  queue.ask('a', work)
  await settle()
  clock.advance(LONGEST_PAUSE_MS)
  await settle()
  expect([work.mock.calls.length, queue.size]).toEqual([2, 0])
})
