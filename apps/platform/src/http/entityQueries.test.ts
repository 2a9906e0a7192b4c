import { systemOfTests } from '@greenwave/harness/ofTest'
import type { Device } from '@greenwave/contract/wire/devices'
import type { EntityData } from '@greenwave/contract/wire/entityQueries'
import { entityRef } from '@greenwave/contract/wire/ids'
import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, it } from 'vitest'
import { LIMITS } from '../limits/limits.ts'
import { type Caller, createTestPlatform } from '../testing/testPlatform.ts'

const devices: Device[] = []
const platform = systemOfTests(await createTestPlatform())
const customer = await platform.customer('Quận Điện Biên')
const viewer = (await platform.customerUser(customer, 'viewer@city.vn')).caller
await platform.customerUser(await platform.customer('District 2'), 'other@city.vn')
devices.push(
  await platform.device('TLC-1', { label: 'Điện Biên Phủ', customerId: customer.id }),
  await platform.device('TLC-2', { label: 'Đồng Khởi', customerId: customer.id }),
  await platform.device('TLC-3', { label: 'An Dương Vương' }),
)
await platform.device('TLC-1', { label: 'elsewhere' }, platform.stranger)

const name = { type: 'ENTITY_FIELD', key: 'name' }
const field = (key: string) => ({ type: 'ENTITY_FIELD', key })
const attribute = (key: string) => ({ type: 'SERVER_ATTRIBUTE', key })
const allOf = (entityType: string) => ({ type: 'entityType', entityType })
const byName = { key: name, direction: 'ASC' }
const ask = (more: object = {}, by: Caller = platform.admin): Promise<LightMyRequestResponse> =>
  by.post('/api/entitiesQuery/find', {
    entityFilter: allOf('DEVICE'),
    pageLink: { pageSize: 10, sortOrder: byName },
    entityFields: [name],
    ...more,
  })
const find = async (more?: object, by?: Caller): Promise<EntityData[]> => (await ask(more, by)).json().data
const names = async (more?: object, by?: Caller): Promise<(string | undefined)[]> =>
  (await find(more, by)).map(({ latest }) => latest.ENTITY_FIELD?.name?.value)
const count = async (query: object, by: Caller = platform.admin): Promise<unknown> =>
  (await by.post('/api/entitiesQuery/count', query)).json()
const write = (nth: number, values: object): Promise<LightMyRequestResponse> =>
  platform.admin.post(`/api/plugins/telemetry/DEVICE/${devices[nth]?.id.id}/SERVER_SCOPE`, values)
const refusalOf = async (answer: Promise<LightMyRequestResponse>): Promise<[number, unknown, unknown]> => {
  const { statusCode, body } = await answer
  const { errorCode, message } = JSON.parse(body)
  return [statusCode, errorCode, message]
}

describe('a query for entities', () => {
  it('finds what its caller may see, and nothing else', async () => {
    expect(await names()).toEqual(['TLC-1', 'TLC-2', 'TLC-3'])
    expect(await names({}, viewer)).toEqual(['TLC-1', 'TLC-2'])
    expect(await names({ entityFields: [name, field('label')] }, platform.stranger)).toEqual(['TLC-1'])
    expect(await count({ entityFilter: allOf('DEVICE') }, viewer)).toBe(2)
    const list = { type: 'entityList', entityType: 'DEVICE', entityList: devices.map(({ id }) => id.id) }
    expect(await names({ entityFilter: list }, viewer)).toEqual(['TLC-1', 'TLC-2'])
    expect(await names({ entityFilter: list }, platform.stranger)).toEqual([])
  })

  it('finds assets too, with their values', async () => {
    const asset = (
      await platform.admin.post('/api/asset', { name: 'Corridor 1', type: 'corridor', customerId: customer.id })
    ).json()
    await platform.admin.post('/api/asset', { name: 'Corridor 2', type: 'corridor' })
    await platform.admin.post(`/api/plugins/telemetry/ASSET/${asset.id.id}/SERVER_SCOPE`, { level: 4 })
    const entityFilter = { type: 'assetType', assetTypes: ['corridor'], assetNameFilter: 'corr' }
    expect(await names({ entityFilter })).toEqual(['Corridor 1', 'Corridor 2'])
    const [found] = await find({ entityFilter, latestValues: [attribute('level')] }, viewer)
    expect(found).toMatchObject({
      entityId: asset.id,
      latest: { ENTITY_FIELD: { name: { value: 'Corridor 1' } }, SERVER_ATTRIBUTE: { level: { value: '4' } } },
    })
    expect(await count({ entityFilter }, viewer)).toBe(1)
  })

  it('finds customers and users too, each by their own fields', async () => {
    expect(await names({ entityFilter: allOf('CUSTOMER') })).toEqual(['District 2', 'Quận Điện Biên'])
    expect(await names({ entityFilter: allOf('CUSTOMER') }, viewer)).toEqual(['Quận Điện Biên'])
    const users = { entityFilter: allOf('USER'), entityFields: [name, field('email'), field('ownerName')] }
    expect(await names(users, viewer)).toEqual(['viewer@city.vn'])
    expect(await names(users)).toEqual(['admin@city.vn', 'other@city.vn', 'viewer@city.vn'])
    const [admin] = await find(users)
    expect(admin?.latest.ENTITY_FIELD).toMatchObject({
      email: { value: 'admin@city.vn' },
      ownerName: { value: 'City' },
    })
    expect(await find({ entityFilter: allOf('DASHBOARD') })).toEqual([])
  })

  it.each([
    ['CURRENT_USER', 'viewer@city.vn', 'admin@city.vn'],
    ['CURRENT_CUSTOMER', 'Quận Điện Biên', undefined],
    ['CURRENT_USER_OWNER', 'Quận Điện Biên', 'City'],
    ['CURRENT_TENANT', undefined, 'City'],
  ])('knows %s', async (entityType, ofViewer, ofAdmin) => {
    const entityFilter = { type: 'singleEntity', singleEntity: { entityType } }
    expect((await names({ entityFilter }, viewer))[0]).toBe(ofViewer)
    expect((await names({ entityFilter }))[0]).toBe(ofAdmin)
  })

  it('shows a device to no customer any more once it was taken away, and not at all once it was deleted', async () => {
    const device = await platform.device('TLC-9', { customerId: customer.id })
    expect(await names({}, viewer)).toContain('TLC-9')
    await platform.admin.delete(`/api/customer/device/${device.id.id}`)
    expect(await names({}, viewer)).not.toContain('TLC-9')
    await platform.admin.delete(`/api/device/${device.id.id}`)
    expect(await names()).not.toContain('TLC-9')
  })

  it('puts the worst first, sees what was written before, and begins with what has no value', async () => {
    const worst = { pageLink: { pageSize: 10, sortOrder: { key: attribute('level') } } }
    await write(0, { level: 3, state: 'dark' })
    await write(1, { level: 5, state: 'conflict' })
    expect(await names(worst)).toEqual(['TLC-3', 'TLC-2', 'TLC-1'])
    await write(0, { level: 10 })
    await write(2, { level: 0 })
    expect(await names(worst)).toEqual(['TLC-1', 'TLC-2', 'TLC-3'])
    const [first] = await find({ ...worst, latestValues: [attribute('level'), attribute('state'), attribute('none')] })
    expect(first?.latest.SERVER_ATTRIBUTE).toEqual({
      level: { ts: expect.any(Number), value: '10' },
      state: { ts: expect.any(Number), value: 'dark' },
      none: { ts: 0, value: '' },
    })
    const dark = [
      { key: attribute('state'), predicate: { type: 'STRING', operation: 'EQUAL', value: { defaultValue: 'dark' } } },
    ]
    expect(await count({ entityFilter: allOf('DEVICE'), keyFilters: dark })).toBe(1)
  })

  it('orders texts as a Vietnamese dictionary does, as all lists here', async () => {
    const byLabel = { pageLink: { pageSize: 10, sortOrder: { key: field('label'), direction: 'ASC' } } }
    expect(await names(byLabel)).toEqual(['TLC-3', 'TLC-1', 'TLC-2'])
  })

  it.each([
    ['dien bien', ['TLC-1', 'TLC-2']],
    ['ĐIỆN BIÊN PHỦ', ['TLC-1']],
    ['dong_khoi', ['TLC-2']],
    ['vương', ['TLC-3']],
    ['TLC%3', ['TLC-3']],
    ['3an', []],
  ])('searches what is selected, without case and marks: %s', async (textSearch, found) => {
    const pageLink = { pageSize: 10, sortOrder: byName, textSearch }
    expect(await names({ pageLink, entityFields: [name, field('label'), field('ownerName')] })).toEqual(found)
  })

  it('does not search what is not selected, nor notes, and nothing at all without keys', async () => {
    const pageLink = { pageSize: 10, sortOrder: byName, textSearch: 'phu' }
    expect(await names({ pageLink })).toEqual([])
    expect(await find({ pageLink, entityFields: [] })).toHaveLength(3)
  })

  it('sends each key once, and fields among the values as missing', async () => {
    const [row] = await find({ latestValues: [attribute('active'), attribute('active'), field('label')] })
    expect(row).toEqual({
      entityId: entityRef('DEVICE', devices[0]?.id.id ?? ''),
      latest: {
        ENTITY_FIELD: { name: { ts: expect.any(Number), value: 'TLC-1' }, label: { ts: 0, value: '' } },
        SERVER_ATTRIBUTE: { active: { ts: expect.any(Number), value: 'false' } },
      },
      timeseries: {},
      aggLatest: {},
    })
    const [odd] = await find({ latestValues: [attribute('__proto__')] })
    expect(JSON.stringify(odd?.latest.SERVER_ATTRIBUTE)).toBe('{"__proto__":{"ts":0,"value":""}}')
  })

  it('joins filters by AND, or by OR where asked to; then a missing key is like an empty field', async () => {
    await write(0, { side: 'left' })
    await write(1, { side: 'right' })
    const text = (key: object, operation: string, defaultValue: string) => ({
      key,
      predicate: { type: 'STRING', operation, value: { defaultValue } },
    })
    const keyFilters = [text(attribute('side'), 'NOT_EQUAL', 'left'), text(name, 'EQUAL', 'TLC-1')]
    expect(await names({ keyFilters })).toEqual([])
    expect(await names({ keyFilters, keyFiltersOperation: 'OR' })).toEqual(['TLC-1', 'TLC-2', 'TLC-3'])
    const exact = [text(attribute('side'), 'EQUAL', 'right'), text(name, 'EQUAL', 'TLC-1')]
    expect(await names({ keyFilters: exact, keyFiltersOperation: 'OR' })).toEqual(['TLC-1', 'TLC-2'])
  })

  it('takes a value from an attribute of the customer', async () => {
    await platform.admin.post(`/api/plugins/telemetry/CUSTOMER/${customer.id.id}/SERVER_SCOPE`, { pick: 'TLC-2' })
    const dynamicValue = { sourceType: 'CURRENT_CUSTOMER', sourceAttribute: 'pick' }
    const predicate = { type: 'STRING', operation: 'EQUAL', value: { defaultValue: 'TLC-3', dynamicValue } }
    const keyFilters = [{ key: name, predicate }]
    expect(await names({ keyFilters }, viewer)).toEqual(['TLC-2'])
    expect(await names({ keyFilters })).toEqual(['TLC-3'])
  })

  it('waits for no disk and leaves no record', async () => {
    const before = (await platform.admin.get('/api/audit/logs?pageSize=1&page=0')).json().totalElements
    await ask()
    expect((await platform.admin.get('/api/audit/logs?pageSize=1&page=0')).json().totalElements).toBe(before)
  })
})

describe('a query that makes no sense is refused, with the reason', () => {
  const filtered = (predicate: object, key: object = attribute('a')) => ({ keyFilters: [{ key, predicate }] })
  const text = (defaultValue: unknown, operation = 'EQUAL') => ({ type: 'STRING', operation, value: { defaultValue } })
  const most = LIMITS.queryParts.value
  it.each<[object, string]>([
    [{ entityFilter: undefined }, 'Query entity filter must be specified.'],
    [{ pageLink: null }, 'Entity Data Page link must be specified.'],
    [{ entityFilter: { type: 'entityType' } }, 'Entity type is required'],
    [
      { entityFilter: allOf('LAMP') },
      'Malformed request: entityFilter.entityType: it is "LAMP"; it must be a type of entity',
    ],
    [
      { entityFilter: { type: 'relationsQuery' } },
      'Malformed request: entityFilter.type: it is "relationsQuery"; it must be entityType, deviceType, assetType, entityList or singleEntity',
    ],
    [
      { entityFilter: { type: 'entityList', entityType: 'DEVICE', entityList: [] } },
      'Malformed request: entityFilter.entityList: it is empty; give the id of an entity, or ask for nothing',
    ],
    [
      { entityFilter: { type: 'deviceType', deviceTypes: [] } },
      'entityFilter.deviceTypes is missing or empty; give the names of types.',
    ],
    [
      { pageLink: { pageSize: 0 } },
      "Incorrect entity data page link page size '0'. Page size must be greater than zero.",
    ],
    [{ pageLink: {} }, "Incorrect entity data page link page size '0'. Page size must be greater than zero."],
    [
      { pageLink: { pageSize: 1, page: -1 } },
      "Incorrect entity data page link page '-1'. Page must be positive integer.",
    ],
    [{ pageLink: { pageSize: 1, sortOrder: { key: field('na;me') } } }, 'Invalid entity data page link sort property'],
    [
      { pageLink: { pageSize: 1, sortOrder: { key: name, direction: 'up' } } },
      'Malformed request: pageLink.sortOrder.direction: it is "up"; it must be one of ASC, DESC',
    ],
    [
      filtered({ type: 'NUMERIC', operation: 'EQUAL', value: { defaultValue: 'many' } }),
      'Malformed request: keyFilters.0.predicate.value.defaultValue: it is "many"; it must be a number',
    ],
    [
      filtered({ type: 'DATE', operation: 'EQUAL' }),
      'Malformed request: keyFilters.0.predicate.type: it is "DATE"; it must be STRING, NUMERIC, BOOLEAN or COMPLEX',
    ],
    [
      filtered({ type: 'COMPLEX', operation: 'OR', predicates: [{ type: 'STRING', operation: 'LIKE', value: {} }] }),
      'Malformed request: keyFilters.0.predicate.predicates.0.operation: it is "LIKE"; it must be one of EQUAL, NOT_EQUAL, STARTS_WITH, ENDS_WITH, CONTAINS, NOT_CONTAINS, IN, NOT_IN',
    ],
    [filtered(text(null)), 'A STRING predicate EQUAL has nothing to compare with: give its value a defaultValue.'],
    [
      filtered({ type: 'NUMERIC', operation: 'LESS', value: { defaultValue: 1 } }, name),
      "The field 'name' cannot be filtered by a NUMERIC predicate; give a STRING one.",
    ],
    [
      filtered(text('1'), field('createdTime')),
      "The field 'createdTime' cannot be filtered by a STRING predicate; give a NUMERIC one.",
    ],
    [
      filtered(text('1'), { type: 'ALARM_FIELD', key: 'type' }),
      "A query for entities cannot filter by the alarm field 'type'.",
    ],
    [filtered(text('x'.repeat(1000), 'CONTAINS')), 'The query searches a text of 1002 characters; give at most 1000.'],
    [
      { latestValues: Array.from({ length: most }, (_, nth) => attribute(`key ${nth}`)) },
      `The query has ${most + 1} keys and predicates; ask for at most ${most} at a time.`,
    ],
  ])('%j: %s', async (more, message) => {
    expect(await refusalOf(ask(more))).toEqual([400, 31, message])
  })

  it('a body of more than half a megabyte', async () => {
    expect((await ask({ more: 'x'.repeat(524_288) })).statusCode).toBe(413)
  })
})

it('a page that would be too large is refused, whatever page size is asked for', async () => {
  const notes = 'x'.repeat(1_000_000)
  for (const { id } of devices) {
    const answer = await platform.admin.post(`/api/plugins/telemetry/DEVICE/${id.id}/SHARED_SCOPE`, { notes })
    expect(answer.statusCode).toBe(200)
  }
  const keys = (type: string, times: number) => Array.from({ length: times }, () => ({ type, key: 'notes' }))
  const shown = { pageLink: { pageSize: 1_000_000, sortOrder: byName }, latestValues: keys('SHARED_ATTRIBUTE', 1) }
  expect((await ask(shown)).body.length).toBeGreaterThan(3_000_000)
  const list = Array.from({ length: 6 }, (_, nth) => platform.device(`TLC-large-${nth}`))
  for (const { id } of await Promise.all(list)) {
    await platform.admin.post(`/api/plugins/telemetry/DEVICE/${id.id}/SHARED_SCOPE`, { notes })
    await platform.admin.post(`/api/plugins/telemetry/DEVICE/${id.id}/SERVER_SCOPE`, { notes })
  }
  const twice = [...keys('SHARED_ATTRIBUTE', 1), ...keys('SERVER_ATTRIBUTE', 1), ...keys('ATTRIBUTE', 1)]
  expect(await refusalOf(ask({ ...shown, latestValues: twice }))).toEqual([
    400,
    31,
    "Incorrect page link: the page would hold more than 16777216 characters. Ask for a smaller 'pageSize'.",
  ])
})
