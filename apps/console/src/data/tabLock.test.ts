import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { oneForAllTabs } from './tabLock.ts'

/** Stubs the browser's locks: passes one lock from holder to holder. */
function stubLocks(): void {
  let free: Promise<unknown> = Promise.resolve()
  const request = (_name: string, hold: () => Promise<unknown>) => {
    const held = free.then(hold)
    free = held.catch(() => undefined)
    return held
  }
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true })
}

beforeEach(() => {
  vi.useFakeTimers()
  stubLocks()
})
afterEach(() => {
  vi.useRealTimers()
  Reflect.deleteProperty(navigator, 'locks')
})

test('the next tab gets the lock after it could see what the task stored; the caller gets the result at once', async () => {
  const next = vi.fn(async () => 'second')
  const first = oneForAllTabs(async () => 'first')
  const second = oneForAllTabs(next)
  expect(await first).toBe('first')
  await vi.advanceTimersByTimeAsync(50)
  expect(next).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1000)
  expect(await second).toBe('second')
})

test('a task that fails rejects only for its own caller', async () => {
  const first = oneForAllTabs(() => Promise.reject(new Error('refused')))
  const second = oneForAllTabs(async () => 'second')
  await expect(first).rejects.toThrow('refused')
  await vi.advanceTimersByTimeAsync(1000)
  expect(await second).toBe('second')
})

test('without a lock manager the task runs at once', async () => {
  Reflect.deleteProperty(navigator, 'locks')
  expect(await oneForAllTabs(async () => 'done')).toBe('done')
})
