import type { ApiKeyInfo } from '@greenwave/contract/wire/apiKeys'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { fillIn } from '../../test/fillIn.ts'
import { TENANT_ID, testPage, testUser } from '../../test/records.ts'
import { renderConsole } from '../../test/renderParts.tsx'
import { errorAnswer, type RecordedCall, signInForTest, stubPlatform } from '../../test/stubPlatform.ts'

const USER_ID = '0c2f7c10-8c1f-11f0-9a55-0f6a3c2b7e10'
const KEY_ID = '5d9b1a40-8c1f-11f0-9a55-0f6a3c2b7e10'
const LIST = `GET /api/apiKeys/${USER_ID}`
const SAVE = 'POST /api/apiKey'
const key: ApiKeyInfo = {
  id: { entityType: 'API_KEY', id: KEY_ID },
  createdTime: Date.UTC(2026, 0, 2),
  tenantId: { entityType: 'TENANT', id: TENANT_ID },
  userId: { entityType: 'USER', id: USER_ID },
  expirationTime: Date.UTC(2026, 3, 2),
  description: 'Nightly report',
  enabled: true,
  expired: true,
}

function openPage(answers: Record<string, unknown>) {
  const platform = stubPlatform({
    [`GET /api/user/${USER_ID}`]: testUser(1, { id: { entityType: 'USER', id: USER_ID } }),
    'GET /api/greenwave/sessions': [],
    ...answers,
  })
  return { ...platform, ...renderConsole('/account?tab=security') }
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

beforeEach(() => signInForTest())

it('a key is created with a name and an end, and its value is shown once', async () => {
  let keys: ApiKeyInfo[] = []
  const { calls } = openPage({
    [LIST]: () => testPage(keys, keys.length),
    [SAVE]: (call: RecordedCall) => {
      const { description } = call.body as { description: string }
      keys = [{ ...key, description, expired: false }]
      return { ...keys[0], value: 'the-value-of-the-key' }
    },
  })
  await press('Create a key')
  const dialog = within(await screen.findByRole('dialog', { name: 'Create a key' }))
  const create = () => userEvent.click(dialog.getByRole('button', { name: 'Create a key' }))
  await create()
  expect(await dialog.findByText('Name is required')).toBeVisible()
  await fillIn(dialog.getByLabelText(/^Name/), ' Weekly report ')
  await userEvent.selectOptions(dialog.getByLabelText('Expires after'), '365 days')
  await create()
  expect(await screen.findByText('the-value-of-the-key')).toBeVisible()
  expect(calls.find(({ path }) => path === '/api/apiKey')?.body).toEqual({
    ...{ userId: key.userId, description: 'Weekly report', expirationTime: 0, enabled: true },
  })
  await press('I have kept it')
  await waitFor(() => expect(screen.queryByText('the-value-of-the-key')).not.toBeInTheDocument())
  expect(within(await screen.findByRole('list', { name: 'API keys' })).getByText('Weekly report')).toBeVisible()
})

it('a key is deleted after a question, and a failure is shown there', async () => {
  let answer: unknown = errorAnswer(500, 'no disk', 2)
  let keys = [key]
  openPage({
    [LIST]: () => testPage(keys, keys.length),
    [`DELETE /api/apiKey/${KEY_ID}`]: () => {
      if (answer !== undefined) return answer
      keys = []
      return undefined
    },
  })
  const row = within(await screen.findByRole('list', { name: 'API keys' })).getByRole('listitem')
  expect(row).toHaveTextContent(/Nightly report.*Expired.*created 02\/01\/2026.*expires 02\/04\/2026/)
  await press('Delete Nightly report')
  const dialog = within(await screen.findByRole('dialog'))
  const confirm = () => userEvent.click(dialog.getByRole('button', { name: 'Xác nhận' }))
  await confirm()
  expect(await dialog.findByRole('alert')).toHaveTextContent('no disk')
  answer = undefined
  await confirm()
  expect(await screen.findByText('API key deleted')).toBeVisible()
  await waitFor(() => expect(screen.queryByText('Nightly report')).not.toBeInTheDocument())
})

it('another platform is not called for keys, and nothing is shown of them', async () => {
  const { calls } = openPage({ 'GET /api/system/info': errorAnswer(404, 'not found', 32), [LIST]: testPage([key], 1) })
  await waitFor(() => expect(calls.some(({ path }) => path === '/api/system/info')).toBe(true))
  expect(await screen.findByLabelText('Current password')).toBeVisible()
  expect(screen.queryByRole('heading', { name: 'API keys' })).not.toBeInTheDocument()
  expect(calls.some(({ path }) => path.startsWith('/api/apiKeys'))).toBe(false)
})
