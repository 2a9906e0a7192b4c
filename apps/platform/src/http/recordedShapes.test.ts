/**
 * @file What was recorded with a ThingsBoard CE 4.3 and is not compared value by value elsewhere (alarms, audit log,
 * relations, what follows when owners change) gets the same status and an answer of the same shape, or as listed here.
 */
import { systemOfTests } from '@greenwave/harness/ofTest'
import { type RecordedRequest, readExchanges } from '@greenwave/client/testing/thingsboardExchanges'
import { expect, it } from 'vitest'
import { COMPARED_BY_VALUE, RecordedNames } from '../testing/recordedExchanges.ts'
import { shapeDifferences } from '../testing/shapeDifferences.ts'
import { type Caller, createTestPlatform, PASSWORD } from '../testing/testPlatform.ts'

const compared = new Set(Object.values(COMPARED_BY_VALUE).flat())
const requests = readExchanges().requests.filter(({ n }) => !compared.has(n))

/** Beginnings of paths that are answered with 404 here, and why. */
const NOT_OFFERED: Readonly<Record<string, string>> = {
  '/api/relation': 'a corridor names its junctions in its own attributes',
  '/api/v2/relation': 'the same',
  '/api/assetProfileInfos': 'types of assets are never listed with their profiles',
}

interface Difference {
  readonly why: string
  readonly status?: number
  /** As `shapeDifferences` tells them; not looked at where another status decides the shape. */
  readonly shape?: readonly string[]
}
const OF_ITS_OWNER = { why: 'an alarm belongs to whom its device belongs to now' }
const ONLY_ADMINISTRATORS = { why: 'customer users write no assets' }
const OF_CREDENTIALS = {
  why: 'of credentials their type is recorded, and that there are secrets',
  shape: ['id: missing, not object', 'createdTime: missing, not number', 'deviceId: missing, not object']
    .concat('version: missing, not number')
    .map((difference) => `.data[].actionData.credentials.${difference}`),
}
const ALONG_RELATIONS = { why: 'alarms are propagated along no relations', shape: ['.data: 0 items, not 1'] }
/** What is answered otherwise, by its number. */
const DIFFERENT: Readonly<Record<number, Difference>> = {
  357: {
    why: 'the newest alarm is of a device of a customer there, and here of one without',
    shape: ['.data[].customerId: null, not object', '.data[].details.q: number, not missing'],
  },
  ...Object.fromEntries([394, 398, 399, 400, 401, 402, 403, 404].map((n) => [n, ALONG_RELATIONS])),
  405: { why: 'a sort property that does not exist is the fault of the caller', status: 400 },
  406: { why: 'the same', status: 400 },
  407: { why: 'a severity that rises keeps who looks after the alarm', status: 200 },
  414: { ...OF_ITS_OWNER, status: 403 },
  415: { ...OF_ITS_OWNER, status: 200 },
  490: { why: 'alarms stay with their device', shape: ['.data: 0 items, not 1'] },
  577: OF_CREDENTIALS,
  597: { why: 'a sort property that does not exist is the fault of the caller', status: 400 },
  603: OF_CREDENTIALS,
  606: { why: 'there are no relations, and no actions on them', status: 400 },
  621: { ...ONLY_ADMINISTRATORS, status: 403 },
  622: { why: 'the asset is still theirs, since they could not write it', status: 200 },
  625: { why: 'a missing parameter is the fault of the caller', status: 400 },
  629: { why: 'nobody is assigned an alarm that they cannot see', status: 403 },
  641: { ...OF_ITS_OWNER, shape: ['.data: 0 items, not 1'] },
  646: { ...OF_ITS_OWNER, status: 403 },
  647: { ...OF_ITS_OWNER, shape: ['.data: 1 items, not 0'] },
  652: { ...OF_ITS_OWNER, status: 200 },
  660: { why: 'users have no attributes', status: 400 },
}
/** The shape of a refusal where ThingsBoard answers something else. */
const REFUSAL = { status: 0, message: '', errorCode: 0, timestamp: 0 }

const names = new RecordedNames({})
const callers: Partial<Record<RecordedRequest['by'], Caller>> = {}

const placed = (text: string): string => names.placed(text)
const ref = (entityType: string, name: string) => ({ entityType, id: `{{${name}}}` })

/** Does something as the administrator that the recording only names, and gives what it makes a name. */
async function did(method: 'post' | 'delete', path: string, body?: object, makes?: string): Promise<void> {
  const { admin } = platform
  const response =
    method === 'delete'
      ? await admin.delete(placed(path))
      : await admin.post(placed(path), body && placed(JSON.stringify(body)))
  expect([placed(path), response.statusCode, response.body]).toEqual([placed(path), 200, expect.anything()])
  if (makes !== undefined) names.give(makes, response.json().id.id)
}
const raised = (device: string, type: string, makes: string, more: object = {}): Promise<void> =>
  did('post', '/api/alarm', { originator: ref('DEVICE', device), type, severity: 'MINOR', ...more }, makes)

/** Makes a customer with a user who is signed in. */
async function customerMade(customer: string, user: string, email: string): Promise<Caller> {
  const made = await platform.customer(customer)
  names.give(customer, made.id.id)
  const viewer = { email, authority: 'CUSTOMER_USER', customerId: made.id, firstName: 'Lan', lastName: 'Ngo' }
  await did('post', '/api/user?sendActivationMail=false', viewer, user)
  await platform.access.accounts.setPassword(placed(`{{${user}}}`), PASSWORD)
  return platform.signIn(email, PASSWORD)
}
const deviceMade = (makes: string, name: string, more: object = {}): Promise<void> =>
  did('post', '/api/device', { name, type: 'ctr-tlc', ...more }, makes)

const SECOND = { email: 'ctr-ta2@greenwave.test', authority: 'TENANT_ADMIN', firstName: 'Minh', lastName: 'Vo' }

const platform = systemOfTests(await createTestPlatform())
callers.tenantAdmin = platform.admin
names.give('tenantUser', (await platform.admin.get('/api/auth/user')).json().id.id)
callers.customerUser1 = await customerMade('customer1', 'customerUser1', 'ctr-u1@greenwave.test')
callers.customerUser2 = await customerMade('customer2', 'customerUser2', 'ctr-u2@greenwave.test')
await did('post', '/api/user?sendActivationMail=false', SECOND, 'tenantUser2')
for (const [nth, customer] of ['customer1', 'customer1', 'customer2', '', '', ''].entries()) {
  const owner = customer === '' ? {} : { customerId: ref('CUSTOMER', customer) }
  const traits = { label: 'Le Loi', additionalInfo: { description: 'd' }, ...owner }
  await deviceMade(`device${nth + 1}`, `ctr-TLC-000${nth + 1}`, traits)
}
for (const asset of ['asset1', 'assetCu', 'assetCorridor']) {
  const traits = { additionalInfo: { byCu: true }, customerId: ref('CUSTOMER', 'customer1') }
  await did('post', '/api/asset', { name: `ctr-${asset}`, type: 'ctr-corridor', ...traits }, asset)
}
await raised('device1', 'ctr Offline', 'alarm1', { details: { q: 1 } })
await did('post', '/api/alarm/{{alarm1}}/ack')

const DEVICE6 = '/api/plugins/telemetry/DEVICE/{{device6}}'

/** What was done before the request of this number without being recorded here. */
const BEFORE: Readonly<Record<number, () => Promise<void>>> = {
  220: () => raised('device4', 'ctr Upd', 'id1'),
  407: async () => {
    await raised('device1', 'ctr Prop3', 'alarmProp3')
    await did('post', '/api/alarm/{{alarmProp3}}/ack')
    await did('post', '/api/alarm/{{alarmProp3}}/assign/{{tenantUser2}}')
  },
  413: () => did('post', '/api/customer/{{customer2}}/device/{{device1}}'),
  418: async () => {
    for (const alarm of ['alarm1', 'id1', 'alarmProp3']) await did('delete', `/api/alarm/{{${alarm}}}`)
  },
  419: async () => {
    await did('post', '/api/customer/{{customer1}}/device/{{device1}}')
    await raised('device4', 'ctr Many', 'alarmMany')
  },
  577: async () => {
    await did('post', `${DEVICE6}/SHARED_SCOPE`, { Mode: 3, plan: { a: [1] }, name: 'x', on: true, v: 2.5 })
    await did('delete', `${DEVICE6}/SHARED_SCOPE?keys=Mode,plan`)
    await did('post', `${DEVICE6}/timeseries/ANY`, { ts: 1_767_312_000_000, values: { speed: 3, j: { q: 1 } } })
    await did('delete', `${DEVICE6}/timeseries/delete?keys=speed&deleteAllDataForKeys=true`)
    await did('post', '/api/customer/{{customer2}}/device/{{device6}}')
    await did('delete', '/api/customer/device/{{device6}}')
    const { id, credentialsType } = (await platform.admin.get(placed('/api/device/{{device6}}/credentials'))).json()
    const deviceId = ref('DEVICE', 'device6')
    await did('post', '/api/device/credentials', { id, deviceId, credentialsType, credentialsId: 'ctr-token-of-6' })
    await raised('device6', 'ctr Audit', 'alarmAudit')
    await did('post', '/api/alarm/{{alarmAudit}}/ack')
    await did('post', '/api/alarm/{{alarmAudit}}/assign/{{tenantUser2}}')
    await did('delete', '/api/alarm/{{alarmAudit}}/assign')
    await did('post', '/api/alarm/{{alarmAudit}}/comment', { comment: { text: 'hello' } })
    await did('post', '/api/alarm/{{alarmAudit}}/clear')
    const login = { username: 'ctr-u1@greenwave.test', password: 'not this one' }
    expect((await platform.caller({}).post('/api/auth/login', login)).statusCode).toBe(401)
  },
  605: async () => {
    await deviceMade('deviceDyn1', 'ctr-DYN-1')
    await did('delete', '/api/device/{{deviceDyn1}}')
  },
  609: () => did('post', '/api/plugins/telemetry/DEVICE/{{device1}}/SERVER_SCOPE', { active: false }),
  616: () => raised('device5', 'ctr Ord', 'alarmOrd1'),
  630: async () => {
    await raised('device4', 'ctr Del', 'alarmDel')
    // Here a customer user cannot look after it: an administrator does, and is deleted in the same place.
    await did(
      'post',
      '/api/user?sendActivationMail=false',
      { ...SECOND, email: 'ctr-ta3@greenwave.test' },
      'tenantUser3',
    )
    await did('post', '/api/alarm/{{alarmDel}}/assign/{{tenantUser3}}')
  },
  633: () => did('delete', '/api/user/{{tenantUser3}}'),
  638: async () => {
    const { data } = (await platform.admin.get('/api/v2/alarms?pageSize=100&page=0')).json()
    for (const { id } of data) await did('delete', `/api/alarm/${id.id}`)
  },
  639: async () => {
    callers.customerUser1 = await customerMade('customer1b', 'customerUser1b', 'ctr-u1b@greenwave.test')
    callers.customerUser2 = await customerMade('customer2b', 'customerUser2b', 'ctr-u2b@greenwave.test')
    await deviceMade('deviceMove', 'ctr-MOVE-1', { customerId: ref('CUSTOMER', 'customer1b') })
  },
  641: async () => {
    const { data } = (await platform.admin.get('/api/v2/alarms?pageSize=1&page=0&typeList=ctr%20Move')).json()
    names.give('alarmMove', data[0].id.id)
  },
}

/** When it was recorded, this was a time to come, epoch milliseconds. */
const TO_COME = '1795409162442'
const DAY_MS = 86_400_000

/**
 * Returns the address that asks now what was asked then: for a page of records in the order of time, because none is
 * promised without one, and for what is to come.
 */
function askedNow(path: string): string {
  const isUnordered = path.startsWith('/api/audit/') && !path.includes('sortProperty')
  const ordered = isUnordered ? `${path}&sortProperty=createdTime&sortOrder=ASC` : path
  return ordered.replace(TO_COME, String(Date.now() + DAY_MS))
}

/** Returns a page of the audit log without details, if the recording has left some out; other answers unchanged. */
function withoutLeftOut(answer: unknown, recorded: unknown): unknown {
  const rows: readonly { readonly actionData?: { readonly omitted?: boolean } }[] = Object(recorded).data ?? []
  if (!rows.some(({ actionData }) => actionData?.omitted)) return answer
  const page: { readonly data?: readonly object[] } = Object(answer)
  return { ...page, data: page.data?.map((row) => ({ ...row, actionData: {} })) }
}

it.each(requests)('$n $title', async ({ n, by, method, path, body, status, answer }) => {
  await BEFORE[n]?.()
  const caller = callers[by] ?? platform.admin
  const url = placed(askedNow(path))
  const response =
    method === 'POST'
      ? await caller.post(url, body && placed(body))
      : await caller[method === 'GET' ? 'get' : 'delete'](url)
  const isJson = String(response.headers['content-type']).startsWith('application/json')
  const read = isJson ? response.json() : response.body
  if (Object.keys(NOT_OFFERED).some((start) => path.startsWith(start))) {
    expect([response.statusCode, read.errorCode]).toEqual([404, 32])
    return
  }
  const different = DIFFERENT[n]
  expect(response.statusCode).toBe(different?.status ?? status)
  const isOtherwise = response.statusCode !== status
  if (isOtherwise && response.statusCode === 200) return
  const expected = isOtherwise ? REFUSAL : answer
  const found = shapeDifferences(withoutLeftOut(expected, answer), withoutLeftOut(read, answer))
  expect(found).toEqual(different?.shape ?? [])
})
