/**
 * Loads what is not on screen yet while there is nothing else to do, one part after the other: a page that nobody has opened yet
 * then opens without a network too.
 */
import type { RegisteredRouter } from '@tanstack/react-router'

/** So long the first view has the network and the processor to itself, milliseconds. */
const FIRST_VIEW_MS = 3000

/** The pages that a user may open, each with its words. Addresses with an id in them load no record. */
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

/** What pages load when it is asked for. */
const partsOf = (isTenantAdmin: boolean): readonly (() => Promise<unknown>)[] => [
  () => import('./shell/UserMenuItems.tsx'),
  () => import('../features/device/parts/DeviceMap.tsx'),
  ...(isTenantAdmin
    ? [
        () => import('../features/devices/dialogs/DeviceDialogs.tsx'),
        () => import('../features/device/dialogs/DeviceDialogs.tsx'),
      ]
    : []),
]

/** Begins once the first view stands; nothing is loaded for whoever asks the browser to save data. Returns what stops it. */
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
      // What fails is tried again when the network is back, and told when somebody opens it.
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

/** Safari has no idle callback; there the next free moment must do. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve())
    else setTimeout(resolve, 50)
  })
}
