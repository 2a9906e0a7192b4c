import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { failures } from '../../test/failures.ts'
import { testDevice, testPage } from '../../test/records.ts'
import { renderConsole } from '../../test/renderParts.tsx'
import { signInForTest, stubPlatform } from '../../test/stubPlatform.ts'

const LIST = 'GET /api/tenant/deviceInfos'
const devices = [
  testDevice(1, { customerTitle: null, label: '' }),
  testDevice(2, { customerTitle: 'Quận 3', active: true }),
  testDevice(3, { customerTitle: 'Quận 1' }),
]
const panel = () => screen.findByRole('complementary', { name: 'Devices' })

beforeEach(() => signInForTest())

describe('the side panel', () => {
  it("lists up to 100 devices by name in groups that start collapsed, alphabetical, 'Unknown' last [spec 2 dashboard] [spec 7 devices] [spec 9 limits]", async () => {
    const { calls } = stubPlatform({ [LIST]: testPage(devices, 3, 100) })
    renderConsole('/')
    const groups = await within(await panel()).findAllByRole('button', { expanded: false, name: /Quận|Unknown/ })
    expect(groups.map((group) => group.querySelector('span:not([aria-hidden])')?.firstChild?.textContent)).toEqual([
      'Quận 1',
      'Quận 3',
      'Unknown',
    ])
    const query = Object.fromEntries(calls.find(({ path }) => path.endsWith('/deviceInfos'))?.query ?? [])
    expect(query).toEqual({ pageSize: '100', page: '0', sortProperty: 'name', sortOrder: 'ASC' })
  })

  it("shows label and name, 'No Label' where there is none, and the active flag; the first is selected [spec 2 dashboard]", async () => {
    const { calls } = stubPlatform({ [LIST]: testPage(devices, 3, 100) })
    renderConsole('/')
    await userEvent.click(await within(await panel()).findByRole('button', { name: /Unknown/ }))
    const first = await within(await panel()).findByRole('button', { name: /TLC-0001/ })
    expect(first).toHaveTextContent('No LabelTLC-0001')
    expect(first).toHaveTextContent('disconnected')
    expect(first).toHaveAttribute('aria-current', 'true')
    expect(calls.some(({ path }) => path === `/api/device/info/${devices[0]?.id.id}`)).toBe(true)
    await userEvent.click(within(await panel()).getByRole('button', { name: /Quận 3/ }))
    expect(within(await panel()).getByRole('button', { name: /TLC-0002/ })).toHaveTextContent(/[^s]connected$/)
  })

  it('turns a wheel while the devices are on their way, and none after [spec 2 dashboard]', async () => {
    const answer = Promise.withResolvers<unknown>()
    stubPlatform({ [LIST]: () => answer.promise })
    renderConsole('/')
    expect(await within(await panel()).findByLabelText('Loading devices')).toBeVisible()
    answer.resolve(testPage(devices, 3, 100))
    expect(await within(await panel()).findByRole('button', { name: /Quận 1/ })).toBeVisible()
    expect(within(await panel()).queryByLabelText('Loading devices')).not.toBeInTheDocument()
  })

  it('stands beside the dashboard alone [spec 2 dashboard]', async () => {
    stubPlatform({ [LIST]: testPage(devices, 3, 100) })
    renderConsole('/devices')
    expect(await screen.findByRole('table')).toBeVisible()
    expect(screen.queryByRole('complementary')).not.toBeInTheDocument()
  })

  it("finds by name or label, says 'No devices found' otherwise, and is cleared by its button [spec 2 dashboard] [spec 5 search]", async () => {
    stubPlatform({ [LIST]: testPage(devices, 3, 100) })
    renderConsole('/')
    const search = await within(await panel()).findByPlaceholderText('Search devices...')
    await userEvent.type(search, 'NGÃ TƯ 2')
    expect(within(await panel()).getByRole('button', { name: /TLC-0002/ })).toBeVisible()
    expect(within(await panel()).queryByRole('button', { name: /Quận 1/ })).not.toBeInTheDocument()
    await userEvent.type(search, 'x')
    expect(within(await panel()).getByText('No devices found')).toBeVisible()
    await userEvent.click(within(await panel()).getByRole('button', { name: 'Clear search' }))
    expect(search).toHaveValue('')
    expect(within(await panel()).getByRole('button', { name: /Quận 1/ })).toBeVisible()
  })

  it.each(failures('Failed to load devices'))(
    'after %s says so in its place [spec 2 dashboard] [spec 8 devices]',
    async (_, answer, words) => {
      stubPlatform({ [LIST]: answer })
      renderConsole('/')
      expect(await within(await panel()).findByRole('alert')).toHaveTextContent(words)
    },
  )
})

it("without a device the page says 'Welcome to {product}' and what to do [spec 2 dashboard]", async () => {
  stubPlatform({ [LIST]: testPage([], 0, 100) })
  renderConsole('/')
  expect(await screen.findByText('Welcome to Greenwave')).toBeVisible()
  expect(screen.getByText('Select a device from the sidebar to view its details')).toBeVisible()
})
