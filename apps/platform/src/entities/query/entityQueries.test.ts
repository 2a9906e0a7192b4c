/**
 * @file The queries against a model that knows nothing of columns, orders and slices: it looks at each device and sorts
 * them all. Long: the model beside what it is compared with.
 */
import { foldText } from '@greenwave/contract/text'
import type { AttributeScope, JsonValue } from '@greenwave/contract/wire/attributes'
import {
  EntityCountQuery,
  type EntityData,
  EntityDataQuery,
  type EntityKey,
  type Predicate,
} from '@greenwave/contract/wire/entityQueries'
import { entityRef, NULL_UUID } from '@greenwave/contract/wire/ids'
import { rounds } from '@greenwave/harness/rounds'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { LIMITS } from '../../limits/limits.ts'
import type { Store } from '../../store/openStore.ts'
import { saveCustomer, saveDevice } from '../../testing/testEntities.ts'
import { openTestStore } from '../../testing/testStore.ts'
import { checkSelected, createEntityQueries, createRememberedFold } from './entityQueries.ts'

it('a remembered text is folded as it would be again', () => {
  const fold = createRememberedFold()
  const text = fc.oneof(fc.constantFrom('Điện Biên', 'TLC-1', ''), fc.string({ unit: 'grapheme' }))
  fc.assert(
    fc.property(text, (any) => {
      expect([fold(any), fold(any)]).toEqual([foldText(any), foldText(any)])
    }),
  )
})

it('more texts than can be remembered are folded all the same', () => {
  const fold = createRememberedFold()
  const textOf = (nth: number): string => `${'Đ'.repeat(240)}${nth}`
  for (let nth = 0; nth < 20_000; nth += 1) fold(textOf(nth))
  for (const nth of [0, 19_999]) expect(fold(textOf(nth))).toBe(`${'d'.repeat(240)}${nth}`)
  expect(fold('Đ'.repeat(1000))).toBe('d'.repeat(1000))
})

const nobodyLeaves = new AbortController().signal

interface Timed {
  readonly ts: number
  readonly value: JsonValue
}
type Part = 'latest' | AttributeScope
interface ModelDevice {
  readonly id: string
  readonly createdTime: number
  name: string
  label: string | null
  customerId: string
  readonly values: Record<Part, Map<string, Timed>>
}

const KEYS = ['a', 'b']
const SCOPES: readonly AttributeScope[] = ['SERVER_SCOPE', 'SHARED_SCOPE', 'CLIENT_SCOPE']
const PARTS: Readonly<Record<string, readonly Part[]>> = {
  TIME_SERIES: ['latest'],
  SERVER_ATTRIBUTE: ['SERVER_SCOPE'],
  SHARED_ATTRIBUTE: ['SHARED_SCOPE'],
  CLIENT_ATTRIBUTE: ['CLIENT_SCOPE'],
  ATTRIBUTE: SCOPES,
}

const word = fc.string({ unit: fc.constantFrom('x', 'y', 'z', '1'), maxLength: 3 })
const value: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.integer({ min: -2, max: 3 }),
  fc.constantFrom(0.5, 1.25),
  word,
  fc.boolean(),
  fc.constantFrom<JsonValue>({ x: 1 }, ['y']),
)
const place = fc.nat({ max: 5 })
const key = fc.constantFrom(...KEYS)
const scope = fc.constantFrom(...SCOPES)
const change = fc.oneof(
  fc.record({ kind: fc.constant('attribute' as const), place, scope, key, value }),
  fc.record({ kind: fc.constant('attributeDeleted' as const), place, scope, key }),
  fc.record({ kind: fc.constant('telemetry' as const), place, key, value }),
  fc.record({ kind: fc.constant('telemetryDeleted' as const), place, key }),
  fc.record({ kind: fc.constant('renamed' as const), place, name: word, label: fc.option(word) }),
  fc.record({ kind: fc.constant('moved' as const), place }),
  fc.record({ kind: fc.constant('deleted' as const), place }),
)

/** What each device has before the first query. */
const beginning = fc.array(
  fc.tuple(
    fc.record({ kind: fc.constant('attribute' as const), scope, key, value }),
    fc.record({ kind: fc.constant('telemetry' as const), key, value }),
  ),
  { minLength: 6, maxLength: 6 },
)

const valueKey = fc.record({
  type: fc.constantFrom('TIME_SERIES', 'SERVER_ATTRIBUTE', 'SHARED_ATTRIBUTE', 'CLIENT_ATTRIBUTE', 'ATTRIBUTE'),
  key,
})
const field = fc.record({
  type: fc.constant('ENTITY_FIELD'),
  key: fc.constantFrom('name', 'label', 'displayName', 'ownerType', 'none'),
})
const textOperation = fc.constantFrom(
  ...['EQUAL', 'NOT_EQUAL', 'STARTS_WITH', 'ENDS_WITH', 'CONTAINS', 'NOT_CONTAINS', 'IN', 'NOT_IN'],
)
const numberOperation = fc.constantFrom(
  ...['EQUAL', 'NOT_EQUAL', 'GREATER', 'LESS', 'GREATER_OR_EQUAL', 'LESS_OR_EQUAL'],
)
const pattern = fc.string({ unit: fc.constantFrom('x', 'y', '1', '%', '_', ','), maxLength: 3 })
const textPredicate = fc.record({
  type: fc.constant('STRING'),
  operation: textOperation,
  value: fc.record({ defaultValue: pattern }),
})
const { predicate } = fc.letrec((tie) => ({
  leaf: fc.oneof(
    textPredicate,
    fc.record({
      type: fc.constant('NUMERIC'),
      operation: numberOperation,
      value: fc.record({ defaultValue: fc.integer({ min: -2, max: 3 }) }),
    }),
    fc.record({
      type: fc.constant('BOOLEAN'),
      operation: fc.constantFrom('EQUAL', 'NOT_EQUAL'),
      value: fc.record({ defaultValue: fc.boolean() }),
    }),
  ),
  predicate: fc.oneof(
    { maxDepth: 2 },
    tie('leaf'),
    fc.record({
      type: fc.constant('COMPLEX'),
      operation: fc.constantFrom('AND', 'OR'),
      predicates: fc.array(tie('predicate'), { maxLength: 3 }),
    }),
  ),
}))
const keyFilter = fc.oneof(fc.record({ key: valueKey, predicate }), fc.record({ key: field, predicate: textPredicate }))
const query = fc
  .record({
    pageSize: fc.integer({ min: 1, max: 8 }),
    page: fc.constantFrom(0, 0, 1, 2),
    textSearch: fc.constantFrom('', '', 'x', 'Y%', '_1'),
    sortOrder: fc.option(
      fc.record({ key: fc.oneof(valueKey, field), direction: fc.constantFrom('ASC', 'DESC', undefined) }),
    ),
    entityFields: fc.array(field, { maxLength: 2 }),
    latestValues: fc.array(valueKey, { maxLength: 2 }),
    keyFilters: fc.oneof(fc.constant([]), fc.array(keyFilter, { maxLength: 2 })),
    isOfCustomer: fc.boolean(),
  })
  .map(({ pageSize, page, textSearch, sortOrder, isOfCustomer, ...rest }) => ({
    isOfCustomer,
    query: EntityDataQuery.parse({
      ...rest,
      entityFilter: { type: 'entityType', entityType: 'DEVICE' },
      pageLink: { pageSize, page, textSearch, sortOrder },
    }),
  }))

class Model {
  readonly devices: ModelDevice[] = []
  readonly customerId: string
  constructor(customerId: string) {
    this.customerId = customerId
  }

  fieldOf(device: ModelDevice, name: string): string | null {
    const { label } = device
    if (name === 'name') return device.name
    if (name === 'label') return label
    if (name === 'displayName') return label === null || label === '' ? device.name : label
    if (name === 'ownerType') return device.customerId === NULL_UUID ? 'TENANT' : 'CUSTOMER'
    return ''
  }

  allOf(device: ModelDevice, { type, key: name }: EntityKey): Timed[] {
    return (PARTS[type] ?? []).flatMap((part) => device.values[part].get(name) ?? [])
  }

  shownOf(device: ModelDevice, key: EntityKey): Timed | undefined {
    return this.allOf(device, key).toSorted((a, b) => b.ts - a.ts)[0]
  }

  passes(device: ModelDevice, { keyFilters }: EntityDataQuery): boolean {
    return (keyFilters ?? []).every(({ key: filtered, predicate: wanted }) => {
      if (filtersNothing(wanted)) return true
      if (filtered.type === 'ENTITY_FIELD') return fulfils(wanted, this.fieldOf(device, filtered.key))
      return this.allOf(device, filtered).some(({ value: found }) => fulfils(wanted, found))
    })
  }

  textsOf(device: ModelDevice, { entityFields, latestValues }: EntityDataQuery): string[] {
    return [
      ...(entityFields ?? []).map(({ key: name }) => this.fieldOf(device, name) ?? ''),
      ...(latestValues ?? []).map((shown) => textOf(this.shownOf(device, shown)?.value)),
    ]
  }

  /** Returns the ids of a page in order, and how many devices there are in all. */
  find(asked: EntityDataQuery, isOfCustomer: boolean): { ids: string[]; total: number } {
    const { pageLink } = asked
    const found = this.devices.filter((device) => {
      const texts = this.textsOf(device, asked)
      const isSearched = !pageLink.textSearch || texts.length === 0
      const isFound =
        isSearched || texts.some((text) => like(text.toLowerCase(), `%${pageLink.textSearch}%`.toLowerCase()))
      return (!isOfCustomer || device.customerId === this.customerId) && this.passes(device, asked) && isFound
    })
    const { key: sorted, direction } = pageLink.sortOrder ?? { key: undefined, direction: 'ASC' }
    const orderOf = (device: ModelDevice): [number, string] => {
      if (sorted === undefined) return [device.createdTime, '']
      if (sorted.type === 'ENTITY_FIELD') {
        const text = this.fieldOf(device, sorted.key)
        return [text === null ? 1 : 0, (text ?? '').toLowerCase()]
      }
      const shown = this.shownOf(device, sorted)?.value
      if (typeof shown === 'number') return [shown, '']
      if (typeof shown === 'boolean') return [shown ? 1 : 0, '']
      return [1e9, shown === undefined ? '' : textOf(shown)]
    }
    found.sort((a, b) => {
      const [left, right] = [orderOf(a), orderOf(b)]
      return left[0] - right[0] || compareTexts(left[1], right[1]) || compareTexts(a.id, b.id)
    })
    if (direction !== 'ASC') found.reverse()
    const from = pageLink.page * pageLink.pageSize
    return { ids: found.slice(from, from + pageLink.pageSize).map(({ id }) => id), total: found.length }
  }
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const textOf = (shown: JsonValue | undefined): string =>
  shown === undefined || shown === null ? '' : typeof shown === 'object' ? JSON.stringify(shown) : String(shown)
const like = (text: string, wanted: string): boolean =>
  new RegExp(`^${wanted.replaceAll('%', '.*').replaceAll('_', '.')}$`, 's').test(text)

function filtersNothing(wanted: Predicate): boolean {
  if (wanted.type === 'COMPLEX') return wanted.predicates.every(filtersNothing)
  return wanted.type === 'STRING' && wanted.value.defaultValue === ''
}

function fulfils(wanted: Predicate, found: JsonValue): boolean {
  if (wanted.type === 'COMPLEX') {
    const results = wanted.predicates.filter((part) => !filtersNothing(part)).map((part) => fulfils(part, found))
    return wanted.operation === 'AND' ? !results.includes(false) : results.includes(true)
  }
  const { operation } = wanted
  if (wanted.type === 'BOOLEAN') {
    return typeof found === 'boolean' && (found === wanted.value.defaultValue) === (operation === 'EQUAL')
  }
  if (wanted.type === 'NUMERIC') {
    const limit = Number(wanted.value.defaultValue)
    if (typeof found !== 'number') return false
    const results = { less: found < limit, equal: found === limit, greater: found > limit }
    if (operation === 'EQUAL' || operation === 'NOT_EQUAL') return results.equal === (operation === 'EQUAL')
    if (operation.endsWith('OR_EQUAL') && results.equal) return true
    return operation.startsWith('GREATER') ? results.greater : results.less
  }
  const text = String(wanted.value.defaultValue)
  if (typeof found !== 'string') return operation === 'NOT_EQUAL' || operation === 'NOT_CONTAINS'
  const list = text.split(',').filter((element) => element !== '')
  const results: Readonly<Record<string, boolean>> = {
    EQUAL: found === text,
    STARTS_WITH: like(found, `${text}%`),
    ENDS_WITH: like(found, `%${text}`),
    CONTAINS: like(found, `%${text}%`),
    IN: list.includes(found),
  }
  return operation.startsWith('NOT_') ? !results[operation.slice(4)] : results[operation] === true
}

/** Does a change in the store and in the model. */
async function apply(store: Store, model: Model, next: Change, ts: number): Promise<void> {
  const device = model.devices[next.place]
  if (device === undefined) return
  const { data, devices } = store
  const { id, values } = device
  switch (next.kind) {
    case 'attribute':
      values[next.scope].set(next.key, { ts, value: next.value })
      await data.saveAttributes(id, next.scope, { [next.key]: next.value }, ts)
      break
    case 'attributeDeleted':
      values[next.scope].delete(next.key)
      await data.deleteAttributes(id, next.scope, [next.key])
      break
    case 'telemetry':
      values.latest.set(next.key, { ts, value: next.value })
      await data.saveTelemetry(id, [{ ts, values: { [next.key]: next.value } }])
      break
    case 'telemetryDeleted':
      values.latest.delete(next.key)
      await data.deleteTelemetry(
        id,
        [next.key],
        { startTs: 0, endTs: Number.MAX_SAFE_INTEGER },
        { deleteLatest: true, rewriteLatest: false },
      )
      break
    case 'deleted':
      model.devices.splice(next.place, 1)
      devices.remove(id)
      await data.forget(id)
      break
    default: {
      if (next.kind === 'renamed') {
        device.name = `${next.name}-${id}`
        device.label = next.label
      } else device.customerId = device.customerId === NULL_UUID ? model.customerId : NULL_UUID
      const stored = devices.byId(id)
      if (stored === undefined) throw new Error('a device of the model is in the store')
      const { name, label, customerId } = device
      devices.save({ ...stored, name, label, customerId: entityRef('CUSTOMER', customerId) })
    }
  }
}
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never

it('an entity query finds, orders, pages and counts what a look at each device gives, whatever changed before', async () => {
  const store = await openTestStore()
  const queries = createEntityQueries(store, () => 1)
  let time = 1_700_000_000_000
  const nextTime = (): number => {
    time += 1
    return time
  }
  const acts = fc.array(fc.record({ changes: fc.array(change, { maxLength: 4 }), asked: query }), {
    minLength: 2,
    maxLength: 5,
  })
  await fc.assert(
    fc.asyncProperty(beginning, acts, async (first, then) => {
      const tenantId = store.tenants.create('Tenant').id
      const ofTenant = { tenantId: entityRef('TENANT', tenantId) }
      const customer = saveCustomer(store, ofTenant)
      const model = new Model(customer.id.id)
      const applyAll = (changes: readonly Change[]) =>
        Promise.all(changes.map((next) => apply(store, model, next, nextTime())))
      for (let nth = 0; nth < first.length; nth += 1) {
        const { id } = saveDevice(store, { ...ofTenant, name: `y${nth}`, createdTime: nth })
        const none = { latest: new Map(), SERVER_SCOPE: new Map(), SHARED_SCOPE: new Map(), CLIENT_SCOPE: new Map() }
        const traits = { name: `y${nth}`, label: null, customerId: NULL_UUID, createdTime: nth }
        model.devices.push({ id: id.id, ...traits, values: none })
      }
      await applyAll(first.flatMap((changes, nth) => changes.map((next) => ({ ...next, place: nth }))))
      for (const { changes, asked } of then) {
        await applyAll(changes)
        const asker = { userId: 'user', tenantId, customerId: asked.isOfCustomer ? customer.id.id : undefined }
        const expected = model.find(asked.query, asked.isOfCustomer)
        const text = Buffer.from(await queries.find(asked.query, asker, nobodyLeaves)).toString()
        const { data, totalElements } = JSON.parse(text) as { data: EntityData[]; totalElements: number }
        expect([data.map(({ entityId }) => entityId.id), totalElements]).toEqual([expected.ids, expected.total])
        if (!asked.query.pageLink.textSearch) {
          expect(await queries.count(asked.query, asker, nobodyLeaves)).toBe(expected.total)
        }
      }
    }),
    { numRuns: rounds({ few: 15, all: 300 }) },
  )
})

it('users take turns: of very many queries of one the last are refused, and another is served', async () => {
  const store = await openTestStore()
  const { id, tenantId } = saveDevice(store)
  const queries = createEntityQueries(store, () => 1)
  const one = EntityCountQuery.parse({
    entityFilter: { type: 'entityList', entityType: 'DEVICE', entityList: [id.id] },
  })
  const ask = (userId: string) =>
    queries.count(one, { userId, tenantId: tenantId.id, customerId: undefined }, nobodyLeaves)
  const most = LIMITS.entityQueriesOfUser.value + LIMITS.entityQueriesWaitingOfUser.value
  const answers = Promise.allSettled(Array.from({ length: most + 5 }, () => ask('one')))
  expect(await ask('another')).toBe(1)
  const settled = await answers
  expect(settled.slice(0, most)).toEqual(Array.from({ length: most }, () => ({ status: 'fulfilled', value: 1 })))
  expect(settled.slice(most).map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'rejected'))
})

it('a query whose caller is gone ends, and frees its place', async () => {
  const store = await openTestStore()
  const { tenantId } = saveDevice(store)
  const queries = createEntityQueries(store, () => 1)
  const all = EntityCountQuery.parse({ entityFilter: { type: 'entityType', entityType: 'DEVICE' } })
  const asker = { userId: 'user', tenantId: tenantId.id, customerId: undefined }
  await expect(queries.count(all, asker, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone')
  expect(await queries.count(all, asker, nobodyLeaves)).toBe(1)
})

it('between queries that wait for one another all other work has its turn', async () => {
  const store = await openTestStore()
  const { tenantId } = saveDevice(store)
  const queries = createEntityQueries(store, () => 1)
  const all = EntityCountQuery.parse({ entityFilter: { type: 'entityType', entityType: 'DEVICE' } })
  const asker = { userId: 'user', tenantId: tenantId.id, customerId: undefined }
  let turns = 0
  let isOver = false
  const takeTurn = (): void => {
    turns += 1
    if (!isOver) setImmediate(takeTurn)
  }
  takeTurn()
  const answers = Array.from({ length: 20 }, () => queries.count(all, asker, nobodyLeaves))
  expect(await Promise.all(answers)).toHaveLength(20)
  isOver = true
  expect(turns).toBeGreaterThanOrEqual(20)
})

it('a device that is taken from the customer while the page is written is not on it', async () => {
  const store = await openTestStore()
  const customer = saveCustomer(store)
  const [first, second] = [1, 2].map((createdTime) => saveDevice(store, { createdTime, customerId: customer.id }))
  if (first === undefined || second === undefined) throw new Error('two devices were made')
  const attributes: Store['data']['attributes'] = (id, scope) => {
    if (id === first.id.id) store.devices.save({ ...second, customerId: entityRef('CUSTOMER', NULL_UUID) })
    return store.data.attributes(id, scope)
  }
  const queries = createEntityQueries({ ...store, data: { ...store.data, attributes } }, () => 1)
  const all = EntityDataQuery.parse({
    entityFilter: { type: 'entityType', entityType: 'DEVICE' },
    pageLink: { pageSize: 10, page: 0 },
    latestValues: [{ type: 'SERVER_ATTRIBUTE', key: 'a' }],
  })
  const asker = { userId: 'user', tenantId: first.tenantId.id, customerId: customer.id.id }
  const page = JSON.parse(Buffer.from(await queries.find(all, asker, nobodyLeaves)).toString())
  expect(page).toMatchObject({ totalElements: 2, data: [{ entityId: first.id }] })
  expect(page.data).toHaveLength(1)
})

it('a query for alarms that selects too many entities is refused with their number', () => {
  expect(() => checkSelected(LIMITS.alarmOriginators.value)).not.toThrow()
  expect(() => checkSelected(20_001)).toThrow('alarms of 20001 entities; select at most 20000 by entityFilter')
})
