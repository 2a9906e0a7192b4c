/** @file Long: the whole list of devices, with one set of answers. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { failures } from '../../test/failures.ts'
import { CUSTOMER_ID, testDevice, testPage } from '../../test/records.ts'
import { renderConsole } from '../../test/renderParts.tsx'
import { errorAnswer, type RecordedCall, signInForTest, stubPlatform } from '../../test/stubPlatform.ts'

const LIST = 'GET /api/tenant/deviceInfos'

/** Returns a handler that answers the calls for the counts itself and all others by `list`. */
function answerList(list: (call: RecordedCall) => unknown, counts = { total: 45, active: 30 }) {
  return (call: RecordedCall) => {
    if (call.query.get('pageSize') !== '1') return list(call)
    return testPage([testDevice(1)], call.query.get('active') === 'true' ? counts.active : counts.total, 1)
  }
}

/** Returns the list calls so far, without those for the counts. */
const asked = (calls: readonly RecordedCall[]) =>
  calls.filter((call) => call.path.endsWith('/deviceInfos') && call.query.get('pageSize') !== '1')

const lastAsked = (calls: readonly RecordedCall[]) => Object.fromEntries(asked(calls).at(-1)?.query ?? [])

beforeEach(() => signInForTest())

describe('the device list', () => {
  it('asks for the first ten by name, ascending, and shows them in five columns [spec 2 devices] [spec 7 devices]', async () => {
    const { calls } = stubPlatform({
      [LIST]: answerList(() => testPage([testDevice(1, { active: true }), testDevice(2, { type: 'tls' })], 45)),
    })
    renderConsole('/devices')
    const table = await screen.findByRole('table')
    expect(lastAsked(calls)).toEqual({ page: '0', pageSize: '10', sortProperty: 'name', sortOrder: 'ASC' })
    const heads = within(table).getAllByRole('columnheader')
    expect(heads.map((head) => head.textContent)).toEqual([
      'Name',
      'Type',
      'Label',
      'Status',
      'Created Time',
      'Health',
      'Actions',
    ])
    const [, first, second] = within(table).getAllByRole('row')
    expect(first).toHaveTextContent(/TLC-0001default.*Ngã tư 1.*Active.*02\/01\/2026/)
    expect(second).toHaveTextContent(/TLC-0002tls.*Inactive/)
    expect(screen.getByText('Showing 1 to 2 of 45 results')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Previous' })).toBeDisabled()
  })

  it('counts all, active and inactive devices over all pages [spec 2 devices]', async () => {
    stubPlatform({ [LIST]: answerList(() => testPage([testDevice(1)], 45)) })
    renderConsole('/devices')
    const value = async (label: string) =>
      (await screen.findByText(label)).parentElement?.querySelector('dd')?.textContent
    await waitFor(async () => expect(await value('Inactive Devices')).toBe('15'))
    expect(await value('Total Devices')).toBe('45')
    expect(await value('Active Devices')).toBe('30')
  })

  it('searches name and label on the loaded page, whatever the case, from page 0 on [spec 2 devices] [spec 5 search]', async () => {
    const devices = [testDevice(1, { label: 'Nguyễn Huệ' }), testDevice(2, { label: 'Lê Lợi' }), testDevice(3)]
    const { calls } = stubPlatform({ [LIST]: answerList(() => testPage(devices)) })
    const { router } = renderConsole('/devices?page=4')
    const box = await screen.findByRole('searchbox')
    await screen.findByText('TLC-0001')
    const before = asked(calls).length
    await userEvent.type(box, 'HUỆ')
    await waitFor(() => expect(screen.queryByText('TLC-0002')).not.toBeInTheDocument())
    expect(screen.getByText('TLC-0001')).toBeVisible()
    expect(screen.getByText('1 of 3 on this page match')).toBeVisible()
    expect(await screen.findByText('Showing 1 match in 1 to 3 of 3 results')).toBeVisible()
    expect(screen.queryByText(/^Showing 1 to/)).toBeNull()
    expect(screen.queryByRole('button', { name: /^Search all/ }), 'there are no more').toBeNull()
    await waitFor(() => expect(router.state.location.search).not.toHaveProperty('page'))
    expect(
      asked(calls)
        .slice(before)
        .some((call) => call.query.has('textSearch')),
    ).toBe(false)
    await userEvent.clear(box)
    await userEvent.type(box, 'tlc-0003')
    expect(await screen.findByText('TLC-0003')).toBeVisible()
    await userEvent.type(box, 'x')
    expect(await screen.findByText('No device on this page matches “tlc-0003x”.')).toBeVisible()
  })

  it('finds in all pages at once, besides what the page has, without a change of the address [spec 5 search]', async () => {
    const page = [testDevice(1, { label: 'Lê Lai' }), testDevice(2)]
    const { calls } = stubPlatform({
      [LIST]: answerList((call) =>
        call.query.has('textSearch')
          ? {
              ...testPage([testDevice(1, { label: 'Lê Lai' }), testDevice(31, { label: 'Lê Lợi' })], 12),
              hasNext: true,
            }
          : testPage(page, 45),
      ),
    })
    const { router } = renderConsole('/devices?sortOrder=DESC')
    await screen.findByText('TLC-0001')
    await userEvent.click(screen.getByRole('searchbox'))
    // At once: on a busy machine, letters could come so slowly that the first ones are searched for.
    await userEvent.paste('le l')
    const beyond = await screen.findByRole('region', {
      name: 'Found in all devices, by name, label, type and customer',
    })
    expect(await within(beyond).findByText('TLC-0031')).toBeVisible()
    expect(within(beyond).getAllByRole('row')).toHaveLength(2)
    expect(within(beyond).getByText(/^The first besides this page; “Search all 45” shows the others$/)).toBeVisible()
    expect(within(beyond).getByRole('button', { name: 'Edit TLC-0031' })).toBeVisible()
    expect(screen.getByText('1 of 2 on this page match')).toBeVisible()
    const sent = asked(calls).filter((call) => call.query.has('textSearch'))
    expect(sent.map(({ query }) => Object.fromEntries(query))).toEqual([
      { page: '0', pageSize: '10', sortProperty: 'name', sortOrder: 'DESC', textSearch: 'le l' },
    ])
    expect(router.state.location.search).not.toHaveProperty('textSearch')
    await userEvent.clear(screen.getByRole('searchbox'))
    expect(beyond).not.toBeInTheDocument()
  })

  it('says what all pages have besides the page, or that they could not be searched [spec 5 search]', async () => {
    let answer: unknown = errorAnswer(500, 'Database error')
    stubPlatform({
      [LIST]: answerList((call) => (call.query.has('textSearch') ? answer : testPage([testDevice(1)], 45))),
    })
    renderConsole('/devices')
    await screen.findByText('TLC-0001')
    await userEvent.type(screen.getByRole('searchbox'), '000')
    expect(await screen.findByRole('alert')).toHaveTextContent('Database error')
    expect(screen.getByText('TLC-0001')).toBeVisible()
    answer = testPage([testDevice(1)])
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Nothing besides this page')).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('sorts by name, type, created time and status, either way, from the first page on [spec 2 devices]', async () => {
    const { calls } = stubPlatform({ [LIST]: answerList(() => testPage([testDevice(1)], 45)) })
    renderConsole('/devices?page=2')
    const field = await screen.findByRole('combobox', { name: 'Sort by' })
    expect(
      within(field)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['Name', 'Type', 'Created Time', 'Status'])
    for (const [words, property] of [
      ['Type', 'type'],
      ['Created Time', 'createdTime'],
      ['Status', 'active'],
      ['Name', 'name'],
    ] as const) {
      await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), words)
      await waitFor(() => expect(lastAsked(calls)).toMatchObject({ sortProperty: property, page: '0' }))
    }
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Direction' }), 'Descending')
    await waitFor(() => expect(lastAsked(calls)).toMatchObject({ sortProperty: 'name', sortOrder: 'DESC' }))
  })

  it('offers Edit, Assign where unassigned, Unassign where assigned, and Delete [spec 2 devices] [spec 4 assignment] [spec 6 tenant admin]', async () => {
    const assigned = testDevice(2, { customerTitle: '   ', customerId: { entityType: 'CUSTOMER', id: CUSTOMER_ID } })
    stubPlatform({ [LIST]: answerList(() => testPage([testDevice(1), assigned])) })
    renderConsole('/devices')
    const [, free, given] = within(await screen.findByRole('table')).getAllByRole('row')
    const names = (row: HTMLElement | undefined) =>
      row
        ? within(row)
            .getAllByRole('button')
            .map((button) => button.getAttribute('aria-label'))
        : []
    expect(names(free)).toEqual(['Edit TLC-0001', 'Assign TLC-0001 to a customer', 'Delete TLC-0001'])
    expect(names(given)).toEqual(['Edit TLC-0002', 'Unassign TLC-0002', 'Delete TLC-0002'])
    expect(screen.getByRole('button', { name: 'Add Device' })).toBeVisible()
  })

  it('says what to do when there are none [spec 2 devices]', async () => {
    stubPlatform({ [LIST]: answerList(() => testPage([]), { total: 0, active: 0 }) })
    renderConsole('/devices')
    expect(await screen.findByText('No devices yet')).toBeVisible()
    expect(screen.getByText('Showing 0 to 0 of 0 results')).toBeVisible()
    expect(screen.getAllByRole('button', { name: 'Add Device' })).toHaveLength(2)
  })

  it('goes to the last page when the address lies past the end', async () => {
    stubPlatform({
      [LIST]: answerList((call) =>
        call.query.get('page') === '2'
          ? { ...testPage([testDevice(21)], 21), hasNext: false }
          : { ...testPage([], 21), hasNext: false },
      ),
    })
    const { router } = renderConsole('/devices?page=9')
    expect(await screen.findByText('TLC-0021')).toBeVisible()
    expect(router.state.location.search).toMatchObject({ page: 2 })
    expect(screen.getByRole('button', { name: 'Next' })).toBeDisabled()
  })

  it.each(failures('Failed to load devices'))(
    'after %s says so and stays, with a way to try again [spec 8 devices]',
    async (_, answer, words) => {
      stubPlatform({ [LIST]: answer })
      renderConsole('/devices')
      expect(await screen.findByRole('alert')).toHaveTextContent(words)
    },
  )
})
