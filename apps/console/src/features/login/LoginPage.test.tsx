import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { session } from '../../data/session.ts'
import { renderPart } from '../../test/renderParts.tsx'
import { errorAnswer, stubPlatform, testTokens } from '../../test/stubPlatform.ts'
import { LoginPage, SAVED_USERNAME_KEY } from './LoginPage.tsx'

const account = () => screen.getByLabelText('Account')
const password = () => screen.getByLabelText('Password')
const submit = () => screen.getByRole('button', { name: 'Sign In' })

test('a session that ended by itself is explained; without one nothing is', () => {
  const { rerender } = renderPart(<LoginPage ended />)
  expect(screen.getByRole('status')).toHaveTextContent('Your session ended. Sign in again.')
  rerender(<LoginPage />)
  expect(screen.queryByRole('status')).toBeNull()
})

describe('[spec 4 login]', () => {
  test('a failed login forgets and stores nothing', async () => {
    localStorage.setItem(SAVED_USERNAME_KEY, 'district1@greenwave.test')
    const user = userEvent.setup()
    stubPlatform({ 'POST /api/auth/login': errorAnswer(401, 'Invalid username or password', 10) })
    renderPart(<LoginPage />)
    await user.click(submit())
    await screen.findByRole('alert')
    expect(Object.fromEntries(Object.entries(localStorage))).toEqual({
      [SAVED_USERNAME_KEY]: 'district1@greenwave.test',
    })
  })
})

describe('[spec 8 login]', () => {
  test.each<[string, unknown, string]>([
    ['401 with a message', errorAnswer(401, 'User account is not active', 10), 'User account is not active'],
    ['401 without a body', new Response(null, { status: 401 }), 'Authentication failed'],
    ['401 with a plain text', new Response('Blocked by policy', { status: 401 }), 'Blocked by policy'],
    ['another status with a message', errorAnswer(500, 'Database error', 46), 'Error: Database error'],
    ['another status without a body', new Response('', { status: 502 }), 'Error: Something went wrong'],
    ['a page of a proxy', new Response('<html>Bad gateway</html>', { status: 502 }), 'Error: Something went wrong'],
    ['no response', new TypeError('Failed to fetch'), 'Network error. Please check your connection.'],
    ['a token that has expired already', testTokens({ lifeMs: -1000 }), 'Token is expired'],
    ['tokens that cannot be read', { token: 'x', refreshToken: 'y' }, 'Login failed'],
    ['an answer without tokens', { token: 'x' }, 'Login failed'],
  ])('%s', async (_name, answer, text) => {
    const user = userEvent.setup()
    stubPlatform({ 'POST /api/auth/login': answer })
    renderPart(<LoginPage />)
    await user.type(account(), 'someone@greenwave.test')
    await user.type(password(), 'typed')
    await user.click(submit())
    expect(await screen.findByRole('alert')).toHaveTextContent(text)
    expect(account()).toHaveValue('someone@greenwave.test')
    expect(password()).toHaveValue('typed')
    expect(session.getState().state).not.toBe('signedIn')
  })
})
