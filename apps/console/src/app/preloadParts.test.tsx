import { createMemoryHistory } from '@tanstack/react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { preloadParts } from './preloadParts.ts'
import { createConsoleRouter } from './App.tsx'

const router = createConsoleRouter(createMemoryHistory())
const preloadRoute = vi.spyOn(router, 'preloadRoute')
const asked = () => preloadRoute.mock.calls.map(([{ to }]) => to)
let stop: () => void

/** Lets time pass, and what is imported meanwhile arrive. */
async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms)
  await vi.dynamicImportSettled()
}

beforeEach(() => {
  vi.useFakeTimers()
  Reflect.deleteProperty(navigator, 'connection')
  preloadRoute.mockReset().mockResolvedValue(undefined)
})
afterEach(() => {
  stop()
})

/** The pages of a customer user, in the order of loading. */
const PAGES = [
  '/',
  '/devices',
  '/devices/$deviceId',
  '/devices/$deviceId/history',
  '/devices/$deviceId/sheet',
  '/now',
  '/changes',
  '/changes/compare',
  '/changes/works',
  '/reports',
  '/corridors',
  '/corridors/$corridorId',
  '/routes',
  '/files/settings',
  '/account',
  '/help',
]

test('pages are loaded one after another after the first view, without those that the user may not open', async () => {
  stop = preloadParts(router, false)
  await pass(1000)
  await pass(1000)
  expect(asked()).toEqual(PAGES)
})

test('nothing is loaded when the browser saves data, nor after the end of the session', async () => {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true })
  stop = preloadParts(router, true)
  await pass(10_000)
  Reflect.deleteProperty(navigator, 'connection')
  const end = preloadParts(router, true)
  end()
  await pass(10_000)
  await pass(10_000)
  expect(asked()).toEqual([])
})

test('what failed is tried again when the network is back', async () => {
  preloadRoute.mockRejectedValueOnce(new Error('no network'))
  stop = preloadParts(router, false)
  await pass(10_000)
  await pass(10_000)
  expect(asked()).toEqual(['/'])
  window.dispatchEvent(new Event('online'))
  await pass(10_000)
  expect(asked()).toEqual(['/', ...PAGES])
})
