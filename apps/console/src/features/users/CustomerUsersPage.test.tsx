/** @file Long, because the list, the dialogs and the failures of one page share one set of answers. */
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { session } from '../../data/session.ts'
import { failures } from '../../test/failures.ts'
import { fillIn } from '../../test/fillIn.ts'
import { CUSTOMER_ID, testCustomer, testPage, testUser } from '../../test/records.ts'
import { renderConsole } from '../../test/renderParts.tsx'
import { errorAnswer, type RecordedCall, signInForTest, stubPlatform, testTokens } from '../../test/stubPlatform.ts'

const customer = testCustomer(1, { id: { entityType: 'CUSTOMER', id: CUSTOMER_ID } })
const user = testUser(7, { version: 2 })
const ADDRESS = `/customers/${CUSTOMER_ID}/users`
const LIST = `GET /api/customer/${CUSTOMER_ID}/users`
const SAVE = 'POST /api/user'
const LINK = `GET /api/user/${user.id.id}/activationLinkInfo`
const ACTIVATE = 'POST /api/noauth/activate'
const link = { value: 'http://console.test:8080/api/noauth/activate?activateToken=Zk3mVq0c1uYw', ttlMs: 86_400_000 }

function openPage(answers: Record<string, unknown> = {}, address = ADDRESS) {
  const platform = stubPlatform({
    [LIST]: testPage([user], 12),
    [`GET /api/customer/${CUSTOMER_ID}`]: customer,
    ...answers,
  })
  return { ...platform, ...renderConsole(address) }
}

async function openDialog(button: string): Promise<HTMLElement> {
  await userEvent.click(await screen.findByRole('button', { name: button }))
  return screen.findByRole('dialog')
}

const fill = (dialog: HTMLElement, label: RegExp, value: string) => fillIn(within(dialog).getByLabelText(label), value)

const press = (dialog: HTMLElement, name: string) => userEvent.click(within(dialog).getByRole('button', { name }))
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
const lastAsked = (calls: readonly RecordedCall[]) =>
  Object.fromEntries(calls.filter((call) => call.path.endsWith('/users')).at(-1)?.query ?? [])

beforeEach(() => signInForTest())

describe('a new e-mail address that a user requested', () => {
  const waiting = { ...user, additionalInfo: { pendingEmail: { email: 'an@new.vn', expiresTs: 1, isMailed: false } } }
  const CALL = `/api/greenwave/user/${user.id.id}/email`

  it.each([
    ['Confirm the address', 'POST', 'The user signs in with an@new.vn from now on'],
    ['Reject the address', 'DELETE', 'The requested address is rejected'],
  ])('is in the list, and the dialog offers: %s', async (button, method, words) => {
    const { calls } = openPage({
      [LIST]: testPage([waiting], 1),
      [`${method} ${CALL}`]: { ...user, email: 'an@new.vn' },
    })
    expect(await screen.findByText('Requested: an@new.vn')).toBeVisible()
    const dialog = await openDialog(`Edit ${user.email}`)
    await press(dialog, button)
    expect(await screen.findByText(words)).toBeVisible()
    await closed()
    expect(calls.filter((call) => call.path === CALL).map((call) => call.method)).toEqual([method])
  })

  it('that is refused says why and stays', async () => {
    openPage({
      [LIST]: testPage([waiting], 1),
      [`POST ${CALL}`]: errorAnswer(400, "User with email 'an@new.vn' already present in database!", 31),
    })
    const dialog = await openDialog(`Edit ${user.email}`)
    await press(dialog, 'Confirm the address')
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('already present')
  })
})

describe("a customer's users", () => {
  it('are shown with e-mail, name, authority and creation time, and totals [spec 2 users] [spec 7 customers]', async () => {
    const { calls } = openPage()
    expect(await screen.findByRole('heading', { name: 'Users of Quận 1' })).toBeVisible()
    const table = await screen.findByRole('table')
    expect(lastAsked(calls)).toEqual({ page: '0', pageSize: '10', sortProperty: 'createdTime', sortOrder: 'ASC' })
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((head) => head.textContent),
    ).toEqual(['Email', 'Name', 'Authority', 'Created', 'Actions'])
    expect(within(table).getAllByRole('row')[1]).toHaveTextContent(/user7@signal\.vnTrúc Ban 7User02\/01\/2026/)
    expect(screen.getByText('Showing 1 to 1 of 12 results')).toBeVisible()
  })

  it('the page says what to do when there are none', async () => {
    openPage({ [LIST]: testPage([]) })
    expect(await screen.findByText('No users yet')).toBeVisible()
  })

  it.each(failures('Failed to fetch users'))(
    'after %s the page says so [spec 8 customers]',
    async (_, answer, words) => {
      openPage({ [LIST]: answer })
      expect(await screen.findByRole('alert')).toHaveTextContent(words)
    },
  )
})

describe('the user form', () => {
  it('when somebody else saved first: shows what they saved, and keeps what was typed', async () => {
    let stored = user
    openPage({
      [`GET /api/user/${user.id.id}`]: () => stored,
      [SAVE]: errorAnswer(409, 'User was already changed by someone else', 35),
    })
    const dialog = await openDialog('Edit user7@signal.vn')
    await fill(dialog, /^Last name/, 'Của tôi')
    stored = { ...user, version: 3, lastName: 'Của người khác' }
    await press(dialog, 'Save changes')
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('User was already changed by someone else')
    await press(dialog, 'Load the newer state')
    expect(await within(dialog).findByText('Của người khác')).toBeVisible()
    expect(within(dialog).getByLabelText(/^Last name/)).toHaveValue('Của tôi')
  })
})

describe('setting a password', () => {
  it('takes the token of the activation link, activates, and keeps the own session [spec 4 activation] [spec 7 authentication] [spec 8 success]', async () => {
    const { calls } = openPage({
      [LINK]: link,
      [ACTIVATE]: testTokens({ email: 'user7@signal.vn', scope: 'CUSTOMER_USER' }),
    })
    const dialog = await openDialog('Set Password of user7@signal.vn')
    await fill(dialog, /^Password/, 'secret1')
    await fill(dialog, /^Confirm password/, 'secret1')
    await press(dialog, 'Set User Password')
    expect(await screen.findByText('Password set successfully')).toBeVisible()
    await closed()
    const call = calls.find(({ method }) => method === 'POST')
    expect(`${call?.method} ${call?.path}`).toBe(ACTIVATE)
    expect(call?.query.get('sendActivationMail')).toBe('true')
    expect(call?.body).toEqual({ activateToken: 'Zk3mVq0c1uYw', password: 'secret1' })
    expect(session.getState()).toMatchObject({ state: 'signedIn', user: { email: 'admin@greenwave.test' } })
  })

  it.each([
    ...failures('Failed to get activation link'),
    ['an activated user', errorAnswer(400, 'User is already activated!', 31), 'User is already activated!'],
    [
      'a link without a token',
      { ...link, value: 'http://console.test/api/noauth/activate' },
      'Invalid activation link',
    ],
    ['a link that is none', { ...link, value: '' }, 'Invalid activation link'],
  ] as const)('after %s says so for three seconds [spec 8 activation] [spec 4 timers]', async (_, answer, words) => {
    openPage({ [LINK]: answer })
    const button = await screen.findByRole('button', { name: 'Set Password of user7@signal.vn' })
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).click(button)
    expect(await screen.findByRole('alert')).toHaveTextContent(words)
    vi.setTimerTickMode('manual')
    await act(() => vi.advanceTimersByTimeAsync(2_500))
    expect(screen.getByRole('alert')).toBeInTheDocument()
    await act(() => vi.advanceTimersByTimeAsync(500))
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  it('after a 401 on activating, which is no sign-out here, says so and stays [spec 8 profile]', async () => {
    openPage({ [LINK]: link, [ACTIVATE]: errorAnswer(401, 'Activation refused', 10) })
    const dialog = await openDialog('Set Password of user7@signal.vn')
    await fill(dialog, /^Password/, 'secret1')
    await fill(dialog, /^Confirm password/, 'secret1')
    await press(dialog, 'Set User Password')
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('Activation refused')
    expect(session.getState()).toMatchObject({ state: 'signedIn' })
  })
})
