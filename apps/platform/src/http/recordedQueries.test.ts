/** @file Entity queries that were recorded with a ThingsBoard CE 4.3 are answered alike, or as listed here. */
import { systemOfTests } from '@greenwave/harness/ofTest'
import { calls } from '@greenwave/contract/wire/calls/calls'
import { entityRef } from '@greenwave/contract/wire/ids'
import { expect, it } from 'vitest'
import { RecordedNames, recordedRequests } from '../testing/recordedExchanges.ts'
import { saveDevice } from '../testing/testEntities.ts'
import { type Caller, createTestPlatform } from '../testing/testPlatform.ts'

/** Marks what differs from run to run in the recording: times of the server, and ids. */
const TIME = '{{time}}'

const exchanges = recordedRequests('entityQueries')

/** Exchanges that are answered otherwise, by their number: the answer here and why. */
const DIFFERENT: Readonly<Record<number, { readonly why: string; readonly names: string[] }>> = {
  19: { why: 'texts are in the order of a Vietnamese dictionary', names: order(5, 1, 2, 3, 4) },
  20: { why: 'texts are in the order of a Vietnamese dictionary', names: order(4, 3, 2, 1, 5) },
  615: { why: 'texts are in the order of a Vietnamese dictionary', names: order(4, 5, 1, 2, 3) },
  134: { why: 'newer ThingsBoards join filters by OR where asked to', names: order(1, 2) },
  147: { why: 'only the keys are sent that were asked for', names: order(2) },
  613: { why: 'no text is found across two fields', names: [] },
  662: { why: 'users have no attributes', names: [] },
}

function order(...numbers: number[]): string[] {
  return numbers.map((number) => `ctr-TLC-000${number}`)
}

/** Ids here of what the recording names. */
const ids: Record<string, string> = {}
const callers: Record<string, Caller> = {}

const platform = systemOfTests(await createTestPlatform())
const { store, admin } = platform
const tenantId = store.users.byEmail(admin.email)?.tenantId.id ?? ''
const [one, two] = [await platform.customer('ctr-cust1'), await platform.customer('ctr-cust2')]
const users = [
  await platform.customerUser(one, 'ctr-u1@greenwave.test'),
  await platform.customerUser(two, 'ctr-u2@greenwave.test'),
] as const
Object.assign(ids, {
  customer1: one.id.id,
  customerUser2b: users[1].user.id.id,
  tenant: store.tenants.byId(tenantId)?.title,
})
Object.assign(callers, { tenantAdmin: admin, customerUser1: users[0].caller, customerUser2: users[1].caller })
const types = { tlc: store.profiles.create(tenantId, 'ctr-tlc'), other: store.profiles.create(tenantId, 'ctr-other') }
const make = async (nth: number, name: string, traits: object, type = types.tlc): Promise<void> => {
  const id = `00000000-0000-4000-8000-00000000000${nth}`
  ids[nth < 7 ? `device${nth}` : 'deviceMove'] ??= id
  const ofType = { tenantId: entityRef('TENANT', tenantId), type: type.name, deviceProfileId: type.id }
  saveDevice(store, { id: entityRef('DEVICE', id), createdTime: 1_795_000_000_000 + nth, name, ...ofType, ...traits })
  await write(id, 'SERVER_SCOPE', { active: false })
}
const write = async (id: string, scope: string, values: object | string): Promise<void> => {
  const response = await admin.post(`/api/plugins/telemetry/DEVICE/${id}/${scope}`, values)
  expect(response.statusCode).toBe(200)
}
const [first = '', second = '', third = '', fourth = '', fifth = ''] = order(1, 2, 3, 4, 5)
await make(1, first, { label: 'Le Loi', customerId: one.id, additionalInfo: { description: 'd1' } })
await make(2, second, { label: 'nguyen hue', customerId: one.id, additionalInfo: { description: 'd2' } })
await make(3, third, { label: 'Tran Phu', customerId: two.id })
await make(4, fourth, { label: null })
await make(5, fifth, { label: '' })
await make(6, 'ctr-TLC-0006', {}, types.other)
const device = (nth: number): string => ids[`device${nth}`] ?? ''
const telemetry = (nth: number, values: string) =>
  write(device(nth), 'timeseries/ANY', `{"ts":${1_767_312_000_000 + nth * 1000},"values":${values}}`)
await telemetry(1, '{"speed":10,"temp":10.5,"mode":"AUTO","ok":true,"plan":{"no":3,"p":[1,2]}}')
await telemetry(2, '{"speed":9,"temp":-3.25,"mode":"manual","ok":false,"plan":[1,2]}')
await telemetry(3, '{"speed":2.5,"temp":100,"mode":"12","ok":true}')
await telemetry(4, '{"speed":"fast","mode":""}')
await write(
  device(3),
  'timeseries/ANY',
  `{"ts":1767312020000,"values":{"f1":11.0,"f2":1e21,"f3":0.00001,
  "f4":123456789.125,"f5":1e3,"f6":-0.0,"f7":7.0,"f8":"1e3","f9":100000000000000000.5}}`,
)
for (const nth of [1, 2]) {
  const traits = { type: 'ctr-corridor', customerId: nth === 1 ? one.id : null, additionalInfo: { byCu: true } }
  const asset = (await admin.post('/api/asset', { name: `ctr-corridor-${nth}`, ...traits })).json()
  ids[`asset${nth}`] = asset.id.id
  const values = { plan: { cycle: 90, stages: [1, 2] }, speed: 40 }
  await admin.post(`/api/plugins/telemetry/ASSET/${asset.id.id}/SERVER_SCOPE`, values)
}
await write(device(1), 'SHARED_SCOPE', { Mode: 4, zone: 'north', cfg: { a: 1, b: [true, null] }, zz: 'old' })
await write(device(2), 'SHARED_SCOPE', { Mode: 0, zone: 'North' })
platform.advance(10)
await write(device(1), 'SERVER_SCOPE', { zone: 'srv', latitude: 10.7769, zz: 'new', enabled: true })
await write(device(3), 'SERVER_SCOPE', { zone: 'srv3', enabled: false })

/** Devices that only the last exchanges of the recording have. */
const LATE = 657
let hasLate = false

async function makeLate(): Promise<void> {
  if (hasLate) return
  hasLate = true
  const { store } = platform
  const like = store.devices.byId(ids.device1 ?? '')
  if (like === undefined) throw new Error('the first device is there')
  for (const nth of [1, 2]) {
    const name = `ctr-MOVE-${nth}`
    const { version: _, ...rest } = like
    store.devices.save({ ...rest, id: entityRef('DEVICE', `00000000-0000-4000-8000-00000000000${6 + nth}`), name })
  }
}

const placed = (text: string): string => new RecordedNames(ids).placed(text)

/** Returns an answer with each time of the server marked. */
function marked(answer: unknown): unknown {
  return JSON.parse(JSON.stringify(answer), (key, value) => {
    const isTime = typeof value === 'number' && key === 'ts' && value > 1_767_400_000_000
    return isTime || (key === 'value' && /^1795\d{9}$/.test(String(value))) ? TIME : value
  })
}

it.each(exchanges)('$n $title', async (exchange) => {
  const { n, by, path, body = '', status, answer } = exchange
  const isCount = path === calls.countEntities.path
  if (n >= LATE) await makeLate()
  const caller = callers[by] ?? platform.caller({})
  const response = await caller.post(path, placed(body))
  const read = response.json()
  const different = DIFFERENT[n]
  if (different !== undefined) {
    expect(response.statusCode).toBe(200)
    const { why, names } = different
    const rows: { latest: { ENTITY_FIELD?: { name?: { value: string } } } }[] = read.data ?? []
    expect([isCount ? read : read.totalElements, why]).toEqual([names.length, why])
    expect(rows.map(({ latest }) => latest.ENTITY_FIELD?.name?.value)).toEqual(names)
  } else if (status === 500) {
    // What ThingsBoard calls an internal error is a bad request here, and says what to do.
    expect(read).toMatchObject({
      status: 400,
      errorCode: 31,
      message: expect.stringMatching(/it must|give|Malformed JSON/),
    })
  } else if (status !== 200) {
    expect(read).toEqual({ ...Object(answer), timestamp: expect.any(Number) })
  } else if (isCount) {
    expect(read).toBe(answer)
  } else {
    expect(marked(read)).toEqual(marked(JSON.parse(placed(JSON.stringify(answer)))))
  }
})
