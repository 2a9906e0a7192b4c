/** The files that the first page needs, beside what every page starts with. */
import { TOKEN_KEY } from '../data/tokenStore.ts'

/** Lists what the first page loads: the sign-in page without a session, else routes and shell. */
export function firstParts(): readonly (() => Promise<unknown>)[] {
  return hasToken()
    ? [() => import('./App.tsx'), () => import('./SignedIn.tsx'), ...(isCard() ? CARD : [])]
    : [() => import('./pages/LoginScreen.tsx')]
}

/** The page with which a phone begins, with its texts. */
const CARD = [
  () => import('./pages/CardRoute.tsx'),
  async () =>
    (await import('../texts/texts.ts')).textsOf((await import('../texts/packs.ts')).storedPack(), 'monitoring'),
]

/** Returns whether the card is the first page, as routes.tsx decides; another module would be another file here. */
function isCard(): boolean {
  return location.pathname === '/' && location.search === '' && window.matchMedia('(max-width: 720px)').matches
}

function hasToken(): boolean {
  try {
    return localStorage.getItem(TOKEN_KEY) !== null
  } catch {
    return false
  }
}
