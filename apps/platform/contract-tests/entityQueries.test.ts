import { systemOfTests } from '@greenwave/harness/ofTest'
import type { Device } from '@greenwave/contract/wire/devices'
import { EntityData } from '@greenwave/contract/wire/entityQueries'
import { pageOf } from '@greenwave/contract/wire/page'
import { describe, expect, it } from 'vitest'
import { type Client, createViewer, refusalOf } from './client.ts'
import { eventually, fresh, freshEmail, isStrict, openTarget } from './target.ts'

const type = fresh('signal')
const names: string[] = []
const target = systemOfTests(await openTarget())
const customer = await target.admin.createCustomer(fresh('District'))
const viewer = (await createViewer(target.admin, customer, freshEmail(), 'of the contract tests')).client
const devices: Device[] = []
for (const traits of [{ label: 'Le Loi', customerId: customer.id }, { label: 'Ham Nghi' }, { label: '' }]) {
  names.push(fresh(`TLC-${devices.length}`))
  devices.push(await target.admin.createDevice(names.at(-1) ?? '', { type, ...traits }))
}
const [one, two] = devices
await target.admin.writeAttributes(one?.id.id ?? '', 'SERVER_SCOPE', { level: 5, state: 'dark', since: 11 })
await target.admin.writeAttributes(two?.id.id ?? '', 'SERVER_SCOPE', { level: 'none', state: 'ok' })
await target.admin.writeTelemetry(two?.id.id ?? '', { ts: 1_767_312_001_000, values: { speed: 0.00001 } })

const field = (key: string) => ({ type: 'ENTITY_FIELD', key })
const attribute = (key: string) => ({ type: 'SERVER_ATTRIBUTE', key })
const stateIs = (defaultValue: string, operation = 'EQUAL') => ({
  key: attribute('state'),
  predicate: { type: 'STRING', operation, value: { defaultValue }, ignoreCase: false },
})
const ask = (more: object = {}, by = target.admin) =>
  by.ask('findEntities', {
    body: {
      entityFilter: { type: 'deviceType', deviceTypes: [type], deviceNameFilter: '' },
      pageLink: { pageSize: 10, page: 0, sortOrder: { key: field('name'), direction: 'ASC' } },
      entityFields: [field('name')],
      latestValues: [attribute('level'), attribute('since'), { type: 'TIME_SERIES', key: 'speed' }],
      keyFilters: [],
      ...more,
    },
  })
async function find(more?: object, by?: Client) {
  const answer = await ask(more, by)
  expect(answer.status).toBe(200)
  return pageOf(EntityData).parse(answer.json())
}
/** Returns which of the devices are found, by their places. */
const places = async (more?: object, by?: Client): Promise<number[]> =>
  (await find(more, by)).data.map(({ latest }) => names.indexOf(latest.ENTITY_FIELD?.name?.value ?? ''))
const sorted = (key: object, direction?: string) => ({
  pageLink: { pageSize: 10, page: 0, sortOrder: { key, direction } },
})

describe('a query for entities', () => {
  it('sees what was written before', async () => {
    // A platform may store values after it has answered.
    const { data } = await eventually(
      () => find({ keyFilters: [stateIs('ok')] }),
      (page) => page.data[0] !== undefined && page.data[0].latest.TIME_SERIES?.speed?.value !== '',
    )
    expect(data).toHaveLength(1)
  })

  it('answers fields and values as text, with the time of each, and what is missing as nothing', async () => {
    const { data, ...totals } = await find()
    expect(totals).toEqual({ totalPages: 1, totalElements: 3, hasNext: false })
    expect(data.map(({ latest }) => ({ ...latest.SERVER_ATTRIBUTE, ...latest.TIME_SERIES }))).toEqual([
      {
        level: { ts: expect.any(Number), value: '5' },
        since: { ts: expect.any(Number), value: '11' },
        speed: { ts: 0, value: '' },
      },
      {
        level: { ts: expect.any(Number), value: 'none' },
        since: { ts: 0, value: '' },
        speed: { ts: 1_767_312_001_000, value: '1e-05' },
      },
      { level: { ts: 0, value: '' }, since: { ts: 0, value: '' }, speed: { ts: 0, value: '' } },
    ])
  })

  it('sorts numbers before what is none, and begins with the latter if descending, as without a direction', async () => {
    expect(await places(sorted(attribute('level'), 'ASC'))).toEqual([0, 2, 1])
    expect(await places(sorted(attribute('level'), 'DESC'))).toEqual([1, 2, 0])
    expect(await places(sorted(field('name')))).toEqual([2, 1, 0])
  })

  it('pages with true totals', async () => {
    const pageLink = { pageSize: 2, page: 1, sortOrder: { key: field('name'), direction: 'ASC' } }
    expect(await find({ pageLink })).toMatchObject({ totalPages: 2, totalElements: 3, hasNext: false })
    expect(await places({ pageLink })).toEqual([2])
    expect(await places({ pageLink: { ...pageLink, page: 9 } })).toEqual([])
  })

  it('filters by values of the type of the predicate; a key that was never written is in no result', async () => {
    expect(await places({ keyFilters: [stateIs('dark')] })).toEqual([0])
    expect(await places({ keyFilters: [stateIs('dark', 'NOT_EQUAL')] })).toEqual([1])
    expect(await places({ keyFilters: [stateIs('dark, ok', 'IN')] })).toEqual([0, 1])
    expect(await places({ keyFilters: [stateIs('', 'NOT_EQUAL')] })).toEqual([0, 1, 2])
    const level = (operation: string, defaultValue: number) => ({
      key: attribute('level'),
      predicate: { type: 'NUMERIC', operation, value: { defaultValue } },
    })
    expect(await places({ keyFilters: [level('GREATER_OR_EQUAL', 5)] })).toEqual([0])
    expect(await places({ keyFilters: [level('NOT_EQUAL', 4)] })).toEqual([0])
    expect(await places({ keyFilters: [level('GREATER', 1), stateIs('ok')] })).toEqual([])
  })

  it('searches what is selected in any case', async () => {
    const pageLink = { ...sorted(field('name'), 'ASC').pageLink, textSearch: 'le LOI' }
    expect(await places({ pageLink })).toEqual([])
    expect(await places({ pageLink, entityFields: [field('name'), field('label')] })).toEqual([0])
  })

  it('finds by beginnings of names, by ids, and one alone', async () => {
    const deviceNameFilter = (names[1] ?? '').toUpperCase()
    expect(await places({ entityFilter: { type: 'deviceType', deviceTypes: [type], deviceNameFilter } })).toEqual([1])
    const ids = (await find()).data.map(({ entityId }) => entityId.id)
    const list = { type: 'entityList', entityType: 'DEVICE', entityList: [ids[2], ids[0]] }
    expect(await places({ entityFilter: list })).toEqual([0, 2])
    const singleEntity = { entityType: 'DEVICE', id: ids[1] }
    expect(await places({ entityFilter: { type: 'singleEntity', singleEntity } })).toEqual([1])
  })

  it('is narrowed to what its caller may see', async () => {
    expect(await places({}, viewer)).toEqual([0])
    const body = { entityFilter: { type: 'deviceType', deviceTypes: [type] } }
    expect([
      (await target.admin.ask('countEntities', { body })).json(),
      (await viewer.ask('countEntities', { body })).json(),
    ]).toEqual([3, 1])
  })

  it.each<[string, object, string]>([
    ['without a filter', { entityFilter: undefined }, 'Query entity filter must be specified.'],
    ['without a page', { pageLink: undefined }, 'Entity Data Page link must be specified.'],
    [
      'with an empty page',
      { pageLink: { pageSize: 0, page: 0 } },
      "Incorrect entity data page link page size '0'. Page size must be greater than zero.",
    ],
    ['without a type', { entityFilter: { type: 'entityType' } }, 'Entity type is required'],
    ['with a malformed field', sorted(field('na;me'), 'ASC'), 'Invalid entity data page link sort property'],
  ])('%s is refused', async (_, more, message) => {
    expect(refusalOf(await ask(more))).toEqual([400, 31, message])
  })

  it('that makes no sense is a bad request, where ThingsBoard reports an error of its own', async () => {
    const empty = { type: 'entityList', entityType: 'DEVICE', entityList: [] }
    for (const more of [
      { entityFilter: empty },
      sorted(field('name'), 'up'),
      { keyFilters: [{ key: field('name') }] },
    ]) {
      expect((await ask(more)).status).toBe(isStrict ? 400 : 500)
    }
  })
})
