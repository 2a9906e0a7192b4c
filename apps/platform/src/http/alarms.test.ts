import type { AlarmInfo } from '@greenwave/contract/alarms'
import type { Device } from '@greenwave/contract/devices'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { createTestPlatform, type TestPlatform } from '../testing/testPlatform.ts'

let platform: TestPlatform
let device: Device
beforeAll(async () => {
  platform = await createTestPlatform()
  device = await platform.device('TLC-1', { label: 'Nguyễn Huệ' })
})
afterAll(() => platform.close())

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
      customerId: device.customerId,
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

  it('refreshes the one of its device and type while that is not cleared', async () => {
    const first = await raise({ type: 'Same' })
    const second = await raise({ type: 'Same', severity: 'CRITICAL' })
    expect(second).toMatchObject({ id: first.id, severity: 'CRITICAL', startTs: first.startTs })
    await act(`${first.id.id}/clear`)
    expect((await raise({ type: 'Same' })).id).not.toEqual(first.id)
  })

  it('updates one by id', async () => {
    const alarm = await raise()
    const updated = await raise({ id: alarm.id, type: alarm.type, severity: 'WARNING', details: { lamp: 'red' } })
    expect(updated).toMatchObject({ id: alarm.id, severity: 'WARNING', details: { lamp: 'red' } })
  })

  it.each([
    ['no type', { type: null }, 'Validation error: type must not be null'],
    ['a blank type', { type: ' ' }, 'Alarm type should be specified!'],
    ['no severity', { severity: null }, 'Validation error: severity must not be null'],
    [
      'an unknown severity',
      { severity: 'BAD' },
      "Unsupported alarm severity 'BAD'. Only CRITICAL, MAJOR, MINOR, WARNING, INDETERMINATE are allowed.",
    ],
    ['markup', { type: '<b>' }, 'Validation error: type is malformed'],
  ])('refuses %s', async (_, change, message) => {
    const body = { type: `Refused ${++count}`, originator: device.id, severity: 'MAJOR', ...change }
    const response = await platform.admin.post('/api/alarm', body)
    expect([response.statusCode, response.json().message]).toEqual([400, message])
  })
})

test('an alarm without an originator is nothing that can be found', async () => {
  const response = await platform.admin.post('/api/alarm', { type: 'x', severity: 'MAJOR' })
  expect(response.json()).toMatchObject({ status: 404, errorCode: 32, message: "Requested item wasn't found!" })
})

describe('the life of an alarm', () => {
  it('is acknowledged once and cleared once', async () => {
    const id = (await raise()).id.id
    const acknowledged = (await platform.admin.post(`/api/alarm/${id}/ack`)).json()
    expect(acknowledged).toMatchObject({
      status: 'ACTIVE_ACK',
      acknowledged: true,
      originatorName: 'TLC-1',
      originatorLabel: 'Nguyễn Huệ',
      originatorDisplayName: 'Nguyễn Huệ',
      assignee: null,
    })
    expect(acknowledged.ackTs).toBeGreaterThan(0)
    expect(await act(`${id}/ack`)).toEqual([400, 'Alarm was already acknowledged!'])
    expect(await act(`${id}/clear`)).toEqual([200, 'CLEARED_ACK'])
    expect(await act(`${id}/clear`)).toEqual([400, 'Alarm was already cleared!'])
  })

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
    expect(await list(`assigneeId=${me.id.id}`)).toHaveLength(1)
    const free = (await platform.admin.delete(`/api/alarm/${alarm.id.id}/assign`)).json()
    expect(free.assigneeId).toBeNull()
  })

  it('is not given to a user who may not see it', async () => {
    const alarm = await raise()
    const { user } = await platform.customerUser(await platform.customer('Elsewhere'), 'else@city.vn')
    expect((await platform.admin.post(`/api/alarm/${alarm.id.id}/assign/${user.id.id}`)).statusCode).toBe(403)
    const stranger = (await platform.stranger.get('/api/auth/user')).json()
    expect((await platform.admin.post(`/api/alarm/${alarm.id.id}/assign/${stranger.id.id}`)).statusCode).toBe(403)
  })

  it('ends with its deletion, which answers true', async () => {
    const alarm = await raise()
    const response = await platform.admin.delete(`/api/alarm/${alarm.id.id}`)
    expect([response.statusCode, response.body]).toEqual([200, 'true'])
    expect((await platform.admin.get(`/api/alarm/${alarm.id.id}`)).statusCode).toBe(404)
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
    expect(await found('statusList=CLEARED,ACK', v2)).toEqual(new Set([seen.type, over.type]))
    expect(await found('severityList=MINOR&severityList=CRITICAL', v2)).toEqual(new Set([seen.type, over.type]))
    expect(await found(`typeList=${encodeURIComponent(fresh.type)}`, v2)).toEqual(new Set([fresh.type]))
    const highest = (query: string) => platform.admin.get(`/api/alarm/highestSeverity/DEVICE/${other.id.id}?${query}`)
    expect((await highest('')).json()).toBe('CRITICAL')
    expect((await highest('searchStatus=ACTIVE')).json()).toBe('MAJOR')
    expect((await highest('status=CLEARED_ACK')).json()).toBeNull()
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
    const wrong = await platform.admin.get(`/api/alarm/CUSTOMER/${device.id.id}?pageSize=1&page=0`)
    expect(wrong.statusCode).toBe(400)
  })

  it('sort, and hold a time', async () => {
    const times = (await list('sortProperty=createdTime&sortOrder=DESC')).map(({ createdTime }) => createdTime)
    expect(times).toEqual(times.toSorted((a, b) => b - a))
    expect(await list('startTime=1&endTime=2')).toEqual([])
  })

  it("show a customer user only their customer's alarms, which they cannot change", async () => {
    const customer = await platform.customer('District 1')
    const mine = await platform.device('TLC-3', { customerId: customer.id })
    const alarm = await raise({ originator: mine.id })
    const { caller } = await platform.customerUser(customer, 'viewer@city.vn')
    const seen: AlarmInfo[] = (await caller.get('/api/alarms?pageSize=100&page=0')).json().data
    expect(seen.map(({ type }) => type)).toEqual([alarm.type])
    expect((await caller.get('/api/alarm/types?pageSize=100&page=0')).json().data).toEqual([{ type: alarm.type }])
    expect((await caller.get('/api/v2/alarms?pageSize=100&page=0')).json().totalElements).toBe(1)
    expect((await caller.post(`/api/alarm/${alarm.id.id}/ack`)).statusCode).toBe(403)
  })
})
