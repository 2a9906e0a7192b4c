import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Caller, createTestPlatform, PASSWORD, type TestPlatform } from '../../testing/testPlatform.ts'
import { ensureTenantAdmin, forgetProviderOf, removeSecondFactor, resetPassword } from './firstStart.ts'

let platform: TestPlatform
beforeEach(async () => {
  platform = await createTestPlatform({ guardLimits: { accountFailures: 1 } })
})
afterEach(() => platform.close())

const login = (username: string, password: string) =>
  platform.caller({}).post('/api/auth/login', { username, password })
const reset = (resetToken: string, password: string) =>
  platform.caller({}).post('/api/noauth/resetPassword', { resetToken, password })

/** Signs in with a printed password, and chooses another one as requested. */
async function signInWithPrinted(email: string, printed: string): Promise<Caller> {
  const { resetToken } = (await login(email, printed)).json()
  const { token } = (await reset(resetToken, PASSWORD)).json()
  return platform.caller({ 'x-authorization': `Bearer ${token}` })
}

describe('the administrator of a first start', () => {
  it('gets a generated password, reported once', async () => {
    const { store, access } = platform
    const result = await ensureTenantAdmin(store, access, { email: 'first@city.vn' })
    expect(result).toMatchObject({ created: true, password: expect.stringMatching(/^\w{20}$/) })
    const again = await ensureTenantAdmin(store, access, { email: 'first@city.vn', password: 'another one' })
    expect(again).toEqual({ ...result, created: false, password: undefined })
    const admin = await signInWithPrinted('first@city.vn', result.password ?? '')
    expect((await admin.get('/api/auth/user')).json().email).toBe('first@city.vn')
  })

  it('comes in with the printed password only to choose another one, which is told to whoever signs in by a tool', async () => {
    const { store, access } = platform
    const { password: printed = '' } = await ensureTenantAdmin(store, access, { email: 'first@city.vn' })
    const refused = await login('first@city.vn', printed)
    expect(refused.statusCode).toBe(401)
    expect(refused.json()).toEqual({
      status: 401,
      errorCode: 15,
      timestamp: expect.any(Number),
      resetToken: expect.stringMatching(/^eyJ/),
      message: expect.stringContaining('must be changed before anything else'),
    })
    const { resetToken } = refused.json()
    const withIt = platform.caller({ 'x-authorization': `Bearer ${resetToken}` })
    expect((await withIt.get('/api/auth/user')).statusCode).toBe(403)
    await expect(access.tokens.verifyAccessToken(resetToken)).rejects.toThrow('not finished')

    for (const [password, why] of [
      ['correct h', '10 or more'],
      ['qwertyuiop', 'among the most common'],
      ['in the first row', "must not contain 'first'"],
      [printed, 'different from existing'],
    ] as const) {
      const answer = await reset(resetToken, password)
      expect([answer.statusCode, answer.json().message]).toEqual([400, expect.stringContaining(why)])
    }
    expect((await reset(resetToken, PASSWORD)).json()).toEqual({
      token: expect.any(String),
      refreshToken: expect.any(String),
    })
    expect((await reset(resetToken, 'once more with it')).statusCode).toBe(401)
    expect((await login('first@city.vn', printed)).json().message).toBe('Invalid username or password')
    expect((await login('first@city.vn', PASSWORD)).statusCode).toBe(200)
  })

  it('joins the first tenant, or the one that is named, which is made if need be', async () => {
    const { store, access } = platform
    const [tenant] = store.tenants.all()
    expect((await ensureTenantAdmin(store, access, { email: 'a@city.vn' })).tenantId).toBe(tenant?.id)
    const made = await ensureTenantAdmin(store, access, { email: 'b@city.vn', tenantTitle: 'Đà Nẵng' })
    const joined = await ensureTenantAdmin(store, access, { email: 'c@city.vn', tenantTitle: 'Đà Nẵng' })
    expect(joined.tenantId).toBe(made.tenantId)
    expect(store.tenants.byId(made.tenantId)?.title).toBe('Đà Nẵng')
    const admin = await signInWithPrinted('c@city.vn', joined.password ?? '')
    expect((await admin.get('/api/tenant/deviceInfos?pageSize=10&page=0')).json().totalElements).toBe(0)
  })

  it('must have an e-mail, a fitting password, and be no customer user', async () => {
    const { store, access } = platform
    await expect(ensureTenantAdmin(store, access, { email: 'nobody' })).rejects.toThrow(
      "Invalid email address format 'nobody'!",
    )
    await expect(ensureTenantAdmin(store, access, { email: 'd@city.vn', password: 'x' })).rejects.toThrow('10 or more')
    await platform.customerUser(await platform.customer('A'), 'viewer@city.vn')
    await expect(ensureTenantAdmin(store, access, { email: 'viewer@city.vn' })).rejects.toThrow(
      'no tenant administrator',
    )
    expect(store.users.byEmail('d@city.vn')).toBeUndefined()
  })
})

describe('a password that the operator resets', () => {
  it('replaces the old one, ends all sessions and opens a lock', async () => {
    const { store, access } = platform
    const { caller } = await platform.customerUser(await platform.customer('A'), 'viewer@city.vn')
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await platform.caller({}).post('/api/auth/login', { username: 'viewer@city.vn', password: 'a guess' })
    }
    platform.advance(1000)
    const password = await resetPassword(store, access, { email: 'viewer@city.vn' })
    expect((await caller.get('/api/auth/user')).statusCode).toBe(401)
    const again = await signInWithPrinted('viewer@city.vn', password)
    expect((await again.get('/api/auth/user')).statusCode).toBe(200)
  })

  it('needs an account and a fitting password', async () => {
    const { store, access } = platform
    await expect(resetPassword(store, access, { email: 'x@y.vn' })).rejects.toThrow("There is no account 'x@y.vn'")
    await expect(resetPassword(store, access, { email: 'admin@city.vn', password: 'x' })).rejects.toThrow('6 or more')
  })
})

describe('second factors that the operator removes', () => {
  it('are an account of anybody, whose sessions end; where there are none, nothing happens', async () => {
    const { store, access, admin } = platform
    expect(await removeSecondFactor(store, access, 'admin@city.vn')).toBe(false)
    expect((await admin.get('/api/auth/user')).statusCode).toBe(200)
    const { id } = (await admin.get('/api/auth/user')).json().id
    store.secondFactors.save(id, {
      totp: { secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', lastStep: 0, failures: { count: 0, lockedUntil: 0 } },
      passkeys: [],
      recoveryHashes: [],
    })
    expect((await login('admin@city.vn', PASSWORD)).json().scope).toBe('PRE_VERIFICATION_TOKEN')
    expect(await removeSecondFactor(store, access, 'admin@city.vn')).toBe(true)
    expect((await admin.get('/api/auth/user')).statusCode).toBe(401)
    expect((await platform.signIn('admin@city.vn', PASSWORD)).token).toMatch(/^eyJ/)
    await expect(removeSecondFactor(store, access, 'x@y.vn')).rejects.toThrow("There is no account 'x@y.vn'")
  })

  it('lets an account be another person of the sign-in provider, and ends its sessions', async () => {
    const { store, access, admin } = platform
    expect(await forgetProviderOf(store, access, 'admin@city.vn')).toBe(false)
    const { id } = (await admin.get('/api/auth/user')).json().id
    store.providerIdentities.save('https://id.city.example', 'f3a1', id)
    expect(await forgetProviderOf(store, access, 'admin@city.vn')).toBe(true)
    expect(store.providerIdentities.subjectOf('https://id.city.example', id)).toBeUndefined()
    expect((await admin.get('/api/auth/user')).statusCode).toBe(401)
    await expect(forgetProviderOf(store, access, 'x@y.vn')).rejects.toThrow("There is no account 'x@y.vn'")
  })
})
