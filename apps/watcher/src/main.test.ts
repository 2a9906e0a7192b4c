import { systemOfTests } from '@greenwave/harness/ofTest'
import { Api } from '@greenwave/harness/api'
import { ADMIN_EMAIL, startPlatformProcess } from '@greenwave/harness/platformProcess'
import { until } from '@greenwave/harness/until'
import { describe, expect, test } from 'vitest'
import { startProgram } from './testing/programProcess.ts'

const platform = systemOfTests(await startPlatformProcess())

async function run(args: readonly string[], env: Record<string, string> = {}) {
  const watcher = startProgram('watcher', args, env)
  return { code: await watcher.ended, said: watcher.said() }
}
const account = (email: string, password: string) => ({
  ...{ GREENWAVE_WATCHER_EMAIL: email, GREENWAVE_WATCHER_PASSWORD: password },
})

describe('greenwave watch', () => {
  test('shows its settings', async () => {
    const { code, said } = await run(['--help'])
    expect([code, said]).toEqual([0, expect.stringMatching(/--share <i\/n>[\s\S]*Exit codes/)])
  })

  test.each([
    [[], 'url'],
    [['--url', 'mqtt://127.0.0.1'], 'give an address such as http://127.0.0.1:8080'],
    [['--url', 'http://127.0.0.1:1', '--share', '3/2'], 'give a share such as 1/4'],
    [['--url', 'http://127.0.0.1:1', '--time-zone', 'Mars/Olympus'], 'give the name of a time zone'],
    [['--url', 'http://127.0.0.1:1', '--list-every', '0'], 'give whole seconds, 1 to 3600'],
    [['--url', 'http://127.0.0.1:1'], 'give the account with --email or GREENWAVE_WATCHER_EMAIL'],
    [['--url', 'http://127.0.0.1:1', '--email', 'a@b.vn'], 'as GREENWAVE_WATCHER_PASSWORD'],
  ])('refuses the settings %j and names the fix', async (args, fix) => {
    expect(await run(args)).toEqual({ code: 2, said: expect.stringContaining(fix) })
  })

  test('refuses a wrong setting of messages, names the fix, and keeps the secret', async () => {
    const env = { GREENWAVE_SMTP_URL: 'smtps://me:secret-1%@mail.example' }
    const { code, said } = await run(['--url', 'http://127.0.0.1:1'], { ...account('a@b.vn', 'x'), ...env })
    expect([code, said]).toEqual([2, expect.stringMatching(/^watch: GREENWAVE_SMTP_URL: give [^\n]+\n$/)])
    expect(said).not.toContain('secret-1')
  })

  test('says that its password is wrong, and ends', async () => {
    const { code, said } = await run(['--url', platform.url], account(ADMIN_EMAIL, 'wrong'))
    expect([code, said]).toEqual([2, expect.stringContaining('Invalid username or password')])
  })

  test('says that a customer user cannot watch, and ends', async () => {
    const api = await Api.signIn(platform.url, ADMIN_EMAIL, platform.adminPassword)
    const customer = await api.createCustomer('Quận 1')
    await api.createCustomerUser(customer, 'user@q1.vn', 'stands at the crossing')
    const { code, said } = await run(['--url', platform.url], account('user@q1.vn', 'stands at the crossing'))
    expect([code, said]).toEqual([2, expect.stringContaining('user@q1.vn is no tenant administrator')])
  })

  test('says what the platform lets it do, before it watches', async () => {
    const api = await Api.signIn(platform.url, ADMIN_EMAIL, platform.adminPassword)
    await api.createDevice({ name: 'TLC-1', label: '' }, { clientId: 'c1', userName: 'u1', password: 'secret-1' })
    const watcher = startProgram('watcher', ['--url', platform.url], account(ADMIN_EMAIL, platform.adminPassword))
    await until('the watcher to watch', () => watcher.said().includes('watching 1 device,'))
    expect(watcher.said()).toMatch(/lets this watcher read all that it needs[\s\S]*watching 1 device,/)
    expect(await watcher.end('SIGTERM')).toBe(0)
  })
})
