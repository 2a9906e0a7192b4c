/** @file The list of devices by health: its column, its filters in the address, its order, and what the platform is asked. */
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { acceptedSocket, followedId } from '../../test/liveSocket.ts'
import { testCustomer, testDevice, testId, testPage, WATCH_ASSET } from '../../test/records.ts'
import { renderConsole } from '../../test/renderParts.tsx'
import { signInForTest, startSessionForTest, stubPlatform } from '../../test/stubPlatform.ts'
import { stubSocket } from '../../test/stubSocket.ts'

beforeEach(() => {
  signInForTest()
  startSessionForTest()
})

/** Opens the list at an address, watched, with one device of which the watcher says that it is dark. */
async function openList(address: string) {
  const sockets = stubSocket()
  const { calls } = stubPlatform({
    'GET /api/tenant/deviceInfos': testPage([testDevice(1)]),
    'GET /api/tenant/assetInfos': testPage([WATCH_ASSET]),
    'GET /api/customers': testPage([testCustomer(3)]),
    [`GET /api/device/info/${testId(2)}`]: testDevice(2),
    'POST /api/entitiesQuery/find': testPage([
      { entityId: { entityType: 'DEVICE', id: testId(2) }, latest: {} },
      // It was deleted meanwhile.
      { entityId: { entityType: 'DEVICE', id: testId(9) }, latest: {} },
    ]),
    [`GET /api/device/info/${testId(9)}`]: Response.json(
      { status: 404, message: 'gone', errorCode: 32, timestamp: 0 },
      { status: 404 },
    ),
  })
  const { router } = renderConsole(address)
  await screen.findByRole('table')
  const socket = await acceptedSocket(sockets)
  const send = async (entityId: string, values: Readonly<Record<string, string>>) => {
    const cmdId = await followedId(socket, { entityId, scope: 'SERVER_SCOPE', keys: undefined })
    const nowMs = Date.now()
    act(() =>
      socket.frame(cmdId, Object.fromEntries(Object.entries(values).map(([key, value]) => [key, [[nowMs, value]]]))),
    )
  }
  const pulse = (revision: number) =>
    send(WATCH_ASSET.id.id, {
      gw_watch_1of1: JSON.stringify({ at: Date.now(), levels: [7, 0, 0, 0, 2, 1], unknown: 3, revision }),
    })
  await pulse(1)
  return {
    router,
    pulse,
    say: (number: number, values: Readonly<Record<string, string>>) => send(testId(number), values),
    bodies: () => calls.filter(({ path }) => path === '/api/entitiesQuery/find').map(({ body }) => body),
  }
}

const level = (value: number, operation = 'EQUAL') => ({
  key: { type: 'SERVER_ATTRIBUTE', key: 'gw_level' },
  predicate: { type: 'NUMERIC', operation, value: { defaultValue: value } },
})

it('the states are links with their counts; the platform filters, the address keeps it, and a second click shows all', async () => {
  const { router, bodies } = await openList('/devices')
  const filters = await screen.findByRole('group', { name: 'Filters' })
  expect(within(filters).getByRole('link', { name: /Faults\s*2/ })).toBeVisible()
  expect(within(filters).getByRole('link', { name: /Healthy\s*4/ })).toBeVisible()
  expect(within(filters).queryByRole('link', { name: /Muted/ })).not.toBeInTheDocument()
  await userEvent.click(within(filters).getByRole('link', { name: /Danger\s*1/ }))
  expect(await screen.findByText('TLC-0002')).toBeVisible()
  expect(screen.queryByText('TLC-0001')).not.toBeInTheDocument()
  expect(router.state.location.search).toMatchObject({ state: 'danger' })
  expect(bodies()[0]).toMatchObject({ keyFilters: [level(5)], pageLink: { page: 0, pageSize: 10 } })
  await userEvent.click(within(filters).getByRole('link', { name: /Danger/ }))
  expect(await screen.findByText('TLC-0001')).toBeVisible()
  expect(router.state.location.search).not.toHaveProperty('state')
})

it('mode and customer are filters, too', async () => {
  const { bodies } = await openList('/devices?state=notTaken&customer=Qu%E1%BA%ADn%203')
  const filters = await screen.findByRole('group', { name: 'Filters' })
  await userEvent.selectOptions(within(filters).getByRole('combobox', { name: 'Mode' }), 'Tuyến 1')
  await waitFor(() =>
    expect(bodies().at(-1)).toMatchObject({
      keyFilters: [
        { key: { key: 'gw_state' }, predicate: { type: 'STRING', value: { defaultValue: 'not-taken' } } },
        { key: { key: 'gw_mode' }, predicate: { value: { defaultValue: 1 } } },
        { key: { key: 'ownerName' }, predicate: { value: { defaultValue: 'Quận 3' } } },
      ],
    }),
  )
})

it('the head of Health puts the worst first, and the list is read again when the watch has changed', async () => {
  const { bodies, pulse } = await openList('/devices')
  await userEvent.click(screen.getByRole('button', { name: 'Health' }))
  await waitFor(() =>
    expect(bodies().at(-1)).toMatchObject({
      keyFilters: [level(0, 'GREATER_OR_EQUAL')],
      pageLink: { sortOrder: { key: { key: 'gw_level' }, direction: 'DESC' } },
    }),
  )
  const before = bodies().length
  await pulse(2)
  await waitFor(() => expect(bodies().length).toBeGreaterThan(before))
})

it('a row says what is wrong and since when', async () => {
  const { say } = await openList('/devices')
  await say(1, {
    active: 'true',
    lastConnectTime: '1000',
    gw_level: '4',
    gw_state: 'dark',
    gw_since: String(Date.now()),
  })
  expect(await screen.findByText(/^Dark · since \d\d:\d\d$/)).toBeVisible()
})
