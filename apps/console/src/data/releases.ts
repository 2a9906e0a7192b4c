/** @file The service worker of this browser: registers it, and notices a release that waits to be taken. */
import { WatchHolder } from './watch.ts'

/** File of the service worker; its scope is the complete console. */
export const WORKER = '/sw.js'

/** How often a new release is looked for, milliseconds. */
const LOOK_EVERY_MS = 900_000

/** Whether a release waits until the user wants it. */
export const waitingRelease = new WatchHolder(false)

/** Registration of the worker, while it is requested and after; undefined where there is none, or the browser refuses it. */
export const worker: { registered: Promise<ServiceWorkerRegistration | undefined> } = {
  registered: Promise.resolve(undefined),
}

/**
 * Registers the service worker and follows its releases. A browser that refuses it shows the console as before. Returns
 * a function that ends this.
 */
export function followReleases(workers: ServiceWorkerContainer | undefined = navigator.serviceWorker): () => void {
  const ended = new AbortController()
  const { signal } = ended
  if (!workers) return () => undefined
  worker.registered = workers.register(WORKER, { updateViaCache: 'none' }).then(
    (registration) => {
      if (signal.aborted) return registration
      // Without a controller the worker is the first of this browser, and nothing waits for the user.
      const look = () => waitingRelease.set(registration.waiting !== null && workers.controller !== null)
      look()
      registration.addEventListener(
        'updatefound',
        () => registration.installing?.addEventListener('statechange', look, { signal }),
        { signal },
      )
      const ask = () => void registration.update().catch(() => undefined)
      const timer = setInterval(ask, LOOK_EVERY_MS)
      window.addEventListener('online', ask, { signal })
      signal.addEventListener('abort', () => clearInterval(timer))
      return registration
    },
    // Private windows refuse it, for example.
    () => undefined,
  )
  return () => ended.abort()
}
