import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { session, startSession } from '../data/session.ts'
import { renderConsole } from '../test/renderParts.tsx'
import { errorAnswer, signInForTest, stubPlatform, testTokens } from '../test/stubPlatform.ts'

const NO_DEVICES = { data: [], totalPages: 0, totalElements: 0, hasNext: false }

beforeEach(() => {
  session.signOut()
  stubPlatform({
    'GET /api/tenant/deviceInfos': NO_DEVICES,
    'GET /api/customers': NO_DEVICES,
    'POST /api/auth/login': () => testTokens(),
    'POST /api/auth/logout': undefined,
  })
})

const atLogin = () => screen.findByRole('heading', { name: 'Welcome Back' })

describe('[spec 2 guard]', () => {
  test.each([
    '/',
    '/devices',
    '/devices/5b1d0f20-8c1e-11f0-9a55-0f6a3c2b7e10',
    '/account',
    '/customers',
    '/customers/x/users',
    '/nowhere',
  ])('%s leads to /login when nobody is signed in', async (address) => {
    const { router } = renderConsole(address)
    await atLogin()
    expect(router.state.location.pathname).toBe('/login')
  })

  test('pages of the signed-in stand inside top bar and footer', async () => {
    signInForTest()
    renderConsole('/nowhere')
    expect(await screen.findByRole('banner')).toBeVisible()
    expect(screen.getByRole('contentinfo')).toBeVisible()
    expect(screen.getByRole('main')).toContainElement(screen.getByRole('heading', { name: 'Page not found' }))
  })
})

describe('the link that confirms a new e-mail address', () => {
  test.each([
    [{ email: 'an@new.vn' }, 'From now on, sign in with an@new.vn.'],
    [errorAnswer(400, 'This link is no longer valid', 31), 'This link is no longer valid'],
  ])('is opened without a session, and is used once', async (answer, words) => {
    const { calls } = stubPlatform({ 'POST /api/noauth/greenwave/email': answer })
    location.hash = '#the-token'
    renderConsole('/login/confirmEmail')
    expect(await screen.findByText(words)).toBeVisible()
    expect(calls.map(({ body }) => body)).toEqual([{ token: 'the-token' }])
    location.hash = ''
  })
})

describe('[spec 2 login]', () => {
  test('an already authenticated user is redirected to /', async () => {
    signInForTest()
    const { router } = renderConsole('/login')
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  })
})

describe('[spec 8 401]', () => {
  test('a 401 from any call removes both tokens and leads to /login', async () => {
    const stop = startSession()
    signInForTest()
    stubPlatform({ 'GET /api/customers': errorAnswer(401, 'Token has expired', 11) })
    const { router } = renderConsole('/customers')
    await atLogin()
    expect(router.state.location.pathname).toBe('/login')
    expect([localStorage.getItem('token'), localStorage.getItem('refreshToken')]).toEqual([null, null])
    expect(screen.getByText('Your session ended. Sign in again.')).toBeVisible()
    stop()
  })

  test('a 403 signs nobody out', async () => {
    const stop = startSession()
    signInForTest()
    stubPlatform({ 'GET /api/customers': errorAnswer(403, 'You may not', 20) })
    renderConsole('/customers')
    await screen.findByRole('alert')
    expect(session.getState().state).toBe('signedIn')
    expect(screen.getByRole('navigation', { name: 'Main navigation' })).toBeVisible()
    stop()
  })

  test('signing out in another tab leads to /login here [spec 4 logout]', async () => {
    const stop = startSession()
    signInForTest()
    renderConsole('/nowhere')
    await screen.findByRole('banner')
    act(() => {
      localStorage.clear()
      window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: null }))
    })
    await atLogin()
    stop()
  })
})

describe('[spec 6 customer user]', () => {
  test.each(['/customers', '/customers/a4b3b6c0-8c1e-11f0-9a55-0f6a3c2b7e10/users'])(
    '%s says "no permission" without asking the platform, and the session lasts',
    async (address) => {
      signInForTest({ scope: 'CUSTOMER_USER' })
      const { calls } = stubPlatform({})
      renderConsole(address)
      expect(await screen.findByRole('heading', { name: 'No permission' })).toBeVisible()
      // The bar asks whether a corridor is theirs, and the shell whether there is a maintenance.
      const ofShell = /^\/api\/(?:customer\/[^/]+\/assetInfos|system\/info)$/
      const others = calls.filter(({ path }) => !ofShell.test(path))
      expect(others).toEqual([])
      expect(session.getState().state).toBe('signedIn')
    },
  )
})
