/** @file The tokens that a sign-in through a provider hands over in the address of the page. */
import type { TokenPair } from '@greenwave/contract/wire/auth'
import { HANDED_OVER } from '@greenwave/contract/wire/consoleSettings'
import type { ProviderRefusalReason } from '@greenwave/contract/wire/providerSignIn'
import { takeCabinet } from './cabinet.ts'

const BEGUN_KEY = 'greenwave.providerSignIn'
/** How long a sign-in through a provider may take, milliseconds. */
const LONGEST_MS = 15 * 60_000
const INTERRUPTED: ProviderRefusalReason = 'interrupted'

/** Remembers for this tab alone that its user leaves for the provider. */
export function noteProviderSignIn(): void {
  try {
    sessionStorage.setItem(BEGUN_KEY, String(Date.now()))
  } catch {
    // The provider then leads back to the sign-in page, which shows the error.
  }
}

/**
 * Returns the tokens that the address of the page carries, and removes them from it and from the history. Only the tab
 * that left for the provider takes them: otherwise a link could sign a user in as another user.
 */
export function takeHandedTokens(): TokenPair | undefined {
  // The embedded platform uses the fragment, ThingsBoard the query.
  const pair = pairIn(location.hash) ?? pairIn(location.search)
  if (pair === undefined) return undefined
  const isExpected = takeNote()
  const refused = `/login?${HANDED_OVER.error}=${INTERRUPTED}`
  history.replaceState(history.state, '', isExpected ? takeCabinet() : refused)
  return isExpected ? pair : undefined
}

function pairIn(part: string): TokenPair | undefined {
  const handed = new URLSearchParams(part.slice(1))
  const token = handed.get(HANDED_OVER.token)
  const refreshToken = handed.get(HANDED_OVER.refreshToken)
  return token === null || refreshToken === null ? undefined : { token, refreshToken }
}

function takeNote(): boolean {
  try {
    const begunMs = Number(sessionStorage.getItem(BEGUN_KEY) ?? Number.NaN)
    sessionStorage.removeItem(BEGUN_KEY)
    return Math.abs(Date.now() - begunMs) <= LONGEST_MS
  } catch {
    return false
  }
}
