import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { testSession, testUser } from '../../test/records.ts'
import { renderConsole } from '../../test/renderParts.tsx'
import { errorAnswer, OF_THINGSBOARD, signInForTest, stubPlatform } from '../../test/stubPlatform.ts'

const USER_ID = '0c2f7c10-8c1f-11f0-9a55-0f6a3c2b7e10'
const LIST = 'GET /api/greenwave/sessions'
const here = testSession(1, { current: true })
const wall = testSession(2, { browser: 'Chrome 140.0', os: 'Windows', address: '203.0.113.9' })
const script = testSession(3, { browser: 'Unknown', os: 'Unknown', address: null, impersonatedBy: 'admin@signal.vn' })
const END_WALL = `DELETE /api/greenwave/sessions/${wall.id}`

function openPage(answers: Record<string, unknown>) {
  const user = testUser(1, { id: { entityType: 'USER', id: USER_ID }, authority: 'TENANT_ADMIN' })
  const platform = stubPlatform({ [`GET /api/user/${USER_ID}`]: user, ...answers })
  return { ...platform, ...renderConsole('/account?tab=security') }
}
const rows = async (): Promise<HTMLElement[]> => {
  const list = await screen.findByRole('list', { name: 'Where you are signed in' })
  return within(list).getAllByRole('listitem')
}

beforeEach(() => signInForTest())

describe('where the account is signed in', () => {
  it('is shown with browser, address, since when and when last, which one this is and who opened it', async () => {
    openPage({ [LIST]: [here, wall, script] })
    const [one, two, three] = await rows()
    expect(one).toHaveTextContent(
      /Firefox 128\.0, Linux.*This one.*10\.0\.0\.1.*since 02\/01\/2026.*last used 03\/01\/2026/,
    )
    expect(two).toHaveTextContent(/Chrome 140\.0, Windows.*203\.0\.113\.9/)
    expect(three).toHaveTextContent(/Unknown browser or program.*unknown address.*Opened by admin@signal\.vn/)
    expect(within(one as HTMLElement).queryByRole('button')).not.toBeInTheDocument()
  })

  it('is ended one by one', async () => {
    let sessions = [here, wall]
    const { calls } = openPage({
      [LIST]: () => sessions,
      [END_WALL]: () => {
        sessions = [here]
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Sign out Chrome 140.0, Windows, 203.0.113.9' }))
    expect(await screen.findByText('You are signed in nowhere else.')).toBeVisible()
    expect(await rows()).toHaveLength(1)
    expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
    expect(screen.queryByRole('button', { name: 'Sign out elsewhere' })).not.toBeInTheDocument()
  })

  it('counts what ended by itself meanwhile as ended', async () => {
    openPage({ [LIST]: [here, wall], [END_WALL]: errorAnswer(404, 'Session is not found', 32) })
    await userEvent.click(await screen.findByRole('button', { name: /^Sign out Chrome/ }))
    expect(await screen.findByText('Signed out there')).toBeVisible()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  it('says when something could not be ended', async () => {
    openPage({ [LIST]: [here, wall], [END_WALL]: errorAnswer(500, '') })
    await userEvent.click(await screen.findByRole('button', { name: /^Sign out Chrome/ }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to sign out there')
    expect(await rows()).toHaveLength(2)
  })

  it('can be asked for again when it could not be loaded', async () => {
    let answer: unknown = errorAnswer(500, '')
    openPage({ [LIST]: () => answer })
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load where this account is signed in')
    answer = [here]
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await rows()).toHaveLength(1)
  })

  it('is not shown on a platform that does not list sessions', async () => {
    const { calls } = openPage(OF_THINGSBOARD)
    expect(await screen.findByLabelText(/^Current password/)).toBeVisible()
    await waitFor(() => expect(calls.some(({ path }) => path === '/api/system/info')).toBe(true))
    expect(calls.filter(({ path }) => path.startsWith('/api/greenwave/'))).toEqual([])
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(screen.queryByText('Where you are signed in')).not.toBeInTheDocument()
  })
})
