/** @file The changes in the whole console: rows, filters in the address, and undo in three clicks. */

import { type ChangeRecord, writeChangeRecord } from '@greenwave/contract/records/changeRecords'
import { CHANGE_KEY } from '@greenwave/contract/records/recordKeys'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startSession } from '../../data/session.ts'
import { SERVER, SHARED, tickAll, WRITTEN_MS } from '../../test/devicePage.ts'
import { testDevice, testId, testPage } from '../../test/records.ts'
import { renderConsole } from '../../test/renderParts.tsx'
import { type RecordedCall, signInForTest, stubPlatform, type TestTokenOptions } from '../../test/stubPlatform.ts'
import { stubSocket } from '../../test/stubSocket.ts'

const device = testDevice(7, { label: 'Lý Thường Kiệt' })
const ID = device.id.id
const VALUES = `/api/plugins/telemetry/DEVICE/${ID}`
const MAI = testId(61)
const LAN = testId(62)
const AT = Date.now() - 3_600_000

const CHANGE: ChangeRecord = {
  id: 'a1',
  at: AT,
  by: { id: MAI, name: 'mai@signal.vn' },
  from: 'console',
  state: 'written',
  why: 'Market day',
  said: '',
  words: [],
  scope: 'SHARED_SCOPE',
  after: { Pr1_X1: 30, Do_cong: 2 },
  before: { ...SHARED, Pr1_X1: 25, Do_cong: 3 },
  unkept: [],
}

/** What the audit log says of a write of attributes. */
const logged = (
  userId: string,
  userName: string,
  createdTime: number,
  attributes: Record<string, string>,
  more: object = {},
) => ({
  id: { id: testId(createdTime % 1000) },
  createdTime,
  tenantId: { entityType: 'TENANT', id: ID },
  customerId: { entityType: 'CUSTOMER', id: ID },
  entityId: device.id,
  entityName: device.name,
  userId: { entityType: 'USER', id: userId },
  userName,
  actionType: 'ATTRIBUTES_UPDATED',
  actionData: { entityId: ID, scope: 'SHARED_SCOPE', attributes, ...more },
  actionStatus: 'SUCCESS',
  actionFailureDetails: '',
})

let stop = () => {}
beforeEach(() => stubSocket())
afterEach(() => stop())

function open(address: string, logs: unknown[], user: TestTokenOptions = {}, change: ChangeRecord = CHANGE) {
  signInForTest(user)
  stop = startSession()
  const stored: Record<string, unknown> = { ...SHARED }
  const attributes = (values: object) =>
    Object.entries(values).map(([key, value]) => ({ key, value, lastUpdateTs: WRITTEN_MS }))
  const { calls } = stubPlatform({
    'POST /api/entitiesQuery/find': testPage([
      {
        entityId: device.id,
        latest: {
          ENTITY_FIELD: { name: { ts: 1, value: device.name }, label: { ts: 1, value: device.label } },
          TIME_SERIES: { gw_changed: { ts: AT, value: String(AT) } },
        },
      },
    ]),
    [`GET ${VALUES}/values/timeseries`]: { [CHANGE_KEY]: [{ ts: AT, value: writeChangeRecord(change) }] },
    'GET /api/audit/logs': testPage(logs),
    [`GET /api/audit/logs/entity/DEVICE/${ID}`]: testPage([]),
    [`GET /api/device/info/${ID}`]: device,
    [`GET ${VALUES}/values/attributes/SERVER_SCOPE`]: attributes(SERVER),
    [`GET ${VALUES}/values/attributes/SHARED_SCOPE`]: () => attributes(stored),
    [`POST ${VALUES}/SHARED_SCOPE`]: ({ body }: RecordedCall) => void Object.assign(stored, body),
    [`POST ${VALUES}/timeseries/ANY`]: undefined,
    'GET /api/customers': testPage([]),
    'GET /api/tenant/deviceInfos': testPage([device]),
    'GET /api/tenant/assetInfos': testPage([]),
    'GET /api/system/info': {},
  })
  return { ...renderConsole(address), calls, stored }
}

const rows = async () => [...(await screen.findByRole('list', { name: 'Changes' })).children]
const confirmed = logged(MAI, 'mai@signal.vn', AT + 101, { Pr1_X1: '30', Do_cong: '2' })

it('a row says where, when, who, what and why, and nothing of the audit log that agrees', async () => {
  open('/changes', [confirmed])
  const [row] = await rows()
  expect(row).toHaveTextContent('Lý Thường Kiệt')
  expect(row).toHaveTextContent('mai@signal.vn')
  expect(row).toHaveTextContent('Program 1 phase 1 green 25 s → 30 s')
  expect(row).toHaveTextContent('Market day')
  expect(row).not.toHaveTextContent(/audit/i)
  expect(screen.queryByText(/audit log could not be read/)).toBeNull()
})

it('a change that the audit log says somebody else made, and one by other means, say so', async () => {
  const outside = logged(testId(63), 'script@signal.vn', AT + 1_800_002, { Vang: '5' }, { apiKey: testId(64) })
  open('/changes', [logged(LAN, 'lan@signal.vn', AT + 101, { Pr1_X1: '30', Do_cong: '2' }), outside])
  const [other, change] = await rows()
  expect(other).toHaveTextContent('script@signal.vn')
  expect(other).toHaveTextContent('Changed outside Greenwave')
  expect(other).toHaveTextContent('script@signal.vn · with an API key')
  expect(other).toHaveTextContent('Yellow 5 s')
  expect(change).toHaveTextContent('The audit log says that lan@signal.vn wrote it')
})

it.each([
  ['mute', { Mode: 4 }],
  ['bad', { Mode: 0 }],
])('what the watcher writes for somebody is a plain fact, and what it never writes is not: %s', async (tone, after) => {
  const byWatcher = { ...CHANGE, from: 'watcher', by: { id: '', name: 'mai@signal.vn' }, after }
  open('/changes', [logged(LAN, 'watcher@signal.vn', AT + 101, { Mode: String(after.Mode) })], {}, byWatcher)
  const tag = await screen.findByText('The audit log says that watcher@signal.vn wrote it')
  expect(tag).toHaveAttribute('data-tone', tone)
})

it('a record without a write in the audit log says who wrote it', async () => {
  const { calls } = open('/changes', [])
  const [row] = await rows()
  expect(row).toHaveTextContent('The audit log has no such change')
  await waitFor(() => expect(calls.some(({ query }) => query.get('actionTypes') === 'TIMESERIES_UPDATED')).toBe(true))
})

it('is undone through the same confirmation, and brings back what was there', async () => {
  const { stored, calls } = open('/changes', [confirmed])
  const [row] = await rows()
  await userEvent.click(within(row as HTMLElement).getByRole('button', { name: /^Undo: Lý Thường Kiệt/ }))
  const question = await screen.findByRole('dialog', { name: 'Xác nhận thay đổi' })
  expect(question).toHaveTextContent('Lý Thường Kiệt TLC-0007Undo the change of')
  expect(within(question).getAllByRole('listitem')[1]).toHaveTextContent('30 s → 25 s')
  await tickAll(question)
  await userEvent.click(within(question).getByRole('button', { name: 'Xác nhận' }))
  await waitFor(() => expect(stored).toEqual(CHANGE.before))
  const record = calls.findLast(({ path }) => path.endsWith('/timeseries/ANY'))?.body
  expect(record).toMatchObject({ values: { [CHANGE_KEY]: { restores: AT } } })
})

it('nothing is offered to undo where a mode was only extended', async () => {
  const extended = { Mode: 0 }
  open(
    '/changes',
    [],
    {},
    { ...CHANGE, after: extended, before: { ...SHARED, ...extended }, until: AT + 1, untilBefore: AT },
  )
  const [row] = await rows()
  expect(row).toHaveTextContent('mai@signal.vn')
  expect(within(row as HTMLElement).queryByRole('button')).toBeNull()
})

it('a kind that does not exist is no filter', async () => {
  open('/changes?kind=nonsense', [confirmed])
  expect(await rows()).toHaveLength(1)
  expect(screen.getByLabelText('Kind')).toHaveValue('')
  expect(screen.queryByRole('button', { name: 'Show all' })).toBeNull()
})

it('the kind and the person filter, and are in the address', async () => {
  const { router } = open('/changes?kind=mode', [confirmed])
  expect(await screen.findByText('No change matches the filters')).toBeVisible()
  await userEvent.selectOptions(screen.getByLabelText('Kind'), 'Programs')
  expect(await rows()).toHaveLength(1)
  await userEvent.type(screen.getByLabelText('Person'), 'lan')
  expect(await screen.findByText('No change matches the filters')).toBeVisible()
  expect(router.state.location.search).toEqual({ kind: 'program', person: 'lan' })
})

it('customer users see the changes, without undo, and that the audit log is missing', async () => {
  const { calls } = open('/changes', [], { scope: 'CUSTOMER_USER' })
  const [row] = await rows()
  expect(row).toHaveTextContent('mai@signal.vn')
  expect(within(row as HTMLElement).queryByRole('button')).toBeNull()
  expect(calls.some(({ path }) => path.startsWith('/api/audit'))).toBe(false)
  expect(screen.getByText(/audit log could not be read/)).toBeVisible()
})
