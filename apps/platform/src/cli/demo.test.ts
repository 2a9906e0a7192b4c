import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Customer } from '@greenwave/contract/customers'
import type { DeviceInfo } from '@greenwave/contract/devices'
import type { Page } from '@greenwave/contract/page'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type GreenwaveProcess, startGreenwave } from '../testing/greenwaveProcess.ts'
import { DEMO_ACCOUNTS, DEMO_ADMIN_EMAIL, DEMO_PASSWORD } from './demo/demoAccounts.ts'
import { DISTRICTS, JUNCTIONS } from './demo/junctions.ts'
import { type PlatformClient, signIn } from './demo/platformClient.ts'

let dataDir: string
let demo: GreenwaveProcess
let url: string
let admin: PlatformClient

const start = () => startGreenwave(['demo', '--port', '0', '--mqtt-port', '0', '--data-dir', dataDir])
const PAGE = 'pageSize=100&page=0'

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'greenwave-demo-'))
  demo = start()
  url = (await demo.says(/Open +(http:\S+)/))[1] ?? ''
  admin = await signIn(url, DEMO_ADMIN_EMAIL, DEMO_PASSWORD)
}, 60_000)
afterAll(async () => {
  demo.signal('SIGTERM')
  await demo.ended
  rmSync(dataDir, { recursive: true })
})

const devices = async () => (await admin.get<Page<DeviceInfo>>(`/api/tenant/deviceInfos?${PAGE}`)).data
/** Waits for a condition of the running fleet, which reports once a second. */
const fleet = (check: () => Promise<unknown>) => expect.poll(check, { timeout: 20_000, interval: 200 })
const valuesPath = (id: string) => `/api/plugins/telemetry/DEVICE/${id}/values`
async function deviceNamed(name: string): Promise<string> {
  return (await devices()).find((device) => device.name === name)?.id.id ?? ''
}

describe('the demonstration', () => {
  test('prints its address, each account, and the password', async () => {
    await demo.says(/Ctrl-C stops everything/)
    for (const { email } of DEMO_ACCOUNTS) expect(demo.said()).toContain(email)
    expect(demo.said()).toContain(DEMO_PASSWORD)
  })

  test('has twelve junctions, some of no district, and a customer for each district', async () => {
    const titles = new Map(JUNCTIONS.map(({ name, district }) => [name, district ? DISTRICTS[district].title : null]))
    const found = (await devices()).map(({ name, customerTitle }) => [name, customerTitle ?? null] as const)
    expect(new Map(found)).toEqual(titles)
    expect([...titles.values()].filter((title) => title === null)).not.toHaveLength(0)
    const customers = await admin.get<Page<Customer>>(`/api/customers?${PAGE}`)
    expect(customers.data.map(({ title }) => title).sort()).toEqual(
      Object.values(DISTRICTS)
        .map(({ title }) => title)
        .sort(),
    )
  })

  test.each(Object.values(DISTRICTS))('$email sees the junctions of $title and no other', async ({ email, title }) => {
    const client = await signIn(url, email, DEMO_PASSWORD)
    const { customerId } = await client.get<{ customerId: { id: string } }>('/api/auth/user')
    const page = await client.get<Page<DeviceInfo>>(`/api/customer/${customerId.id}/deviceInfos?${PAGE}`)
    expect(page.data.length).toBeGreaterThan(0)
    expect(new Set(page.data.map((device) => device.customerTitle))).toEqual(new Set([title]))
  })

  test('its junctions lie where the city is', () => {
    for (const { latitude, longitude } of JUNCTIONS) {
      expect(latitude).toBeGreaterThan(10.75)
      expect(latitude).toBeLessThan(10.82)
      expect(longitude).toBeGreaterThan(106.64)
      expect(longitude).toBeLessThan(106.78)
    }
  })

  test('every controller comes up and reports its lamps', async () => {
    await fleet(async () => (await devices()).every(({ active }) => active)).toBe(true)
    const id = await deviceNamed('TLC-0001')
    await fleet(async () => Object.keys(await admin.get(`${valuesPath(id)}/timeseries?keys=T_D1,T_V1,T_X1`))).toEqual(
      expect.arrayContaining(['T_D1', 'T_V1', 'T_X1']),
    )
  })

  test('one controller takes a mode, the stubborn one does not, and one reports nothing at all', async () => {
    const reported = async (id: string) =>
      (await admin.get<{ key: string; value: unknown }[]>(`${valuesPath(id)}/attributes/CLIENT_SCOPE`)).find(
        ({ key }) => key === 'Mode',
      )?.value
    const [willing, stubborn, silent] = await Promise.all(['TLC-0002', 'TLC-0010', 'TLC-0012'].map(deviceNamed))
    for (const id of [willing, stubborn, silent]) {
      await admin.post(`/api/plugins/telemetry/DEVICE/${id}/SHARED_SCOPE`, { Mode: 0 })
    }
    await fleet(() => reported(willing ?? '')).toBe(0)
    expect(await reported(stubborn ?? '')).toBe(4)
    expect(await reported(silent ?? '')).toBeUndefined()
  })

  test("the controllers' logins are kept for their owner alone", () => {
    const lines = readFileSync(join(dataDir, 'controllers.jsonl'), 'utf8').trim().split('\n')
    expect(lines).toHaveLength(JUNCTIONS.length)
    expect(demo.said()).not.toContain((JSON.parse(lines[0] ?? '{}') as { password: string }).password)
  })

  test('stops with 0, keeps what was changed, and is back with it', async () => {
    await admin.post(`/api/plugins/telemetry/DEVICE/${await deviceNamed('TLC-0003')}/SHARED_SCOPE`, { Vang: 5 })
    demo.signal('SIGINT')
    expect((await demo.ended).code).toBe(0)
    demo = start()
    url = (await demo.says(/Open +(http:\S+)/))[1] ?? ''
    admin = await signIn(url, DEMO_ADMIN_EMAIL, DEMO_PASSWORD)
    expect(await devices()).toHaveLength(JUNCTIONS.length)
    const path = `${valuesPath(await deviceNamed('TLC-0003'))}/attributes/SHARED_SCOPE?keys=Vang`
    expect(await admin.get(path)).toMatchObject([{ key: 'Vang', value: 5 }])
  }, 60_000)
})
