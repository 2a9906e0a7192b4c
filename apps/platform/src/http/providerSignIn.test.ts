/** @file Sign-in through a provider, with a real one of the library `oidc-provider`. Long: one provider for all of it. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { entityRef } from '@greenwave/contract/wire/ids'
import { AUTHORIZATION_PATH, BACKCHANNEL_LOGOUT_PATH, CALLBACK_PATH } from '@greenwave/contract/wire/providerSignIn'
import { type SignInProvider, startSignInProvider } from '@greenwave/harness/signInProvider'
import { decodeJwt, SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { ProviderOptions } from '../access/oidc/providerOptions.ts'
import { LIMITS } from '../limits/limits.ts'
import { saveCustomer } from '../testing/testEntities.ts'
import { createTestPlatform, PASSWORD, type TestPlatform } from '../testing/testPlatform.ts'
import { makeFolder } from '../testing/testStore.ts'

const BEGIN = `${AUTHORIZATION_PATH}provider`
const PUBLIC_URL = 'http://127.0.0.1:8080'
const DISTRICT = 'Quận 1'

let provider: SignInProvider
let platform: TestPlatform
/** Who comes in, each test another one, because the provider remembers nobody but the platform does. */
let count = 0
let subject: string
let email: string

beforeAll(async () => {
  provider = await startSignInProvider()
})
afterAll(() => provider.stop())

async function start(options: Partial<ProviderOptions> = {}, more: object = {}): Promise<void> {
  platform = await createTestPlatform({
    publicUrl: PUBLIC_URL,
    provider: {
      ...{ issuer: provider.issuer, clientId: provider.clientId, clientSecret: provider.clientSecret },
      ...{ name: 'City account', scopes: 'openid email profile', creates: 'customer' as const },
      ...{ customerClaim: 'district', administrators: undefined, trustsEmail: false, sessionLifetimeMs: 86_400_000 },
      ...options,
    },
    ...more,
  })
  const [tenant] = platform.store.tenants.all()
  const tenantId = tenant?.id ?? ''
  if (platform.store.customers.byTitle(tenantId, DISTRICT) !== undefined) return
  saveCustomer(platform.store, { title: DISTRICT, tenantId: entityRef('TENANT', tenantId) })
}
beforeEach(() => {
  count += 1
  subject = `person-${count}`
  email = `lan${count}@city.vn`
})
afterEach(() => platform.close())

const arrive = (claims: object = {}): void =>
  provider.person(subject, { email, email_verified: true, given_name: 'Lan', district: DISTRICT, ...claims })

const cookieOf = (answer: { headers: Record<string, unknown> }): string =>
  String(answer.headers['set-cookie']).split(';', 1)[0] ?? ''

/** Opens the address of the button; resolves with the provider's address and the cookie. */
async function begin() {
  const answer = await platform.app.inject(BEGIN)
  return { answer, location: String(answer.headers.location), cookie: cookieOf(answer) }
}

/** Brings the browser back; resolves with the address that it is sent to. */
async function comeBack(back: URL, cookie: string): Promise<string> {
  const answer = await platform.app.inject({ url: back.pathname + back.search, headers: { cookie } })
  expect(answer.statusCode).toBe(303)
  return String(answer.headers.location)
}

/** Walks the whole way; resolves with the address of the console that the browser ends at. */
async function walk(): Promise<string> {
  const { location, cookie } = await begin()
  return comeBack(await provider.passThrough(location), cookie)
}

/** Walks the whole way, and resolves with the caller whose tokens were handed over. */
async function signedIn() {
  const address = await walk()
  const handed = new URLSearchParams(address.replace(/^\/#/, ''))
  const token = handed.get('accessToken')
  if (token === null) throw new Error(`refused: ${address}`)
  const refreshToken = handed.get('refreshToken') ?? ''
  const caller = platform.caller({ 'x-authorization': `Bearer ${token}` })
  return { caller, token, refreshToken, user: (await caller.get('/api/auth/user')).json() }
}

const renew = (refreshToken: string) => platform.caller({}).post('/api/auth/token', { refreshToken })
const audited = async (type: string) =>
  (await platform.admin.get(`/api/audit/logs?pageSize=50&page=0&actionTypes=${type}`)).json().data

describe('a sign-in through the provider', () => {
  it('is offered to sign-in pages, makes the account of its first visitor, and hands the tokens over in the fragment', async () => {
    await start()
    const offered = await platform.caller({}).post('/api/noauth/oauth2Clients?platform=WEB')
    expect(offered.json()).toEqual([{ name: 'City account', icon: null, url: BEGIN }])

    arrive()
    const { user, caller } = await signedIn()
    expect(user).toMatchObject({ email, authority: 'CUSTOMER_USER', firstName: 'Lan', lastName: null })
    expect((await caller.get(`/api/customer/${user.customerId.id}`)).json().title).toBe(DISTRICT)
    expect((await audited('ADDED')).map((one: { entityName: string }) => one.entityName)).toContain(email)
    const [login] = (await audited('LOGIN')).filter((one: { userName: string }) => one.userName === email)
    expect(login).toMatchObject({ actionStatus: 'SUCCESS', actionData: { provider: 'City account' } })
  })

  it('asks for a code with PKCE, state and nonce, and binds them to the browser', async () => {
    await start()
    const { answer, location } = await begin()
    const asked = new URL(location).searchParams
    expect(Object.fromEntries(asked)).toMatchObject({
      response_type: 'code',
      client_id: 'greenwave',
      code_challenge_method: 'S256',
      redirect_uri: PUBLIC_URL + CALLBACK_PATH,
      state: expect.stringMatching(/^.{40,}$/),
      nonce: expect.stringMatching(/^.{40,}$/),
    })
    const cookie = String(answer.headers['set-cookie'])
    expect(cookie).toMatch(/; Path=\/login\/oauth2\/code\/; Max-Age=600; HttpOnly; SameSite=Lax$/)
    expect(cookie).not.toContain(asked.get('state'))
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    const secure = await platform.app.inject({ url: BEGIN, headers: { 'x-forwarded-proto': 'https' } })
    expect(String(secure.headers['set-cookie'])).toMatch(/; Secure$/)
  })

  it('finds its user again by the subject, whatever became of the e-mail address', async () => {
    await start()
    arrive()
    const { user } = await signedIn()
    arrive({ email: `other${count}@city.vn`, email_verified: false })
    expect((await signedIn()).user.id).toEqual(user.id)
  })

  it('enters an account that an administrator made, also one that was never activated', async () => {
    await start({ creates: 'never' })
    const customer = await platform.customer('Quận 2')
    const made = await platform.admin.post('/api/user?sendActivationMail=false', {
      ...{ email, authority: 'CUSTOMER_USER', customerId: customer.id },
    })
    arrive({ district: 'Quận 2' })
    const { user, caller } = await signedIn()
    expect(user.id).toEqual(made.json().id)
    // Nobody can set a password with the link any more.
    const link = await platform.admin.get(`/api/user/${user.id.id}/activationLinkInfo`)
    expect(link.json().message).toContain('already activated')
    const change = { currentPassword: 'x', newPassword: 'another one' }
    expect((await caller.post('/api/auth/changePassword', change)).json().message).toContain('admin reset-password')
    const proof = await caller.post('/api/2fa/account/confirm', { password: 'x' })
    expect(proof.json().message).toContain('no password')
  })

  it('asks for no second factor here, and its sessions are renewed without one; a day later they end', async () => {
    await start({}, { secondFactor: 'everyone' })
    arrive()
    const { refreshToken } = await signedIn()
    const renewed = await renew(refreshToken)
    expect(renewed.statusCode).toBe(200)
    platform.advance(86_400_001)
    platform.access.sessions.sweep()
    expect((await renew(renewed.json().refreshToken)).statusCode).toBe(401)
  })

  it("stays the provider's when its record is lost, as by a backup: it is renewed without a second factor, and ends in time", async () => {
    const dataDir = makeFolder()
    await start({}, { secondFactor: 'everyone', dataDir })
    arrive()
    const { refreshToken, token } = await signedIn()
    const chainId = String(decodeJwt(token).chainId)
    platform.store.sessions.remove([chainId])
    await platform.close()
    await start({}, { secondFactor: 'everyone', dataDir })
    const renewed = await renew(refreshToken)
    expect(renewed.statusCode).toBe(200)
    expect(decodeJwt(renewed.json().token).providerSession).toBe(decodeJwt(token).providerSession)
    platform.advance(86_400_001)
    platform.access.sessions.sweep()
    expect((await renew(renewed.json().refreshToken)).statusCode).toBe(401)
  })

  it("stays the provider's, with its end, when the password is changed in it", async () => {
    await start()
    arrive()
    await platform.access.accounts.setPassword((await signedIn()).user.id.id, PASSWORD)
    const { refreshToken } = await signedIn()
    platform.advance(80_000_000)
    const renewed = (await renew(refreshToken)).json()
    const changed = await platform
      .caller({ 'x-authorization': `Bearer ${renewed.token}` })
      .post('/api/auth/changePassword', { currentPassword: PASSWORD, newPassword: 'battery staple' })
    expect(changed.statusCode).toBe(200)
    const pair = changed.json()
    expect(decodeJwt(pair.token).providerSession).toBe(decodeJwt(renewed.token).providerSession)
    const last = await renew(pair.refreshToken)
    expect(last.statusCode).toBe(200)
    platform.advance(6_400_000)
    platform.access.upkeep.sweep()
    expect((await renew(last.json().refreshToken)).statusCode).toBe(401)
  })

  it('goes on while the disk takes nothing for whoever came in before; others are answered so on the sign-in page', async () => {
    const dataDir = makeFolder()
    await start({}, { dataDir })
    arrive()
    const { user } = await signedIn()
    await platform.store.committed()
    const disk = new DatabaseSync(join(dataDir, 'greenwave.db'))
    const full = "BEGIN SELECT RAISE(FAIL, 'database or disk is full'); END"
    for (const table of ['users', 'user_credentials', 'sessions', 'audit_logs']) {
      for (const event of ['INSERT', 'UPDATE']) {
        disk.exec(`CREATE TRIGGER full_${table}_${event} BEFORE ${event} ON ${table} ${full}`)
      }
    }
    // What the second one noted still waits for the disk while the third comes in.
    for (let times = 0; times < 3; times += 1) expect((await signedIn()).user.id).toEqual(user.id)
    subject = `${subject}-new`
    email = `new-${email}`
    arrive()
    expect(await walk()).toBe('/login?loginError=failed')
    disk.close()
  })

  it('ends on the sign-in page where one address calls too often', async () => {
    await start({}, { http: { publicCallsPerMinute: 2 } })
    await begin()
    await begin()
    expect((await begin()).answer).toMatchObject({
      statusCode: 303,
      headers: { location: '/login?loginError=busy', 'referrer-policy': 'no-referrer' },
    })
  })

  it('begins at the public address: a page at another one is sent there, and nothing is begun', async () => {
    await start()
    const from = (referer: string) => platform.app.inject({ url: BEGIN, headers: { referer } })
    const elsewhere = await from('http://10.0.0.7:8080/login')
    expect(elsewhere.headers.location).toBe(`${PUBLIC_URL}/login`)
    expect(elsewhere.headers['set-cookie']).toBeUndefined()
    for (const referer of [`${PUBLIC_URL}/login`, 'no address']) {
      expect((await from(referer)).headers.location).toContain(provider.issuer)
    }
  })

  it('leaves no code, token or secret in the log', async () => {
    await start()
    arrive()
    const { location, cookie } = await begin()
    const back = await provider.passThrough(location)
    const address = await comeBack(back, cookie)
    await comeBack(back, cookie)
    const log = platform.logLines.join('\n')
    const secrets = [
      ...[back.searchParams.get('code'), back.searchParams.get('state'), provider.clientSecret],
      ...[...new URLSearchParams(address.slice(2)).values(), cookie.split('=')[1]],
    ]
    expect(log.length).toBeGreaterThan(1000)
    for (const secret of secrets) expect(log).not.toContain(secret)
  })
})

describe('roles of the provider', () => {
  const administrators = { claim: 'realm_access.roles', role: 'signals-admin' }
  const roles = (...all: string[]) => ({ realm_access: { roles: all } })

  it('make administrators where everyone gets an account', async () => {
    await start({ administrators, creates: 'everyone' })
    arrive({ ...roles('staff', 'signals-admin'), district: undefined })
    expect((await signedIn()).user).toMatchObject({ authority: 'TENANT_ADMIN' })
  })

  it('make no administrators where only customer users get an account', async () => {
    await start({ administrators })
    arrive(roles('signals-admin'))
    expect(await walk()).toBe('/login?loginError=noAccount')
  })

  it.each([
    ['an administrator here who is none there', 'TENANT_ADMIN', roles('staff')],
    ['a customer user here who is an administrator there', 'CUSTOMER_USER', roles('signals-admin')],
    ['a customer user who has another customer there', 'CUSTOMER_USER', { ...roles(), district: 'Quận 2' }],
  ])('refuse %s, and the audit log says so', async (_, authority, claims) => {
    await start({ administrators, creates: 'everyone' })
    await platform.customer('Quận 2')
    arrive(authority === 'TENANT_ADMIN' ? roles('signals-admin') : roles())
    expect((await signedIn()).user.authority).toBe(authority)
    arrive(claims)
    expect(await walk()).toBe('/login?loginError=notAsHere')
    const failures = (await audited('LOGIN')).filter((one: { actionStatus: string }) => one.actionStatus === 'FAILURE')
    expect(failures).toMatchObject([{ userName: email, actionFailureDetails: expect.stringContaining(email) }])
  })
})

describe('a sign-in through the provider is refused', () => {
  it.each<[string, string, object]>([
    ['an address that is not verified', 'emailNotVerified', { email_verified: false }],
    ['an address of which nothing is said', 'emailNotVerified', { email_verified: undefined }],
    ['no address', 'emailNotVerified', { email: undefined }],
    ['a customer that is unknown here', 'noCustomer', { district: 'Quận 99' }],
    ['no customer', 'noCustomer', { district: undefined }],
    ['two customers', 'noCustomer', { district: [DISTRICT, 'Quận 2'] }],
  ])('with %s', async (_, reason, claims) => {
    await start()
    await platform.customer('Quận 2')
    arrive(claims)
    expect(await walk()).toBe(`/login?loginError=${reason}`)
    expect(platform.store.users.byEmail(email)).toBeUndefined()
  })

  it('without an account here, where none is made; where the provider is trusted, an address without a word counts', async () => {
    await start({ creates: 'never', customerClaim: undefined, trustsEmail: true })
    arrive({ email_verified: undefined })
    expect(await walk()).toBe('/login?loginError=noAccount')
    await platform.customerUser(await platform.customer('Quận 3'), email)
    expect((await signedIn()).user.email).toBe(email)
    subject = `${subject}-another`
    arrive({ email_verified: false })
    expect(await walk()).toBe('/login?loginError=emailNotVerified')
  })

  it('when the address now belongs to another person there', async () => {
    await start()
    arrive()
    await signedIn()
    subject = `${subject}-successor`
    arrive()
    expect(await walk()).toBe('/login?loginError=otherPerson')
  })

  it('when the account only chose the address itself: neither a requested address counts, nor one of an earlier release', async () => {
    await start()
    const made = await platform.customerUser(await platform.customer('Quận 2'), 'squatter@city.vn')
    await made.caller.post('/api/user', { ...made.user, email, currentPassword: PASSWORD })
    arrive()
    const owner = await signedIn()
    expect(owner.user.id.id).not.toBe(made.user.id.id)
    const confirmed = await platform.admin.post(`/api/greenwave/user/${made.user.id.id}/email`)
    expect(confirmed.json().message).toContain('already present')

    const credentials = platform.store.users.credentials(made.user.id.id)
    if (credentials === undefined) throw new Error('an account has credentials')
    platform.store.users.saveCredentials({ ...credentials, isEmailUnproved: true })
    subject = `${subject} of the squatted address`
    arrive({ email: 'squatter@city.vn', district: 'Quận 2' })
    expect(await walk()).toBe('/login?loginError=otherPerson')
    const read = (await platform.admin.get(`/api/user/${made.user.id.id}`)).json()
    expect((await platform.admin.post('/api/user', read)).statusCode).toBe(200)
    expect((await signedIn()).user.id.id).toBe(made.user.id.id)
  })

  it('when the account is disabled; once enabled it opens again, although it has no password', async () => {
    await start()
    arrive()
    const { user } = await signedIn()
    const enable = (enabled: boolean) =>
      platform.admin.post(`/api/user/${user.id.id}/userCredentialsEnabled?userCredentialsEnabled=${enabled}`)
    await enable(false)
    expect(await walk()).toBe('/login?loginError=disabled')
    await enable(true)
    expect((await signedIn()).user.id).toEqual(user.id)
  })

  it('when the person refuses there', async () => {
    await start()
    provider.person(undefined)
    expect(await walk()).toBe('/login?loginError=refusedThere')
  })

  it('with another state, without the cookie of this browser, or too late', async () => {
    await start()
    arrive()
    const { location, cookie } = await begin()
    const other = await begin()
    const back = await provider.passThrough(location)
    const wrong = new URL(back)
    wrong.searchParams.set('state', 'guessed')
    const interrupted = '/login?loginError=interrupted'
    expect(await comeBack(wrong, cookie)).toBe(interrupted)
    expect(await comeBack(back, '')).toBe(interrupted)
    expect(await comeBack(back, `${cookie}x`)).toBe(interrupted)
    expect(await comeBack(back, other.cookie)).toBe(interrupted)
    platform.advance(600_001)
    expect(await comeBack(back, cookie)).toBe(interrupted)
  })

  it('with a code that was used, by this browser or in the sign-in of another one', async () => {
    await start()
    arrive()
    const { location, cookie } = await begin()
    const back = await provider.passThrough(location)
    expect(await comeBack(back, cookie)).toMatch(/^\/#accessToken=/)
    expect(await comeBack(back, cookie)).toBe('/login?loginError=interrupted')
    const other = await begin()
    const stolen = new URL(back)
    stolen.searchParams.set('state', new URL(other.location).searchParams.get('state') ?? '')
    expect(await comeBack(stolen, other.cookie)).toBe('/login?loginError=interrupted')
  })

  it('with an answer that is none: no code, or another issuer; that costs the next sign-in nothing', async () => {
    await start()
    arrive()
    await signedIn()
    const asked = vi.spyOn(globalThis, 'fetch')
    const { location, cookie } = await begin()
    const state = new URL(location).searchParams.get('state') ?? ''
    for (const answer of ['', '&code=x&iss=https%3A%2F%2Felse.example']) {
      const other = await begin()
      const own = new URL(other.location).searchParams.get('state') ?? state
      const back = new URL(`${PUBLIC_URL}${CALLBACK_PATH}?state=${own}${answer}`)
      expect(await comeBack(back, other.cookie)).toBe('/login?loginError=interrupted')
    }
    const changed = new URL(location)
    changed.searchParams.set('nonce', 'of-another-sign-in')
    expect(await comeBack(await provider.passThrough(changed.href), cookie)).toBe('/login?loginError=failed')
    await signedIn()
    const urls = asked.mock.calls.map(([url]) => (url instanceof Request ? url.url : url.toString()))
    asked.mockRestore()
    expect(urls.filter((url) => url.includes('/.well-known/'))).toEqual([])
  })

  it('with an identity that was made for another sign-in: its nonce is another one', async () => {
    await start()
    arrive()
    const { location, cookie } = await begin()
    const changed = new URL(location)
    changed.searchParams.set('nonce', 'of-another-sign-in')
    expect(await comeBack(await provider.passThrough(changed.href), cookie)).toBe('/login?loginError=failed')
  })
})

describe('the provider', () => {
  it('that is down is said so, and does not keep passwords out', async () => {
    await start({ issuer: 'http://127.0.0.1:1' })
    await platform.access.provider?.check()
    expect(platform.logLines.join('\n')).toContain('The sign-in provider cannot be used now')
    expect((await begin()).location).toBe('/login?loginError=providerDown')
    await platform.signIn('admin@city.vn', PASSWORD)
  })

  it('may change its keys: once that was noticed, people come in again', async () => {
    const shared = provider
    provider = await startSignInProvider()
    await start()
    arrive()
    await signedIn()
    await provider.stop()
    provider = await startSignInProvider(Number(new URL(provider.issuer).port), provider.clientSecret)
    arrive()
    expect(await walk()).toBe('/login?loginError=failed')
    expect((await signedIn()).user.email).toBe(email)
    // They are not asked for more than once a minute.
    await provider.stop()
    provider = await startSignInProvider(Number(new URL(provider.issuer).port), provider.clientSecret)
    arrive()
    for (const late of [0, 0, 60_000]) {
      platform.advance(late)
      expect(await walk()).toBe('/login?loginError=failed')
    }
    expect((await signedIn()).user.email).toBe(email)
    await provider.stop()
    provider = shared
  })

  it('that does not answer holds only the share of one address; others still get a place', async () => {
    const silent = createServer()
    onTestFinished(() => void silent.close())
    await once(silent.listen(0, '127.0.0.1'), 'listening')
    await start({ issuer: `http://127.0.0.1:${(silent.address() as AddressInfo).port}` })
    const refusal = async (remoteAddress: string) =>
      (await platform.app.inject({ url: BEGIN, remoteAddress })).headers.location
    const asked = once(silent, 'request')
    const share = Array.from({ length: LIMITS.providerCallsOfAddress.value }, () => refusal('192.0.2.1'))
    expect(await refusal('192.0.2.1')).toBe('/login?loginError=busy')
    const other = refusal('198.51.100.1')
    await asked
    silent.closeAllConnections()
    expect(new Set(await Promise.all([...share, other]))).toEqual(new Set(['/login?loginError=providerDown']))
  })

  it('ends sessions that it began by a signed report, and no others', async () => {
    await start()
    arrive()
    const one = await signedIn()
    const other = await signedIn()
    const isOpen = async ({ caller }: typeof one) => (await caller.get('/api/auth/user')).statusCode === 200
    const report = async (claims: object) => {
      const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
      const token = await new SignJWT({ events, jti: randomUUID(), ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: provider.keyId, typ: 'logout+jwt' })
        .setIssuer(provider.issuer)
        .setAudience(provider.clientId)
        .setIssuedAt()
        .setExpirationTime('2 min')
        .sign(provider.key)
      const sent = await platform.app.inject({
        ...{ method: 'POST', url: BACKCHANNEL_LOGOUT_PATH },
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ logout_token: token }).toString(),
      })
      return sent.statusCode
    }
    expect(await report({ sub: subject, nonce: 'of an identity' })).toBe(400)
    expect(await report({ sub: subject, events: {} })).toBe(400)
    expect(await report({})).toBe(400)
    expect(await report({ sub: 'nobody here' })).toBe(200)
    expect(await isOpen(one)).toBe(true)
    const all = platform.access.sessions.of(one.user.id.id)
    const itself = all.find(({ id }) => id === decodeJwt(one.token).chainId)
    expect(await report({ sid: itself?.providerSession })).toBe(200)
    expect([await isOpen(one), await isOpen(other)]).toEqual([false, true])
    expect(await report({ sub: subject })).toBe(200)
    expect(await isOpen(other)).toBe(false)
    expect((await platform.admin.get('/api/auth/user')).statusCode).toBe(200)
  })
})

it('without a provider nothing is offered, and nothing answers', async () => {
  platform = await createTestPlatform()
  expect((await platform.caller({}).post('/api/noauth/oauth2Clients')).json()).toEqual([])
  for (const url of [BEGIN, CALLBACK_PATH]) expect((await platform.app.inject(url)).statusCode).toBe(404)
})
