import { parseAccessToken } from '@greenwave/client/accessToken'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { startSession } from '../../data/session.ts'
import { failures } from '../../test/failures.ts'
import { CUSTOMER_ID, testDevice, testId, testPage } from '../../test/records.ts'
import { renderConsole } from '../../test/renderParts.tsx'
import { errorAnswer, type RecordedCall, signInForTest, stubPlatform, testToken } from '../../test/stubPlatform.ts'
import { stubSocket } from '../../test/stubSocket.ts'
import { writeDashboardMemory } from './model/dashboardMemory.ts'

const LIST = 'GET /api/tenant/deviceInfos'
const THEIRS = `GET /api/customer/${CUSTOMER_ID}/deviceInfos`
const USER = parseAccessToken(testToken(), () => undefined)?.userId ?? ''
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

  it('shows a loader while the devices load, and none after [spec 2 dashboard]', async () => {
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

  it('finds beyond the first hundred at once what has the text in name or label, and says so when that fails [spec 5 search]', async () => {
    let broken = true
    const { calls } = stubPlatform({
      [LIST]: (call: RecordedCall) => {
        if (!call.query.has('textSearch')) return testPage(devices, 10_000, 100)
        // By its type, too, by which the panel does not search.
        return broken ? errorAnswer(500, 'Database error') : testPage([testDevice(2), testDevice(820), testDevice(9)])
      },
    })
    renderConsole('/')
    const search = await within(await panel()).findByPlaceholderText('Search devices...')
    await userEvent.type(search, 'tlc-0820')
    const beyond = await within(await panel()).findByRole('region', { name: 'Beyond the first 100' })
    expect(await within(beyond).findByRole('alert')).toHaveTextContent('Database error')
    broken = false
    await userEvent.click(within(beyond).getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(within(beyond).getAllByRole('listitem')).toHaveLength(1))
    expect(within(beyond).getByRole('button', { name: /TLC-0820/ })).toBeVisible()
    expect(within(await panel()).queryByText('No devices found')).not.toBeInTheDocument()
    expect(new Set(calls.flatMap(({ query }) => query.get('textSearch') ?? []))).toEqual(new Set(['tlc-0820']))
    await userEvent.type(search, 'x')
    expect(await within(await panel()).findByText('No devices found')).toBeVisible()
    expect(beyond).not.toBeInTheDocument()
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

it('an odd device hides no other: an odd field costs that field, an odd row that row [spec 2 dashboard]', async () => {
  vi.spyOn(console, 'warn').mockReturnValue(undefined)
  const odd = [
    { ...testDevice(1), additionalInfo: 'a text', customerTitle: 'Quận 1' },
    { ...testDevice(2), additionalInfo: ['a', 'list'], customerTitle: 'Quận 1' },
    'no device at all',
    testDevice(3, { customerTitle: 'Quận 1' }),
  ]
  stubPlatform({ [LIST]: { data: odd, totalPages: 1, totalElements: 4, hasNext: false } })
  renderConsole('/')
  await userEvent.click(await within(await panel()).findByRole('button', { name: /Quận 1/ }))
  for (const name of [/TLC-0001/, /TLC-0002/, /TLC-0003/])
    expect(within(await panel()).getByRole('button', { name })).toBeVisible()
  expect(within(await panel()).queryByRole('alert')).not.toBeInTheDocument()
  vi.restoreAllMocks()
})

describe('with no device selected', () => {
  it("says 'Welcome to {product}' and to select one [spec 2 dashboard]", async () => {
    stubPlatform({ [LIST]: errorAnswer(500, 'broken') })
    renderConsole('/')
    expect(await screen.findByText('Welcome to Greenwave')).toBeVisible()
    expect(screen.getByText('Select a device from the sidebar to view its details')).toBeVisible()
  })

  it('offers a tenant administrator the first step where there is none to select [spec 2 dashboard]', async () => {
    stubPlatform({ [LIST]: testPage([], 0, 100) })
    const { router } = renderConsole('/')
    expect(await screen.findByText('Welcome to Greenwave')).toBeVisible()
    expect(screen.queryByText(/Select a device/)).not.toBeInTheDocument()
    expect(screen.getByText(/^There is no device yet/)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Add Device' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/devices'))
  })
})

describe('on return', () => {
  const device = (number: number) => `/api/device/info/${testId(number)}`

  it('the junction that was chosen last and the groups that were open stand as they were', async () => {
    const { calls } = stubPlatform({ [LIST]: testPage(devices, 3, 100) })
    const first = renderConsole('/')
    await userEvent.click(await within(await panel()).findByRole('button', { name: /Quận 3/ }))
    await userEvent.click(within(await panel()).getByRole('button', { name: /TLC-0002/ }))
    first.unmount()
    calls.length = 0

    renderConsole('/')
    const again = await within(await panel()).findByRole('button', { name: /TLC-0002/ })
    expect(again).toHaveAttribute('aria-current', 'true')
    expect(within(await panel()).getByRole('button', { name: /Quận 1/ })).toHaveAttribute('aria-expanded', 'false')
    expect(calls.map(({ path }) => path)).toContain(device(2))
    expect(calls.map(({ path }) => path)).not.toContain(device(1))
  })

  it('a device that no longer exists gives way to the first one; a device beyond the listed ones is asked for', async () => {
    writeDashboardMemory(USER, { device: testId(77), groups: {} })
    const { calls } = stubPlatform({ [LIST]: testPage(devices, 3, 100) })
    const first = renderConsole('/')
    await waitFor(() => expect(calls.map(({ path }) => path)).toContain(device(1)))
    first.unmount()

    stubPlatform({ [LIST]: testPage(devices, 3000, 100), [`GET ${device(77)}`]: testDevice(77) })
    renderConsole('/')
    expect(await screen.findByRole('heading', { level: 1, name: 'Ngã tư 77' })).toBeVisible()
  })
})

describe('the only group of a customer user', () => {
  it('is open at once, and closed on return when it was closed; of several each starts collapsed [spec 2 dashboard]', async () => {
    signInForTest({ scope: 'CUSTOMER_USER' })
    stubPlatform({ [THEIRS]: testPage([testDevice(3, { customerTitle: 'Quận 1' })], 1, 100) })
    const first = renderConsole('/')
    expect(await within(await panel()).findByRole('button', { name: /TLC-0003/ })).toBeVisible()
    await userEvent.click(within(await panel()).getByRole('button', { name: /Quận 1/ }))
    first.unmount()
    const second = renderConsole('/')
    expect(await within(await panel()).findByRole('button', { name: /Quận 1/, expanded: false })).toBeVisible()
    second.unmount()

    localStorage.removeItem(`greenwave.dashboard.${USER}`)
    stubPlatform({ [THEIRS]: testPage(devices, 3, 100) })
    renderConsole('/')
    const groups = await within(await panel()).findAllByRole('button', { expanded: false, name: /Quận|Unknown/ })
    expect(groups).toHaveLength(3)
  })
})

it('while live data is lost a row says that its connection is the last known one', async () => {
  const sockets = stubSocket()
  stubPlatform({ [LIST]: testPage(devices, 3, 100) })
  const stop = startSession()
  renderConsole('/')
  await userEvent.click(await within(await panel()).findByRole('button', { name: /Quận 3/ }))
  const row = within(await panel()).getByRole('button', { name: /TLC-0002/ })
  await waitFor(() => expect(sockets).not.toHaveLength(0))
  act(() => sockets.at(-1)?.accept())
  expect(row).toHaveTextContent(/[^s]connected$/)
  act(() => sockets.at(-1)?.end(1006))
  await waitFor(() => expect(row).toHaveTextContent(/[^s]connected, last known$/))
  expect(row.querySelector('[data-active]')).toHaveAttribute('data-old')
  stop()
})
