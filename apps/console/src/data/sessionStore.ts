/** The session's rules, without React and without the browser: what it needs is handed in. */

import { readAccessToken, renewalTime, type SessionUser } from '@greenwave/client/accessToken'
import type { TokenPair } from '@greenwave/contract/auth'
import { ApiError } from './apiErrors.ts'
import { logOnce } from './log.ts'
import type { TokenStore } from './tokenStore.ts'

export type SessionState =
  | { readonly state: 'loading' }
  | { readonly state: 'signedOut' }
  | {
      readonly state: 'signedIn'
      readonly user: SessionUser
      /** True when the user's scope is CUSTOMER_USER: watches only. */
      readonly isCustomerUser: boolean
      /** True when the user's scope is TENANT_ADMIN. Neither of both: no device list can be loaded. */
      readonly isTenantAdmin: boolean
    }

/** A pair of tokens did not become a session: it has expired already, or holds no user. */
export class SessionLoginError extends Error {
  override readonly name = 'SessionLoginError'
  readonly reason: 'expired' | 'unreadable'
  constructor(reason: 'expired' | 'unreadable') {
    super(reason === 'expired' ? 'Token is expired' : 'Login failed')
    this.reason = reason
  }
}

/** A refresh was asked for and there is no refresh token. */
export class NoRefreshTokenError extends Error {
  override readonly name = 'NoRefreshTokenError'
  constructor() {
    super('No refresh token available')
  }
}

export interface SessionDeps {
  readonly tokens: TokenStore
  readonly nowMs: () => number
  /** The call that renews a pair. */
  readonly renew: (refreshToken: string) => Promise<TokenPair>
  /** Runs one task at a time over all tabs. */
  readonly oneForAllTabs: <T>(task: () => Promise<T>) => Promise<T>
  /** Calls back once after some milliseconds; answers its stop. */
  readonly after: (ms: number, callback: () => void) => () => void
}

/** After a failed renewal without an answer: the next try. */
const RENEW_AGAIN_MS = 10_000
/** Timers of browsers hold 31 bits. */
const LONGEST_TIMER_MS = 2_147_483_647

/** The session of one tab, kept in agreement with the other tabs through the token store. */
export class SessionStore {
  readonly #deps: SessionDeps
  readonly #listeners = new Set<() => void>()
  #state: SessionState = { state: 'loading' }
  #ended = false
  /** The token that the state was read from. */
  #token: string | null = null
  #stopTimer: (() => void) | undefined
  #renewAtMs = 0
  #renewing: Promise<void> | undefined
  #replacing: Promise<void> | undefined

  constructor(deps: SessionDeps) {
    this.#deps = deps
  }

  getState = (): SessionState => this.#state

  /** True while nobody is signed in and it was not the person here who signed out: the sign-in page then says so. */
  hasEnded = (): boolean => this.#ended

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  /** Takes up the stored token. Stored and expired, or unreadable: both tokens are removed. */
  start(): void {
    this.#takeUp('some time ago')
  }

  /** Makes a session of a new pair. Throws SessionLoginError and keeps what was when the pair is of no use. */
  signIn(tokens: TokenPair): void {
    const user = readAccessToken(tokens.token, logOnce)
    if (!user) throw new SessionLoginError('unreadable')
    if (user.expiresAt <= this.#deps.nowMs()) throw new SessionLoginError('expired')
    this.#deps.tokens.write(tokens)
    this.#token = tokens.token
    this.#become(user, 'just now')
  }

  signOut(): void {
    this.#end('signed out here')
  }

  /** Takes up the pair that a call answers with, as a change of the password does. Throws what the call and signIn throw. */
  async replacePair(change: () => Promise<TokenPair>): Promise<void> {
    const replacing = change().then((pair) => this.signIn(pair))
    this.#replacing = replacing.catch(() => undefined)
    await replacing
  }

  /**
   * Renews the pair with the stored refresh token, once for all callers and tabs.
   * A refusal ends the session; any failure is thrown.
   */
  refresh(): Promise<void> {
    this.#renewing ??= this.#renew().finally(() => {
      this.#renewing = undefined
    })
    return this.#renewing
  }

  /** The token for a call, renewed first when it has ended. */
  async tokenForCall(): Promise<string | null> {
    if (this.#state.state === 'signedIn' && this.#state.user.expiresAt <= this.#deps.nowMs()) await this.refresh()
    return this.#deps.tokens.accessToken()
  }

  /** A call with this token was answered 401: signs out, unless another tab has put a newer token in its place meanwhile. */
  unauthorized(token: string | null): string | null {
    const stored = this.#deps.tokens.accessToken()
    if (stored !== null && stored !== token) return stored
    this.#end()
    return null
  }

  /** Another tab changed the stored tokens: signed out there is signed out here, a new token there is the token here. */
  storageChanged(): void {
    if (this.#state.state !== 'loading') this.#takeUp('just now')
  }

  /** The page woke up or came back to the network: timers may have slept. */
  checkTokenAge(): void {
    if (this.#state.state !== 'signedIn' || this.#renewAtMs > this.#deps.nowMs()) return
    // Another tab was first, and the word of it is still on its way.
    if (this.#deps.tokens.accessToken() !== this.#token) this.#takeUp('just now')
    else this.#renewQuietly()
  }

  async #renew(): Promise<void> {
    const before = this.#deps.tokens.accessToken()
    // The platform refuses the present pair as soon as its successor is made, a moment before that one is here.
    await this.#replacing
    await this.#deps.oneForAllTabs(async () => {
      const stored = this.#deps.tokens.accessToken()
      // Another tab was first; its token serves here too.
      if (stored !== null && stored !== before) return this.#takeUp('just now')
      const refreshToken = this.#deps.tokens.refreshToken()
      if (refreshToken === null) throw new NoRefreshTokenError()
      // Signed out, or signed in anew, while the answer was on its way: it concerns a session that is no more.
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
    const user = token === null ? undefined : readAccessToken(token, logOnce)
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
    // A token that came just now has its whole life before it. By a clock that is hours ahead it would be due again at once.
    const end = issued === 'just now' ? this.#deps.nowMs() + user.expiresAt - user.issuedAt : user.expiresAt
    this.#renewAtMs = renewalTime(user, end)
    this.#schedule(Math.max(0, this.#renewAtMs - this.#deps.nowMs()))
  }

  #end(how?: 'signed out here'): void {
    // Without a token there was nobody's session to end: a first visit.
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
