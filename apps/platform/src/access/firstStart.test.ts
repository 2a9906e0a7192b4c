import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestPlatform, type TestPlatform } from '../http/testPlatform.ts'
import { ensureTenantAdmin, resetPassword } from './firstStart.ts'

let platform: TestPlatform
beforeEach(async () => {
  platform = await createTestPlatform({ guardLimits: { accountFailures: 1 } })
})
afterEach(() => platform.close())

describe('the administrator of a first start', () => {
  it('gets a generated password, told once', async () => {
    const { store, access } = platform
    const result = await ensureTenantAdmin(store, access, { email: 'first@city.vn' })
    expect(result).toMatchObject({ created: true, password: expect.stringMatching(/^\w{20}$/) })
    expect((await platform.signIn('first@city.vn', result.password ?? '')).email).toBe('first@city.vn')
    const again = await ensureTenantAdmin(store, access, { email: 'first@city.vn', password: 'another one' })
    expect(again).toEqual({ ...result, created: false, password: undefined })
    expect((await platform.signIn('first@city.vn', result.password ?? '')).email).toBe('first@city.vn')
  })

  it('joins the first tenant, or the one that is named, which is made if need be', async () => {
    const { store, access } = platform
    const [tenant] = store.tenants.all()
    expect((await ensureTenantAdmin(store, access, { email: 'a@city.vn' })).tenantId).toBe(tenant?.id)
    const made = await ensureTenantAdmin(store, access, { email: 'b@city.vn', tenantTitle: 'Đà Nẵng' })
    const joined = await ensureTenantAdmin(store, access, { email: 'c@city.vn', tenantTitle: 'Đà Nẵng' })
    expect(joined.tenantId).toBe(made.tenantId)
    expect(store.tenants.byId(made.tenantId)?.title).toBe('Đà Nẵng')
    const admin = await platform.signIn('c@city.vn', joined.password ?? '')
    expect((await admin.get('/api/tenant/deviceInfos?pageSize=10&page=0')).json().totalElements).toBe(0)
  })

  it('must have an e-mail, a fitting password, and be no customer user', async () => {
    const { store, access } = platform
    await expect(ensureTenantAdmin(store, access, { email: 'nobody' })).rejects.toThrow(
      "Invalid email address format 'nobody'!",
    )
    await expect(ensureTenantAdmin(store, access, { email: 'd@city.vn', password: 'x' })).rejects.toThrow('6 or more')
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
    expect((await platform.signIn('viewer@city.vn', password)).token).toMatch(/^eyJ/)
  })

  it('needs an account and a fitting password', async () => {
    const { store, access } = platform
    await expect(resetPassword(store, access, { email: 'x@y.vn' })).rejects.toThrow("There is no account 'x@y.vn'")
    await expect(resetPassword(store, access, { email: 'admin@city.vn', password: 'x' })).rejects.toThrow('6 or more')
  })
})
