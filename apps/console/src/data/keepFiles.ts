/** @file Lets the service worker of a first visit keep all files of the console that this page loads. */
import { worker } from './releases.ts'

/**
 * Waits until the first service worker of this browser answers the page, since it keeps what it answers, and lets it keep the
 * files that were loaded before. Resolves at once where no worker will answer this page, or one does already.
 */
export async function keepFiles(): Promise<void> {
  const registration = await worker.registered
  const first = registration?.installing ?? registration?.waiting ?? registration?.active
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker
  // A worker that is active already answers no page that was reloaded without it.
  if (!workers || !first || workers.controller || first.state === 'activated') return
  const ended = new AbortController()
  await new Promise<void>((resolve) => {
    workers.addEventListener('controllerchange', () => resolve(), ended)
    const endOfRefused = () => first.state === 'redundant' && resolve()
    first.addEventListener('statechange', endOfRefused, ended)
    endOfRefused()
  })
  ended.abort()
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
  for (const address of new Set(loaded.filter((name) => name.startsWith(`${location.origin}/assets/`)))) {
    // The browser has it, so that this uses no network; what fails is kept at its next use.
    await fetch(address, { cache: 'force-cache' })
      .then(readWhole)
      .catch(() => undefined)
  }
}

/** A worker that answers with bytes that nobody reads is never idle, and lets no newer one take over. */
const readWhole = (file: Response) => file.arrayBuffer()
