import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { session } from '../../data/session.ts'
import { renderConsole } from '../../test/renderParts.tsx'
import { errorAnswer, type RecordedCall, stubPlatform, testTokens } from '../../test/stubPlatform.ts'

const STEP = { token: 'step-token', scope: 'PRE_VERIFICATION_TOKEN' }
const SET_UP = { token: 'setup-token', scope: 'MFA_CONFIGURATION_TOKEN' }
const PROVIDERS = [
  { type: 'BACKUP_CODE', default: false },
  { type: 'TOTP', default: true },
]
const SETTINGS = { configs: {}, passkeys: [], recoveryCodesLeft: 0, required: true, passkeysPossible: false }
const AUTH_URL = 'otpauth://totp/Greenwave:a?issuer=Greenwave&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

beforeEach(() => session.signOut())

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
const checks = (calls: readonly RecordedCall[]) =>
  calls
    .filter(({ path }) => path === '/api/auth/2fa/verification/check')
    .map(({ query, token }) => [query.get('providerType'), query.get('verificationCode'), token])

describe('a sign-in with a second factor', () => {
  test("asks for the app's code with the step's own token, and begins the session behind it", async () => {
    const user = userEvent.setup()
    const { calls } = await passPassword({
      'POST /api/auth/login': STEP,
      'GET /api/auth/2fa/providers': PROVIDERS,
      'POST /api/auth/2fa/verification/check': testTokens(),
    })
    expect(await screen.findByRole('heading', { name: 'Confirm it is you' })).toBeVisible()
    expect(screen.getByText('Signing in as ops@signal.vn')).toBeVisible()
    const code = await screen.findByLabelText('Code')
    expect(code).toHaveFocus()
    expect(code).toHaveAttribute('autocomplete', 'one-time-code')
    expect(code).toHaveAttribute('inputmode', 'numeric')
    expect(session.getState().state).toBe('signedOut')
    await user.type(code, '123 456')
    await user.click(screen.getByRole('button', { name: 'Verify' }))
    await signedIn()
    expect(checks(calls)).toEqual([['TOTP', '123 456', 'step-token']])
  })

  test('keeps a wrong code and says so in the words of the platform; a recovery code is another way', async () => {
    const user = userEvent.setup()
    const { calls } = await passPassword({
      'POST /api/auth/login': STEP,
      'GET /api/auth/2fa/providers': PROVIDERS,
      'POST /api/auth/2fa/verification/check': ({ query }: RecordedCall) =>
        query.get('providerType') === 'BACKUP_CODE'
          ? testTokens()
          : errorAnswer(400, 'Verification code is incorrect', 31),
    })
    await user.type(await screen.findByLabelText('Code'), '000000{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent('Verification code is incorrect')
    expect(screen.getByLabelText('Code')).toHaveValue('000000')
    await user.click(screen.getByRole('button', { name: 'Use a recovery code' }))
    expect(screen.queryByRole('alert')).toBeNull()
    await user.type(screen.getByLabelText('Recovery code'), 'abcd-efgh{Enter}')
    await signedIn()
    expect(checks(calls).at(-1)).toEqual(['BACKUP_CODE', 'abcd-efgh', 'step-token'])
  })

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

  test('leads to a new one; the platform may refuse it and say what to change', async () => {
    const user = userEvent.setup()
    let tries = 0
    const { calls } = await passPassword({
      'POST /api/auth/login': due,
      'POST /api/noauth/resetPassword': () => {
        tries += 1
        return tries === 1
          ? errorAnswer(400, 'Password is among the most common ones: choose another', 31)
          : testTokens()
      },
    })
    expect(await screen.findByRole('heading', { name: 'Choose a new password' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Change and go on' }))
    expect(screen.getByText('A new password is required')).toBeVisible()
    await user.type(screen.getByLabelText('New password'), 'qwertyuiop')
    await user.type(screen.getByLabelText('Confirm new password'), 'qwertyuioq')
    await user.click(screen.getByRole('button', { name: 'Change and go on' }))
    expect(screen.getByText('New passwords do not match')).toBeVisible()
    expect(tries).toBe(0)
    await user.clear(screen.getByLabelText('Confirm new password'))
    await user.type(screen.getByLabelText('Confirm new password'), 'qwertyuiop{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent('among the most common ones')
    await user.click(screen.getByRole('button', { name: 'Change and go on' }))
    await signedIn()
    expect(calls.at(-1)?.path === '/api/noauth/resetPassword' || tries === 2).toBe(true)
    expect(calls.find(({ path }) => path === '/api/noauth/resetPassword')?.body).toEqual({
      resetToken: 'reset-token',
      password: 'qwertyuiop',
    })
  })

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

  test('has it set up with its recovery codes before the session begins', async () => {
    const user = userEvent.setup()
    const { calls } = await passPassword({
      'POST /api/auth/login': SET_UP,
      'GET /api/2fa/account/settings': SETTINGS,
      'POST /api/2fa/account/config/generate': { providerType: 'TOTP', authUrl: AUTH_URL },
      'POST /api/2fa/account/config': { ...SETTINGS, configs: { TOTP: { providerType: 'TOTP', useByDefault: true } } },
      'POST /api/2fa/account/recoveryCodes': { codes: ['aaaa-bbbb', 'cccc-dddd'] },
      'POST /api/auth/2fa/login': testTokens(),
    })
    await user.click(await screen.findByRole('button', { name: 'Authenticator app' }))
    expect(await screen.findByRole('img', { name: /QR code/ })).toBeVisible()
    expect(screen.getByText('GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ')).toBeVisible()
    await user.type(screen.getByLabelText(/Six digits/), '123456{Enter}')
    expect(await screen.findAllByRole('listitem')).toHaveLength(2)
    expect(session.getState().state).toBe('signedOut')
    await user.click(screen.getByRole('button', { name: 'I have kept them' }))
    await signedIn()
    const steps = calls.filter(({ path }) => path.includes('2fa'))
    expect(new Set(steps.map(({ token }) => token))).toEqual(new Set(['setup-token']))
    expect(steps.find(({ path }) => path === '/api/2fa/account/config')).toMatchObject({
      body: { providerType: 'TOTP', authUrl: AUTH_URL },
    })
  })
})
