/** @file Reloads the page with the newest release of the console. */

/** Longest time for which the next service worker may take over, milliseconds. */
const TAKE_OVER_MS = 5000

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
    } else if ('caches' in globalThis) {
      for (const name of await caches.keys()) if (name.startsWith('greenwave-files-')) await caches.delete(name)
    }
  } finally {
    reload()
  }
}
