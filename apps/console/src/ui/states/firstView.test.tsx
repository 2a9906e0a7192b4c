import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { awaitFirstView, useFirstView, watchFirstView } from './firstView.ts'
import { lazyPart } from './lazyPart.tsx'
import { PartLoading } from './PartLoading.tsx'

function Page() {
  return <p>{useFirstView() ? 'shown' : 'awaited'}</p>
}

let isFetching: boolean
let stop: () => void
beforeEach(() => {
  vi.useFakeTimers()
  isFetching = true
  awaitFirstView()
  stop = watchFirstView(() => isFetching)
  render(<Page />)
})
afterEach(() => stop())

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

it('the first view is shown when its answers and parts are there, and stays shown', async () => {
  const arrives = Promise.withResolvers<() => string>()
  const part = lazyPart(() => arrives.promise)
  await pass(5000)
  isFetching = false
  void part.preload()
  await pass(1000)
  expect(screen.getByText('awaited')).toBeVisible()
  arrives.resolve(() => 'part')
  await pass(100)
  expect(screen.getByText('awaited')).toBeVisible()
  // What has arrived leads to another call.
  isFetching = true
  await pass(300)
  isFetching = false
  await pass(300)
  expect(screen.getByText('shown')).toBeVisible()
  isFetching = true
  await pass(10_000)
  expect(screen.getByText('shown')).toBeVisible()
})

it('a part that does not load is no longer on its way', async () => {
  isFetching = false
  void lazyPart(async () => Promise.reject<() => string>(new TypeError('Failed to fetch'))).preload()
  await pass(400)
  expect(screen.getByText('shown')).toBeVisible()
})

it('what stands below the fold keeps its room, and is loaded after it', async () => {
  const load = vi.fn(async () => () => 'what stands below')
  const Below = lazyPart(load)
  render(
    <PartLoading later meanwhile="its room">
      <Below />
    </PartLoading>,
  )
  await pass(1000)
  expect(screen.getByText('its room')).toBeVisible()
  expect(load).not.toHaveBeenCalled()
  isFetching = false
  await pass(400)
  expect(screen.getByText('what stands below')).toBeVisible()
})

it('a call that hangs keeps nothing waiting for ever', async () => {
  await pass(9900)
  expect(screen.getByText('awaited')).toBeVisible()
  await pass(200)
  expect(screen.getByText('shown')).toBeVisible()
})
