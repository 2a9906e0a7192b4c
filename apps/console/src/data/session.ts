/** The session of this tab: the session's rules joined to the browser, the calls and React. */
import type { TokenPair } from '@greenwave/contract/auth'
import type { SignInReply } from '@greenwave/contract/secondFactor'
import { useSyncExternalStore } from 'react'
import { callApi, joinCallsToSession } from './api.ts'
import { ApiError } from './apiErrors.ts'
import { type SessionState, SessionStore } from './sessionStore.ts'
import { oneForAllTabs } from './tabLock.ts'
import { createTokenStore, TOKEN_KEY } from './tokenStore.ts'

const tokens = createTokenStore({
  getItem: (key) => localStorage.getItem(key),
  setItem: (key, value) => localStorage.setItem(key, value),
  removeItem: (key) => localStorage.removeItem(key),
})

/** The one session of this tab. */
export const session = new SessionStore({
  tokens,
  nowMs: () => Date.now(),
  renew: (refreshToken) => callApi('refreshToken', { body: { refreshToken } }),
  oneForAllTabs,
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  },
})

/** Takes up the stored session and follows the other tabs. Returns what stops it. */
export function startSession(): () => void {
  joinCallsToSession({
    tokenForCall: () => session.tokenForCall(),
    onUnauthorized: (token) => session.unauthorized(token),
  })
  const listening = new AbortController()
  const { signal } = listening
  window.addEventListener(
    'storage',
    (event) => {
      if (event.key === TOKEN_KEY || event.key === null) session.storageChanged()
    },
    { signal },
  )
  const check = () => session.checkTokenAge()
  window.addEventListener('online', check, { signal })
  document.addEventListener('visibilitychange', check, { signal })
  session.start()
  return () => listening.abort()
}

/** The session as it stands; the component renders again when it changes. */
export function useSession(): SessionState {
  return useSyncExternalStore(session.subscribe, session.getState)
}

/** Returns whether the last session ended without a sign-out here: refused by the platform, expired, or ended in another tab. */
export function hasEnded(): boolean {
  return session.hasEnded()
}

/** What is still to be done after a right password; `token` serves this step alone. */
export interface SignInStepLeft {
  readonly kind: 'verify' | 'setUp' | 'newPassword'
  readonly token: string
}

/**
 * Signs in with account and password. Returns the step that is left, if one is: the session begins behind it.
 * Throws what the call throws, or SessionLoginError.
 */
export function signIn(username: string, password: string): Promise<SignInStepLeft | undefined> {
  return goOnSigningIn(() => callApi('login', { body: { username, password } }))
}

/** Makes a session of what a call of the sign-in answers, or says which step is left. Throws what the call and signIn throw. */
export async function goOnSigningIn(call: () => Promise<SignInReply>): Promise<SignInStepLeft | undefined> {
  try {
    const reply = await call()
    if (!('scope' in reply)) {
      session.signIn(reply)
      return undefined
    }
    return { kind: reply.scope === 'PRE_VERIFICATION_TOKEN' ? 'verify' : 'setUp', token: reply.token }
  } catch (error) {
    if (error instanceof ApiError && error.resetToken !== undefined) {
      return { kind: 'newPassword', token: error.resetToken }
    }
    throw error
  }
}

/** Removes both tokens, here and in all tabs, and tells the platform, which then refuses them; its answer is not waited for. */
export function signOut(): void {
  if (session.getState().state === 'signedIn') callApi('logout').catch(() => undefined)
  session.signOut()
}

/** Renews the tokens; to be called after a change of the profile, since the claims hold the e-mail. */
export function refreshSession(): Promise<void> {
  return session.refresh()
}

/** Takes the pair that a call answers with in place of the present one, as a change of the password does. */
export function replaceTokens(change: () => Promise<TokenPair>): Promise<void> {
  return session.replacePair(change)
}

/** The access token as stored now, or null. For the live connection. */
export function currentToken(): string | null {
  return tokens.accessToken()
}
