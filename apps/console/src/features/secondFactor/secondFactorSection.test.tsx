import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { renderPart } from '../../test/renderParts.tsx'
import { errorAnswer, type RecordedCall, signInForTest, stubPlatform } from '../../test/stubPlatform.ts'
import { SecondFactorSection } from './SecondFactorSection.tsx'

const NONE = { configs: {}, passkeys: [], recoveryCodesLeft: 0, required: false, passkeysPossible: false }
const APP = { TOTP: { providerType: 'TOTP', useByDefault: true } }
const KEY = { id: 'aB_-9', name: 'Key on my ring', createdTime: 1_700_000_000_000, lastUsedTime: null }
const CODES = ['aaaa-bbbb-cccc-dddd', 'eeee-ffff-gggg-hhhh']

beforeEach(async () => {
  signInForTest()
})

function open(answers: Record<string, unknown>): { calls: RecordedCall[] } {
  const stub = stubPlatform({ 'POST /api/2fa/account/confirm': new Response(null), ...answers })
  renderPart(<SecondFactorSection account="ops@signal.vn" />)
  return stub
}
const dialog = (name: string) => screen.findByRole('dialog', { name })

describe('second factors of the account', () => {
  test.each([
    ['does not know the calls', errorAnswer(404, "Requested item wasn't found!", 32)],
    ['answers nothing', new Response(null)],
    ['knows less of them', { configs: {} }],
  ])('are not shown in front of a platform that %s', async (_, answer) => {
    const { calls } = open({ 'GET /api/2fa/account/settings': answer })
    await waitFor(() => expect(calls).toHaveLength(1))
    expect(screen.queryByRole('heading')).toBeNull()
  })

  test('a wrong password stays where it was typed, with the words of the platform, and nothing is changed', async () => {
    const user = userEvent.setup()
    const { calls } = open({
      'GET /api/2fa/account/settings': { ...NONE, configs: APP, recoveryCodesLeft: 3 },
      'POST /api/2fa/account/confirm': errorAnswer(400, "Current password doesn't match!", 31),
    })
    await user.click(await screen.findByRole('button', { name: 'Remove: Authenticator app' }))
    const form = within(await dialog('Remove the authenticator app'))
    await user.type(form.getByLabelText('Current password'), 'guess{Enter}')
    expect(await form.findByRole('alert')).toHaveTextContent("Current password doesn't match!")
    expect(form.getByLabelText('Current password')).toHaveValue('guess')
    expect(calls.filter(({ method }) => method === 'DELETE')).toEqual([])
  })

  test('a passkey is listed with its times and removed by its name', async () => {
    const user = userEvent.setup()
    let settings: object = { ...NONE, passkeys: [KEY], recoveryCodesLeft: 1, passkeysPossible: true }
    const { calls } = open({
      'GET /api/2fa/account/settings': () => settings,
      [`DELETE /api/2fa/account/passkeys/${KEY.id}`]: () => {
        settings = { ...NONE, passkeysPossible: true }
        return settings
      },
    })
    expect(await screen.findByText('Not used yet')).toBeVisible()
    expect(screen.getByText('1 code left')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Add a passkey' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Remove Key on my ring' }))
    const form = within(await dialog('Remove a passkey'))
    expect(form.getByText('“Key on my ring” will not open this account any more.')).toBeVisible()
    await user.type(form.getByLabelText('Current password'), 'lamps{Enter}')
    await waitFor(() => expect(screen.queryByText('Key on my ring')).toBeNull())
    expect(calls.some(({ method }) => method === 'DELETE')).toBe(true)
  })

  test('passkeys are offered only where browsers allow them, and an enforced factor is said', async () => {
    open({ 'GET /api/2fa/account/settings': { ...NONE, required: true, configs: APP, recoveryCodesLeft: 2 } })
    expect(await screen.findByText('This installation asks for a second factor for your account.')).toBeVisible()
    expect(screen.getByText('Browsers allow passkeys at https addresses with a name only.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
  })

  test('new recovery codes are shown once, to copy and to print', async () => {
    const user = userEvent.setup()
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined)
    open({
      'GET /api/2fa/account/settings': { ...NONE, configs: APP, recoveryCodesLeft: 2 },
      'POST /api/2fa/account/recoveryCodes': { codes: CODES },
    })
    await user.click(await screen.findByRole('button', { name: 'Make new codes' }))
    await user.type(within(await dialog('Make new recovery codes')).getByLabelText('Current password'), 'lamps{Enter}')
    const shown = within(await dialog('Keep these recovery codes'))
    await user.click(shown.getByRole('button', { name: 'Copy' }))
    expect(await shown.findByRole('button', { name: 'Copied' })).toBeVisible()
    expect(await navigator.clipboard.readText()).toContain(CODES.join('\n'))
    await user.click(shown.getByRole('button', { name: 'Print' }))
    expect(print).toHaveBeenCalledOnce()
    await user.click(shown.getByRole('button', { name: 'I have kept them' }))
    await waitFor(() => expect(screen.queryByText(CODES[0] ?? '')).toBeNull())
  })
})
