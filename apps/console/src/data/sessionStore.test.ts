/** @file Long: the whole life of a session, with one stub of a browser with several tabs. */

import { TestClock } from '@greenwave/client/testing/testClock'
import type { TokenPair } from '@greenwave/contract/wire/auth'
import { beforeEach, describe, expect, test } from 'vitest'
import { testToken } from '../test/stubPlatform.ts'
import { ApiError, NetworkError } from './apiErrors.ts'
import { NoRefreshTokenError, SessionLoginError, SessionStore } from './sessionStore.ts'
import { createTokenStore, REFRESH_TOKEN_KEY, TOKEN_KEY } from './tokenStore.ts'

const LIFE_MS = 9_000_000

/** A browser with one storage for all its tabs, which are told about each other's changes. */
class TestBrowser {
  readonly clock = new TestClock()
  readonly stored = new Map<string, string>()
  readonly renewals: string[] = []
  readonly tabs: SessionStore[] = []
  /** The platform's answer to a renewal. */
  answer: () => Promise<TokenPair> = async () => this.pair()
  #lock: Promise<unknown> = Promise.resolve()
  #count = 0

  pair(options: { lifeMs?: number; scope?: string } = {}): TokenPair {
    this.#count += 1
    const sessionId = `session-${this.#count}`
    const token = testToken({ issuedAtMs: this.clock.nowMs, lifeMs: LIFE_MS, sessionId, ...options })
    return { token, refreshToken: `refresh-${this.#count}` }
  }

  tab(): SessionStore {
    const hear = (key: string) => {
      if (key === TOKEN_KEY) for (const other of this.tabs) if (other !== tab) other.storageChanged()
    }
    const storage = {
      getItem: (key: string) => this.stored.get(key) ?? null,
      setItem: (key: string, value: string) => {
        this.stored.set(key, value)
        hear(key)
      },
      removeItem: (key: string) => {
        if (this.stored.delete(key)) hear(key)
      },
    }
    const tab = new SessionStore({
      tokens: createTokenStore(storage),
      nowMs: () => this.clock.nowMs,
      after: this.clock.after,
      renew: (refreshToken) => {
        this.renewals.push(refreshToken)
        return this.answer()
      },
      oneForAllTabs: (task) => {
        const run = this.#lock.then(task)
        this.#lock = run.catch(() => undefined)
        return run
      },
    })
    this.tabs.push(tab)
    return tab
  }

  store({ token, refreshToken }: TokenPair): void {
    this.stored.set(TOKEN_KEY, token)
    this.stored.set(REFRESH_TOKEN_KEY, refreshToken)
  }
}

let browser: TestBrowser

/** Waits until settled promises have been handled. */
const settle = () => new Promise<void>((resolve) => setTimeout(resolve))

beforeEach(() => {
  browser = new TestBrowser()
})

describe('starting', () => {
  test('[spec 4 stored token] a session starts as loading', () => {
    expect(browser.tab().getState()).toEqual({ state: 'loading' })
  })

  test('[spec 4 stored token] a stored token that has not expired gives its user', () => {
    browser.store(browser.pair())
    const tab = browser.tab()
    tab.start()
    expect(tab.getState()).toMatchObject({
      state: 'signedIn',
      user: { email: 'admin@greenwave.test', scopes: ['TENANT_ADMIN'], expiresAt: browser.clock.nowMs + LIFE_MS },
      isCustomerUser: false,
      isTenantAdmin: true,
    })
  })

  test('[spec 4 expired token] a stored token that has expired removes both tokens and signs out, without a refresh', async () => {
    browser.store(browser.pair({ lifeMs: 0 }))
    const tab = browser.tab()
    tab.start()
    await settle()
    expect(tab.getState()).toEqual({ state: 'signedOut' })
    expect(browser.stored.size).toBe(0)
    expect(browser.renewals).toEqual([])
  })

  test.each(['', 'nonsense', 'a.b.c', `x.${btoa('{"sub":"a"}')}.y`, `x.${btoa('null')}.y`])(
    '[spec 4 stored token] a stored text that is no token is removed and signs out: %j',
    (token) => {
      browser.store({ token, refreshToken: 'refresh' })
      const tab = browser.tab()
      tab.start()
      expect(tab.getState()).toEqual({ state: 'signedOut' })
      expect(browser.stored.size).toBe(0)
    },
  )

  test('[spec 3 session user] [spec 6 customer user] the session keeps a flag for the scope CUSTOMER_USER', () => {
    browser.store(browser.pair({ scope: 'CUSTOMER_USER' }))
    const tab = browser.tab()
    tab.start()
    expect(tab.getState()).toMatchObject({ isCustomerUser: true, isTenantAdmin: false })
  })

  test('[spec 6 other scope] any other scope is neither', () => {
    browser.store(browser.pair({ scope: 'SYS_ADMIN' }))
    const tab = browser.tab()
    tab.start()
    expect(tab.getState()).toMatchObject({ state: 'signedIn', isCustomerUser: false, isTenantAdmin: false })
  })
})

describe('what the sign-in page may explain', () => {
  test('a session that was refused, or that expired before the page was opened, has ended; a first visit has not', () => {
    const first = browser.tab()
    first.start()
    expect([first.getState(), first.hasEnded()]).toEqual([{ state: 'signedOut' }, false])

    browser.store(browser.pair({ lifeMs: 0 }))
    const late = browser.tab()
    late.start()
    expect(late.hasEnded()).toBe(true)

    const refused = browser.tab()
    const pair = browser.pair()
    refused.signIn(pair)
    refused.unauthorized(pair.token)
    expect(refused.hasEnded()).toBe(true)
  })

  test('after a sign-out or a new sign-in there is nothing to explain', () => {
    const tab = browser.tab()
    const heard: boolean[] = []
    tab.signIn(browser.pair())
    tab.subscribe(() => heard.push(tab.hasEnded()))
    tab.signOut()
    tab.signIn(browser.pair())
    expect(heard).toEqual([false, false])
  })
})

describe('signing in and out', () => {
  test('[spec 4 login] stores token and refreshToken', () => {
    const tab = browser.tab()
    const pair = browser.pair()
    tab.signIn(pair)
    expect(Object.fromEntries(browser.stored)).toEqual({ token: pair.token, refreshToken: pair.refreshToken })
    expect(tab.getState().state).toBe('signedIn')
  })

  test("[spec 4 login] [spec 8 login] an already expired token is refused with 'Token is expired', and nothing is stored", () => {
    const tab = browser.tab()
    tab.start()
    expect(() => tab.signIn(browser.pair({ lifeMs: 0 }))).toThrow(new SessionLoginError('expired'))
    expect(new SessionLoginError('expired').message).toBe('Token is expired')
    expect(browser.stored.size).toBe(0)
    expect(tab.getState()).toEqual({ state: 'signedOut' })
  })

  test("[spec 8 login] a token that cannot be read is refused with 'Login failed'", () => {
    const tab = browser.tab()
    expect(() => tab.signIn({ token: 'nonsense', refreshToken: 'r' })).toThrow('Login failed')
    expect(browser.stored.size).toBe(0)
  })

  test('[spec 4 logout] signing out removes both tokens and clears the user', () => {
    const tab = browser.tab()
    tab.signIn(browser.pair())
    tab.signOut()
    expect(browser.stored.size).toBe(0)
    expect(tab.getState()).toEqual({ state: 'signedOut' })
    expect(browser.clock.waiting).toBe(0)
  })

  test('[spec 8 401] a call that was answered 401 removes both tokens and signs out', () => {
    const tab = browser.tab()
    const pair = browser.pair()
    tab.signIn(pair)
    expect(tab.unauthorized(pair.token)).toBeNull()
    expect(browser.stored.size).toBe(0)
    expect(tab.getState()).toEqual({ state: 'signedOut' })
  })

  test('a 401 for a token that has been replaced meanwhile hands out the new one and signs nobody out', () => {
    const tab = browser.tab()
    const old = browser.pair()
    const fresh = browser.pair()
    tab.signIn(old)
    tab.signIn(fresh)
    expect(tab.unauthorized(old.token)).toBe(fresh.token)
    expect(tab.getState().state).toBe('signedIn')
  })
})

describe('renewing', () => {
  test('a token is renewed in good time, so that an open console never drops out', async () => {
    const tab = browser.tab()
    tab.signIn(browser.pair())
    for (let renewal = 1; renewal <= 5; renewal++) {
      browser.clock.advance(LIFE_MS - 600_000 - 1)
      await settle()
      expect(browser.renewals).toHaveLength(renewal - 1)
      browser.clock.advance(1)
      await settle()
      expect(browser.renewals).toHaveLength(renewal)
    }
    expect(tab.getState()).toMatchObject({ user: { expiresAt: browser.clock.nowMs + LIFE_MS } })
  })

  test('a token of a short life is renewed when a fifth of it remains', async () => {
    browser.tab().signIn(browser.pair({ lifeMs: 60_000 }))
    browser.clock.advance(47_999)
    await settle()
    expect(browser.renewals).toEqual([])
    browser.clock.advance(1)
    await settle()
    expect(browser.renewals).toEqual(['refresh-1'])
  })

  test('one renewal serves all tabs, and all tabs have the new token', async () => {
    const tabs = [browser.tab(), browser.tab(), browser.tab()]
    browser.store(browser.pair())
    for (const tab of tabs) tab.start()
    browser.clock.advance(LIFE_MS - 600_000)
    await settle()
    expect(browser.renewals).toEqual(['refresh-1'])
    for (const tab of tabs) expect(tab.getState()).toMatchObject({ user: { sessionId: 'session-2' } })
  })

  test('a tab that does not know yet of another tab’s renewal takes its token and does not renew', async () => {
    const tab = browser.tab()
    browser.store(browser.pair())
    tab.start()
    browser.clock.nowMs += LIFE_MS - 600_000
    browser.store(browser.pair())
    tab.checkTokenAge()
    await settle()
    expect(browser.renewals).toEqual([])
    expect(tab.getState()).toMatchObject({ user: { sessionId: 'session-2' } })
  })

  test('without an answer it is tried again, and the session lasts', async () => {
    const tab = browser.tab()
    tab.signIn(browser.pair())
    browser.answer = () => Promise.reject(new NetworkError('down'))
    browser.clock.advance(LIFE_MS - 600_000)
    await settle()
    expect(tab.getState().state).toBe('signedIn')
    browser.answer = async () => browser.pair()
    browser.clock.advance(10_000)
    await settle()
    expect(browser.renewals).toHaveLength(2)
    expect(tab.getState()).toMatchObject({ user: { sessionId: 'session-2' } })
  })

  test('a refusal ends the session', async () => {
    const tab = browser.tab()
    tab.signIn(browser.pair())
    browser.answer = () => Promise.reject(new ApiError(401, 10, 'Token is outdated'))
    await expect(tab.refresh()).rejects.toThrow('Token is outdated')
    expect(tab.getState()).toEqual({ state: 'signedOut' })
    expect(browser.stored.size).toBe(0)
  })

  test("[spec 8 profile] without a refresh token it says 'No refresh token available'", async () => {
    const tab = browser.tab()
    tab.signIn(browser.pair())
    browser.stored.delete(REFRESH_TOKEN_KEY)
    await expect(tab.refresh()).rejects.toThrow(new NoRefreshTokenError())
    expect(new NoRefreshTokenError().message).toBe('No refresh token available')
  })

  test('a clock that is hours ahead of the platform’s makes no renewal after renewal, in one tab or several', async () => {
    const aheadMs = LIFE_MS - 60_000
    const issueByTheirClock = (): TokenPair => {
      const { refreshToken } = browser.pair()
      const token = testToken({
        issuedAtMs: browser.clock.nowMs - aheadMs,
        lifeMs: LIFE_MS,
        sessionId: `session-of-${refreshToken}`,
      })
      return { token, refreshToken }
    }
    browser.answer = async () => issueByTheirClock()
    browser.store(issueByTheirClock())
    browser.tab().start()
    browser.tab().start()
    for (let minute = 0; minute < 5; minute++) {
      browser.clock.advance(10_000)
      await settle()
    }
    expect(browser.renewals).toHaveLength(1)
    expect(browser.tabs.map((tab) => tab.getState().state)).toEqual(['signedIn', 'signedIn'])
  })

  test('[spec 4 renewal] callers at the same time share one renewal', async () => {
    const tab = browser.tab()
    tab.signIn(browser.pair())
    await Promise.all([tab.refresh(), tab.refresh(), tab.refresh()])
    expect(browser.renewals).toHaveLength(1)
  })

  test('[spec 4 new tokens] a renewal while the password is being changed waits for the new pair and takes that', async () => {
    const tab = browser.tab()
    tab.signIn(browser.pair())
    const pair = browser.pair()
    let answer: (pair: TokenPair) => void = () => undefined
    const change = tab.replacePair(() => new Promise((resolve) => (answer = resolve)))
    const renewal = tab.refresh()
    await settle()
    answer(pair)
    await Promise.all([change, renewal])
    expect(browser.renewals).toEqual([])
    expect(browser.stored.get(TOKEN_KEY)).toBe(pair.token)
  })

  test('[spec 4 new tokens] a refused change of the password leaves the pair as it is, and it can be renewed', async () => {
    const tab = browser.tab()
    tab.signIn(browser.pair())
    await expect(tab.replacePair(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
    await tab.refresh()
    expect(browser.renewals).toEqual(['refresh-1'])
  })

  test('a computer that slept past the end of the token renews before its next call', async () => {
    const tab = browser.tab()
    tab.signIn(browser.pair())
    browser.clock.nowMs += LIFE_MS + 1
    const token = await tab.tokenForCall()
    expect(browser.renewals).toEqual(['refresh-1'])
    expect(token).toBe(browser.stored.get(TOKEN_KEY))
    expect(tab.getState()).toMatchObject({ user: { sessionId: 'session-2' } })
  })

  test('so does one with a slow clock, which still believes in the token', async () => {
    const slowMs = 3_600_000
    const tab = browser.tab()
    tab.signIn({
      token: testToken({ issuedAtMs: browser.clock.nowMs + slowMs, lifeMs: LIFE_MS, sessionId: 'session-0' }),
      refreshToken: 'refresh-0',
    })
    browser.clock.nowMs += LIFE_MS + 1
    await tab.tokenForCall()
    expect(browser.renewals).toEqual(['refresh-0'])
  })

  test('waking up past the time of renewal renews at once', async () => {
    const tab = browser.tab()
    tab.signIn(browser.pair())
    browser.clock.nowMs += LIFE_MS - 1000
    tab.checkTokenAge()
    await settle()
    expect(browser.renewals).toHaveLength(1)
  })

  test('signing out while a renewal is on its way is not undone by its answer', async () => {
    const tab = browser.tab()
    tab.signIn(browser.pair())
    const pair = browser.pair()
    let answer: (pair: TokenPair) => void = () => undefined
    browser.answer = () => new Promise((resolve) => (answer = resolve))
    const renewal = tab.refresh()
    await settle()
    tab.signOut()
    answer(pair)
    await renewal.catch(() => undefined)
    expect(tab.getState()).toEqual({ state: 'signedOut' })
    expect(browser.stored.size).toBe(0)
  })
})

test('[spec 4 new tokens] signing in in one tab, new tokens after a password change and signing out are seen by all', () => {
  const [here, there] = [browser.tab(), browser.tab()]
  here.start()
  there.start()
  there.signIn(browser.pair({ scope: 'CUSTOMER_USER' }))
  expect(here.getState()).toMatchObject({ state: 'signedIn', isCustomerUser: true })
  there.signIn(browser.pair())
  expect(here.getState()).toMatchObject({ user: { sessionId: 'session-2' } })
  there.signOut()
  expect(here.getState()).toEqual({ state: 'signedOut' })
})

test('a storage that throws keeps the session in memory', () => {
  const refuse = () => {
    throw new DOMException('blocked', 'SecurityError')
  }
  const tokens = createTokenStore({ getItem: refuse, setItem: refuse, removeItem: refuse })
  tokens.write({ token: 'a', refreshToken: 'b' })
  expect([tokens.accessToken(), tokens.refreshToken()]).toEqual(['a', 'b'])
  tokens.clear()
  expect([tokens.accessToken(), tokens.refreshToken()]).toEqual([null, null])
})
