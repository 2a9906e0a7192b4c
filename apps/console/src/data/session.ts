/** The session of this tab: connects the session's rules to the browser, the calls and React. */
import type { TokenPair } from '@greenwave/contract/wire/auth'
import type { SignInReply } from '@greenwave/contract/wire/secondFactor'
import { useSyncExternalStore } from 'react'
import { ApiError, NetworkError } from './apiErrors.ts'
import { joinCallsToSession } from './callSession.ts'
import { forgetAnswers } from './forgetAnswers.ts'
import { takeHandedTokens } from './handedTokens.ts'
import { type SessionState, SessionStore } from './sessionStore.ts'
import { oneForAllTabs } from './tabLock.ts'
import { createTokenStore, TOKEN_KEY } from './tokenStore.ts'

const tokens = createTokenStore({
  getItem: (key) => localStorage.getItem(key),
  setItem: (key, value) => localStorage.setItem(key, value),
  removeItem: (key) => localStorage.removeItem(key),
})

/** Loads the calls of the sign-in: its page is there before them. Rejects with NetworkError. */
async function signInCalls() {
  try {
    return (await import('./signInApi.ts')).callSignIn
  } catch (cause) {
    throw new NetworkError('The calls of the sign-in could not be loaded', { cause })
  }
}

/** The one session of this tab. */
export const session = new SessionStore({
  tokens,
  nowMs: () => Date.now(),
  renew: async (refreshToken) => (await signInCalls())('refreshToken', { body: { refreshToken } }),
  oneForAllTabs,
  after(ms, callback) {
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  },
})

/** Takes over the stored session, or the one that a sign-in provider has just begun, and follows the other tabs. Returns a function that stops this. */
export function startSession(): () => void {
  joinCallsToSession({
    tokenForCall: () => session.tokenForCall(),
    onUnauthorized: (token) => session.unauthorized(token),
    userId: () => whoIsSignedIn().id,
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
  const forget = () => void forgetAnswers(whoIsSignedIn().id, session.hasEnded()).catch(() => undefined)
  const stopForgetting = session.subscribe(forget)
  if (!beginHanded()) session.start()
  return () => {
    stopForgetting()
    listening.abort()
  }
}

/** Begins the session that a sign-in provider handed over; returns whether there is a usable one. */
function beginHanded(): boolean {
  const handed = takeHandedTokens()
  if (handed === undefined) return false
  try {
    session.signIn(handed)
    return true
  } catch {
    return false
  }
}

/** Returns the state of the session. The component renders again when it changes. */
export function useSession(): SessionState {
  return useSyncExternalStore(session.subscribe, session.getState)
}

/**
 * Returns whether the last session ended without a sign-out in this tab: refused by the platform, expired, or ended in
 * another tab.
 */
export function hasEnded(): boolean {
  return session.hasEnded()
}

/** The step that remains after a correct password. `token` is valid for this step only. */
export interface SignInStepLeft {
  readonly kind: 'verify' | 'setUp' | 'newPassword'
  readonly token: string
}

/**
 * Signs in with account and password. Returns the remaining step, if there is one; the session begins after it. Throws
 * what the call throws, or SessionLoginError.
 */
export function signIn(username: string, password: string): Promise<SignInStepLeft | undefined> {
  return goOnSigningIn(async () => (await signInCalls())('login', { body: { username, password } }))
}

/**
 * Starts a session from the answer of a sign-in call, or returns the remaining step. Throws what the call throws, or
 * SessionLoginError.
 */
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

/**
 * Removes both tokens here and in all tabs, and notifies the platform without waiting for its answer; the platform then
 * refuses them.
 */
export function signOut(): void {
  const token = currentToken()
  if (session.getState().state === 'signedIn' && token !== null)
    signInCalls()
      .then((call) => call('logout', { stepToken: token }))
      .catch(() => undefined)
  session.signOut()
}

/** Renews the tokens. Call this after a change of the profile, because the claims contain the e-mail address. */
export function refreshSession(): Promise<void> {
  return session.refresh()
}

/** Replaces the token pair with the one that a call returns, for example after a change of the password. */
export function replaceTokens(change: () => Promise<TokenPair>): Promise<void> {
  return session.replacePair(change)
}

/** Returns the stored access token, or null. For the live connection. */
export function currentToken(): string | null {
  return tokens.accessToken()
}

/** Returns the signed-in user as records of changes name users; empty texts without one. */
export function whoIsSignedIn(): { readonly id: string; readonly name: string } {
  const state = session.getState()
  return state.state === 'signedIn' ? { id: state.user.userId, name: state.user.email } : { id: '', name: '' }
}
