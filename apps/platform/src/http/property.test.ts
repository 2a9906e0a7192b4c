/**
 * @file Holds for any request: the answer is documented, and reveals nothing of others. Long: what an arbitrary request
 * can be, and what each caller may see of it.
 */
import { systemOfTests } from '@greenwave/harness/ofTest'
import { type Call, type CallName, calls } from '@greenwave/contract/wire/calls/calls'
import type { Customer } from '@greenwave/contract/wire/customers'
import type { Device } from '@greenwave/contract/wire/devices'
import { entityRef } from '@greenwave/contract/wire/ids'
import { rounds } from '@greenwave/harness/rounds'
import fc from 'fast-check'
import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, it } from 'vitest'
import { ensureTenantAdmin } from '../access/signIn/firstStart.ts'
import { type Caller, createTestPlatform, PASSWORD } from '../testing/testPlatform.ts'

const platform = systemOfTests(
  await createTestPlatform({ guardLimits: { accountFailures: 1e9, addressFailures: 1e9 } }),
)

const names = (Object.keys(calls) as CallName[]).filter((name) => name !== 'logout' && name !== 'changePassword')
const DOCUMENTED = new Set([200, 303, 400, 401, 403, 404, 405, 409, 413, 415, 429, 504])

/** Returns why an answer is not documented by the contract; undefined when it is. */
function undocumented({ statusCode, body, headers }: LightMyRequestResponse): string | undefined {
  const isJson = String(headers['content-type']).startsWith('application/json')
  if (statusCode === 500) {
    // Documented by the contract: a null attribute.
    return isJson && JSON.parse(body).message === "Can't parse value: null" ? undefined : `500 ${body}`
  }
  if (!DOCUMENTED.has(statusCode)) return `${statusCode} ${body}`
  if (statusCode < 400 || !isJson || statusCode === 413) return undefined
  const { status, message, errorCode, timestamp } = JSON.parse(body)
  const isWhole = status === statusCode && typeof message === 'string' && message !== ''
  return isWhole && typeof errorCode === 'number' && typeof timestamp === 'number' ? undefined : `${statusCode} ${body}`
}

/** Returns the statuses that the documentation of a call lists. */
function documentedStatuses(document: { paths: Record<string, object> }, name: CallName): string[] {
  const { path, method } = calls[name]
  const operations: Record<string, { responses?: object }> = { ...document.paths[path.replace(/:(\w+)/g, '{$1}')] }
  return Object.keys(operations[method.toLowerCase()]?.responses ?? {})
}

function send(
  caller: Caller,
  name: CallName,
  path: string,
  query: string,
  body: string,
): Promise<LightMyRequestResponse> {
  return caller.send(calls[name].method, path + (query === '' ? '' : `?${query}`), body)
}

describe('any request', () => {
  const text = fc.string({ unit: 'binary', maxLength: 30 })
  const segment = fc.oneof(text, fc.uuid(), fc.constantFrom('DEVICE', 'SHARED_SCOPE', 'SERVER_SCOPE', 'x'))
  const member = fc.constantFrom(
    ...['id', 'name', 'title', 'email', 'authority', 'customerId', 'deviceId', 'deviceProfileId', 'version', 'label'],
    ...[
      'additionalInfo',
      'credentialsType',
      'credentialsValue',
      'device',
      'credentials',
      'method',
      'params',
      'timeout',
    ],
    ...['type', 'severity', 'originator', 'details', 'ts', 'values', 'username', 'password', 'token', 'startTs'],
    ...['entityFilter', 'pageLink', 'entityFields', 'latestValues', 'keyFilters', 'entityType', 'pageSize'],
  )
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.record({ entityType: fc.constantFrom('DEVICE', 'CUSTOMER', 'USER'), id: fc.uuid() }),
    fc.constantFrom('MQTT_BASIC', 'ACCESS_TOKEN', 'TENANT_ADMIN', 'CUSTOMER_USER', 'MAJOR', 'a@b.vn'),
  )
  const body = fc.oneof(
    fc.dictionary(member, value).map((members) => JSON.stringify(members)),
    fc.json({ maxDepth: 4 }),
    text,
  )
  const parameter = fc.constantFrom(
    ...[
      'pageSize',
      'page',
      'sortProperty',
      'sortOrder',
      'textSearch',
      'keys',
      'startTs',
      'endTs',
      'agg',
      'interval',
      'limit',
    ],
    ...[
      'activateToken',
      'sendActivationMail',
      'actionTypes',
      'status',
      'searchStatus',
      'severityList',
      'active',
      'type',
    ],
  )
  const query = fc
    .array(
      fc.tuple(parameter, fc.oneof(text, fc.integer().map(String), fc.constantFrom('10', '0', 'true', 'name', 'MAX'))),
      {
        maxLength: 6,
      },
    )
    .map((pairs) => pairs.map(([key, item]) => `${key}=${encodeURIComponent(item.toWellFormed())}`).join('&'))

  it('is answered as the contract documents, whoever makes it', async () => {
    const { caller } = await platform.customerUser(await platform.customer('Anyone'), 'anyone@city.vn')
    const callers = [platform.admin, caller, platform.caller({})]
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...names),
        fc.constantFrom(...callers),
        fc.array(segment, { minLength: 3, maxLength: 3 }),
        query,
        body,
        async (name, who, segments, search, payload) => {
          const call: Call = calls[name]
          let used = 0
          const path = call.path.replace(/:\w+/g, () => encodeURIComponent((segments[used++] ?? '').toWellFormed()))
          expect(undocumented(await send(who, name, path, search, payload))).toBeUndefined()
        },
      ),
      { numRuns: rounds({ few: 150, all: 3000 }) },
    )
  })
})

/** A customer with everything that belongs to it, each part with a word that occurs nowhere else. */
interface Realm {
  readonly secret: string
  readonly customer: Customer
  readonly devices: readonly Device[]
  readonly alarmId: string
  readonly commentId: string
  readonly userId: string
  readonly viewer: Caller
}

async function createRealm(secret: string, admin: Caller): Promise<Realm> {
  const customer = await platform.customer(`Customer ${secret}`, admin)
  const devices = await Promise.all(
    [1, 2].map((number) =>
      platform.device(`TLC-${number}-${secret}`, { label: `label ${secret}`, customerId: customer.id }, admin),
    ),
  )
  const [device] = devices
  if (device === undefined) throw new Error('no device')
  const base = `/api/plugins/telemetry/DEVICE/${device.id.id}`
  await admin.post(`${base}/SHARED_SCOPE`, { note: secret })
  await admin.post(`${base}/timeseries/ANY`, { note: secret })
  const alarm = await admin.post('/api/alarm', { type: `Alarm ${secret}`, originator: device.id, severity: 'MAJOR' })
  const { user, caller } = await platform.customerUser(customer, `viewer-${secret}@city.vn`, admin)
  const alarmId = alarm.json().id.id
  const comment = await admin.post(`/api/alarm/${alarmId}/comment`, { comment: { text: secret } })
  return { secret, customer, devices, alarmId, commentId: comment.json().id.id, userId: user.id.id, viewer: caller }
}

describe('any sequence of calls', () => {
  it('by any role shows nothing of another customer or tenant, and changes nothing of another tenant', async () => {
    const { admin, stranger, store, access } = platform
    await ensureTenantAdmin(store, access, { email: 'quiet@third.vn', password: PASSWORD, tenantTitle: 'Third' })
    const [alpha, bravo] = [await createRealm('alpha', admin), await createRealm('bravo', admin)]
    const charlie = await createRealm('charlie', stranger)
    const quiet = await createRealm('delta', await platform.signIn('quiet@third.vn', PASSWORD))
    const snapshot = async (): Promise<string> => {
      const { devices, customer, alarmId, commentId, userId } = quiet
      const values = devices.map(({ id }) => [
        store.devices.byId(id.id),
        store.credentials.byDevice(id.id),
        [...store.data.latest(id.id)],
        [...store.data.attributes(id.id, 'SHARED_SCOPE')],
      ])
      return JSON.stringify([
        values,
        store.customers.byId(customer.id.id),
        await store.alarms.find(alarmId),
        await store.alarms.comments.find(commentId),
        store.users.byId(userId),
      ])
    }
    const before = await snapshot()
    const roles = [
      { caller: alpha.viewer, own: [alpha], hidden: ['bravo', 'charlie', 'delta'] },
      { caller: bravo.viewer, own: [bravo], hidden: ['alpha', 'charlie', 'delta'] },
      { caller: charlie.viewer, own: [charlie], hidden: ['alpha', 'bravo', 'delta'] },
      { caller: admin, own: [alpha, bravo], hidden: ['charlie', 'delta'] },
      { caller: stranger, own: [charlie], hidden: ['alpha', 'bravo', 'delta'] },
    ]
    const endsRealms = /^(?:delete(?:User|Customer)|setUserCredentialsEnabled)$/
    const step = fc.record({
      role: fc.constantFrom(...roles),
      name: fc.constantFrom(...names.filter((name) => !endsRealms.test(name))),
      of: fc.constantFrom(alpha, bravo, charlie, quiet),
      into: fc.constantFrom(alpha, bravo, charlie, quiet),
      device: fc.constantFrom(0, 1),
      scope: fc.constantFrom('SHARED_SCOPE', 'SERVER_SCOPE'),
      search: fc.constantFrom('', '&textSearch=a', '&sortProperty=createdTime&sortOrder=DESC', '&keys=note'),
    })
    const document = (await platform.admin.get('/docs/json')).json()
    let unique = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        for (const { role, name, of, into, device: index, scope, search } of steps) {
          unique += 1
          const isOwn = role.own.includes(of)
          const device = of.devices[index] ?? of.devices[0]
          // Entities of the caller stay with their customer, so that only this customer may ever see each word.
          const customer = isOwn ? of.customer : into.customer
          const params: Record<string, string> = {
            deviceId: device?.id.id ?? '',
            entityType: 'DEVICE',
            entityId: device?.id.id ?? '',
            customerId: customer.id.id,
            userId: of.userId,
            alarmId: of.alarmId,
            commentId: of.commentId,
            apiKeyId: of.userId,
            enabled: 'true',
            scope,
          }
          const call: Call = calls[name]
          const path = call.path.replace(/:(\w+)/g, (_, param: string) => params[param] ?? '')
          const body = bodyOf(name, of, customer, device, `${unique} ${isOwn ? of.secret : ''}`, unique)
          const response = await send(role.caller, name, path, `pageSize=1000&page=0${search}`, body)
          expect(role.hidden.filter((secret) => response.body.includes(secret))).toEqual([])
          expect(undocumented(response)).toBeUndefined()
          expect(documentedStatuses(document, name), `${name} ${response.body}`).toContain(String(response.statusCode))
        }
      }),
      { numRuns: rounds({ few: 30, all: 500 }) },
    )
    expect(await snapshot()).toBe(before)
  })
})

/** Returns the nth body for a call, a valid one, with words that mark its owner. */
function bodyOf(
  name: CallName,
  of: Realm,
  customer: Customer,
  device: Device | undefined,
  words: string,
  nth: number,
): string {
  const credentials = { deviceId: device?.id, credentialsType: 'ACCESS_TOKEN', credentialsId: `token ${words}` }
  const renamed = { id: device?.id, name: `Renamed ${words}`, label: words, customerId: customer.id }
  const bodies: Partial<Record<CallName, object>> = {
    saveDevice: renamed,
    saveDeviceWithCredentials: { device: renamed, credentials },
    saveDeviceCredentials: credentials,
    saveCustomer: { id: of.customer.id, title: `Renamed ${words}` },
    saveUser: {
      id: entityRef('USER', of.userId),
      email: `renamed-${words.trim().replace(' ', '-')}@city.vn`,
      authority: 'CUSTOMER_USER',
      customerId: customer.id,
    },
    saveAlarm: {
      id: entityRef('ALARM', of.alarmId),
      originator: device?.id,
      type: `Alarm ${words}`,
      severity: 'MINOR',
      details: { words },
    },
    saveAlarmComment: { comment: { text: words } },
    ...queriesFor(of, customer, device, nth),
    rpcOneway: { method: 'reboot' },
    rpcTwoway: { method: 'reboot' },
  }
  return JSON.stringify(bodies[name] ?? { written: words })
}

/** Returns the nth query for what could be seen of a realm: an entity by its id, or all of its kind. */
function queriesFor(of: Realm, customer: Customer, device: Device | undefined, nth: number) {
  const ids = { DEVICE: device?.id.id, CUSTOMER: customer.id.id, USER: of.userId, TENANT: of.customer.tenantId.id }
  const kinds = Object.entries(ids)
  const [entityType, id] = kinds[nth % kinds.length] ?? []
  const filters = [
    { type: 'entityType', entityType },
    { type: 'entityList', entityType, entityList: [id] },
    { type: 'singleEntity', singleEntity: { entityType: 'CURRENT_USER_OWNER' } },
  ]
  const query = {
    entityFilter: filters[Math.floor(nth / kinds.length) % filters.length],
    pageLink: { pageSize: 1000 },
    entityFields: ['name', 'label', 'ownerName', 'email', 'additionalInfo'].map((key) => ({
      type: 'ENTITY_FIELD',
      key,
    })),
    latestValues: ['TIME_SERIES', 'ATTRIBUTE'].map((type) => ({ type, key: 'note' })),
  }
  const alarms = { ...query, pageLink: { ...query.pageLink, searchPropagatedAlarms: true }, alarmFields: [] }
  const counted = { entityFilter: query.entityFilter, searchPropagatedAlarms: true }
  return { findEntities: query, countEntities: query, findAlarms: alarms, countAlarms: counted }
}
