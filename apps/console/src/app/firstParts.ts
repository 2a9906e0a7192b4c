/** The files that the first page needs, beside what every page starts with. */
import { TOKEN_KEY } from '../data/tokenStore.ts'
import type { TextNamespace } from '../texts/namespaces.ts'

/** Lists what the first page loads: the sign-in page without a session, else routes and shell, with the pages opened most. */
export function firstParts(): readonly (() => Promise<unknown>)[] {
  return hasToken()
    ? [() => import('./App.tsx'), () => import('./SignedIn.tsx'), ...firstPage()]
    : [() => import('./pages/LoginScreen.tsx')]
}

/** Lists the page at the address with its texts, as routes.tsx loads it; nothing for pages that are seldom opened first. */
function firstPage(): readonly (() => Promise<unknown>)[] {
  const { pathname } = location
  if (pathname === '/')
    return isCard()
      ? [() => import('./pages/CardRoute.tsx'), textsOf('incidents')]
      : [() => import('./pages/DashboardRoute.tsx'), textsOf('device')]
  if (pathname === '/now') return [() => import('./pages/NowRoute.tsx'), textsOf('monitoring')]
  if (/^\/devices\/[^/]+$/.test(pathname)) return [() => import('./pages/DeviceRoute.tsx'), textsOf('device')]
  return []
}

const textsOf = (namespace: TextNamespace) => async () => {
  const [texts, packs] = await Promise.all([import('../texts/texts.ts'), import('../texts/packs.ts')])
  return texts.textsOf(packs.storedPack(), namespace)
}

/** Returns whether the card is the first page, as routes.tsx decides; another module would be another file here. */
function isCard(): boolean {
  return location.search === '' && window.matchMedia('(max-width: 720px)').matches
}

function hasToken(): boolean {
  try {
    return localStorage.getItem(TOKEN_KEY) !== null
  } catch {
    return false
  }
}
