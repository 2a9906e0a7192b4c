/** @file Reloads the page with the newest release of the console. */

/** Longest time for which the next service worker may take over, milliseconds. */
const TAKE_OVER_MS = 5000

/**
 * After this time a reload that has not come is begun again, milliseconds. Chromium lets the next worker wait if the one
 * before it was answering requests when it was to leave, and then ends that one with the reload that it is to answer,
 * which waits without end. The next reload is answered by the next worker.
 */
const AGAIN_MS = 10_000

/** Reloads the page: with the release that waits, or past all kept files if none waits. */
export async function reloadAfresh(reload = () => window.location.reload()): Promise<void> {
  try {
    const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker
    const waiting = (await workers?.getRegistration('/'))?.waiting
    if (waiting) {
      const taken = new Promise((resolve) => {
        workers.addEventListener('controllerchange', resolve, { once: true })
        setTimeout(resolve, TAKE_OVER_MS)
      })
      waiting.postMessage('takeOver')
      await taken
      setInterval(reload, AGAIN_MS)
    } else if ('caches' in globalThis) {
      for (const name of await caches.keys()) if (name.startsWith('greenwave-files-')) await caches.delete(name)
    }
  } finally {
    reload()
  }
}
