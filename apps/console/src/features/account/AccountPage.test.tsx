import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { session } from '../../data/session.ts'
import { failures } from '../../test/failures.ts'
import { fillIn } from '../../test/fillIn.ts'
import { testUser } from '../../test/records.ts'
import { renderConsole } from '../../test/renderParts.tsx'
import {
  errorAnswer,
  OF_THINGSBOARD,
  type RecordedCall,
  signInForTest,
  stubPlatform,
  testTokens,
} from '../../test/stubPlatform.ts'

/** Our own platform. */
const OF_GREENWAVE = {
  'GET /api/system/info': { version: '0.1.0', artifact: 'greenwave', name: 'Greenwave', type: 'CE' },
}
/** The user id in every token of the tests. */
const USER_ID = '0c2f7c10-8c1f-11f0-9a55-0f6a3c2b7e10'
const READ = `GET /api/user/${USER_ID}`
const SAVE = 'POST /api/user'
const RENEW = 'POST /api/auth/token'

const user = testUser(1, {
  id: { entityType: 'USER', id: USER_ID },
  email: 'admin@greenwave.test',
  authority: 'TENANT_ADMIN',
  version: 5,
  additionalInfo: { description: 'kept', lastLoginTs: Date.UTC(2026, 5, 6, 7, 8, 9), userActivated: true },
})

function openPage(answers: Record<string, unknown> = {}) {
  const platform = stubPlatform({
    [READ]: user,
    // The list of sessions has tests of its own.
    ...OF_THINGSBOARD,
    ...answers,
  })
  return { ...platform, ...renderConsole('/account') }
}

const fill = async (label: RegExp, value: string) => fillIn(await screen.findByLabelText(label), value)

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

beforeEach(() => signInForTest())

describe('the profile', () => {
  it('shows what is stored, and the last login [spec 2 account] [spec 3 user]', async () => {
    openPage()
    expect(await screen.findByLabelText(/^Email/)).toHaveValue('admin@greenwave.test')
    expect(screen.getByLabelText(/^Phone number/)).toHaveValue('+84901234567')
    expect(screen.getByText(/Last login: 06\/06\/2026/)).toBeVisible()
  })

  it('leads to the first of several complaints, in the order of the page [spec 5 profile]', async () => {
    openPage()
    await fill(/^Last name/, '')
    await fill(/^Phone number/, '')
    await press('Save changes')
    expect(await screen.findByText('Last name is required')).toBeVisible()
    expect(screen.getByLabelText(/^Phone number/)).toHaveFocus()
  })

  it('saves the whole user without what is computed, then renews the session [spec 4 renewal] [spec 7 authentication] [spec 8 success]', async () => {
    const { calls } = openPage({
      [SAVE]: (call: RecordedCall) => ({ ...user, ...(call.body as object), version: 6 }),
      [RENEW]: testTokens({ email: 'new@greenwave.test' }),
    })
    await fill(/^Email/, 'new@greenwave.test')
    await press('Save changes')
    expect(await screen.findByText('Profile updated successfully')).toBeVisible()
    const save = calls.find((call) => `${call.method} ${call.path}` === SAVE)
    expect(save?.query.get('sendActivationMail')).toBe('false')
    expect(save?.body).toMatchObject({ id: user.id, version: 5, email: 'new@greenwave.test' })
    expect(save?.body).toHaveProperty('additionalInfo', { description: 'kept' })
    expect(calls.find((call) => `${call.method} ${call.path}` === RENEW)?.body).toEqual({ refreshToken: 'refresh' })
    expect(session.getState()).toMatchObject({ user: { email: 'new@greenwave.test' } })
  })

  it('wants the password for a new address on the embedded platform, then shows what it waits for, with a way back', async () => {
    let stored: typeof user = user
    const pendingEmail = { email: 'new@greenwave.test', expiresTs: 1, isMailed: true }
    const { calls } = openPage({
      ...OF_GREENWAVE,
      [READ]: () => stored,
      [SAVE]: (call: RecordedCall) => {
        if ((call.body as { currentPassword?: string }).currentPassword !== 'correct horse')
          return errorAnswer(400, "Current password doesn't match!", 31)
        stored = { ...user, version: 6, additionalInfo: { pendingEmail } }
        return stored
      },
      'DELETE /api/greenwave/email': () => {
        stored = { ...user, version: 6 }
      },
      [RENEW]: testTokens(),
    })
    await fill(/^Email/, 'new@greenwave.test')
    await waitFor(() => expect(calls.some((call) => call.path === '/api/system/info')).toBe(true))
    await press('Save changes')
    const dialog = within(await screen.findByRole('dialog', { name: 'New e-mail address' }))
    const save = () => userEvent.click(dialog.getByRole('button', { name: 'Save changes' }))
    await save()
    expect(await dialog.findByText('Current password is required')).toBeVisible()
    await fillIn(dialog.getByLabelText(/^Current password/), 'a guess')
    await save()
    expect(await dialog.findByRole('alert')).toHaveTextContent("Current password doesn't match!")
    await fillIn(dialog.getByLabelText(/^Current password/), 'correct horse')
    await save()
    expect(
      await screen.findByText(
        'new@greenwave.test will take effect when the link sent to new@greenwave.test is opened.',
      ),
    ).toBeVisible()
    expect(screen.getByLabelText(/^Email/)).toHaveValue('admin@greenwave.test')
    await press('Cancel the change')
    await waitFor(() => expect(screen.queryByText(/will take effect/)).not.toBeInTheDocument())
  })

  it('wants no password for other changes', async () => {
    const { calls } = openPage({ ...OF_GREENWAVE, [SAVE]: { ...user, version: 6 }, [RENEW]: testTokens() })
    await fill(/^First name/, 'Mới')
    await waitFor(() => expect(calls.some((call) => call.path === '/api/system/info')).toBe(true))
    await press('Save changes')
    expect(await screen.findByText('Profile updated successfully')).toBeVisible()
    expect(calls.find((call) => call.path === '/api/user')?.body).not.toHaveProperty('currentPassword')
  })

  it('says that no refresh token is there, and that the profile is saved all the same [spec 8 profile]', async () => {
    openPage({ [SAVE]: user })
    await screen.findByLabelText(/^Email/)
    localStorage.removeItem('refreshToken')
    await press('Save changes')
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('No refresh token available')
    expect(alert).toHaveTextContent('The profile is saved')
  })

  it.each(failures('Failed to load user profile'))(
    'after %s on reading says so [spec 8 profile]',
    async (_, answer, words) => {
      openPage({ [READ]: answer })
      expect(await screen.findByRole('alert')).toHaveTextContent(words)
    },
  )
})
