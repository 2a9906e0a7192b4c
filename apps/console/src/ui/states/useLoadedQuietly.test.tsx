import { act, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { type LazyPart, lazyPart } from './lazyPart.tsx'
import { useLoadedQuietly } from './useLoadedQuietly.ts'

function Page({ part: Part, wanted }: { readonly part: LazyPart<object>; readonly wanted: boolean }) {
  return useLoadedQuietly(Part, wanted) ? <Part /> : <p>page</p>
}

beforeEach(() => void vi.useFakeTimers())

it('a part that did not load while the connection was being lost is there as soon as it is wanted again', async () => {
  let fail: (error: Error) => void = () => undefined
  const load = vi.fn((): Promise<() => ReactNode> => new Promise((_, reject) => (fail = reject)))
  const Heads = lazyPart<object>(load)
  const { rerender } = render(<Page part={Heads} wanted={true} />)
  rerender(<Page part={Heads} wanted={false} />)
  await act(async () => fail(new TypeError('Failed to fetch')))
  load.mockResolvedValue(() => <p>heads</p>)
  rerender(<Page part={Heads} wanted={true} />)
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(screen.getByText('heads')).toBeVisible()
})

it('a part that does not load is tried again without a word, and then is there', async () => {
  const logged = vi.spyOn(console, 'error')
  let isReachable = false
  const load = vi.fn(async () => {
    if (!isReachable) throw new TypeError('Failed to fetch')
    return () => <p>tray</p>
  })
  const Tray = lazyPart<object>(load)
  const { rerender } = render(<Page part={Tray} wanted={false} />)
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(load).not.toHaveBeenCalled()
  rerender(<Page part={Tray} wanted={true} />)
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(screen.getByText('page')).toBeVisible()
  isReachable = true
  await act(() => vi.advanceTimersByTimeAsync(30_000))
  expect(screen.getByText('tray')).toBeVisible()
  expect(load).toHaveBeenCalledTimes(2)
  expect(logged).not.toHaveBeenCalled()
})
