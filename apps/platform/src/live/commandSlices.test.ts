import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { LIMITS } from '../limits/limits.ts'
import { CommandSlices, type Steps } from './commandSlices.ts'

const QUIET = { pause() {}, resume() {} }
const ROOM = LIMITS.liveBytesWaitingOfSocket.value

/**
 * Creates slices in which each step takes this long, by default a whole slice, with a record of what was done in order.
 */
function slowWork(stepMs: number = LIMITS.liveSliceMs.value) {
  let now = 0
  const done: string[] = []
  const slices = new CommandSlices(() => now)
  function* steps(...names: string[]): Steps {
    for (const [nth, name] of names.entries()) {
      if (nth > 0) yield
      now += stepMs
      done.push(name)
    }
  }
  return { slices, done, steps }
}

test('a command is done at once where nothing else waits, and others have their turn before the next long one', async () => {
  const { slices, done, steps } = slowWork()
  slices.openLane('tuan', QUIET).add(1, steps('first', 'second', 'third'))
  expect(done).toEqual(['first'])
  await nextTurn()
  expect(done).toEqual(['first', 'second'])
  await nextTurn()
  expect(done).toEqual(['first', 'second', 'third'])
})

test('users take turns whatever one of them has sent on how many sockets, and a socket keeps its order', async () => {
  const { slices, done, steps } = slowWork()
  const greedy = [slices.openLane('greedy', QUIET), slices.openLane('greedy', QUIET)]
  for (const nth of [1, 2]) for (const [socket, lane] of greedy.entries()) lane.add(1, steps(`greedy ${socket}.${nth}`))
  slices.openLane('tuan', QUIET).add(1, steps('tuan'))
  while (done.length < 5) await nextTurn()
  expect(done.indexOf('tuan')).toBeLessThanOrEqual(2)
  expect(done.filter((name) => name.startsWith('greedy 0'))).toEqual(['greedy 0.1', 'greedy 0.2'])
  expect(done.filter((name) => name.startsWith('greedy 1'))).toEqual(['greedy 1.1', 'greedy 1.2'])
})

test('a socket for which much waits is not read until it is done, or the socket gone', async () => {
  const { slices, done, steps } = slowWork()
  const calls: string[] = []
  const socket = { pause: () => calls.push('pause'), resume: () => calls.push('resume') }
  const lane = slices.openLane('tuan', socket)
  for (const name of ['first', 'second', 'third']) lane.add(ROOM, steps(name))
  expect(calls).toEqual(['pause'])
  while (done.length < 3) await nextTurn()
  expect(calls).toEqual(['pause', 'resume'])
  for (const name of ['fourth', 'fifth', 'sixth']) lane.add(ROOM, steps(name))
  lane.end()
  expect(calls).toEqual(['pause', 'resume', 'pause', 'resume'])
  await nextTurn()
  await nextTurn()
  expect(done).not.toContain('sixth')
})

test('a step that closes its own socket is its last', async () => {
  const { slices, done, steps } = slowWork()
  const lane = slices.openLane('tuan', QUIET)
  function* closing(): Steps {
    lane.end()
    yield
    done.push('after the end')
  }
  lane.add(1, closing())
  slices.openLane('tuan', QUIET).add(1, steps('other socket'))
  await nextTurn()
  await nextTurn()
  expect(done).toEqual(['other socket'])
})

test('after a command that took far longer than a slice, others have as much time', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setImmediate'] })
  onTestFinished(() => void vi.useRealTimers())
  const { slices, done, steps } = slowWork(5 * LIMITS.liveSliceMs.value)
  slices.openLane('tuan', QUIET).add(1, steps('first', 'second'))
  vi.advanceTimersByTime(5 * LIMITS.liveSliceMs.value - 1)
  expect(done).toEqual(['first'])
  vi.advanceTimersByTime(1)
  expect(done).toEqual(['first', 'second'])
})
