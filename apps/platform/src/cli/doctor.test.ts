/** @file `greenwave doctor`, on this machine and in front of a platform. */
import { systemOfTests } from '@greenwave/harness/ofTest'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Finding } from '@greenwave/client/doctor/finding'
import { Api } from '@greenwave/harness/api'
import { greenwaveHere } from '@greenwave/harness/greenwaveHere'
import { ADMIN_EMAIL, startPlatformProcess } from '@greenwave/harness/platformProcess'
import { expect, test, vi } from 'vitest'
import { runCommandLine } from './commandLine.ts'

const runGreenwaveHere = greenwaveHere(runCommandLine)

const platform = systemOfTests(await startPlatformProcess())
const admin = await Api.signIn(platform.url, ADMIN_EMAIL, platform.adminPassword)

async function findings(args: readonly string[], env: Record<string, string>) {
  const { code, stdout, stderr } = await runGreenwaveHere(['doctor', '--json', ...args], env)
  const found = stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Omit<Finding, 'fix'> & { readonly mend?: string })
  return { code, found, wrong: found.filter(({ level }) => level !== 'ok'), stderr }
}

test('a platform that does all that is needed has no finding, and keeps nothing of it', async () => {
  await admin.createDevice({ name: 'TLC-1', label: '' }, { clientId: 'c', userName: 'u', password: 'secret-1' })
  const customer = await admin.createCustomer('Quận 1')
  const { code, found, wrong } = await findings(['--url', platform.url, '--user', ADMIN_EMAIL], {
    GREENWAVE_PASSWORD: platform.adminPassword,
  })
  expect([wrong, code]).toEqual([[], 0])
  expect(found.map(({ check }) => check)).toEqual(
    expect.arrayContaining(['rate limits', 'live socket', 'records, as JSON', 'subscriptions of the live socket']),
  )
  const query = { pageSize: 10, page: 0 }
  expect((await admin.call('tenantAssets', { query })).totalElements).toBe(0)
  const params = { entityType: 'CUSTOMER', entityId: customer.id.id, scope: 'SERVER_SCOPE' }
  expect(await admin.call('attributes', { params })).toEqual([])
})

test('a customer user is shown that another account is needed, and that is all it writes', async () => {
  await admin.createCustomerUser(await admin.createCustomer('Quận 2'), 'user@q2.vn', 'stands at the crossing')
  const { code, wrong } = await findings(['--url', platform.url, '--user', 'user@q2.vn', '--read-only'], {
    GREENWAVE_PASSWORD: 'stands at the crossing',
  })
  expect(code).toBe(1)
  expect(wrong).toEqual([
    {
      ...{ check: 'account', level: 'error', says: 'user@q2.vn is CUSTOMER_USER' },
      mend: expect.stringMatching(/^Give a tenant administrator/),
    },
  ])
})

test('says how this installation is, in words, and what to fix', async () => {
  const { port } = new URL(platform.url)
  const { code, stdout } = await runGreenwaveHere(['doctor', '--backups', '/nowhere/backups'], {
    GREENWAVE_DATA_DIR: platform.dataDir,
    GREENWAVE_PORT: port,
  })
  expect(code).toBe(1)
  expect(stdout).toContain(`ok       platform: it is ready at ${platform.url}\n`)
  expect(stdout).toContain('ok       database greenwave.db: schema')
  expect(stdout).toMatch(/^warning {2}backups: there is no folder \/nowhere\/backups\n {9}Make one each night/m)
})

test('a console in front of another platform is shown where its data is, and nothing is missed here', async () => {
  const { found } = await findings(['--data-dir', '/nowhere/greenwave'], { GREENWAVE_PLATFORM_URL: platform.url })
  const data = found.find(({ check }) => check === 'data, controllers and accounts')
  expect(data).toMatchObject({ level: 'ok', says: expect.stringContaining(`--url ${platform.url}`) })
  expect(found.some(({ says }) => says.includes('/nowhere'))).toBe(false)
})

test('a platform that takes connections and never answers is given up after the time of a call', async () => {
  const silent = createServer(() => {})
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort(new Error('too late')))
  try {
    const env = { GREENWAVE_PASSWORD: 'x' }
    const { code, stderr } = await findings(['--url', `http://127.0.0.1:${port}`, '--user', 'a@b.vn'], env)
    expect([code, stderr]).toEqual([2, expect.stringContaining('does not answer')])
    expect(timeout).toHaveBeenCalledWith(20_000)
  } finally {
    timeout.mockRestore()
    silent.close()
  }
})

test('an address without a platform is an error that names it', async () => {
  const env = { GREENWAVE_PASSWORD: 'x' }
  const { code, stderr } = await findings(['--url', 'http://127.0.0.1:9', '--user', 'a@b.vn'], env)
  expect([code, stderr]).toEqual([2, expect.stringContaining('http://127.0.0.1:9 does not answer')])
})

test('a wrong password ends with 2, as the help says', async () => {
  const { code, stderr } = await findings(['--url', platform.url, '--user', ADMIN_EMAIL], { GREENWAVE_PASSWORD: 'x' })
  expect([code, stderr]).toEqual([2, expect.stringContaining('refused: Invalid username or password (401)')])
})
