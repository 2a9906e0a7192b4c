import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { failures } from '../../test/failures.ts'
import { fillIn } from '../../test/fillIn.ts'
import { testCustomer, testPage } from '../../test/records.ts'
import { renderConsole } from '../../test/renderParts.tsx'
import { errorAnswer, type RecordedCall, signInForTest, stubPlatform } from '../../test/stubPlatform.ts'

const LIST = 'GET /api/customers'
const SAVE = 'POST /api/customer'
const customer = testCustomer(7, { version: 3, state: 'Miền Nam', additionalInfo: { note: 'kept' } })

function openPage(answers: Record<string, unknown> = {}, address = '/customers') {
  const platform = stubPlatform({ [LIST]: testPage([customer]), ...answers })
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
  Object.fromEntries(calls.filter((call) => call.path === '/api/customers').at(-1)?.query ?? [])

beforeEach(() => signInForTest())

describe('the customer list', () => {
  it('asks for the first ten by creation time and shows title, e-mail, location and creation time [spec 2 customers] [spec 7 customers]', async () => {
    const { calls } = openPage()
    const table = await screen.findByRole('table')
    expect(lastAsked(calls)).toEqual({ page: '0', pageSize: '10', sortProperty: 'createdTime', sortOrder: 'ASC' })
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((head) => head.textContent),
    ).toEqual(['Title', 'Email', 'Location', 'Created', 'Actions'])
    const [, row] = within(table).getAllByRole('row')
    expect(row).toHaveTextContent(/Quận 7d7@signal\.vnHồ Chí Minh, Miền Nam, Việt Nam02\/01\/2026/)
    expect(screen.getByText('Page 1')).toBeVisible()
  })

  it.each([
    ['name', { name: 'Ban Giao thông' }],
    ['e-mail', { email: 'ban-giao thông@signal.vn' }],
    ['title', { title: 'Quận Ban Giao thông' }],
  ])('finds the one whose %s holds the text, whatever the case [spec 2 customers]', async (_, change) => {
    const found = { ...testCustomer(8, { name: 'x', title: 'Tám' }), ...change }
    openPage({ [LIST]: testPage([customer, found]) })
    await screen.findByText('Quận 7')
    await userEvent.type(screen.getByRole('searchbox'), 'GIAO THÔNG')
    await waitFor(() => expect(screen.queryByText('Quận 7')).not.toBeInTheDocument())
    expect(screen.getByText(found.title)).toBeVisible()
  })

  it("a row leads to the customer's users; a title of spaces has words to press [spec 2 customers]", async () => {
    openPage({ [LIST]: testPage([customer, testCustomer(8, { title: '   ' })]) })
    expect(await screen.findByRole('link', { name: 'Users of Quận 7' })).toHaveAttribute(
      'href',
      `/customers/${customer.id.id}/users`,
    )
    expect(screen.getByRole('link', { name: 'Users of (blank title)' })).toBeVisible()
  })

  it('says what to do when there are none', async () => {
    openPage({ [LIST]: testPage([]) })
    expect(await screen.findByText('No customers yet')).toBeVisible()
  })

  it.each(failures('Failed to fetch customers'))('after %s says so [spec 8 customers]', async (_, answer, words) => {
    openPage({ [LIST]: answer })
    expect(await screen.findByRole('alert')).toHaveTextContent(words)
  })
})

describe('the customer form', () => {
  it('when somebody else saved first: loads the newer state, keeps what was typed, and saves', async () => {
    let stored = customer
    const { calls } = openPage({
      [`GET /api/customer/${customer.id.id}`]: () => stored,
      [SAVE]: (call: RecordedCall) =>
        (call.body as { version: number }).version === stored.version
          ? stored
          : errorAnswer(409, 'Customer was already changed by someone else', 35),
    })
    const dialog = await openDialog('Edit Quận 7')
    await fill(dialog, /^City/, 'Huế')
    stored = { ...customer, version: 4, title: 'Quận Bảy' }
    await press(dialog, 'Save changes')
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('Customer was already changed by someone else')
    await press(dialog, 'Load the newer state')
    await waitFor(() => expect(within(dialog).getByLabelText(/^Title/)).toHaveValue('Quận Bảy'))
    expect(within(dialog).getByLabelText(/^City/)).toHaveValue('Huế')
    await press(dialog, 'Save changes')
    await closed()
    expect(calls.filter((call) => call.method === 'POST').at(-1)?.body).toMatchObject({
      version: 4,
      title: 'Quận Bảy',
      city: 'Huế',
    })
  })

  it('says so when even the newer state cannot be loaded, and offers it again', async () => {
    openPage({ [SAVE]: errorAnswer(409, 'Customer was already changed by someone else', 35) })
    const dialog = await openDialog('Edit Quận 7')
    await fill(dialog, /^City/, 'Huế')
    await press(dialog, 'Save changes')
    await press(dialog, 'Load the newer state')
    await waitFor(() => expect(within(dialog).getByRole('alert')).toHaveTextContent('Failed to update customer'))
    expect(within(dialog).getByRole('button', { name: 'Load the newer state' })).toBeEnabled()
    expect(within(dialog).getByLabelText(/^City/)).toHaveValue('Huế')
  })
})
