/** @file Long: the whole life of alarms over HTTP, on one device. */
import { systemOfTests } from '@greenwave/harness/ofTest'
import type { AlarmInfo } from '@greenwave/contract/wire/alarms'
import { describe, expect, it, test } from 'vitest'
import { createTestPlatform } from '../testing/testPlatform.ts'

const platform = systemOfTests(await createTestPlatform())
const device = await platform.device('TLC-1', { label: 'Nguyễn Huệ' })

const stranger = async () => (await platform.stranger.get('/api/auth/user')).json()
let count = 0
const raise = async (more: object = {}): Promise<AlarmInfo> =>
  (
    await platform.admin.post('/api/alarm', {
      type: `Alarm ${++count}`,
      originator: device.id,
      severity: 'MAJOR',
      ...more,
    })
  ).json()
const act = async (path: string): Promise<unknown[]> => {
  const response = await platform.admin.post(`/api/alarm/${path}`)
  return [response.statusCode, response.json().message ?? response.json().status]
}
const list = async (query: string, path = '/api/alarms'): Promise<AlarmInfo[]> =>
  (await platform.admin.get(`${path}?pageSize=100&page=0&${query}`)).json().data

describe('raising an alarm', () => {
  it('answers it whole', async () => {
    expect(await raise({ type: 'Controller offline' })).toEqual({
      id: { entityType: 'ALARM', id: expect.any(String) },
      createdTime: expect.any(Number),
      tenantId: device.tenantId,
      customerId: null,
      type: 'Controller offline',
      name: 'Controller offline',
      originator: device.id,
      severity: 'MAJOR',
      acknowledged: false,
      cleared: false,
      status: 'ACTIVE_UNACK',
      assigneeId: null,
      startTs: expect.any(Number),
      endTs: expect.any(Number),
      ackTs: 0,
      clearTs: 0,
      assignTs: 0,
      details: {},
      propagate: false,
      propagateToOwner: false,
      propagateToTenant: false,
      propagateRelationTypes: [],
    })
  })

  it('refreshes the one of its originator and type while that is not cleared: what is left out is cleared', async () => {
    const first = await raise({ type: 'Same', startTs: 1000, endTs: 2000, details: { n: 1 }, propagate: true })
    expect(first).toMatchObject({ startTs: 1000, endTs: 2000, propagate: true })
    platform.advance(5)
    const second = await raise({ type: 'Same', severity: 'CRITICAL' })
    expect(second).toMatchObject({
      id: first.id,
      createdTime: first.createdTime,
      severity: 'CRITICAL',
      details: {},
      propagate: false,
    })
    expect(second.startTs).toBeGreaterThan(first.createdTime)
    expect(second.endTs).toBe(second.startTs)
    await act(`${first.id.id}/clear`)
    expect((await raise({ type: 'Same' })).id).not.toEqual(first.id)
  })

  it('keeps acknowledgement and assignee in a refresh, and changes them where it says so', async () => {
    const me = (await platform.admin.get('/api/auth/user')).json()
    const alarm = await raise({ acknowledged: true, ackTs: 7, assigneeId: me.id, assignTs: 8 })
    expect(alarm).toMatchObject({ status: 'ACTIVE_ACK', ackTs: 7, assigneeId: me.id, assignTs: 8 })
    const again = await raise({ type: alarm.type, acknowledged: false, assigneeId: null })
    expect(again).toMatchObject({ id: alarm.id, status: 'ACTIVE_ACK', ackTs: 7, assigneeId: me.id })
    const over = await raise({ type: alarm.type, cleared: true, clearTs: 9 })
    expect(over).toMatchObject({ id: alarm.id, status: 'CLEARED_ACK', clearTs: 9 })
  })

  it('writes nothing where nothing differs', async () => {
    const said = { type: 'Steady', startTs: 1000, details: { lamp: 1 } }
    const alarm = await raise(said)
    const records = async () =>
      (await platform.admin.get(`/api/audit/logs/entity/DEVICE/${device.id.id}?pageSize=1&page=0`)).json().totalElements
    const before = await records()
    expect(await raise(said)).toEqual(alarm)
    expect(await records()).toBe(before)
    await raise({ ...said, severity: 'MINOR' })
    expect(await records()).toBe(before + 1)
  })

  it('makes one of the past in a single call', async () => {
    const past = { startTs: 1, endTs: 2, acknowledged: true, ackTs: 3, cleared: true, clearTs: 4 }
    expect(await raise(past)).toMatchObject({ ...past, status: 'CLEARED_ACK' })
  })

  it('updates one by id whatever its state: type and originator stay, an assignee that is left out goes', async () => {
    const other = await platform.device('TLC-other')
    const me = (await platform.admin.get('/api/auth/user')).json()
    const alarm = await raise({ assigneeId: me.id, details: { lamp: 'red' } })
    await act(`${alarm.id.id}/clear`)
    const change = { id: alarm.id, type: 'Another', originator: other.id, severity: 'WARNING', cleared: false }
    expect(await raise(change)).toMatchObject({
      id: alarm.id,
      type: alarm.type,
      originator: device.id,
      severity: 'WARNING',
      details: {},
      cleared: true,
      assigneeId: null,
    })
    expect((await raise({ ...change, acknowledged: true })).status).toBe('CLEARED_ACK')
  })

  it('about an asset belongs to the customer of the asset', async () => {
    const customer = await platform.customer('District 8')
    const asset = await platform.asset('Lê Lợi', { type: 'corridor', label: 'Trục 1', customerId: customer.id })
    const alarm = await raise({ originator: asset.id })
    expect(alarm).toMatchObject({ originator: asset.id, customerId: customer.id })
    const info = { originatorName: 'Lê Lợi', originatorLabel: 'Trục 1', originatorDisplayName: 'Trục 1' }
    expect(await list('', `/api/v2/alarm/ASSET/${asset.id.id}`)).toMatchObject([info])
    const { caller } = await platform.customerUser(customer, 'asset@city.vn')
    expect((await caller.post(`/api/alarm/${alarm.id.id}/ack`)).json()).toMatchObject(info)
    await platform.admin.delete(`/api/asset/${asset.id.id}`)
    expect((await platform.admin.get(`/api/alarm/${alarm.id.id}`)).statusCode).toBe(404)
  })

  it('about a customer belongs to that customer', async () => {
    const customer = await platform.customer('District 9')
    const alarm = await raise({ originator: customer.id })
    expect(alarm).toMatchObject({ originator: customer.id, customerId: customer.id })
    expect((await platform.admin.get(`/api/alarm/info/${alarm.id.id}`)).json()).toMatchObject({
      originatorName: 'District 9',
      originatorLabel: 'District 9',
    })
    const listed = await list('', `/api/alarm/CUSTOMER/${customer.id.id}`)
    expect(listed.map(({ id }) => id)).toEqual([alarm.id])
  })

  it.each([
    ['a blank type', { type: ' ' }, 'Alarm type should be specified!'],
    [
      'an unknown severity',
      { severity: 'BAD' },
      "Unsupported alarm severity 'BAD'. Only CRITICAL, MAJOR, MINOR, WARNING, INDETERMINATE are allowed.",
    ],
    ['a long type', { type: 'x'.repeat(256) }, 'Validation error: type length must be equal or less than 255'],
    ['markup in its details', { details: { a: '<script>' } }, 'Validation error: details is malformed'],
    [
      'long details',
      { details: 'ô'.repeat(40_000) },
      'Alarm details take 80002 bytes as JSON, at most 65536 are allowed.',
    ],
    [
      'endless relation types',
      { propagateRelationTypes: Array(2000).fill('Contains') },
      'Validation error: propagateRelationTypes length must be equal or less than 4096',
    ],
    [
      'neither severity nor type',
      { severity: null, type: null },
      'Validation error: severity must not be null, type must not be null',
    ],
    ['a start after its end', { startTs: 2, endTs: 1 }, "Alarm start ts can't be greater then alarm end ts!"],
    ['a time that is none', { startTs: 1.5 }, 'Malformed request: startTs: a time is a whole number of milliseconds'],
    [
      'a time that no date can show',
      { startTs: 8_640_000_000_000_001 },
      'Malformed request: startTs: a time is at most 8640000000000000 ms: that is the latest that a date can show',
    ],
    [
      'the customer of another',
      { customerId: { entityType: 'CUSTOMER', id: '5b1d0f20-8c1e-11f0-9a55-0f6a3c2b7e10' } },
      "Can't assign alarm to customer. Originator belongs to different customer!",
    ],
    [
      'an originator that has no alarms',
      { originator: { entityType: 'USER', id: '5b1d0f20-8c1e-11f0-9a55-0f6a3c2b7e10' } },
      "Entities of type 'USER' have no alarms here; devices, assets and customers have.",
    ],
  ])('refuses %s', async (_, change, message) => {
    const body = { type: `Refused ${++count}`, originator: device.id, severity: 'MAJOR', ...change }
    const response = await platform.admin.post('/api/alarm', body)
    expect([response.statusCode, response.json().message]).toEqual([400, message])
  })
})

test('what is refused leaves no alarm, no comment and one record of the refusal', async () => {
  const type = 'Refused whole'
  const nobody = { entityType: 'USER', id: '5b1d0f20-8c1e-11f0-9a55-0f6a3c2b7e10' }
  for (const [change, status] of [
    [{ severity: null }, 400],
    [{ assigneeId: nobody }, 404],
    [{ acknowledged: true, assigneeId: (await stranger()).id }, 403],
  ] as const) {
    const body = { type, originator: device.id, severity: 'MAJOR', ...change }
    expect((await platform.admin.post('/api/alarm', body)).statusCode).toBe(status)
  }
  expect(await list('textSearch=Refused whole')).toEqual([])
  const { data } = (await platform.admin.get(`/api/audit/logs?pageSize=10&page=0&textSearch=${type}`)).json()
  expect(data).toHaveLength(3)
  for (const record of data) {
    expect(record).toMatchObject({ actionType: 'ADDED', actionStatus: 'FAILURE', entityId: { entityType: 'ALARM' } })
  }
})

describe('the life of an alarm', () => {
  it('is given to a user and taken back', async () => {
    const alarm = await raise()
    const me = (await platform.admin.get('/api/auth/user')).json()
    const assigned = (await platform.admin.post(`/api/alarm/${alarm.id.id}/assign/${me.id.id}`)).json()
    expect(assigned.assigneeId).toEqual(me.id)
    expect((await platform.admin.get(`/api/alarm/info/${alarm.id.id}`)).json().assignee).toEqual({
      id: me.id,
      firstName: null,
      lastName: null,
      email: 'admin@city.vn',
    })
    expect((await list(`assigneeId=${me.id.id}`)).map(({ id }) => id)).toContainEqual(alarm.id)
    expect(await act(`${alarm.id.id}/assign/${me.id.id}`)).toEqual([400, 'Alarm was already assigned to this user!'])
    const free = (await platform.admin.delete(`/api/alarm/${alarm.id.id}/assign`)).json()
    expect(free).toMatchObject({ assigneeId: null, assignee: null, originatorName: 'TLC-1' })
    expect(free.assignTs).toBeGreaterThan(0)
    const again = await platform.admin.delete(`/api/alarm/${alarm.id.id}/assign`)
    expect([again.statusCode, again.json().message]).toEqual([400, 'Alarm was already unassigned!'])
    expect(await act(`${alarm.id.id}/assign/5b1d0f20-8c1e-11f0-9a55-0f6a3c2b7e10`)).toEqual([
      404,
      'User with id [5b1d0f20-8c1e-11f0-9a55-0f6a3c2b7e10] is not found',
    ])
  })

  it('is not given to a user who may not see it', async () => {
    const alarm = await raise()
    const { user } = await platform.customerUser(await platform.customer('Elsewhere'), 'else@city.vn')
    expect((await platform.admin.post(`/api/alarm/${alarm.id.id}/assign/${user.id.id}`)).statusCode).toBe(403)
    const path = `/api/alarm/${alarm.id.id}/assign/${(await stranger()).id.id}`
    expect((await platform.admin.post(path)).statusCode).toBe(403)
  })
})

describe('lists of alarms', () => {
  it('hold what a status asks for', async () => {
    const other = await platform.device('TLC-2')
    const [fresh, seen, over] = [
      await raise({ originator: other.id }),
      await raise({ originator: other.id, severity: 'MINOR' }),
      await raise({ originator: other.id, severity: 'CRITICAL' }),
    ]
    await act(`${seen.id.id}/ack`)
    await act(`${over.id.id}/clear`)
    const path = `/api/alarm/DEVICE/${other.id.id}`
    const found = async (query: string, at = path) => new Set((await list(query, at)).map(({ type }) => type))
    expect(await found('')).toEqual(new Set([fresh.type, seen.type, over.type]))
    expect(await found('searchStatus=ANY')).toEqual(new Set([fresh.type, seen.type, over.type]))
    expect(await found('searchStatus=ACTIVE')).toEqual(new Set([fresh.type, seen.type]))
    expect(await found('searchStatus=CLEARED')).toEqual(new Set([over.type]))
    expect(await found('searchStatus=UNACK')).toEqual(new Set([fresh.type, over.type]))
    expect(await found('status=ACTIVE_ACK')).toEqual(new Set([seen.type]))
    const v2 = `/api/v2/alarm/DEVICE/${other.id.id}`
    expect(await found('statusList=ACTIVE,UNACK', v2)).toEqual(new Set([fresh.type]))
    expect(await found('statusList=CLEARED,ACK', v2)).toEqual(new Set())
    expect(await found('statusList=ACK,UNACK,ACTIVE', v2)).toEqual(new Set([fresh.type, seen.type]))
    expect(await found('statusList=ANY,ACTIVE', v2)).toEqual(new Set([fresh.type, seen.type, over.type]))
    expect(await found('severityList=MINOR&severityList=CRITICAL', v2)).toEqual(new Set([seen.type, over.type]))
    expect(await found(`typeList=${encodeURIComponent(fresh.type)}`, v2)).toEqual(new Set([fresh.type]))
    const highest = (query: string) => platform.admin.get(`/api/alarm/highestSeverity/DEVICE/${other.id.id}?${query}`)
    expect((await highest('')).json()).toBe('CRITICAL')
    expect((await highest('searchStatus=ACTIVE')).json()).toBe('MAJOR')
    const none = await highest('status=CLEARED_ACK')
    expect([none.statusCode, none.body]).toEqual([200, ''])
  })

  it('refuse two ways to ask for a status at once, and unknown words', async () => {
    for (const query of [
      'searchStatus=ANY&status=ACTIVE_ACK',
      'searchStatus=OPEN',
      'status=OPEN',
      'startTime=x',
      'assigneeId=x',
    ]) {
      const response = await platform.admin.get(`/api/alarms?pageSize=10&page=0&${query}`)
      expect(response.json()).toMatchObject({ status: 400, errorCode: 31 })
    }
    const wrong = await platform.admin.get(`/api/alarm/USER/${device.id.id}?pageSize=1&page=0`)
    expect(wrong.statusCode).toBe(400)
  })

  it('sort, and hold a time', async () => {
    const times = (await list('sortProperty=createdTime&sortOrder=DESC')).map(({ createdTime }) => createdTime)
    expect(times).toEqual(times.toSorted((a, b) => b - a))
    expect(await list('startTime=1&endTime=2')).toEqual([])
    const unsorted = (await list('')).map(({ createdTime }) => createdTime)
    expect(unsorted).toEqual(times)
    const severities = (await list('sortProperty=severity&sortOrder=ASC')).map(({ severity }) => severity)
    expect(severities).toEqual(severities.toSorted())
  })

  it("show a customer user only their customer's alarms", async () => {
    const customer = await platform.customer('District 1')
    const mine = await platform.device('TLC-3', { customerId: customer.id })
    const alarm = await raise({ originator: mine.id })
    const { caller } = await platform.customerUser(customer, 'viewer@city.vn')
    const seen: AlarmInfo[] = (await caller.get('/api/alarms?pageSize=100&page=0')).json().data
    expect(seen.map(({ type }) => type)).toEqual([alarm.type])
    expect((await caller.get('/api/alarm/types?pageSize=100&page=0')).json().data).toEqual([
      { tenantId: mine.tenantId, entityType: 'ALARM', type: alarm.type },
    ])
    expect((await caller.get('/api/v2/alarms?pageSize=100&page=0')).json().totalElements).toBe(1)
  })
})

test('the records of an alarm are those of its originator, each with the alarm as it was then', async () => {
  const origin = await platform.device('TLC-4')
  const alarm = await raise({ originator: origin.id, type: 'Notified' })
  const me = (await platform.admin.get('/api/auth/user')).json()
  await raise({ originator: origin.id, type: 'Notified', severity: 'MINOR' })
  await raise({ id: alarm.id, originator: origin.id, severity: 'WARNING' })
  for (const deed of ['ack', `assign/${me.id.id}`, 'clear']) await act(`${alarm.id.id}/${deed}`)
  await platform.admin.delete(`/api/alarm/${alarm.id.id}/assign`)
  await platform.admin.delete(`/api/alarm/${alarm.id.id}`)
  const query = 'pageSize=20&page=0&sortProperty=createdTime&sortOrder=ASC&actionTypes='
  const types = 'ADDED,UPDATED,ALARM_ACK,ALARM_ASSIGNED,ALARM_UNASSIGNED,ALARM_CLEAR,ALARM_DELETE'
  const path = `/api/audit/logs/entity/DEVICE/${origin.id.id}?${query}${types}`
  const records = (await platform.admin.get(path)).json().data.slice(1)
  const notified = records.map(({ actionType, entityName, actionData }: Record<string, unknown>) => {
    const { severity, status, originatorName, assigneeId } = Object(Object(actionData).entity)
    return [actionType, entityName, severity, status, originatorName, assigneeId?.id]
  })
  expect(notified).toEqual([
    ['ADDED', 'Notified', 'MAJOR', 'ACTIVE_UNACK', 'TLC-4', undefined],
    ['ADDED', 'Notified', 'MINOR', 'ACTIVE_UNACK', 'TLC-4', undefined],
    ['UPDATED', 'Notified', 'WARNING', 'ACTIVE_UNACK', 'TLC-4', undefined],
    ['ALARM_ACK', 'TLC-4', 'WARNING', 'ACTIVE_ACK', 'TLC-4', undefined],
    ['ALARM_ASSIGNED', 'TLC-4', 'WARNING', 'ACTIVE_ACK', 'TLC-4', me.id.id],
    ['ALARM_CLEAR', 'TLC-4', 'WARNING', 'CLEARED_ACK', 'TLC-4', me.id.id],
    ['ALARM_UNASSIGNED', 'TLC-4', 'WARNING', 'CLEARED_ACK', 'TLC-4', undefined],
    ['ALARM_DELETE', 'TLC-4', undefined, undefined, undefined, undefined],
  ])
  expect(records.at(-1).actionData).toEqual({ alarmId: alarm.id.id, originatorId: origin.id.id })
})
