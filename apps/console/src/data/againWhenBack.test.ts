import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test } from 'vitest'
import { againWhenBack, failingQueries, isTemporary } from './againWhenBack.ts'
import { ApiError, InvalidScopeError } from './apiErrors.ts'

/** A platform, timers that a test lets end, and a read that fails until it is told otherwise. */
function world() {
  const waits: { readonly ms: number; readonly end: () => void }[] = []
  const is = { reachable: false, failed: false, retried: 0 }
  const listeners = new Set<() => void>()
  const stop = againWhenBack(
    {
      onChange: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      hasFailed: () => is.failed,
      retry: () => {
        is.retried += 1
      },
    },
    {
      after: (ms, callback) => {
        const wait = { ms, end: callback }
        waits.push(wait)
        return () => waits.splice(waits.indexOf(wait), 1)
      },
      isReachable: async () => is.reachable,
    },
  )
  return {
    is,
    waits,
    stop,
    change: (failed: boolean) => {
      is.failed = failed
      for (const listener of listeners) listener()
    },
    /** Lets the time pass for which it waits. */
    pass: async () => {
      waits.shift()?.end()
      await expect.poll(() => waits).toHaveLength(is.failed ? 1 : 0)
    },
  }
}

test('while the platform cannot be reached nothing is read; as soon as it is back, what failed is read again', async () => {
  const { is, waits, change, pass } = world()
  expect(waits).toEqual([])
  change(true)
  change(true)
  expect(waits.map(({ ms }) => ms)).toEqual([3000])
  await pass()
  await pass()
  expect([is.retried, waits[0]?.ms]).toEqual([0, 3000])
  is.reachable = true
  await pass()
  expect(is.retried).toBe(1)
  change(false)
  expect(waits).toEqual([])
})

test('a platform that answers and fails is asked ever more rarely, at last once a minute', async () => {
  const { is, waits, change, pass } = world()
  is.reachable = true
  change(true)
  const waited: (number | undefined)[] = []
  for (let attempt = 0; attempt < 7; attempt += 1) {
    waited.push(waits[0]?.ms)
    await pass()
  }
  expect(waited).toEqual([3000, 6000, 12_000, 24_000, 48_000, 60_000, 60_000])
  expect(is.retried).toBe(7)
})

test('nothing is tried after the end', async () => {
  const { is, waits, change, stop } = world()
  is.reachable = true
  change(true)
  const [wait] = waits
  stop()
  expect(waits).toEqual([])
  wait?.end()
  await Promise.resolve()
  change(true)
  expect([is.retried, waits]).toEqual([0, []])
})

test('a refusal is final, everything else may pass', () => {
  for (const error of [new TypeError('no network'), new ApiError(500), new ApiError(429)])
    expect(isTemporary(error)).toBe(true)
  for (const error of [new ApiError(403), new ApiError(404), new InvalidScopeError()])
    expect(isTemporary(error)).toBe(false)
})

test('of the reads of a page those on screen that failed are read again, and no others', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  onTestFinished(() => client.clear())
  const read: string[] = []
  const show = async (name: string, error: Error | null) => {
    const queryFn = () => {
      read.push(name)
      return error ? Promise.reject(error) : Promise.resolve(name)
    }
    const end = new QueryObserver(client, { queryKey: [name], queryFn }).subscribe(() => undefined)
    onTestFinished(end)
    await expect.poll(() => client.getQueryState([name])?.fetchStatus).toBe('idle')
    return end
  }
  const failing = failingQueries(client)
  await show('good', null)
  await show('refused', new ApiError(403))
  expect(failing.hasFailed()).toBe(false)
  const left = await show('left', new TypeError('no network'))
  left()
  expect(failing.hasFailed()).toBe(false)
  await show('failed', new TypeError('no network'))
  expect(failing.hasFailed()).toBe(true)
  read.length = 0
  failing.retry()
  expect(read).toEqual(['failed'])
})
