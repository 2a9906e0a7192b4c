/**
 * Loads the other pages and parts while the browser is idle, one after another, so that pages not opened before also
 * open without a network.
 */
import type { RegisteredRouter } from '@tanstack/react-router'
import type { Load } from './partsToPreload.ts'

/**
 * Starts preloading, when the first view is shown. Loads nothing when the browser is set to save data. Returns a
 * function that stops it.
 */
export function preloadParts(router: RegisteredRouter, isTenantAdmin: boolean): () => void {
  if (savesData()) return () => undefined
  const stopped = new AbortController()
  const { signal } = stopped
  const waiting: Load[] = [
    // The list too can wait.
    async () => waiting.push(...(await import('./partsToPreload.ts')).partsToPreload(router, isTenantAdmin)),
  ]
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
  void run()
  window.addEventListener('online', () => void run(), { signal })
  return () => stopped.abort()
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
