import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { folderOfTests } from '@greenwave/harness/ofTest'
import { fetchHistory } from '@greenwave/changes/changeHistory'
import type { HistoryEntry } from '@greenwave/changes/historyEntry'
import type { CallApi } from '@greenwave/client/callTypes'
import { signIn } from '@greenwave/client/signIn'
import { parseCorridor } from '@greenwave/contract/records/corridors'
import { ofDevice } from '@greenwave/contract/wire/ids'
import { CONFIRM_WITHIN_MS, type DeliveryState } from '@greenwave/controller/delivery'
import { clockDriftSeconds, driftLevel, parseDeviceClock } from '@greenwave/controller/deviceClock'
import { CLOCK_KEYS, LAMP_KEYS } from '@greenwave/controller/keys'
import { allDeliveries } from '@greenwave/controller/settingTable/delivery'
import type { TimedValues } from '@greenwave/controller/timedValue'
import { freePorts } from '@greenwave/harness/freePorts'
import { type GreenwaveProcess, startGreenwave } from '@greenwave/harness/greenwaveProcess'
import { until } from '@greenwave/harness/until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CORRIDORS } from './demo/corridors.ts'
import { DISTRICTS, JUNCTIONS, NEW_CUSTOMER } from './demo/junctions.ts'

const DEMO_ADMIN_EMAIL = 'admin@greenwave.test'
const DEMO_PASSWORD = 'greenwave'

const dataDir = folderOfTests()
let demo: GreenwaveProcess
let url: string
let admin: CallApi
/** What /readyz answered until it was ready, and the devices there were then. */
const readiness = new Set<string>()
let devicesWhenReady: number

const start = (port = '0') =>
  startGreenwave(['demo', '--port', port, '--mqtt-port', '0', '--data-dir', dataDir, '--past', '0'])
const PAGE = { pageSize: 100, page: 0 }

beforeAll(async () => {
  const [port] = await freePorts(1)
  demo = start(String(port))
  url = `http://127.0.0.1:${port}`
  const isReady = async (): Promise<boolean> => {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    const text = `${answer?.status} ${(await answer?.text()) ?? ''}`.trim()
    readiness.add(text)
    return text.startsWith('200 ready')
  }
  await until('the demonstration to be ready', isReady, 120_000, 25)
  admin = (await signIn(url, DEMO_ADMIN_EMAIL, DEMO_PASSWORD)).call
  devicesWhenReady = (await admin('tenantDevices', { query: PAGE })).totalElements
})
afterAll(async () => {
  demo.signal('SIGTERM')
  await demo.ended
})

const devices = async () => (await admin('tenantDevices', { query: PAGE })).data
/** Waits for a condition of the running fleet, which reports once a second. */
const fleet = (check: () => Promise<unknown>) => expect.poll(check, { interval: 200 })
const attributesOf = (id: string, scope: string, keys?: string) =>
  admin('attributes', { params: { ...ofDevice(id), scope }, query: { keys } })
const latestOf = (id: string, keys: string) => admin('timeseries', { params: ofDevice(id), query: { keys } })
const write = (id: string, values: Record<string, unknown>) =>
  admin('saveAttributes', { params: { ...ofDevice(id), scope: 'SHARED_SCOPE' }, body: values })
async function deviceNamed(name: string): Promise<string> {
  return (await devices()).find((device) => device.name === name)?.id.id ?? ''
}

type Scope = 'CLIENT_SCOPE' | 'SHARED_SCOPE'
async function attributes(name: string, scope: Scope): Promise<TimedValues> {
  const list = await attributesOf(await deviceNamed(name), scope)
  return Object.fromEntries(list.map(({ key, value, lastUpdateTs }) => [key, { ts: lastUpdateTs, value }]))
}
/** Returns what the console will say about a controller's settings when the time for its report is over. */
async function deliveries(name: string, connected = true) {
  const [desired, reported] = await Promise.all([attributes(name, 'SHARED_SCOPE'), attributes(name, 'CLIENT_SCOPE')])
  return allDeliveries({ desired, reported, connected, nowMs: Date.now() + CONFIRM_WITHIN_MS })
}
const STUBBORN_STATES = {
  mode: 'taken',
  planTotal: 'differs',
  clearance: 'taken',
  plan1: 'taken',
  plan6: 'notConfirmed',
  program1: 'taken',
  program2: 'differs',
}
async function stubbornStates() {
  const states = (await deliveries('TLC-0010')).map(({ group, state }): [string, DeliveryState] => {
    if (group.kind === 'plan') return [`plan${group.plan}`, state]
    return [group.kind === 'program' ? `program${group.program}` : group.kind, state]
  })
  return Object.fromEntries(states.filter(([group]) => group in STUBBORN_STATES))
}

describe('the demonstration', () => {
  test('says at /readyz how many junctions are made, and is ready with all of them', () => {
    const prepared = new RegExp(
      `^503 not ready: the demonstration is being prepared: \\d+ of ${JUNCTIONS.length} junctions$`,
    )
    expect([...readiness].filter((one) => prepared.test(one))).not.toEqual([])
    expect(devicesWhenReady).toBe(JUNCTIONS.length)
  })

  test('prints its address, each account, and the password', async () => {
    await demo.says(/Ctrl-C stops everything/)
    expect(demo.said()).toContain(`${DEMO_ADMIN_EMAIL}      tenant administrator\n`)
    for (const { email, title } of Object.values(DISTRICTS)) expect(demo.said()).toContain(`${email}  ${title}\n`)
    expect(demo.said()).toContain(DEMO_PASSWORD)
  })

  test('has its junctions, some of no district, a customer for each district, and one without users and controllers', async () => {
    const titles = new Map(JUNCTIONS.map(({ name, district }) => [name, district ? DISTRICTS[district].title : null]))
    const found = (await devices()).map(({ name, customerTitle }) => [name, customerTitle ?? null] as const)
    expect(new Map(found)).toEqual(titles)
    expect([...titles.values()].filter((title) => title === null)).not.toHaveLength(0)
    const customers = await admin('customers', { query: PAGE })
    expect(customers.data.map(({ title }) => title).sort()).toEqual(
      [NEW_CUSTOMER, ...Object.values(DISTRICTS).map(({ title }) => title)].sort(),
    )
    const fresh = customers.data.find(({ title }) => title === NEW_CUSTOMER)
    const params = { customerId: fresh?.id.id ?? '' }
    expect((await admin('customerUsers', { params, query: PAGE })).totalElements).toBe(0)
  })

  test.each(Object.values(DISTRICTS))('$email sees the junctions of $title and no other', async ({ email, title }) => {
    const { call } = await signIn(url, email, DEMO_PASSWORD)
    const { customerId } = await call('currentUser')
    const page = await call('customerDevices', { params: { customerId: customerId?.id ?? '' }, query: PAGE })
    expect(page.data.length).toBeGreaterThan(0)
    expect(new Set(page.data.map((device) => device.customerTitle))).toEqual(new Set([title]))
  })

  test('the first settings and places of its junctions are changes with a record, none by other means', async () => {
    const entries: HistoryEntry[] = []
    const request = { fromMs: 0, untilMs: Date.now() + 5000, hasAudit: true }
    for await (const step of fetchHistory(admin, request)) entries.push(...step.entries)
    expect(entries).toHaveLength(2 * JUNCTIONS.length)
    for (const entry of entries) {
      const { by, from, state } = entry.kind === 'change' ? entry.change : { by: null, from: '', state: '' }
      expect([entry.kind, by?.name, from, state]).toEqual(['change', DEMO_ADMIN_EMAIL, 'demonstration', 'written'])
      expect(entry.kind === 'change' && entry.witness.kind).toBe('confirmed')
    }
  })

  test('has its corridors, of which a district sees its own', async () => {
    const all = await admin('tenantAssets', { query: { ...PAGE, type: 'corridor' } })
    expect(all.data.map(({ name }) => name).sort()).toEqual(CORRIDORS.map(({ name }) => name).sort())
    const { call } = await signIn(url, DISTRICTS.district1.email, DEMO_PASSWORD)
    const { customerId } = await call('currentUser')
    const params = { customerId: customerId?.id ?? '' }
    const own = await call('customerAssets', { params, query: { ...PAGE, type: 'corridor' } })
    expect(own.data.map(({ name }) => name)).toEqual(['Nam Kỳ Khởi Nghĩa'])
    const junctions = own.data.flatMap((asset) => parseCorridor(asset)?.junctions ?? [])
    const devices = await call('customerDevices', { params, query: PAGE })
    expect(devices.data.map(({ id }) => id.id)).toEqual(expect.arrayContaining(junctions.map(({ device }) => device)))
  })

  test('its junctions lie where the city is', () => {
    for (const { latitude, longitude } of JUNCTIONS) {
      expect(latitude).toBeGreaterThan(10.75)
      expect(latitude).toBeLessThan(10.82)
      expect(longitude).toBeGreaterThan(106.64)
      expect(longitude).toBeLessThan(106.78)
    }
  })

  test('every controller that is installed comes up and reports its lamps; the awaited one was never there', async () => {
    const awaited = JUNCTIONS.filter(({ isAwaited }) => isAwaited).map(({ name }) => name)
    const away = async () => (await devices()).filter(({ active }) => !active).map(({ name }) => name)
    await fleet(away).toEqual(awaited)
    const awaitedId = await deviceNamed(awaited[0] ?? '')
    expect(await attributesOf(awaitedId, 'CLIENT_SCOPE')).toEqual([])
    expect(await attributesOf(awaitedId, 'SERVER_SCOPE', 'lastConnectTime')).toEqual([])
    expect((await deliveries(awaited[0] ?? '', false)).every(({ state }) => state === 'waiting')).toBe(true)
    const id = await deviceNamed('TLC-0001')
    await fleet(async () => Object.keys(await latestOf(id, 'T_D1,T_V1,T_X1'))).toEqual(
      expect.arrayContaining(['T_D1', 'T_V1', 'T_X1']),
    )
  })

  test('from its first report on, the stubborn controller differs from what is wanted, and the others do as they are asked', async () => {
    await fleet(() => stubbornStates()).toEqual(STUBBORN_STATES)
    await fleet(async () => new Set((await deliveries('TLC-0001')).map(({ state }) => state))).toEqual(
      new Set(['taken']),
    )
    // Later it does not accept them either.
    expect(await stubbornStates()).toEqual(STUBBORN_STATES)
  })

  test('one junction of each kind of display sends the numbers that its displays have', async () => {
    const largest = async (name: string) => {
      const latest = await latestOf(await deviceNamed(name), LAMP_KEYS.join())
      const counts = LAMP_KEYS.flatMap((key) => latest[key]?.[0] ?? []).map(({ value }) => Number(value))
      return counts.length === LAMP_KEYS.length ? Math.max(...counts) : Number.NaN
    }
    await fleet(() => largest('TLC-0001')).toBeGreaterThan(8)
    for (const name of ['TLC-0019', 'TLC-0020']) await fleet(() => largest(name)).toBeLessThanOrEqual(8)
    await fleet(() => largest('TLC-0021')).toBe(1)
    await fleet(() => largest('TLC-0022')).toBeLessThanOrEqual(5)
    expect(await largest('TLC-0021')).toBe(1)
  })

  test('one clock is wrong from the start', async () => {
    const off = async (name: string) => {
      const latest = await latestOf(await deviceNamed(name), CLOCK_KEYS.join())
      const reading = parseDeviceClock(
        Object.fromEntries(Object.entries(latest).flatMap(([key, [value]]) => (value ? [[key, value]] : []))),
      )
      return reading?.ts ? driftLevel(clockDriftSeconds(reading.time, reading.ts)) : undefined
    }
    await fleet(() => off('TLC-0004')).toBe('alarm')
    expect(await off('TLC-0003')).toBe('ok')
  })

  test('one controller takes a mode, the stubborn one does not, and one reports nothing at all', async () => {
    const reported = async (id: string) =>
      (await attributesOf(id, 'CLIENT_SCOPE')).find(({ key }) => key === 'Mode')?.value
    const [willing, stubborn, silent] = await Promise.all(['TLC-0002', 'TLC-0010', 'TLC-0012'].map(deviceNamed))
    for (const id of [willing, stubborn, silent]) await write(id ?? '', { Mode: 0 })
    await fleet(() => reported(willing ?? '')).toBe(0)
    expect(await reported(stubborn ?? '')).toBe(4)
    expect(await reported(silent ?? '')).toBeUndefined()
  })

  test('a junction that waits for its controller has none on which a fault could be caused', async () => {
    const deviceId = await deviceNamed('TLC-0013')
    expect(await admin('causedFaults', { params: { deviceId } })).toEqual({ virtual: false, faults: [] })
  })

  test("the controllers' logins are kept for their owner alone", () => {
    const lines = readFileSync(join(dataDir, 'controllers.jsonl'), 'utf8').trim().split('\n')
    expect(lines).toHaveLength(JUNCTIONS.filter(({ isAwaited }) => !isAwaited).length)
    expect(demo.said()).not.toContain((JSON.parse(lines[0] ?? '{}') as { password: string }).password)
  })

  test('stops with 0, keeps what was changed, and is back with it; the stubborn controller takes nothing then either', async () => {
    await write(await deviceNamed('TLC-0003'), { Vang: 5 })
    demo.signal('SIGINT')
    expect((await demo.ended).code).toBe(0)
    const restartedAt = Date.now()
    demo = start()
    url = (await demo.says(/Open +(http:\S+)/))[1] ?? ''
    admin = (await signIn(url, DEMO_ADMIN_EMAIL, DEMO_PASSWORD)).call
    expect(await devices()).toHaveLength(JUNCTIONS.length)
    expect(await attributesOf(await deviceNamed('TLC-0003'), 'SHARED_SCOPE', 'Vang')).toMatchObject([
      { key: 'Vang', value: 5 },
    ])
    // It reports its settings before its first telemetry.
    const stubborn = await deviceNamed('TLC-0010')
    const saidAt = async () => (await latestOf(stubborn, 'T_D1')).T_D1?.[0]?.ts
    await fleet(saidAt).toBeGreaterThanOrEqual(restartedAt)
    // A new mode was requested before the restart too. After the restart it reports its own mode again, which counts as
    // an answer.
    await fleet(() => stubbornStates()).toEqual({ ...STUBBORN_STATES, mode: 'differs' })
  })
})
