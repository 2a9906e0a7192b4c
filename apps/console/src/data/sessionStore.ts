/** The rules of the session, without React and the browser; their dependencies are passed in. */

import { parseAccessToken, renewalTime, type SessionUser } from '@greenwave/client/accessToken'
import type { TokenPair } from '@greenwave/contract/wire/auth'
import { ApiError } from './apiErrors.ts'
import { logOnce } from './log.ts'
import type { TokenStore } from './tokenStore.ts'

/** The state of the session of one tab. */
export type SessionState =
  | { readonly state: 'loading' }
  | { readonly state: 'signedOut' }
  | {
      readonly state: 'signedIn'
      readonly user: SessionUser
      /** True when the user's scope is CUSTOMER_USER: read-only. */
      readonly isCustomerUser: boolean
      /** True when the user's scope is TENANT_ADMIN. When neither is true, no device list can be loaded. */
      readonly isTenantAdmin: boolean
    }

/** A token pair could not start a session, because it has expired or contains no user. */
export class SessionLoginError extends Error {
  override readonly name = 'SessionLoginError'
  readonly reason: 'expired' | 'unreadable'
  constructor(reason: 'expired' | 'unreadable') {
    super(reason === 'expired' ? 'Token is expired' : 'Login failed')
    this.reason = reason
  }
}

/** A refresh was requested but there is no refresh token. */
export class NoRefreshTokenError extends Error {
  override readonly name = 'NoRefreshTokenError'
  constructor() {
    super('No refresh token available')
  }
}

/** Dependencies of `SessionStore`. */
export interface SessionDeps {
  readonly tokens: TokenStore
  readonly nowMs: () => number
  /** The call that renews a pair. */
  readonly renew: (refreshToken: string) => Promise<TokenPair>
  /** Runs one task at a time across all tabs. */
  readonly oneForAllTabs: <T>(task: () => Promise<T>) => Promise<T>
  /** Calls back once after some milliseconds. Returns a function that cancels this. */
  readonly after: (ms: number, callback: () => void) => () => void
}

/** The time until the next attempt when a renewal got no answer, milliseconds. */
const RENEW_AGAIN_MS = 10_000
/** Browsers store the delay of a timer in 31 bits. */
const LONGEST_TIMER_MS = 2_147_483_647

/** The session of one tab, kept in sync with the other tabs through the token store. */
export class SessionStore {
  readonly #deps: SessionDeps
  readonly #listeners = new Set<() => void>()
  #state: SessionState = { state: 'loading' }
  #ended = false
  /** The token from which the state was read. */
  #token: string | null = null
  #stopTimer: (() => void) | undefined
  #renewAtMs = 0
  /** When the token expires by this computer's clock. */
  #endMs = 0
  #renewing: Promise<void> | undefined
  #replacing: Promise<void> | undefined

  constructor(deps: SessionDeps) {
    this.#deps = deps
  }

  getState = (): SessionState => this.#state

  /** Returns whether the session ended without a sign-out in this tab, as the sign-in page then shows. */
  hasEnded = (): boolean => this.#ended

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  /** Takes over the stored token. Removes both tokens when it has expired or cannot be read. */
  start(): void {
    this.#takeUp('some time ago')
  }

  /**
   * Starts a session with a new pair. When the pair cannot be used, throws SessionLoginError and keeps the old state.
   */
  signIn(tokens: TokenPair): void {
    const user = parseAccessToken(tokens.token, logOnce)
    if (!user) throw new SessionLoginError('unreadable')
    if (user.expiresAt <= this.#deps.nowMs()) throw new SessionLoginError('expired')
    this.#deps.tokens.write(tokens)
    this.#token = tokens.token
    this.#become(user, 'just now')
  }

  signOut(): void {
    this.#end('signed out here')
  }

  /**
   * Takes over the pair that a call returns, for example after a change of the password. Throws what the call and
   * signIn throw.
   */
  async replacePair(change: () => Promise<TokenPair>): Promise<void> {
    const replacing = change().then((pair) => this.signIn(pair))
    this.#replacing = replacing.catch(() => undefined)
    await replacing
  }

  /**
   * Renews the pair with the stored refresh token, once for all callers and tabs. A refusal ends the session. Throws
   * every failure.
   */
  refresh(): Promise<void> {
    this.#renewing ??= this.#renew().finally(() => {
      this.#renewing = undefined
    })
    return this.#renewing
  }

  /** Returns the token for a call. Renews it first when it has expired. */
  async tokenForCall(): Promise<string | null> {
    // A computer whose clock is slow, and that slept, still believes in a token that the platform would refuse.
    const isOver = (user: SessionUser) => Math.min(user.expiresAt, this.#endMs) <= this.#deps.nowMs()
    if (this.#state.state === 'signedIn' && isOver(this.#state.user)) await this.refresh()
    return this.#deps.tokens.accessToken()
  }

  /**
   * Handles a 401 to a call with this token. Returns the newer token if another tab has stored one meanwhile; otherwise
   * signs out and returns null.
   */
  unauthorized(token: string | null): string | null {
    const stored = this.#deps.tokens.accessToken()
    if (stored !== null && stored !== token) return stored
    this.#end()
    return null
  }

  /** Handles a change of the stored tokens by another tab: takes over its sign-out or its new token. */
  storageChanged(): void {
    if (this.#state.state !== 'loading') this.#takeUp('just now')
  }

  /** Checks the token after the page woke up or is online again, because timers may have been suspended. */
  checkTokenAge(): void {
    if (this.#state.state !== 'signedIn' || this.#renewAtMs > this.#deps.nowMs()) return
    // Another tab was faster, and its storage event has not arrived yet.
    if (this.#deps.tokens.accessToken() !== this.#token) this.#takeUp('just now')
    else this.#renewQuietly()
  }

  async #renew(): Promise<void> {
    const before = this.#deps.tokens.accessToken()
    // The platform refuses the present pair as soon as it creates the next one, slightly before that arrives here.
    await this.#replacing
    await this.#deps.oneForAllTabs(async () => {
      const stored = this.#deps.tokens.accessToken()
      // Another tab was faster; use its token.
      if (stored !== null && stored !== before) return this.#takeUp('just now')
      const refreshToken = this.#deps.tokens.refreshToken()
      if (refreshToken === null) throw new NoRefreshTokenError()
      // After a sign-out or a new sign-in meanwhile, the answer belongs to a session that has ended.
      const isOver = () => this.#deps.tokens.refreshToken() !== refreshToken
      try {
        const pair = await this.#deps.renew(refreshToken)
        if (!isOver()) this.signIn(pair)
      } catch (error) {
        if (error instanceof ApiError && error.status === 401 && !isOver()) this.#end()
        throw error
      }
    })
  }

  #takeUp(issued: 'just now' | 'some time ago'): void {
    const token = this.#deps.tokens.accessToken()
    const user = token === null ? undefined : parseAccessToken(token, logOnce)
    this.#token = token
    if (user && user.expiresAt > this.#deps.nowMs()) this.#become(user, issued)
    else this.#end()
  }

  #become(user: SessionUser, issued: 'just now' | 'some time ago'): void {
    this.#ended = false
    this.#set({
      state: 'signedIn',
      user,
      isCustomerUser: user.scopes.includes('CUSTOMER_USER'),
      isTenantAdmin: user.scopes.includes('TENANT_ADMIN'),
    })
    // A new token has its full lifetime left. If this computer's clock is hours ahead, `expiresAt` already seems past.
    const end = issued === 'just now' ? this.#deps.nowMs() + user.expiresAt - user.issuedAt : user.expiresAt
    this.#endMs = end
    this.#renewAtMs = renewalTime(user, end)
    this.#schedule(Math.max(0, this.#renewAtMs - this.#deps.nowMs()))
  }

  #end(how?: 'signed out here'): void {
    // Without a token no session has ended: this is a first visit.
    if (this.#state.state !== 'signedOut')
      this.#ended = how !== 'signed out here' && (this.#token !== null || this.#state.state === 'signedIn')
    this.#deps.tokens.clear()
    this.#stopTimer?.()
    if (this.#state.state !== 'signedOut') this.#set({ state: 'signedOut' })
  }

  #schedule(ms: number): void {
    this.#stopTimer?.()
    this.#stopTimer = this.#deps.after(Math.min(ms, LONGEST_TIMER_MS), () => this.checkTokenAge())
  }

  #renewQuietly(): void {
    this.refresh().catch(() => {
      if (this.#state.state === 'signedIn') this.#schedule(RENEW_AGAIN_MS)
    })
  }

  #set(state: SessionState): void {
    this.#state = state
    for (const listener of [...this.#listeners]) listener()
  }
}
