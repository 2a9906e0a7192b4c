/**
 * @file The service worker of the console: opens it without a network, and shows web push. The page and the files of a
 * release are kept together and are replaced together, when the user wants the next release.
 */
import { PrecacheController } from 'workbox-precaching/PrecacheController.js'
import { registerRoute } from 'workbox-routing/registerRoute.js'
import { CacheFirst } from 'workbox-strategies/CacheFirst.js'
import { isConsolePage, programIn } from './consolePages.ts'
import { answerPush } from './push.ts'

declare const self: ServiceWorkerGlobalScope
/** The release, the program of its page, and the files that a phone needs first; the build inserts them. */
declare const RELEASE: string
declare const PROGRAM: string
declare const FIRST_FILES: readonly { readonly url: string; readonly revision: string | null }[]

const PREFIX = 'greenwave-files-'
const OWN = PREFIX + RELEASE
/** Key of the last page that the platform sent with this release; it has newer settings than the first. */
const NEWEST_PAGE = '/?newest'

const first = new PrecacheController({ cacheName: OWN })
first.precache([...FIRST_FILES])
const byUse = new CacheFirst({ cacheName: OWN })

self.addEventListener('install', (event) => {
  event.waitUntil(requireOwnPage())
  // The worker of earlier releases answers no requests, so that no page depends on it.
  if (self.registration.active?.scriptURL.endsWith('/push.js')) void self.skipWaiting()
})

self.addEventListener('activate', (event) => event.waitUntil(takeOver()))

self.addEventListener('message', ({ data }) => {
  if (data === 'takeOver') void self.skipWaiting()
})

/** Rejects, so that the browser tries again later, while the page of another release is still served. */
async function requireOwnPage(): Promise<void> {
  const page = await fetch('/', { cache: 'no-cache' })
  if (programIn(await page.text()) !== PROGRAM) throw new Error('The page belongs to another release')
}

/** Keeps the files of the release before, too: tabs that nobody has reloaded still need them. */
async function takeOver(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== OWN)
  for (const name of others.slice(0, -1)) await caches.delete(name)
  await self.clients.claim()
}

registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && isConsolePage(url.pathname),
  async ({ request, event }) => {
    const kept = await keptPage()
    const renewed = renewPage(kept?.clone())
    event.waitUntil(renewed)
    return kept ?? (await renewed) ?? fetch(request)
  },
)

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && (url.pathname.startsWith('/assets/') || url.pathname === '/favicon.svg'),
  // Whatever release a file belongs to, its name belongs to one content.
  async ({ request, event }) => (await caches.match(request, { ignoreVary: true })) ?? byUse.handle({ request, event }),
)

answerPush(self)

async function keptPage(): Promise<Response | undefined> {
  const cache = await caches.open(OWN)
  return (await cache.match(NEWEST_PAGE)) ?? (await first.matchPrecache('/'))
}

/** Fetches the page with the settings of now, and keeps it unless it belongs to another release than the kept one. */
async function renewPage(kept: Response | undefined): Promise<Response | undefined> {
  try {
    const page = await fetch('/', { cache: 'no-cache' })
    const program = programIn(await page.clone().text())
    const isOther = kept !== undefined && program !== programIn(await kept.text())
    if (!page.ok || page.redirected || program === '' || isOther) return undefined
    await (await caches.open(OWN)).put(NEWEST_PAGE, page.clone())
    return page
  } catch {
    return undefined
  }
}
