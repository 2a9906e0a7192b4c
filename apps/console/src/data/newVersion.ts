/** Notices that the platform serves another version of the console than the one that runs. */
import { connection } from './live.ts'
import { log } from './log.ts'
import { reloadAfresh } from './reloadAfresh.ts'
import { session } from './session.ts'

/** Under this the tab remembers for which version it was reloaded. */
const RELOADED_FOR_KEY = 'greenwave.reloadedFor'

/** Returns the address of the program that a page loads, whose name changes with its content; empty for none. */
function programOf(page: Document): string {
  return page.querySelector('script[type="module"][src]')?.getAttribute('src') ?? ''
}

/** Fetches an address past every cache; undefined when that fails. */
async function serve(address: string): Promise<string | undefined> {
  try {
    const response = await fetch(address, { cache: 'no-store' })
    return response.ok ? await response.text() : undefined
  } catch {
    return undefined
  }
}

/**
 * Reloads the page if another version of the console is served, and if nothing can go wrong: the new program is there,
 * and the tokens were renewed just now, so that the new page starts signed in. For each version it does so once in a
 * tab, since a page that a cache holds back would be reloaded endlessly. Does nothing while the platform does not
 * answer.
 */
export async function reloadForNewVersion(reload: () => unknown = reloadAfresh): Promise<void> {
  const running = programOf(document)
  const page = running === '' ? undefined : await serve('/')
  if (page === undefined) return
  const served = programOf(new DOMParser().parseFromString(page, 'text/html'))
  if (served === '' || served === running || sessionStorage.getItem(RELOADED_FOR_KEY) === served) return
  try {
    if ((await serve(served)) === undefined) return
    await session.refresh()
    sessionStorage.setItem(RELOADED_FOR_KEY, served)
    reload()
  } catch (error) {
    log(`Loading the new version failed; will retry: ${String(error)}`)
  }
}

/** How often another version is looked for, milliseconds, besides after each loss of the connection. */
const LOOK_EVERY_MS = 300_000

/** Looks for a new version and reloads the page for it. Returns a function that ends this. */
export function followVersions(): () => void {
  const look = () => void reloadForNewVersion()
  const looks = setInterval(look, LOOK_EVERY_MS)
  let wasLost = false
  const stop = connection.onState(({ kind }) => {
    // The platform may have been stopped for an upgrade.
    if (kind === 'live' && wasLost) look()
    wasLost = kind !== 'live'
  })
  return () => {
    clearInterval(looks)
    stop()
  }
}
