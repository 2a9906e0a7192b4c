import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { session } from '../../data/session.ts'
import { renderPart } from '../../test/renderParts.tsx'
import { errorAnswer, stubPlatform, testTokens } from '../../test/stubPlatform.ts'
import { LoginPage } from './LoginPage.tsx'
import { SAVED_USERNAME_KEY } from './model/savedUsername.ts'

const account = () => screen.getByLabelText('Account')
const password = () => screen.getByLabelText('Password')
const remember = () => screen.getByRole('checkbox', { name: 'Remember The Password' })
const submit = () => screen.getByRole('button', { name: 'Sign In' })

beforeEach(() => session.signOut())

describe('[spec 2 login]', () => {
  test('heading, subtitle, fields with their placeholders, checkbox and button', () => {
    renderPart(<LoginPage />)
    expect(screen.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
    expect(screen.getByText('Sign in to your account to continue')).toBeVisible()
    expect(account()).toHaveAttribute('placeholder', 'Enter your username')
    expect(password()).toHaveAttribute('type', 'password')
    expect(remember()).not.toBeChecked()
    expect(submit()).toBeEnabled()
    expect(document.title).toBe('Sign In · Greenwave')
  })

  test('the password can be shown and hidden, by keyboard too', async () => {
    const user = userEvent.setup()
    renderPart(<LoginPage />)
    await user.click(screen.getByRole('button', { name: 'Show password' }))
    expect(password()).toHaveAttribute('type', 'text')
    screen.getByRole('button', { name: 'Hide password' }).focus()
    await user.keyboard('{Enter}')
    expect(password()).toHaveAttribute('type', 'password')
  })

  test("the button says 'Signing in...' and is disabled while busy", async () => {
    const user = userEvent.setup()
    let answer: (tokens: unknown) => void = () => undefined
    stubPlatform({ 'POST /api/auth/login': () => new Promise((resolve) => (answer = resolve)) })
    renderPart(<LoginPage />)
    await user.click(submit())
    expect(screen.getByRole('button', { name: 'Signing in...' })).toBeDisabled()
    answer(errorAnswer(401, 'Invalid username or password', 10))
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeEnabled()
  })
})

test('a session that ended by itself is explained; without one nothing is', () => {
  const { rerender } = renderPart(<LoginPage ended />)
  expect(screen.getByRole('status')).toHaveTextContent('Your session ended. Sign in again.')
  rerender(<LoginPage />)
  expect(screen.queryByRole('status')).toBeNull()
})

test('[spec 5 login] nothing is required here: empty fields are sent, exactly as the platform takes them', async () => {
  const user = userEvent.setup()
  const { calls } = stubPlatform({ 'POST /api/auth/login': errorAnswer(401, 'Authentication failed', 10) })
  renderPart(<LoginPage />)
  await user.click(submit())
  expect(await screen.findByRole('alert')).toHaveTextContent('Authentication failed')
  expect(calls.map(({ body, token }) => ({ body, token }))).toEqual([
    { body: { username: '', password: '' }, token: null },
  ])
})

describe('[spec 4 login]', () => {
  test('a login stores both tokens, and Enter is enough', async () => {
    const user = userEvent.setup()
    const tokens = testTokens()
    const { calls } = stubPlatform({ 'POST /api/auth/login': tokens })
    renderPart(<LoginPage />)
    await user.type(account(), 'admin@greenwave.test')
    await user.type(password(), 'green wave{Enter}')
    await waitFor(() => expect(session.getState().state).toBe('signedIn'))
    expect(calls[0]?.body).toEqual({ username: 'admin@greenwave.test', password: 'green wave' })
    expect(localStorage.getItem('token')).toBe(tokens.token)
    expect(localStorage.getItem('refreshToken')).toBe(tokens.refreshToken)
  })

  test("'Remember The Password' keeps the account name alone [spec 4 remember]", async () => {
    const user = userEvent.setup()
    stubPlatform({ 'POST /api/auth/login': testTokens() })
    renderPart(<LoginPage />)
    await user.type(account(), 'admin@greenwave.test')
    await user.type(password(), 'a-secret-word')
    await user.click(remember())
    await user.click(submit())
    await waitFor(() => expect(localStorage.getItem(SAVED_USERNAME_KEY)).toBe('admin@greenwave.test'))
    expect(JSON.stringify(Object.fromEntries(Object.entries(localStorage)))).not.toContain('a-secret-word')
  })

  test('a kept account name stands in its field, and is forgotten when unticked [spec 4 remember]', async () => {
    localStorage.setItem(SAVED_USERNAME_KEY, 'district1@greenwave.test')
    const user = userEvent.setup()
    stubPlatform({ 'POST /api/auth/login': testTokens() })
    renderPart(<LoginPage />)
    expect(account()).toHaveValue('district1@greenwave.test')
    expect(remember()).toBeChecked()
    expect(password()).toHaveFocus()
    await user.click(remember())
    await user.click(submit())
    await waitFor(() => expect(localStorage.getItem(SAVED_USERNAME_KEY)).toBeNull())
  })

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

  test('a 401 of the login call itself signs nobody out and stays on the page', async () => {
    const user = userEvent.setup()
    stubPlatform({ 'POST /api/auth/login': errorAnswer(401, 'Invalid username or password', 10) })
    renderPart(<LoginPage />)
    await user.click(submit())
    await screen.findByRole('alert')
    await user.type(password(), 'x')
    expect(screen.getByRole('alert')).toHaveTextContent('Invalid username or password')
  })
})
