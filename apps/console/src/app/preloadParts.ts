/**
 * Loads the other pages and parts while the browser is idle, one after another, so that pages not opened before also
 * open without a network.
 */
import type { RegisteredRouter } from '@tanstack/react-router'
import { loadTexts } from '../texts/texts.ts'

/** Milliseconds for which the first view has the network and the processor to itself. */
const FIRST_VIEW_MS = 3000

/** The pages that a user may open, each loaded with its texts. Preloading an address with an id loads no record. */
const pagesOf = (router: RegisteredRouter, isTenantAdmin: boolean): readonly (() => Promise<unknown>)[] => [
  () => router.preloadRoute({ to: '/' }),
  () => router.preloadRoute({ to: '/devices' }),
  () => router.preloadRoute({ to: '/devices/$deviceId', params: { deviceId: 'any' } }),
  () => router.preloadRoute({ to: '/account' }),
  ...(isTenantAdmin
    ? [
        () => router.preloadRoute({ to: '/customers' }),
        () => router.preloadRoute({ to: '/customers/$customerId/users', params: { customerId: 'any' } }),
      ]
    : []),
]

/** The parts that pages load on demand. */
const partsOf = (isTenantAdmin: boolean): readonly (() => Promise<unknown>)[] => [
  () => import('./shell/UserMenuItems.tsx'),
  () => Promise.all([import('./shell/FindPalette.tsx'), loadTexts('find')]),
  () => import('../features/device/parts/DeviceMap.tsx'),
  ...(isTenantAdmin
    ? [
        () => import('../features/devices/dialogs/DeviceDialogs.tsx'),
        () => import('../features/device/dialogs/DeviceDialogs.tsx'),
      ]
    : []),
]

/**
 * Starts preloading after the first view has loaded. Loads nothing when the browser is set to save data. Returns a
 * function that stops it.
 */
export function preloadParts(router: RegisteredRouter, isTenantAdmin: boolean): () => void {
  if (savesData()) return () => undefined
  const stopped = new AbortController()
  const { signal } = stopped
  const waiting = [...pagesOf(router, isTenantAdmin), ...partsOf(isTenantAdmin)]
  let running = false
  const run = async () => {
    if (running) return
    running = true
    for (let load = waiting[0]; load && !signal.aborted; load = waiting[0]) {
      await idle()
      if (signal.aborted) return
      // A part that failed is tried again when the network is back; the user sees the failure only when opening it.
      if (!(await load().then(arrived, () => false))) break
      waiting.shift()
    }
    running = false
  }
  const timer = setTimeout(() => void run(), FIRST_VIEW_MS)
  window.addEventListener('online', () => void run(), { signal })
  return () => {
    stopped.abort()
    clearTimeout(timer)
  }
}

const arrived = () => true

function savesData(): boolean {
  return 'connection' in navigator && (navigator.connection as { saveData?: boolean } | undefined)?.saveData === true
}

/** Waits until the browser is idle. Safari has no idle callback, so a short delay must do there. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve())
    else setTimeout(resolve, 50)
  })
}
