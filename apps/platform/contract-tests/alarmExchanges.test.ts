/**
 * @file What a ThingsBoard CE 4.3 answered to calls about alarms, asked again in the same order. Where Greenwave differs
 * on purpose, `DIFFERENCES` says how and why.
 */
import { type RecordedRequest, readExchanges } from '@greenwave/client/testing/thingsboardExchanges'
import type { Customer } from '@greenwave/contract/wire/customers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { COMPARED_BY_VALUE } from '../src/testing/recordedExchanges.ts'
import { type Client, createViewer, readAnswer, signIn } from './client.ts'
import { isStrict, openTarget, type Target } from './target.ts'

/** One alarm had an empty type there, which Greenwave refuses: here it is `any`. */
const typed = (key: string, value: unknown): unknown =>
  value === '' && (key === 'type' || key === 'name') ? 'any' : value
const numbers = new Set(COMPARED_BY_VALUE.alarms)
const exchanges = readExchanges({ parse: (line) => JSON.parse(line, typed) }).requests.filter(({ n }) => numbers.has(n))

/** How Greenwave differs: the status and, where it is known, the answer. Each is in deploy/thingsboard-differences.md or the contract. */
interface Difference {
  readonly why: string
  readonly status: number
  readonly answer?: unknown
  /** Who makes the call afterwards, so that what follows finds the same state. */
  readonly madeBy?: RecordedRequest['by']
}
const DENIED = { status: 403, message: "You don't have permission to perform this operation!", errorCode: 20 }
const DIFFERENCES: ReadonlyMap<number, Difference> = new Map([
  [265, { why: 'a severity that is none is the fault of the caller', status: 400 }],
  [278, { why: 'nobody is assigned an alarm that they cannot see', status: 403, answer: DENIED }],
  [281, { why: 'a refresh that says nothing of the assignee keeps it', status: 200 }],
  [293, { why: 'customer users raise no alarms', status: 403, answer: DENIED, madeBy: 'tenantAdmin' }],
  [327, { why: 'a sort property that does not exist is the fault of the caller', status: 400 }],
  [339, { why: 'the same', status: 400 }],
  [343, { why: 'tenants have no alarms', status: 400 }],
  [352, { why: 'customer users see the types of their own alarms', status: 200, answer: { totalElements: 1 } }],
  [353, { why: 'customer users delete no alarms', status: 403, answer: DENIED, madeBy: 'tenantAdmin' }],
])

/** A call that was made between the recorded ones. */
interface Unrecorded {
  readonly call: 'saveAlarm' | 'saveAlarmComment'
  readonly body: object
  /** The placeholder of the id that it makes. */
  readonly makes?: string
}
const raise = (device: string, type: string, severity: string, makes: string): Unrecorded => ({
  call: 'saveAlarm',
  body: { originator: { entityType: 'DEVICE', id: `{{${device}}}` }, type, severity },
  makes,
})
/** What lists show to have been done before the call of this number. */
const UNRECORDED: ReadonlyMap<number, readonly Unrecorded[]> = new Map([
  [265, [raise('device1', 'any', 'MAJOR', 'alarm2')]],
  [292, [raise('device3', 'ctr Offline', 'INDETERMINATE', 'alarm6'), raise('device4', 'ctr Lamp', 'MINOR', 'alarm7')]],
  [309, [{ call: 'saveAlarmComment', body: { comment: { foo: 1 } } }]],
])

/** Times of the recording, epoch milliseconds; those that it chose itself are of another year. */
const RECORDED_TIME = /17953\d{8}/g
/** Words of Java, which nobody else speaks. */
const JAVA = /No enum constant|JSON parse error|Cannot invoke|org\./

/** The values of the placeholders in the recording, such as `{{device1}}`; ids get theirs when they are first seen. */
const values = new Map<string, string>()
const filled = (text: string): string =>
  text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values.get(name) ?? whole)

/** Tries whether an answer is as recorded; returns where it differs. */
function differences(recorded: unknown, answered: unknown, path = ''): string[] {
  if (Array.isArray(recorded) && Array.isArray(answered)) {
    if (recorded.length !== answered.length) return [`${path}: ${answered.length} items, not ${recorded.length}`]
    return recorded.flatMap((item, index) => differences(item, answered[index], `${path}[${index}]`))
  }
  if (typeof recorded === 'object' && recorded !== null && typeof answered === 'object' && answered !== null) {
    const members: Record<string, unknown> = { ...answered }
    return Object.entries(recorded).flatMap(([name, value]) => differences(value, members[name], `${path}.${name}`))
  }
  if (typeof recorded === 'number' && String(recorded).search(RECORDED_TIME) === 0) {
    return typeof answered === 'number' && answered > 1.7e12 ? [] : [`${path}: ${String(answered)} is no time`]
  }
  const placeholder = typeof recorded === 'string' ? /^\{\{(\w+)\}\}$/.exec(recorded)?.[1] : undefined
  if (placeholder !== undefined && !values.has(placeholder) && typeof answered === 'string') {
    values.set(placeholder, answered)
  }
  const [one, other] = [recorded, answered].map((value) =>
    typeof value === 'string' ? filled(value).replaceAll(/1[78]\d{11}/g, 'T') : value,
  )
  return Object.is(one, other) ? [] : [`${path}: ${JSON.stringify(other)}, not ${JSON.stringify(one)}`]
}

/** Puts the rows of a page in the order of the recording, if that order was of random ids or among equals. */
function inRecordedOrder(recorded: unknown, answered: unknown): unknown {
  const rowsOf = (page: unknown): { id?: { id: string } }[] => Object(page).data ?? []
  const order = rowsOf(recorded).map((row) => filled(row.id?.id ?? ''))
  const rows = rowsOf(answered)
  if (order.length === 0 || rows.some((row) => row.id === undefined || !order.includes(row.id.id))) return answered
  return {
    ...Object(answered),
    data: rows.toSorted((a, b) => order.indexOf(a.id?.id ?? '') - order.indexOf(b.id?.id ?? '')),
  }
}

describe.runIf(isStrict)('alarms as a ThingsBoard answered them', () => {
  let target: Target
  const clients = new Map<RecordedRequest['by'], Client>()
  beforeAll(async () => {
    target = await openTarget()
    const { admin } = target
    const customers = new Map<number, Customer>()
    for (const n of [1, 2]) {
      const customer = await admin.createCustomer(`ctr customer ${n}`)
      const { user, client } = await createViewer(admin, customer, `ctr-u${n}@greenwave.test`, 'correct horse')
      await admin.ask('saveUser', { body: { ...user, firstName: 'Lan', lastName: `Ngo ${n}` } })
      customers.set(n, customer)
      values.set(`customer${n}`, customer.id.id).set(`customerUser${n}`, user.id.id)
      clients.set(n === 1 ? 'customerUser1' : 'customerUser2', client)
    }
    const labels = ['Le Loi 2', 'nguyen hue 2', 'Tran Phu', null, 'unused']
    for (const [index, label] of labels.entries()) {
      const customerId = customers.get([1, 1, 2][index] ?? 0)?.id ?? null
      const device = await admin.createDevice(`ctr-TLC-000${index + 1}`, { label, customerId })
      values.set(`device${index + 1}`, device.id.id).set('tenant', device.tenantId.id)
    }
    const second = { email: 'ctr-ta2@greenwave.test', authority: 'TENANT_ADMIN', firstName: 'Minh', lastName: 'Vo' }
    const query = { sendActivationMail: 'false' }
    values.set('tenantUser2', (await admin.ask('saveUser', { query, body: second })).json<Customer>().id.id)
    // The administrator of the recording had no name but an address.
    const me = (await admin.ask('currentUser')).json<Customer>()
    const password = target.account.password
    await admin.ask('saveUser', { body: { ...me, email: 'tenant@thingsboard.org', currentPassword: password } })
    await admin.ask('confirmUserEmail', { params: { userId: me.id.id } })
    values.set('tenantUser', me.id.id)
    clients.set('tenantAdmin', await signIn(admin.as(undefined), 'tenant@thingsboard.org', password))
  })
  afterAll(() => target.close())

  async function ask({ method, path, body }: RecordedRequest, by: RecordedRequest['by']) {
    const token = clients.get(by)?.tokens?.token ?? ''
    const headers = { 'X-Authorization': `Bearer ${token}`, 'Content-Type': 'application/json' }
    const sent = body === undefined ? {} : { body: filled(body) }
    const answer = await readAnswer(fetch(target.url + filled(path), { method, headers, ...sent }))
    return { status: answer.status, content: answer.text === '' ? '' : answer.json<unknown>() }
  }

  it.each(exchanges.map((exchange) => [exchange.n, exchange.title, exchange] as const))(
    '%i, %s',
    async (no, _title, exchange) => {
      for (const { call, body, makes } of UNRECORDED.get(no) ?? []) {
        const params = { alarmId: values.get('alarm3') ?? '' }
        const made = await clients.get('tenantAdmin')?.ask(call, { params, body: filled(JSON.stringify(body)) })
        expect(made?.status).toBe(200)
        if (makes !== undefined) values.set(makes, made?.json<Customer>().id.id ?? '')
      }
      const difference = DIFFERENCES.get(no)
      const { status, content } = await ask(exchange, exchange.by)
      expect([status, content]).toEqual([difference?.status ?? exchange.status, expect.anything()])
      const recorded = difference === undefined ? exchange.answer : (difference.answer ?? {})
      const isJava = JAVA.test(String(Object(recorded).message))
      const expected = isJava ? { ...Object(recorded), message: Object(content).message } : recorded
      expect(differences(expected, inRecordedOrder(expected, content))).toEqual([])
      const isWhole = difference === undefined && !Array.isArray(Object(expected).data) && exchange.status === 200
      if (isWhole) expect(Object.keys(Object(content)).toSorted()).toEqual(Object.keys(Object(expected)).toSorted())
      if (difference?.madeBy === undefined) return
      const again = await ask(exchange, difference.madeBy)
      expect([again.status, differences(exchange.answer, again.content)]).toEqual([exchange.status, []])
    },
  )

  it('sorts by text, as it did: the order of rows that differ in what is sorted by', async () => {
    for (const sortProperty of ['severity', 'status', 'originatorName', 'createdTime', 'type']) {
      const query = { pageSize: 50, page: 0, textSearch: 'ctr', sortProperty, sortOrder: 'ASC' }
      const client = clients.get('tenantAdmin') ?? target.admin
      const { data } = (await client.ask('alarms', { query })).json<{ data: Record<string, string>[] }>()
      const keys = data.map((row) => String(row[sortProperty]))
      expect(keys.length).toBeGreaterThan(3)
      expect(keys).toEqual(keys.toSorted())
    }
  })
})
