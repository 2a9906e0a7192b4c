import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { oneForAllTabs } from './tabLock.ts'

/** A browser's lock manager, as far as one lock goes: who asks waits until those before him are done. */
function lockManager(): Pick<LockManager, 'request'> {
  let last: Promise<unknown> = Promise.resolve()
  return {
    request: (_name: string, hold: unknown) => {
      if (typeof hold !== 'function') throw new TypeError('no callback')
      const run = last.then(() => hold())
      last = run.catch(() => undefined)
      return run
    },
  }
}

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a task begins when the one before is done and all tabs can have heard what it stored', async () => {
  vi.stubGlobal('navigator', { locks: lockManager() })
  const began: string[] = []
  const first = oneForAllTabs(async () => {
    began.push('first')
    return 1
  })
  const second = oneForAllTabs(async () => {
    began.push('second')
    return 2
  })
  expect(await first).toBe(1)
  await vi.advanceTimersByTimeAsync(499)
  expect(began).toEqual(['first'])
  await vi.advanceTimersByTimeAsync(1)
  expect(await second).toBe(2)
})

test('a task that fails tells its caller, and the next has its turn', async () => {
  vi.stubGlobal('navigator', { locks: lockManager() })
  const failing = oneForAllTabs(() => Promise.reject(new Error('refused')))
  const next = oneForAllTabs(async () => 'done')
  await expect(failing).rejects.toThrow('refused')
  await vi.advanceTimersByTimeAsync(500)
  expect(await next).toBe('done')
})

test('without a lock manager the task runs at once', async () => {
  vi.stubGlobal('navigator', {})
  expect(await oneForAllTabs(async () => 'done')).toBe('done')
})
