import type { LightMyRequestResponse } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createAccess } from '../access/signIn/createAccess.ts'
import { silentLog } from '../testing/silentLog.ts'
import { createTestPlatform, PASSWORD, type TestPlatform } from '../testing/testPlatform.ts'

const OWNER = 'admin@city.vn'
const WRONG = 'Invalid username or password'
const LOCKING = 'User account is locked due to security policy'
const LOCKED = 'User account is not active'

let platform: TestPlatform
beforeEach(async () => {
  platform = await createTestPlatform({ guardLimits: { accountFailures: 3, addressFailures: 8, crowdFailures: 6 } })
})
afterEach(() => platform.close())

/** Tries to sign in; tries of strangers come from a different address each. */
function attempt(username: string, password: string, from: { address?: string; cookie?: string } = {}) {
  const headers = {
    'x-forwarded-for': from.address ?? `198.51.100.${++strangers}`,
    ...(from.cookie !== undefined && { cookie: from.cookie }),
  }
  return platform.caller(headers).post('/api/auth/login', { username, password })
}
let strangers = 0
const messageOf = (response: LightMyRequestResponse): unknown => response.json().message
const cookieOf = (response: LightMyRequestResponse): string =>
  String(response.headers['set-cookie']).split(';')[0] ?? ''

async function attackers(username: string, tries: number): Promise<unknown[]> {
  const messages: unknown[] = []
  for (let count = 0; count < tries; count += 1) messages.push(messageOf(await attempt(username, `guess ${count}`)))
  return messages
}

describe('strangers who guess a password', () => {
  it('lock strangers only: a browser that signed in before comes in from anywhere', async () => {
    const cookie = cookieOf(await attempt(OWNER, PASSWORD))
    expect(await attackers(OWNER, 4)).toEqual([WRONG, WRONG, WRONG, LOCKING])
    expect(messageOf(await attempt(OWNER, PASSWORD))).toBe(LOCKED)
    expect((await attempt(OWNER, PASSWORD, { cookie })).statusCode).toBe(200)
  })

  it('lock strangers only: an address that somebody signed in from comes in without any cookie', async () => {
    expect((await attempt(OWNER, PASSWORD, { address: '203.0.113.9' })).statusCode).toBe(200)
    await attackers(OWNER, 4)
    expect((await attempt(OWNER, PASSWORD, { address: '203.0.113.9' })).statusCode).toBe(200)
  })

  it('stay locked when the owner signs in meanwhile', async () => {
    const cookie = cookieOf(await attempt(OWNER, PASSWORD))
    await attackers(OWNER, 4)
    await attempt(OWNER, PASSWORD, { cookie })
    expect(await attackers(OWNER, 1)).toEqual([LOCKED])
  })

  it('are bounded together, from however many addresses they come', async () => {
    expect((await attackers(OWNER, 30)).filter((message) => message === WRONG)).toHaveLength(3)
  })

  it('are bounded together also at addresses that somebody else signed in from', async () => {
    await platform.customerUser(await platform.customer('A'), 'insider@city.vn')
    const messages: unknown[] = []
    for (let host = 0; host < 10; host += 1) {
      const address = `192.0.2.${host}`
      await attempt('insider@city.vn', PASSWORD, { address })
      for (let count = 0; count < 3; count += 1) {
        messages.push(messageOf(await attempt(OWNER, `guess ${count}`, { address })))
      }
    }
    expect(messages.filter((message) => message === WRONG)).toHaveLength(6)
  })

  it('cannot make the owner wait behind them', async () => {
    const slow = await createTestPlatform({ guardLimits: { failureFloorMs: 3_600_000, slowestFailureMs: 3_600_000 } })
    const from = (address: string, password: string, cookie = '') =>
      slow.caller({ 'x-forwarded-for': address, cookie }).post('/api/auth/login', { username: OWNER, password })
    const cookie = cookieOf(await from('203.0.113.9', PASSWORD))
    // They would be answered in an hour, so the test does not wait for them.
    for (let host = 0; host < 5; host += 1) void from(`198.51.100.${host}`, 'a guess').catch(() => undefined)
    expect((await from('203.0.113.10', PASSWORD, cookie)).statusCode).toBe(200)
    await slow.close()
  })

  it('stay locked over a restart', async () => {
    await attackers(OWNER, 4)
    const restarted = createAccess({ store: platform.store, log: silentLog, now: platform.access.now })
    const client = { address: '198.51.100.250', userAgent: undefined }
    await expect(restarted.signIn.byPassword(OWNER, PASSWORD, client)).rejects.toThrow(LOCKED)
  })
})

describe('a browser that signed in before', () => {
  it('keeps a count of its own, which locks it alone', async () => {
    const cookie = cookieOf(await attempt(OWNER, PASSWORD))
    const messages: unknown[] = []
    for (let count = 0; count < 5; count += 1) messages.push(messageOf(await attempt(OWNER, 'typo', { cookie })))
    expect(messages).toEqual([WRONG, WRONG, WRONG, LOCKING, LOCKED])
    expect((await attempt(OWNER, PASSWORD)).statusCode).toBe(200)
    platform.advance(5 * 60_000)
    expect((await attempt(OWNER, PASSWORD, { cookie })).statusCode).toBe(200)
  })

  it('is not refused for the failures of others at its address, nor are its own charged to them', async () => {
    const address = '203.0.113.50'
    const cookie = cookieOf(await attempt(OWNER, PASSWORD, { address }))
    for (let name = 0; name < 9; name += 1) await attempt(`name${name}@city.vn`, 'x', { address })
    expect((await attempt('name1@city.vn', 'x', { address })).statusCode).toBe(429)
    expect((await attempt(OWNER, PASSWORD, { address, cookie })).statusCode).toBe(200)
  })

  it('is known for the accounts that signed in with it, and for no other', async () => {
    await platform.customerUser(await platform.customer('A'), 'other@city.vn')
    const cookie = cookieOf(await attempt('other@city.vn', PASSWORD))
    await attackers(OWNER, 4)
    expect(messageOf(await attempt(OWNER, PASSWORD, { cookie }))).toBe(LOCKED)
    platform.advance(5 * 60_000)
    const both = cookieOf(await attempt(OWNER, PASSWORD, { cookie }))
    for (const name of [OWNER, 'other@city.vn']) {
      await attackers(name, 4)
      expect((await attempt(name, PASSWORD, { cookie: both })).statusCode).toBe(200)
    }
  })

  it.each([
    ['is forged', (cookie: string) => `${cookie.slice(0, -4)}AAAA`],
    ['is an access token', () => `greenwave-device=${platform.admin.token}`],
    ['is endless', () => `greenwave-device=${'x'.repeat(10_000)}`],
    [
      'is a year old',
      (cookie: string) => {
        platform.advance(366 * 86_400_000)
        return cookie
      },
    ],
  ])('is a stranger when its cookie %s', async (_, spoil) => {
    const cookie = spoil(cookieOf(await attempt(OWNER, PASSWORD)))
    await attackers(OWNER, 4)
    expect(messageOf(await attempt(OWNER, PASSWORD, { cookie }))).toBe(LOCKED)
  })

  it('keeps a cookie that opens nothing, that no script reads and no other site sends', async () => {
    const response = await attempt(OWNER, PASSWORD)
    const header = String(response.headers['set-cookie'])
    expect(header).toMatch(/; Path=\/api\/auth; Max-Age=31536000; HttpOnly; SameSite=Strict$/)
    const secure = await platform
      .caller({ 'x-forwarded-proto': 'https' })
      .post('/api/auth/login', { username: OWNER, password: PASSWORD })
    expect(String(secure.headers['set-cookie'])).toMatch(/; Secure$/)
    const text = cookieOf(response).split('=')[1]
    for (const headers of [{ cookie: cookieOf(response) }, { 'x-authorization': `Bearer ${text}` }]) {
      expect((await platform.caller(headers as Record<string, string>).get('/api/auth/user')).statusCode).toBe(401)
    }
    expect((await platform.caller({}).post('/api/auth/token', { refreshToken: text })).statusCode).toBe(401)
  })
})

describe('an account that is none', () => {
  it.each([
    ['strangers', undefined],
    ['an address that somebody signed in from', '203.0.113.9'],
  ])('is told by no answer to %s', async (_, address) => {
    if (address !== undefined) await attempt('admin@other.vn', PASSWORD, { address })
    const answers = async (username: string): Promise<unknown[]> => {
      const messages: unknown[] = []
      for (let count = 0; count < 6; count += 1) {
        messages.push(messageOf(await attempt(username, `guess ${count}`, address === undefined ? {} : { address })))
      }
      return messages
    }
    const [real, none] = [await answers(OWNER), await answers('ghost@city.vn')]
    expect(real).toEqual(none)
    expect(real.slice(0, 4)).toEqual([WRONG, WRONG, WRONG, LOCKING])
  })
})
