/** @file A city is copied between two platforms, over real HTTP. */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { folderOfTest, systemOfTests } from '@greenwave/harness/ofTest'
import { CORRIDOR_TYPE } from '@greenwave/contract/records/corridors'
import { ROUTE_TYPE } from '@greenwave/contract/records/routes'
import { ofDevice } from '@greenwave/contract/wire/ids'
import { Api } from '@greenwave/harness/api'
import { greenwaveHere } from '@greenwave/harness/greenwaveHere'
import { ADMIN_EMAIL, type PlatformProcess, startPlatformProcess } from '@greenwave/harness/platformProcess'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runCommandLine } from './commandLine.ts'
import { asCopied, makeCity, fetchCity } from './testing/copiedCity.ts'

const runGreenwaveHere = greenwaveHere(runCommandLine)

const JUNCTIONS = 5

let target: PlatformProcess
let here: Api
let folder: string
let links: string

const source = systemOfTests(await startPlatformProcess())
const there = await Api.signIn(source.url, ADMIN_EMAIL, source.adminPassword)
await makeCity(there, JUNCTIONS)
beforeEach(async () => {
  folder = folderOfTest()
  links = join(folder, 'links.csv')
  target = await startPlatformProcess()
  here = await Api.signIn(target.url, ADMIN_EMAIL, target.adminPassword)
})
afterEach(() => target.stop())

const copy = (...more: readonly string[]) =>
  runGreenwaveHere(
    [
      ...['copy', '--from', source.url, '--to', target.url, '--links', links],
      ...['--from-user', ADMIN_EMAIL, '--to-user', ADMIN_EMAIL, ...more],
    ],
    { GREENWAVE_FROM_PASSWORD: source.adminPassword, GREENWAVE_TO_PASSWORD: target.adminPassword },
  )
/** A line of the table at the end. */
const line = (kind: string, ...counts: readonly number[]) => new RegExp(`^${kind} +${counts.join(' +')}$`, 'm')
const deviceNamed = async (api: Api, name: string) => {
  const { data } = await api.call('tenantDevices', { query: { pageSize: 10, page: 0, textSearch: name } })
  return data.find((device) => device.name === name)?.id.id ?? ''
}
const assetOf = async (api: Api, type: string) => {
  const { data } = await api.call('tenantAssets', { query: { pageSize: 1, page: 0, type } })
  return { entityType: 'ASSET', entityId: data[0]?.id.id ?? '' }
}

describe('copying a city', () => {
  test('brings everything with its references, writes the links, and a second time changes nothing', async () => {
    expect(await copy('--dry-run')).toMatchObject({ code: 0, stdout: expect.stringContaining('nothing was written') })
    expect((await here.call('customers', { query: { pageSize: 10, page: 0 } })).data).toEqual([])

    const first = await copy()
    expect(first).toMatchObject({ code: 0, stdout: expect.stringMatching(line('devices', JUNCTIONS, 0, 0, 0, 0)) })
    expect(first.stdout).toContain(`1 activation link: ${links}\n`)
    const expected = asCopied(await fetchCity(there))
    const copied = await fetchCity(here)
    expect(copied).toBe(expected)
    expect(copied).toContain('"device":"TLC-2"')
    expect(copied).toMatch(/"link":"\S+\/cabinet\.jpg","title":"TLC-0"/)
    expect(statSync(links).mode & 0o777).toBe(0o600)
    expect(readFileSync(links, 'utf8')).toMatch(/^email,link\r\nmai@signal\.vn,http.*activateToken=/)

    const again = await copy()
    expect(again.code).toBe(0)
    expect(again.stdout).toMatch(line('devices', 0, 0, JUNCTIONS, 0, 0))
    expect(again.stdout).toMatch(line('assets', 0, 0, 4, 0, 0))
    expect(again.stdout).toMatch(line('images', 0, 0, 1, 0, 0))
    expect(again.stdout).toMatch(line('users', 0, 0, 1, 0, 0))
    expect(await fetchCity(here)).toBe(expected)
  })

  test('names what differs and leaves it alone, until it is to be overwritten', async () => {
    await copy()
    const before = await fetchCity(here)
    const deviceId = await deviceNamed(here, 'TLC-1')
    await here.writeAttributes(deviceId, 'SHARED_SCOPE', { Pr1_X1: 99 })
    const device = await here.call('device', { params: { deviceId: await deviceNamed(here, 'TLC-2') } })
    await here.call('saveDevice', { body: { ...device, label: 'Mine', customerId: null } })
    const changed = await fetchCity(here)

    const refused = await copy()
    expect(refused.code).toBe(1)
    expect(refused.stdout).toContain('device TLC-1: the other platform has another Pr1_X1; --overwrite replaces it')
    expect(refused.stdout).toContain('device TLC-2: the other platform has another label')
    expect(await fetchCity(here)).toBe(changed)

    expect(await copy('--overwrite')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(line('devices', 0, 2, JUNCTIONS - 2, 0, 0)),
    })
    expect(await fetchCity(here)).toBe(before)
  })

  test('says what is refused, and copies nothing that names it', async () => {
    const login = { clientId: 'c0', userName: 'u0', password: 'other' }
    await here.createDevice({ name: 'Another', label: '' }, login)
    const { code, stdout } = await copy()
    expect(code).toBe(1)
    expect(stdout).toContain('device TLC-0: Device credentials are already assigned to another device!')
    expect(stdout).toContain('asset Lê Lợi: names TLC-0, which was not copied')
    expect(stdout).toMatch(line('devices', JUNCTIONS - 1, 0, 0, 0, 1))
  })

  test('brings records of the past when it is asked to, digit for digit, and seconds only with --seconds', async () => {
    const at = Date.now() - 3_600_000
    const name = 'TLC-1'
    const ofSource = { ...ofDevice(await deviceNamed(there, name)), scope: 'ANY' }
    const body = `[{"ts":${at},"values":{"gw_day":{"v":1,"of":"${ofSource.entityId}","big":9007199254740993,"one":1.0}}},
      {"ts":${at + 1},"values":{"T_D1":30,"gw_changed":${at}}}]`
    await there.call('saveTimeseries', { params: ofSource, body })
    const valuesHere = async () => {
      const params = ofDevice(await deviceNamed(here, name))
      const query = { keys: 'gw_day,gw_changed,T_D1', startTs: String(at - 1), endTs: String(at + 9) }
      return JSON.stringify(await here.call('timeseries', { params, query }))
    }
    const waves = [{ ts: at, values: { gw_wave_day: { v: 1, plans: [] } } }]
    await there.call('saveTimeseries', {
      params: { ...(await assetOf(there, CORRIDOR_TYPE)), scope: 'ANY' },
      body: waves,
    })
    const place = { device: ofSource.entityId, phase: 1, position: 0 }
    const run = { v: 1, id: 'run', state: 'done', at, fix: { at, m: 0, by: 'clock' }, junctions: [place] }
    const ofRoute = { ...(await assetOf(there, ROUTE_TYPE)), scope: 'ANY' }
    await there.call('saveTimeseries', { params: ofRoute, body: { ts: at, values: { gw_route: run } } })
    const present = { params: { ...ofRoute, scope: 'SERVER_SCOPE' }, body: { gw_run: { ...run, state: 'running' } } }
    await there.call('saveAttributes', present)
    expect((await copy('--history', '1')).code).toBe(0)
    const { stdout } = await copy('--history', '1')
    expect(stdout).toMatch(line('history', 0, 0, JUNCTIONS + 2, 0, 0))
    const days = { keys: 'gw_wave_day', startTs: String(at), endTs: String(at + 1), useStrictDataTypes: 'true' }
    const found = await here.call('timeseries', { params: await assetOf(here, CORRIDOR_TYPE), query: days })
    expect(found).toEqual({ gw_wave_day: [{ ts: at, value: waves[0]?.values.gw_wave_day }] })
    const deviceId = await deviceNamed(here, name)
    const copied = await assetOf(here, ROUTE_TYPE)
    const records = { keys: 'gw_route', startTs: String(at), endTs: String(at + 1), useStrictDataTypes: 'true' }
    const { gw_route: record } = await here.call('timeseries', { params: copied, query: records })
    expect(record).toEqual([{ ts: at, value: { ...run, junctions: [{ ...place, device: deviceId }] } }])
    // A vehicle is not driven on two platforms.
    const server = await here.call('attributes', { params: { ...copied, scope: 'SERVER_SCOPE' } })
    expect(server.map(({ key }) => key)).not.toContain('gw_run')
    expect(await valuesHere()).toContain(`\\"of\\":\\"${deviceId}\\",\\"big\\":9007199254740993,\\"one\\":1.0}`)
    expect(await valuesHere()).not.toContain('T_D1')
    expect((await copy('--history', '1', '--seconds')).stdout).toMatch(line('history', 1, 0, JUNCTIONS + 1, 0, 0))
    expect(await valuesHere()).toContain('T_D1')
  })

  test('says what is wrong before it begins', async () => {
    for (const [more, said, code] of [
      [['--to-user', 'nobody@signal.vn'], /does not let nobody@signal\.vn in: Invalid username or password \(401\)/, 1],
      [['--to', 'http://127.0.0.1:9'], /http:\/\/127\.0\.0\.1:9 does not answer/, 1],
      [['--to', `${target.url}/docs`], /is no platform: correct the address/, 1],
      [['--to', source.url], /--from and --to are the same: give two platforms/, 2],
      [['--history', 'soon'], /give a whole number of days/, 2],
      [['--seconds'], /say for how many days, with --history/, 2],
    ] as const) {
      const ended = await copy(...more)
      expect(ended.stderr).toMatch(said)
      expect(ended.code).toBe(code)
    }
  })
})
