/** @file Settings as files, over a real platform. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { folderOfTests, systemOfTests } from '@greenwave/harness/ofTest'
import { fetchChanges } from '@greenwave/changes/fetchChanges'
import { Api } from '@greenwave/harness/api'
import { greenwaveHere } from '@greenwave/harness/greenwaveHere'
import { ADMIN_EMAIL, startPlatformProcess } from '@greenwave/harness/platformProcess'
import { fetchJunctionFacts } from '@greenwave/rollout/junctionFacts'
import { describe, expect, test } from 'vitest'
import { runCommandLine } from './commandLine.ts'

const runGreenwaveHere = greenwaveHere(runCommandLine)

const SETTINGS = {
  ...{ Mode: 4, Vang: 3, Do_cong: 2, Plan_total: 1, P1_HH: 0, P1_MM: 0, P1_Pr: 1, P1_ENT: 1 },
  ...{ Pr1_X1: 30, Pr1_X2: 20, Pr1_X3: 15, Start_Pr1_X1: 0, Start_Pr1_X2: 35, Start_Pr1_X3: 60 },
}

const folder = folderOfTests()
const ids: string[] = []

const platform = systemOfTests(await startPlatformProcess())
const admin = await Api.signIn(platform.url, ADMIN_EMAIL, platform.adminPassword)
for (const nth of [1, 2]) {
  const login = { clientId: `c${nth}`, userName: `u${nth}`, password: `secret-${nth}` }
  const device = await admin.createDevice({ name: `TLC-${nth}`, label: `Lê Lợi, ${nth}` }, login)
  await admin.writeAttributes(device.id.id, 'SHARED_SCOPE', SETTINGS)
  ids.push(device.id.id)
}

const run = (...args: readonly string[]) =>
  runGreenwaveHere(['settings', ...args, '--url', platform.url, '--user', ADMIN_EMAIL], {
    GREENWAVE_PASSWORD: platform.adminPassword,
  })
const settingsOf = async (nth: number) => {
  const { shared } = await fetchJunctionFacts(admin.call, ids[nth] ?? '')
  return Object.fromEntries(Object.entries(shared).map(([key, { value }]) => [key, value]))
}

describe('settings as files', () => {
  test.each(['json', 'csv'])('what is exported as %s and imported again changes nothing', async (format) => {
    const file = join(folder, `all.${format}`)
    const written = await run('export', '--out', file)
    expect(written).toMatchObject({ code: 0, stderr: expect.stringContaining('2 junctions') })
    expect(readFileSync(file, 'utf8')).not.toContain('Mode')
    const again = await run('import', file, '--apply')
    expect(again.stderr).toContain('0 junctions differ, 2 do not, 0 problems, 0 junctions with dangers')
    expect(again.code).toBe(0)
  })

  test('what differs is shown first and sent with --apply, once, as a change with its reason', async () => {
    const file = join(folder, 'green.csv')
    writeFileSync(file, 'name,Pr1_X3\nTLC-1,20\nTLC-2,15\n')
    const shown = await run('import', file)
    expect(shown.stderr).toContain('1 junction differs, 1 does not, 0 problems')
    expect(shown.stdout).toBe(
      'TLC-1 (Lê Lợi, 1), line 2\n  Program 1 phase 3 green: 15 s → 20 s\n  V11 Advice: the controller is offline, so what is sent waits until it comes back.\n',
    )
    expect(await settingsOf(0)).toMatchObject({ Pr1_X3: 15 })

    const sent = await run('import', file, '--apply', '--why', 'School')
    expect(sent).toMatchObject({ code: 0, stdout: expect.stringContaining('1 junction was sent its settings\n') })
    expect(await settingsOf(0)).toEqual({ ...SETTINGS, Pr1_X3: 20 })
    const span = { deviceId: ids[0] ?? '', fromMs: 0, untilMs: Date.now() + 60_000, limit: 10 }
    const { changes } = await fetchChanges(admin.call, span)
    expect(changes).toMatchObject([
      { state: 'written', after: { Pr1_X3: 20 }, why: 'School', from: 'command line', by: { name: ADMIN_EMAIL } },
    ])

    const again = await run('import', file, '--apply')
    expect(again.stdout).toBe('0 junctions were sent their settings\n')
    expect((await fetchChanges(admin.call, span)).changes).toHaveLength(1)
  })

  test('one junction is counted as one', async () => {
    const { stderr } = await run('export', '--device', 'TLC-1')
    expect(stderr).toContain('1 junction\n')
  })

  test('an export replaces no file unless it is told to', async () => {
    const file = join(folder, 'there.json')
    writeFileSync(file, 'mine')
    const refused = await run('export', '--out', file)
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('exists already: add --overwrite') })
    expect(readFileSync(file, 'utf8')).toBe('mine')
  })

  test('while one line is wrong nothing is sent at all', async () => {
    const file = join(folder, 'wrong.csv')
    writeFileSync(file, 'name,Pr1_X1,Offset_Pr1\nTLC-1,31,\nTLC-9,31,\nTLC-2,31,5\n')
    const before = await settingsOf(0)
    const refused = await run('import', file, '--apply')
    expect(refused.stdout.split('\n')).toEqual(
      expect.arrayContaining([
        'line 3, name: there is no "TLC-9" on the platform: correct the name, or add it there first',
        'line 4, Offset_Pr1: the controller of this junction does not report this setting: leave the value out',
      ]),
    )
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('nothing was sent: correct these lines first'),
    })
    expect(await settingsOf(0)).toEqual(before)
  })

  test('a danger is sent only with the number of such junctions and a reason', async () => {
    const file = join(folder, 'danger.csv')
    writeFileSync(file, 'name,Pr1_X1\nTLC-2,40\n')
    const shown = await run('import', file)
    expect(shown.stderr).toContain(', 1 junction with dangers')
    expect(shown.stdout).toContain('V4 Danger: program 1 gives phase 2 green at second 35 while phase 1 is green')
    const refused = await run('import', file, '--apply', '--dangers', '1')
    const why = '1 junction would get a danger. Send it with --dangers 1 and --why "the reason"'
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining(why) })
    expect(await settingsOf(1)).toMatchObject({ Pr1_X1: 30 })
    expect(await run('import', file, '--apply', '--dangers', '1', '--why', 'Works')).toMatchObject({ code: 0 })
    expect(await settingsOf(1)).toMatchObject({ Pr1_X1: 40 })
  })

  test('a plan that leaves its start to one with a dangerous program is a danger, too', async () => {
    const login = { clientId: 'c3', userName: 'u3', password: 'secret-3' }
    const device = await admin.createDevice({ name: 'TLC-3', label: '' }, login)
    const two = { Plan_total: 2, P1_Pr: 2, P2_HH: 0, P2_MM: 0, P2_Pr: 1, P2_ENT: 1, Pr2_X1: 30, Pr2_X2: 20 }
    await admin.writeAttributes(device.id.id, 'SHARED_SCOPE', { ...SETTINGS, ...two, Start_Pr2_X2: 20 })
    await admin.writeAttributes(device.id.id, 'SERVER_SCOPE', { gw_site: { phases: { 2: { name: 'Lê Lợi' } } } })
    const file = join(folder, 'start.csv')
    writeFileSync(file, 'name,P2_HH,Pr1_X2\nTLC-3,7,19\n')
    const refused = await run('import', file, '--apply')
    expect(refused.stdout).toContain('Program 1 phase 2 (Lê Lợi) green: 20 s → 19 s')
    expect(refused.stdout).toContain('V4 Danger: program 2 gives phase 2 (Lê Lợi) green at second 20 while phase 1 is')
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('--dangers 1') })
    await admin.call('deleteDevice', { params: { deviceId: device.id.id } })
  })

  test('a mode that stays is sent only with the number of such junctions, and as a hold without an end', async () => {
    const file = join(folder, 'mode.csv')
    writeFileSync(file, 'name,Mode\nTLC-1,0\nTLC-2,4\n')
    const refused = await run('import', file, '--apply')
    expect(refused).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/1 junction would flash.+Send it with --modes 1/),
    })
    expect(await settingsOf(0)).toMatchObject({ Mode: 4 })
    expect(await run('import', file, '--apply', '--modes', '1', '--why', 'Works')).toMatchObject({ code: 0 })
    expect(await settingsOf(0)).toMatchObject({ Mode: 0 })
    expect(await admin.attributes(ids[0] ?? '', 'SERVER_SCOPE')).toMatchObject({
      gw_hold: { mode: 0, until: null, back: 4, by: ADMIN_EMAIL, why: 'Works' },
    })
  })
})
