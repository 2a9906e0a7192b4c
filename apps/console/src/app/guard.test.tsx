import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { session, startSession } from '../data/session.ts'
import { renderConsole } from '../test/renderParts.tsx'
import { errorAnswer, signInForTest, stubPlatform, testTokens } from '../test/stubPlatform.ts'

const NO_DEVICES = { data: [], totalPages: 0, totalElements: 0, hasNext: false }

beforeEach(() => {
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

describe('[spec 8 401]', () => {
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
})
