/** The files that the first page needs, beside what every page starts with. */
import { TOKEN_KEY } from '../data/tokenStore.ts'

/** Lists what the first page loads: the sign-in page without a session, else routes and shell. */
export function firstParts(): readonly (() => Promise<unknown>)[] {
  return hasToken()
    ? [() => import('./App.tsx'), () => import('./SignedIn.tsx')]
    : [() => import('./pages/LoginScreen.tsx')]
}

function hasToken(): boolean {
  try {
    return localStorage.getItem(TOKEN_KEY) !== null
  } catch {
    return false
  }
}
