/** @file Lists of customers, devices and users as files, over a real platform. */
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { folderOfTests, systemOfTests } from '@greenwave/harness/ofTest'
import { ofDevice } from '@greenwave/contract/wire/ids'
import { Api } from '@greenwave/harness/api'
import { greenwaveHere } from '@greenwave/harness/greenwaveHere'
import { ADMIN_EMAIL, startPlatformProcess } from '@greenwave/harness/platformProcess'
import { describe, expect, test } from 'vitest'
import { runCommandLine } from './commandLine.ts'

const runGreenwaveHere = greenwaveHere(runCommandLine)

const folder = folderOfTests()

const platform = systemOfTests(await startPlatformProcess())
const admin = await Api.signIn(platform.url, ADMIN_EMAIL, platform.adminPassword)

const run = (...args: readonly string[]) =>
  runGreenwaveHere([...args, '--url', platform.url, '--user', ADMIN_EMAIL], {
    GREENWAVE_PASSWORD: platform.adminPassword,
  })
const file = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

describe('lists as files', () => {
  test('customers, then their devices and users: imported once, and a second time nothing changes', async () => {
    const customers = file('customers.csv', 'title,city\nDistrict 1,Hồ Chí Minh\nDistrict 3,\n')
    expect(await run('customers', 'import', customers)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^2 created/),
    })

    const devices = file(
      'devices.csv',
      'name,label,customer,latitude,longitude,password\nTLC-1,"Lê Lợi, 1",District 1,10.770,106.7,\nTLC-2,,,,,=mine\n',
    )
    expect(await run('devices', 'import', devices)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^2 created/),
    })
    const { data } = await admin.call('tenantDevices', { query: { pageSize: 10, page: 0, sortProperty: 'name' } })
    expect(data).toMatchObject([{ name: 'TLC-1', label: 'Lê Lợi, 1', customerTitle: 'District 1' }, { name: 'TLC-2' }])
    const place = { ...ofDevice(data[0]?.id.id ?? ''), scope: 'SERVER_SCOPE' } as const
    expect(await admin.call('attributes', { params: place, query: { keys: 'latitude,longitude' } })).toEqual(
      expect.arrayContaining([expect.objectContaining({ key: 'latitude', value: 10.77 })]),
    )
    const logins = `${devices}.logins.csv`
    expect(statSync(logins).mode & 0o777).toBe(0o600)
    expect(readFileSync(logins, 'utf8')).toMatch(
      /^name,clientId,userName,password\r\nTLC-1,TLC-1,TLC-1,[0-9a-f]{24}\r\nTLC-2,TLC-2,TLC-2,=mine\r\n$/,
    )
    const before = readFileSync(logins, 'utf8')
    expect((await run('devices', 'import', devices)).stdout).toMatch(/^0 created, 0 updated, 2 same/)
    expect(readFileSync(logins, 'utf8')).toBe(before)
    expect((await run('devices', 'export')).stdout).toBe(
      '\uFEFFname,label,customer,latitude,longitude\r\nTLC-1,"Lê Lợi, 1",District 1,10.77,106.7\r\nTLC-2,,,,\r\n',
    )

    const users = file('users.csv', 'email,customer,firstName\nmai@signal.vn,District 1,Mai\n')
    expect(await run('users', 'import', users)).toMatchObject({ code: 0, stdout: expect.stringMatching(/^1 created/) })
    expect((await run('users', 'export')).stderr).toContain('1 user\n')
    expect((await run('devices', 'export')).stderr).toContain('2 devices\n')
    expect(readFileSync(`${users}.links.csv`, 'utf8')).toMatch(/^email,link\r\nmai@signal\.vn,http.*activateToken=/)
  })

  test('what the platform has and differs is a conflict, until it is overwritten', async () => {
    const other = file('other.csv', 'title,city\nDistrict 1,Huế\nDistrict 5,\n')
    const conflict = await run('customers', 'import', other)
    expect(conflict).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('line 2, District 1: the platform has another city'),
    })
    expect(conflict.stdout).toContain('1 created, 0 updated, 0 same, 1 conflict, 0 failed')
    expect((await run('customers', 'import', other, '--overwrite')).stdout).toContain('0 created, 1 updated, 1 same')
    const exported = await run('customers', 'export')
    expect(exported.stdout).toContain('District 1,,,,,Huế,,,\r\n')
  })

  test('while one line is wrong nothing is imported', async () => {
    const wrong = file('wrong.csv', 'name,customer\nTLC-8,\nTLC-9,Nobody\n')
    expect(await run('devices', 'import', wrong)).toMatchObject({
      code: 1,
      stdout: 'line 3, customer: there is no "Nobody" on the platform: correct the name, or add it there first\n',
      stderr: expect.stringContaining('nothing was imported: correct these lines first'),
    })
    const { totalElements } = await admin.call('tenantDevices', {
      query: { pageSize: 10, page: 0, textSearch: 'TLC-8' },
    })
    expect(totalElements).toBe(0)
  })
})
