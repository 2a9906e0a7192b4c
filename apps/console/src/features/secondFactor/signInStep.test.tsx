import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { session } from '../../data/session.ts'
import { renderConsole } from '../../test/renderParts.tsx'
import { errorAnswer, type RecordedCall, stubPlatform, testTokens } from '../../test/stubPlatform.ts'

const STEP = { token: 'step-token', scope: 'PRE_VERIFICATION_TOKEN' }
const SET_UP = { token: 'setup-token', scope: 'MFA_CONFIGURATION_TOKEN' }
const PROVIDERS = [
  { type: 'BACKUP_CODE', default: false },
  { type: 'TOTP', default: true },
]
const AUTH_URL = 'otpauth://totp/Greenwave:a?issuer=Greenwave&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

/** Signs in with the form, up to the next step. */
async function passPassword(answers: Record<string, unknown>): Promise<{ calls: RecordedCall[] }> {
  const stub = stubPlatform(answers)
  renderConsole('/login')
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText('Account'), 'ops@signal.vn')
  await user.type(screen.getByLabelText('Password'), 'lamps')
  await user.click(screen.getByRole('button', { name: 'Sign In' }))
  return stub
}
const signedIn = () => waitFor(() => expect(session.getState().state).toBe('signedIn'))

describe('a sign-in with a second factor', () => {
  test('goes back to the password when its time is over, and says why', async () => {
    const user = userEvent.setup()
    await passPassword({
      'POST /api/auth/login': STEP,
      'GET /api/auth/2fa/providers': PROVIDERS,
      'POST /api/auth/2fa/verification/check': errorAnswer(401, 'Token has expired', 11),
    })
    await user.type(await screen.findByLabelText('Code'), '123456{Enter}')
    expect(await screen.findByRole('heading', { name: 'Welcome Back' })).toBeVisible()
    expect(screen.getByRole('alert')).toHaveTextContent('The sign-in took too long')
    expect(screen.getByLabelText('Account')).toHaveValue('ops@signal.vn')
    expect(screen.getByLabelText('Password')).toHaveValue('')
    expect(screen.getByRole('button', { name: 'Sign In' })).toBeEnabled()
  })

  test('can be left, and the password form sends again', async () => {
    const user = userEvent.setup()
    const { calls } = await passPassword({ 'POST /api/auth/login': STEP, 'GET /api/auth/2fa/providers': PROVIDERS })
    await user.click(await screen.findByRole('button', { name: 'Back to sign-in' }))
    await user.type(screen.getByLabelText('Password'), 'lamps{Enter}')
    expect(await screen.findByLabelText('Code')).toBeVisible()
    expect(calls.filter(({ path }) => path === '/api/auth/login')).toHaveLength(2)
  })

  test('of another platform can send its code, and says where to', async () => {
    const user = userEvent.setup()
    const { calls } = await passPassword({
      'POST /api/auth/login': { ...STEP, refreshToken: null },
      'GET /api/auth/2fa/providers': [...PROVIDERS, { type: 'EMAIL', default: false, contact: 'op***@signal.vn' }],
      'POST /api/auth/2fa/verification/send': new Response(null),
      'POST /api/auth/2fa/verification/check': testTokens(),
    })
    await user.click(await screen.findByRole('button', { name: 'Have a code sent to op***@signal.vn' }))
    await waitFor(() =>
      expect(calls.find(({ path }) => path === '/api/auth/2fa/verification/send')?.query.get('providerType')).toBe(
        'EMAIL',
      ),
    )
    await user.type(screen.getByLabelText('Code'), '7777{Enter}')
    await signedIn()
  })
})

describe('a password that must be changed first', () => {
  const due = () =>
    Response.json(
      { status: 401, errorCode: 15, message: 'must be changed', resetToken: 'reset-token', timestamp: 0 },
      { status: 401 },
    )

  test('goes on with the second factor where there is one', async () => {
    const user = userEvent.setup()
    await passPassword({
      'POST /api/auth/login': due,
      'POST /api/noauth/resetPassword': STEP,
      'GET /api/auth/2fa/providers': PROVIDERS,
    })
    await user.type(await screen.findByLabelText('New password'), 'three lamps')
    await user.type(screen.getByLabelText('Confirm new password'), 'three lamps{Enter}')
    expect(await screen.findByLabelText('Code')).toBeVisible()
  })
})

describe('an installation that asks for a second factor', () => {
  test('of another platform lets the user in, although it answers less and has no such call for recovery codes', async () => {
    const user = userEvent.setup()
    const { calls } = await passPassword({
      'POST /api/auth/login': { ...SET_UP, refreshToken: null },
      'GET /api/2fa/account/settings': new Response(null),
      'POST /api/2fa/account/config/generate': { providerType: 'TOTP', useByDefault: false, authUrl: AUTH_URL },
      'POST /api/2fa/account/config': { configs: { TOTP: { providerType: 'TOTP', authUrl: AUTH_URL } } },
      'POST /api/2fa/account/recoveryCodes': errorAnswer(404, "Requested item wasn't found!", 32),
      'POST /api/auth/2fa/login': testTokens(),
    })
    await user.click(await screen.findByRole('button', { name: 'Authenticator app' }))
    await user.type(await screen.findByLabelText(/Six digits/), '123456{Enter}')
    await signedIn()
    expect(calls.some(({ path, token }) => path === '/api/auth/2fa/login' && token === 'setup-token')).toBe(true)
  })
})
