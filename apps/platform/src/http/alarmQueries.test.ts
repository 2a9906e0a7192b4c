import { systemOfTests } from '@greenwave/harness/ofTest'
import type { AlarmData } from '@greenwave/contract/wire/alarmQueries'
import type { AlarmInfo } from '@greenwave/contract/wire/alarms'
import type { Device } from '@greenwave/contract/wire/devices'
import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, it } from 'vitest'
import { type Caller, createTestPlatform } from '../testing/testPlatform.ts'

const alarms: Record<string, AlarmInfo> = {}
const TEN_MINUTES = 600_000

const platform = systemOfTests(await createTestPlatform())
const { admin } = platform
const customer = await platform.customer('Quận Điện Biên')
const viewer = (await platform.customerUser(customer, 'viewer@city.vn')).caller
const first = await platform.device('TLC-1', { label: 'Điện Biên Phủ', customerId: customer.id })
const second = await platform.device('TLC-2', { label: 'Đồng Khởi', customerId: customer.id })
const third = await platform.device('TLC-3', { label: 'An Dương Vương' })
const elsewhere = await platform.device('TLC-1', {}, platform.stranger)
const write = (device: Device, values: object) =>
  admin.post(`/api/plugins/telemetry/DEVICE/${device.id.id}/SERVER_SCOPE`, values)
await write(first, { level: 3, district: 'north' })
await write(second, { level: 5 })
await write(third, { level: 1, district: 'south' })
const raise = async (originator: object, type: string, more: object = {}, by: Caller = admin): Promise<void> => {
  platform.advance(TEN_MINUTES)
  alarms[type] = (await by.post('/api/alarm', { type, originator, severity: 'MAJOR', ...more })).json()
}
await raise(elsewhere.id, 'Elsewhere', {}, platform.stranger)
await raise(third.id, 'Offline')
await raise(first.id, 'Dark', { severity: 'CRITICAL', propagateToOwner: true })
await raise(second.id, 'Clock', { severity: 'MINOR' })
await raise(first.id, 'Past')
await raise(customer.id, 'Bill')
await admin.post(`/api/alarm/${alarms.Past?.id.id}/clear`)
await admin.post(`/api/alarm/${alarms.Clock?.id.id}/ack`)
const user = platform.store.users.byEmail('viewer@city.vn')
await admin.post(`/api/alarm/${alarms.Clock?.id.id}/assign/${user?.id.id}`)

const field = (key: string) => ({ type: 'ALARM_FIELD', key })
const attribute = (key: string) => ({ type: 'SERVER_ATTRIBUTE', key })
const allOf = (entityType: string) => ({ type: 'entityType', entityType })
const where = (key: object, valueType: string, operation: string, defaultValue: unknown) => ({
  key,
  predicate: { type: valueType, operation, value: { defaultValue } },
})
const newestFirst = { key: field('createdTime'), direction: 'DESC' }
const ask = (pageLink: object = {}, more: object = {}, by: Caller = platform.admin): Promise<LightMyRequestResponse> =>
  by.post('/api/alarmsQuery/find', {
    entityFilter: allOf('DEVICE'),
    pageLink: { page: 0, pageSize: 10, sortOrder: newestFirst, ...pageLink },
    alarmFields: [field('type')],
    ...more,
  })
const find = async (pageLink?: object, more?: object, by?: Caller): Promise<AlarmData[]> =>
  (await ask(pageLink, more, by)).json().data
const types = async (pageLink?: object, more?: object, by?: Caller): Promise<string[]> =>
  (await find(pageLink, more, by)).map(({ type }) => type)
const count = async (query: object, by: Caller = platform.admin): Promise<unknown> =>
  (await by.post('/api/alarmsQuery/count', query)).json()
const refusalOf = async (answer: Promise<LightMyRequestResponse>): Promise<unknown[]> => {
  const { statusCode, body } = await answer
  return [statusCode, JSON.parse(body).message]
}

describe('a query for alarms', () => {
  it('finds the alarms of the entities that its caller may see, and counts them', async () => {
    expect(await types()).toEqual(['Past', 'Clock', 'Dark', 'Offline'])
    expect(await types({}, {}, viewer)).toEqual(['Past', 'Clock', 'Dark'])
    expect(await types({}, {}, platform.stranger)).toEqual(['Elsewhere'])
    const list = { type: 'entityList', entityType: 'DEVICE', entityList: [third.id.id, first.id.id] }
    expect(await types({}, { entityFilter: list }, viewer)).toEqual(['Past', 'Dark'])
    expect(await types({}, { entityFilter: list }, platform.stranger)).toEqual([])
    expect(await count({ entityFilter: list }, viewer)).toBe(2)
    expect(await count({ entityFilter: allOf('ASSET') })).toBe(0)
    expect([await count({}), await count({}, viewer), await count({}, platform.stranger)]).toEqual([5, 4, 1])
  })

  it('answers a complete alarm with its entity, and the requested fields and values of that', async () => {
    const { id } = alarms.Dark ?? {}
    const query = {
      entityFields: [{ type: 'ENTITY_FIELD', key: 'name' }],
      latestValues: [attribute('level'), attribute('none')],
    }
    const [found] = await find({ typeList: ['Dark'] }, query)
    const info = (await platform.admin.get(`/api/alarm/info/${id?.id}`)).json()
    expect(found).toEqual({
      ...info,
      entityId: first.id,
      latest: {
        ENTITY_FIELD: { name: { ts: expect.any(Number), value: 'TLC-1' } },
        SERVER_ATTRIBUTE: { level: { ts: expect.any(Number), value: '3' }, none: { ts: 0, value: '' } },
      },
    })
  })

  it('joins key filters by AND, and by OR where its keyFiltersOperation is OR', async () => {
    const keyFilters = [
      where(attribute('level'), 'NUMERIC', 'GREATER', 4),
      where(attribute('district'), 'STRING', 'EQUAL', 'south'),
    ]
    expect(await types({}, { keyFilters })).toEqual([])
    expect(await types({}, { keyFilters, keyFiltersOperation: 'AND' })).toEqual([])
    expect(await types({}, { keyFilters, keyFiltersOperation: 'OR' })).toEqual(['Clock', 'Offline'])
    expect(await count({ entityFilter: allOf('DEVICE'), keyFilters, keyFiltersOperation: 'OR' })).toBe(2)
    expect(await count({ entityFilter: allOf('DEVICE'), keyFilters })).toBe(0)
  })

  it.each([
    [{ statusList: ['ACTIVE'] }, ['Clock', 'Dark', 'Offline']],
    [{ statusList: ['ACTIVE', 'UNACK'] }, ['Dark', 'Offline']],
    [{ statusList: ['CLEARED'] }, ['Past']],
    [{ statusList: [], severityList: null, typeList: [] }, ['Past', 'Clock', 'Dark', 'Offline']],
    [{ severityList: ['CRITICAL', 'MINOR'] }, ['Clock', 'Dark']],
    [{ typeList: ['Dark', 'dark', 'Past'] }, ['Past', 'Dark']],
  ])('chooses by %o', async (choice, expected) => {
    expect(await types(choice)).toEqual(expected)
    expect(await count({ entityFilter: allOf('DEVICE'), ...choice })).toBe(expected.length)
  })

  it('chooses by assignee and by time', async () => {
    const { assigneeId } = (await find({ typeList: ['Clock'] }))[0] ?? {}
    expect(await types({ assigneeId })).toEqual(['Clock'])
    const { Dark, Clock } = alarms
    expect(await types({ startTs: Dark?.createdTime, endTs: Clock?.createdTime })).toEqual(['Clock', 'Dark'])
    expect(await types({ startTs: Clock?.createdTime, endTs: 0 })).toEqual(['Past', 'Clock'])
    expect(await types({ startTs: Dark?.createdTime, timeWindow: 1, endTs: 1 })).toEqual(['Dark'])
    const sinceClock = platform.access.now() - (Clock?.createdTime ?? 0)
    expect(await types({ timeWindow: sinceClock + TEN_MINUTES / 2 })).toEqual(['Past', 'Clock'])
  })

  it.each([
    ['createdTime', ['Offline', 'Dark', 'Clock', 'Past']],
    ['startTime', ['Offline', 'Dark', 'Clock', 'Past']],
    ['type', ['Clock', 'Dark', 'Offline', 'Past']],
    ['severity', ['Dark', 'Offline', 'Past', 'Clock']],
    ['originator', ['Dark', 'Past', 'Clock', 'Offline']],
    ['originatorLabel', ['Offline', 'Dark', 'Past', 'Clock']],
    ['assignee', ['Clock', 'Offline', 'Dark', 'Past']],
    ['ackTime', ['Offline', 'Dark', 'Past', 'Clock']],
  ])('sorts by %s', async (key, expected) => {
    expect(await types({ sortOrder: { key: field(key), direction: 'ASC' } })).toEqual(expected)
  })

  it('sorts by a value of the entities, and without an order by their creation, a page at a time', async () => {
    const byLevel = { sortOrder: { key: attribute('level'), direction: 'DESC' } }
    expect(await types(byLevel)).toEqual(['Clock', 'Dark', 'Past', 'Offline'])
    expect(await types({ sortOrder: null })).toEqual(['Dark', 'Past', 'Clock', 'Offline'])
    const { data, ...totals } = (await ask({ ...byLevel, page: 1, pageSize: 3 })).json()
    expect(data).toMatchObject([{ type: 'Offline', entityId: third.id }])
    expect(totals).toEqual({ totalPages: 2, totalElements: 4, hasNext: false })
  })

  it('searches a text in those fields only that it lists, whatever case and marks', async () => {
    const search = (textSearch: string, ...fields: string[]) =>
      types({ textSearch }, { alarmFields: fields.map((key) => field(key)) })
    expect(await search('tlc-1', 'type')).toEqual([])
    expect(await search('tlc-1', 'type', 'originator')).toEqual(['Past', 'Dark'])
    expect(await search('dong khoi', 'originatorLabel')).toEqual(['Clock'])
    expect(await search('viewer@', 'assignee')).toEqual(['Clock'])
    expect(await search('crit', 'severity', 'status')).toEqual(['Dark'])
    expect(await search('dark', 'type', 'type')).toEqual(['Dark'])
  })

  it('finds what is propagated to a customer only with searchPropagatedAlarms', async () => {
    const entityFilter = { type: 'singleEntity', singleEntity: { entityType: 'CURRENT_CUSTOMER' } }
    expect(await types({}, { entityFilter }, viewer)).toEqual(['Bill'])
    const found = await find({ searchPropagatedAlarms: true }, { entityFilter }, viewer)
    expect(found.map(({ type, entityId }) => [type, entityId])).toEqual([
      ['Bill', customer.id],
      ['Dark', customer.id],
    ])
    expect(await count({ entityFilter, searchPropagatedAlarms: true }, viewer)).toBe(2)
    expect(await types({ searchPropagatedAlarms: true })).toEqual(['Past', 'Clock', 'Dark', 'Offline'])
  })

  it('is refused with the field, the value and what to send', async () => {
    expect(await refusalOf(ask({}, { alarmFields: undefined }))).toEqual([
      400,
      expect.stringContaining('alarmFields: it is missing; it must be a list of keys'),
    ])
    expect(await refusalOf(ask({ sortOrder: { key: field('duration') } }))).toEqual([
      400,
      expect.stringContaining("pageLink.sortOrder.key.key is 'duration'; alarms can be sorted by createdTime, "),
    ])
    expect(await refusalOf(ask({ statusList: ['ACTIVE_ACK'] }))).toEqual([
      400,
      expect.stringMatching(/statusList.*ACTIVE_ACK.*one of ANY, ACTIVE/),
    ])
    expect(await refusalOf(ask({ textSearch: 'x'.repeat(1001) }))).toEqual([400, expect.stringContaining('1001')])
    const keyFilters = [where(attribute('level'), 'NUMERIC', 'GREATER', 4)]
    expect(await refusalOf(platform.admin.post('/api/alarmsQuery/count', { keyFilters }))).toEqual([
      400,
      expect.stringContaining('entityFilter'),
    ])
    expect((await platform.caller({}).post('/api/alarmsQuery/count', {})).statusCode).toBe(401)
  })

  it('holds no more than a page may, with the values of the entities', async () => {
    const notes = 'n'.repeat(60_000)
    const details = { details: { notes: 'd'.repeat(60_000) } }
    const device = await platform.device('Large')
    await platform.admin.post(`/api/plugins/telemetry/DEVICE/${device.id.id}/SERVER_SCOPE`, { notes })
    for (let nth = 0; nth < 150; nth += 1) {
      const alarm = { type: `Large ${nth}`, originator: device.id, severity: 'MINOR', ...details }
      expect((await platform.admin.post('/api/alarm', alarm)).statusCode).toBe(200)
    }
    const entityFilter = { type: 'singleEntity', singleEntity: device.id }
    expect((await ask({ pageSize: 1000 }, { entityFilter })).statusCode).toBe(200)
    const withNotes = ask({ pageSize: 1000 }, { entityFilter, latestValues: [attribute('notes')] })
    expect(await refusalOf(withNotes)).toEqual([400, expect.stringContaining("smaller 'pageSize'")])
  })
})
