/** @file A calendar on a platform over real HTTP. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Api } from '@greenwave/harness/api'
import { greenwaveHere } from '@greenwave/harness/greenwaveHere'
import { ADMIN_EMAIL, type PlatformProcess, startPlatformProcess } from '@greenwave/harness/platformProcess'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCommandLine } from './commandLine.ts'

const runGreenwaveHere = greenwaveHere(runCommandLine)

const WORKING = { Plan_total: 1, P1_HH: 5, P1_MM: 0, P1_Pr: 1, P1_ENT: 1 }
const SETTINGS = {
  ...{ ...WORKING, Mode: 4, Vang: 3, Do_cong: 2, Pr1_X1: 30, Pr1_X2: 20, Pr1_X3: 15 },
  ...{ Start_Pr1_X1: 0, Start_Pr1_X2: 35, Start_Pr1_X3: 60 },
}
const CALENDAR = {
  key: 'city',
  dayBegins: '03:00',
  kinds: [
    { id: 'working', name: 'Working day', color: 'grey' },
    { id: 'market', name: 'Market', color: 'violet' },
  ],
  rules: [
    { on: 'date', date: '2026-12-24', kind: 'market', junctions: ['TLC-1'] },
    { on: 'weekdays', days: [1, 2, 3, 4, 5, 6, 7], every: 1, kind: 'working' },
  ],
}

let platform: PlatformProcess
let admin: Api
let folder: string
const ids: string[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'greenwave-calendar-'))
  platform = await startPlatformProcess()
  admin = await Api.signIn(platform.url, ADMIN_EMAIL, platform.adminPassword)
  const customer = await admin.createCustomer('Quận 7')
  await admin.createCustomerUser(customer, 'binh@quan7.vn', 'a long password')
  for (const nth of [1, 2]) {
    const login = { clientId: `c${nth}`, userName: `u${nth}`, password: `secret-${nth}` }
    const { id } = await admin.createDevice({ name: `TLC-${nth}`, label: `Lê Lợi, ${nth}`, customer }, login)
    await admin.writeAttributes(id.id, 'SHARED_SCOPE', SETTINGS)
    ids.push(id.id)
  }
})
afterAll(async () => {
  await platform.stop()
  rmSync(folder, { recursive: true })
})

const run = (...args: readonly string[]) =>
  runGreenwaveHere(['calendar', ...args, '--url', platform.url, '--user', ADMIN_EMAIL], {
    GREENWAVE_PASSWORD: platform.adminPassword,
  })

function fileOf(kinds: object, name = 'TLC-1', calendar: object = CALENDAR): string {
  const path = join(folder, 'calendar.json')
  const content = { format: 'greenwave-calendar', version: 1, calendar, junctions: [{ name, kinds }] }
  writeFileSync(path, JSON.stringify(content, null, 2))
  return path
}
const KINDS = { working: WORKING, market: { ...WORKING, P1_HH: 4 } }
const kindsOf = async (nth: number) => (await admin.attributes(ids[nth] ?? '', 'SERVER_SCOPE')).gw_kinds
const calendars = async () =>
  (await admin.call('tenantAssets', { query: { pageSize: 10, page: 0, type: 'calendar' } })).data

describe('a calendar of a platform', () => {
  test('is saved with --apply alone, and exported as it was', async () => {
    const file = fileOf(KINDS)
    const tried = await run('import', file)
    expect([tried.code, tried.stdout, await calendars()]).toEqual([0, 'TLC-1: working, market\n', []])
    expect(tried.stderr).toContain('the calendar is new, 1 junction differs, 0 problems')
    expect((await run('import', file, '--apply', '--name', 'Lịch')).code).toBe(0)
    expect(await kindsOf(0)).toEqual({ calendar: 'city', kinds: KINDS })
    expect(await kindsOf(1)).toBeUndefined()
    const [asset] = await calendars()
    expect(asset).toMatchObject({ name: 'Lịch', additionalInfo: { gw: { rules: [{ junctions: [ids[0]] }, {}] } } })
    const out = join(folder, 'exported.json')
    expect(await run('export', '--out', out)).toMatchObject({ code: 0, stderr: expect.stringContaining('1 junction') })
    const exported = JSON.parse(readFileSync(out, 'utf8'))
    expect(exported.calendar).toEqual(CALENDAR)
    expect(exported.junctions).toEqual([{ name: 'TLC-1', settings: SETTINGS, kinds: KINDS }])
    const again = await run('import', out, '--apply')
    expect(again.stderr).toContain('the calendar is the same, 0 junctions differ')
  })

  test('is refused with a danger, an unknown junction, and one of another calendar', async () => {
    const danger = { working: { ...WORKING, Start_Pr1_X2: 33 } }
    expect(await run('import', fileOf(danger), '--apply')).toMatchObject({
      ...{ code: 1, stdout: expect.stringContaining('TLC-1: kinds.working: ') },
      stderr: expect.stringContaining('nothing was saved: solve these problems first'),
    })
    expect((await run('import', fileOf(KINDS, 'TLC-9'))).stdout).toContain('no junction has this name')
    const other = await run('import', fileOf(KINDS, 'TLC-1', { ...CALENDAR, key: 'other' }), '--apply')
    expect([other.code, other.stdout]).toEqual([1, expect.stringContaining('the calendar with the key "city"')])
    expect(await kindsOf(0)).toEqual({ calendar: 'city', kinds: KINDS })
  })

  test('is left by a junction without kinds', async () => {
    const left = await run('import', fileOf({}), '--apply')
    expect([left.code, left.stdout, await kindsOf(0)]).toEqual([0, 'TLC-1: leaves the calendar\n', undefined])
    expect((await run('export', '--key', 'none')).stderr).toContain('give the key of a calendar with --key: city')
  })

  test('is written by administrators, and read by the users of its customer', async () => {
    const user = await Api.signIn(platform.url, 'binh@quan7.vn', 'a long password')
    await admin.writeAttributes(ids[0] ?? '', 'SERVER_SCOPE', { gw_kinds: { calendar: 'city', kinds: KINDS } })
    expect((await user.attributes(ids[0] ?? '', 'SERVER_SCOPE')).gw_kinds).toEqual({ calendar: 'city', kinds: KINDS })
    await expect(user.writeAttributes(ids[0] ?? '', 'SERVER_SCOPE', { gw_kinds: {} })).rejects.toMatchObject({
      status: 403,
    })
    const [asset] = await calendars()
    const body = { ...asset, additionalInfo: {} } as never
    await expect(user.call('saveAsset', { body })).rejects.toMatchObject({ status: 403 })
  })
})
