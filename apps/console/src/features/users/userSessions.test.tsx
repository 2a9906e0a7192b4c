import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { CUSTOMER_ID, testCustomer, testPage, testSession, testUser } from '../../test/records.ts'
import { renderConsole } from '../../test/renderParts.tsx'
import { errorAnswer, OF_THINGSBOARD, signInForTest, stubPlatform } from '../../test/stubPlatform.ts'

const user = testUser(7)
const OWN = 'GET /api/greenwave/sessions'
const LIST = `GET /api/greenwave/user/${user.id.id}/sessions`
const END_ALL = `DELETE /api/greenwave/user/${user.id.id}/sessions`
const wall = testSession(2, { browser: 'Chrome 140.0', os: 'Windows', address: '203.0.113.9' })

function openPage(answers: Record<string, unknown>) {
  const platform = stubPlatform({
    [`GET /api/customer/${CUSTOMER_ID}/users`]: testPage([user]),
    [`GET /api/customer/${CUSTOMER_ID}`]: testCustomer(1, { id: { entityType: 'CUSTOMER', id: CUSTOMER_ID } }),
    [OWN]: [testSession(1, { current: true })],
    ...answers,
  })
  return { ...platform, ...renderConsole(`/customers/${CUSTOMER_ID}/users`) }
}
async function openDialog(): Promise<HTMLElement> {
  await userEvent.click(await screen.findByRole('button', { name: `Sessions of ${user.email}` }))
  return screen.findByRole('dialog', { name: `Where ${user.email} is signed in` })
}

beforeEach(() => signInForTest())

describe("a user's sessions, for an administrator", () => {
  it('are shown and ended one by one', async () => {
    let sessions = [wall, testSession(3)]
    openPage({
      [LIST]: () => sessions,
      [`DELETE /api/greenwave/user/${user.id.id}/sessions/${wall.id}`]: () => {
        sessions = sessions.slice(1)
      },
    })
    const dialog = await openDialog()
    expect(await within(dialog).findAllByRole('listitem')).toHaveLength(2)
    await userEvent.click(within(dialog).getByRole('button', { name: /^Sign out Chrome/ }))
    await waitFor(() => expect(within(dialog).getAllByRole('listitem')).toHaveLength(1))
  })

  it('say when they could not be ended', async () => {
    openPage({ [LIST]: [wall], [END_ALL]: errorAnswer(500, '') })
    const dialog = await openDialog()
    await userEvent.click(await within(dialog).findByRole('button', { name: 'Sign out everywhere' }))
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('Failed to sign out there')
  })

  it('are not offered on a platform that does not list sessions', async () => {
    const { calls } = openPage(OF_THINGSBOARD)
    expect(await screen.findByRole('button', { name: `Edit ${user.email}` })).toBeVisible()
    await waitFor(() => expect(calls.some(({ path }) => path === '/api/system/info')).toBe(true))
    expect(screen.queryByRole('button', { name: /^Sessions of/ })).not.toBeInTheDocument()
    expect(calls.filter(({ path }) => path.startsWith('/api/greenwave/'))).toEqual([])
  })
})
