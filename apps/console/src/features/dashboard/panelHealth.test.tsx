/** @file What the side panel says of the health of junctions: rows, heads of groups, and that nobody watches. */
import type { EntityDataQuery } from '@greenwave/contract/wire/entityQueries'
import type { LiveCommand } from '@greenwave/contract/wire/live'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { acceptedSocket, followedId } from '../../test/liveSocket.ts'
import { testDevice, testId, testPage, WATCH_ASSET } from '../../test/records.ts'
import { renderConsole } from '../../test/renderParts.tsx'
import { type RecordedCall, signInForTest, startSessionForTest, stubPlatform } from '../../test/stubPlatform.ts'
import { stubSocket } from '../../test/stubSocket.ts'

const devices = [1, 2, 3].map((number) => testDevice(number, { customerTitle: 'Quận 1', active: true }))
const panel = () => screen.findByRole('complementary', { name: 'Devices' })

type Values = Readonly<Record<string, string | number | boolean | object>>

beforeEach(() => {
  signInForTest()
  startSessionForTest()
})

/** Opens the dashboard with these levels by number of the device. Returns the calls and functions that play the platform. */
async function openPanel(
  levels: Record<number, [level: number, state: string]>,
  { total, ofCustomer } = { total: 3, ofCustomer: 3 },
) {
  const sockets = stubSocket()
  const { calls } = stubPlatform({
    'GET /api/tenant/deviceInfos': ({ query }: RecordedCall) =>
      query.has('textSearch') ? testPage([]) : testPage(devices, total, 100),
    'GET /api/tenant/assetInfos': testPage([WATCH_ASSET]),
    'POST /api/entitiesQuery/find': ({ body }: RecordedCall) => {
      if ((body as EntityDataQuery).pageLink.pageSize === 1) return testPage([], ofCustomer, 1)
      return testPage(
        Object.entries(levels).map(([number, [level, state]]) => ({
          entityId: { entityType: 'DEVICE', id: testId(Number(number)) },
          latest: {
            ENTITY_FIELD: {
              ownerName: { ts: 1, value: 'Quận 1' },
              ownerType: { ts: 1, value: 'CUSTOMER' },
            },
            SERVER_ATTRIBUTE: { gw_level: { ts: 1, value: String(level) }, gw_state: { ts: 1, value: state } },
          },
        })),
      )
    },
  })
  renderConsole('/')
  await within(await panel()).findByRole('button', { name: /Quận 1/ })
  const socket = await acceptedSocket(sockets)
  const send = async (entityType: string, entityId: string, values: Values) => {
    const cmdId = await followedId(socket, { entityType, entityId, scope: 'SERVER_SCOPE' } as Partial<LiveCommand>)
    const nowMs = Date.now()
    const samples = Object.entries(values).map(([key, value]): [string, [number, unknown][]] => [
      key,
      [[nowMs, typeof value === 'object' ? JSON.stringify(value) : String(value)]],
    ])
    act(() => socket.frame(cmdId, Object.fromEntries(samples)))
  }
  return {
    levels,
    asked: () => calls.filter(({ path }: RecordedCall) => path === '/api/entitiesQuery/find'),
    pulse: (revision: number, atMs = Date.now()) =>
      send('ASSET', WATCH_ASSET.id.id, { gw_watch_1of1: { at: atMs, levels: [1, 0, 0, 0, 0, 0], revision } }),
    say: (number: number, values: Values) =>
      send('DEVICE', testId(number), { active: true, lastConnectTime: 1000, ...values }),
  }
}

it('the head of a group shows its worst state and how many have it, and follows the watch', async () => {
  const page = await openPanel({ 1: [3, 'clock'], 2: [4, 'dark'], 3: [4, 'silent'] })
  await page.pulse(1)
  expect(await within(await panel()).findByText('2 with a fault')).toBeInTheDocument()
  const [first] = page.asked()
  expect(first?.body).toMatchObject({
    entityFilter: { type: 'entityType', entityType: 'DEVICE' },
    keyFilters: [{ key: { key: 'gw_level' }, predicate: { operation: 'GREATER', value: { defaultValue: 1 } } }],
    pageLink: { page: 0, sortOrder: { key: { key: 'gw_level' }, direction: 'DESC' } },
  })
  page.levels[1] = [5, 'conflict']
  await page.pulse(2)
  expect(await within(await panel()).findByText('1 in danger')).toBeInTheDocument()
})

it('of a city with more devices than are listed, the head of a group counts all of its customer, listed or not', async () => {
  const page = await openPanel(
    { 1: [3, 'clock'], 501: [4, 'dark'], 502: [4, 'dark'] },
    { total: 5003, ofCustomer: 417 },
  )
  const head = await within(await panel()).findByRole('button', { name: /Quận 1/ })
  await waitFor(() => expect(head).toHaveTextContent(/3 of 417$/))
  expect(await panel()).toHaveTextContent(/^Devices3 of 5003/)
  await page.pulse(1)
  expect(await within(head).findByText('2 with a fault')).toBeInTheDocument()
  await userEvent.type(within(await panel()).getByRole('searchbox'), 'TLC-0001')
  await waitFor(() => expect(head).toHaveTextContent(/1 deviating1$/))
  expect(await panel()).toHaveTextContent(/^Devices1 of 5003/)
})

it('a row says what is wrong, since when, and a mode other than automatic; a healthy row says nothing', async () => {
  const page = await openPanel({})
  await page.pulse(1)
  await userEvent.click(within(await panel()).getByRole('button', { name: /Quận 1/ }))
  const row = async (name: RegExp) => within(await panel()).getByRole('button', { name })
  await page.say(2, { gw_level: 4, gw_state: 'dark', gw_since: Date.now() - 60_000, gw_mode: 4 })
  await page.say(3, { gw_level: 2, gw_state: 'hold', gw_since: Date.now() - 60_000, gw_mode: 1 })
  await waitFor(async () => expect(await row(/TLC-0002/)).toHaveTextContent(/Dark · since \d\d:\d\d$/))
  expect((await row(/TLC-0002/)).querySelector('[data-mark="fault"]')).toBeInTheDocument()
  await waitFor(async () => expect(await row(/TLC-0003/)).toHaveTextContent(/Held · Tuyến 1 · since/))
  await page.say(2, { gw_level: 0, gw_state: 'ok', gw_since: Date.now(), gw_mode: 4 })
  await waitFor(async () => expect((await row(/TLC-0002/)).querySelector('[data-mark]')).not.toBeInTheDocument())
})

it('the panel says that nobody watches, and groups claim nothing then', async () => {
  const page = await openPanel({ 2: [4, 'dark'] })
  await page.pulse(1, Date.now() - 200_000)
  expect(await within(await panel()).findByText(/^Not monitored since \d\d:\d\d$/)).toBeVisible()
  expect(within(await panel()).queryByText('1 with a fault')).not.toBeInTheDocument()
  expect(page.asked()).toEqual([])
})
