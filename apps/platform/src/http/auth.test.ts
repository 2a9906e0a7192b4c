/** @file Long: everything about sign-in, tokens and passwords over HTTP shares one set of accounts. */
import { systemOfTests } from '@greenwave/harness/ofTest'
import { entityRef } from '@greenwave/contract/wire/ids'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { afterEach, describe, expect, it } from 'vitest'
import type { Caller } from '../testing/testPlatform.ts'
import { createTestPlatform, PASSWORD } from '../testing/testPlatform.ts'

const anyone = (): Caller => platform.caller({})
const platform = systemOfTests(await createTestPlatform({ guardLimits: { accountFailures: 3, addressFailures: 1000 } }))

const login = (username: unknown, password: unknown, more: object = {}) =>
  anyone().post('/api/auth/login', { username, password, ...more })
const failure = async (response: ReturnType<Caller['post']>): Promise<unknown[]> => {
  const { statusCode, body } = await response
  const { status, errorCode, message, timestamp } = JSON.parse(body)
  expect(status).toBe(statusCode)
  expect(timestamp).toBeTypeOf('number')
  return [statusCode, errorCode, message]
}

let count = 0
/** Creates a customer user who was never activated; returns the user and the activation token. */
async function newUser(customerTitle = `Customer ${++count}`) {
  const customer = await platform.customer(customerTitle)
  const email = `user${count}@city.vn`
  const created = await platform.admin.post('/api/user?sendActivationMail=false', {
    email,
    authority: 'CUSTOMER_USER',
    customerId: customer.id,
    firstName: 'Trúc',
  })
  const user = created.json()
  const link = (await platform.admin.get(`/api/user/${user.id.id}/activationLinkInfo`)).json()
  return { user, email, customer, token: new URL(link.value).searchParams.get('activateToken') ?? '', link }
}
async function activatedUser() {
  const made = await newUser()
  await anyone().post('/api/noauth/activate?sendActivationMail=false', {
    activateToken: made.token,
    password: PASSWORD,
  })
  return { ...made, caller: await platform.signIn(made.email, PASSWORD) }
}

describe('sign-in [spec 7 authentication]', () => {
  it('answers a token pair and nothing else', async () => {
    const response = await login('admin@city.vn', PASSWORD)
    expect(response.statusCode).toBe(200)
    expect(Object.keys(response.json())).toEqual(['token', 'refreshToken'])
  })

  it('signs tokens with HS512 and writes the claims of the contract', async () => {
    const { user, caller } = await activatedUser()
    expect(decodeProtectedHeader(caller.token)).toEqual({ alg: 'HS512' })
    const claims = decodeJwt(caller.token)
    expect(claims).toEqual({
      sub: user.email,
      userId: user.id.id,
      scopes: ['CUSTOMER_USER'],
      sessionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      chainId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      generation: 1,
      exp: Number(claims.iat) + 9000,
      iss: 'thingsboard.io',
      iat: expect.any(Number),
      firstName: 'Trúc',
      enabled: true,
      isPublic: false,
      tenantId: user.tenantId.id,
      customerId: user.customerId.id,
    })
    const refresh = decodeJwt(caller.refreshToken)
    expect(refresh).toEqual({
      sub: user.email,
      userId: user.id.id,
      scopes: ['REFRESH_TOKEN'],
      sessionId: claims.sessionId,
      chainId: claims.chainId,
      generation: 1,
      exp: Number(refresh.iat) + 604_800,
      iss: 'thingsboard.io',
      iat: expect.any(Number),
      isPublic: false,
      jti: expect.any(String),
    })
  })

  it("gives an administrator's token the null customer", () => {
    expect(decodeJwt(platform.admin.token)).toMatchObject({
      scopes: ['TENANT_ADMIN'],
      customerId: '13814000-1dd2-11b2-8080-808080808080',
    })
  })

  it('compares e-mail addresses without case, in sign-ins and in what counts them', async () => {
    const { email } = await activatedUser()
    expect((await login(email.toUpperCase(), PASSWORD)).statusCode).toBe(200)
    for (const name of [email, email.toUpperCase(), `U${email.slice(1)}`]) await login(name, 'a guess')
    expect(await failure(login(email, 'a guess'))).toEqual([401, 10, 'User account is locked due to security policy'])
  })

  it.each([
    ['an empty password', { username: 'admin@city.vn', password: '' }],
    ['a number for a name', { username: 5, password: PASSWORD }],
    ['an array', []],
    ['a text that is no JSON', '{username:'],
    ['nothing', ''],
  ])('refuses %s as a failed authentication', async (_, body) => {
    expect(await failure(anyone().post('/api/auth/login', body))).toEqual([401, 10, 'Authentication failed'])
  })

  it('does not mind the content type', async () => {
    const body = JSON.stringify({ username: 'admin@city.vn', password: PASSWORD })
    const response = await anyone().post('/api/auth/login', body, { 'content-type': 'text/plain' })
    expect(response.statusCode).toBe(200)
  })

  it('tells a disabled account to its owner alone', async () => {
    const { user, email } = await activatedUser()
    await platform.admin.post(`/api/user/${user.id.id}/userCredentialsEnabled?userCredentialsEnabled=false`)
    expect(await failure(login(email, 'a guess'))).toEqual([401, 10, 'Invalid username or password'])
    expect(await failure(login(email, PASSWORD))).toEqual([401, 10, 'User account is not active'])
  })

  it('locks an account after too many wrong passwords, for a while, and writes it to the audit log', async () => {
    const { email, user } = await activatedUser()
    for (let attempt = 0; attempt < 3; attempt += 1) await login(email, 'a guess')
    expect(await failure(login(email, 'a guess'))).toEqual([401, 10, 'User account is locked due to security policy'])
    expect(await failure(login(email, PASSWORD))).toEqual([401, 10, 'User account is not active'])
    const log = (
      await platform.admin.get(`/api/audit/logs/user/${user.id.id}?pageSize=10&page=0&actionTypes=LOCKOUT`)
    ).json()
    expect(log.data).toMatchObject([
      { actionStatus: 'FAILURE', userName: email, actionData: { clientAddress: '127.0.0.1' } },
    ])
    platform.advance(5 * 60_000)
    expect((await login(email, PASSWORD)).statusCode).toBe(200)
  })

  it('does not let many tries at once outrun the lock', async () => {
    const { email } = await activatedUser()
    const guesses = Array.from({ length: 20 }, (_, index) => login(email, `guess ${index}`))
    const messages = (await Promise.all(guesses)).map((response) => response.json().message)
    expect(messages.filter((message) => message === 'Invalid username or password')).toHaveLength(3)
  })

  it('opens a locked account again when an administrator enables it', async () => {
    const { email, user } = await activatedUser()
    for (let attempt = 0; attempt < 4; attempt += 1) await login(email, 'a guess')
    await platform.admin.post(`/api/user/${user.id.id}/userCredentialsEnabled`)
    expect((await login(email, PASSWORD)).statusCode).toBe(200)
  })

  it('counts the activation for a sign-in', async () => {
    const before = Date.now()
    const { user } = await activatedUser()
    const read = (await platform.admin.get(`/api/user/${user.id.id}`)).json()
    expect(read.additionalInfo.lastLoginTs).toBeGreaterThanOrEqual(before)
  })

  it('writes successes and failures of known accounts to the audit log, and the time of the last success', async () => {
    const { email, user } = await activatedUser()
    await login(email, 'a guess')
    const log = (
      await platform.admin.get(
        `/api/audit/logs/user/${user.id.id}?pageSize=10&page=0&sortProperty=createdTime&sortOrder=DESC&actionTypes=LOGIN`,
      )
    ).json()
    expect(log.data.map((record: { actionStatus: string }) => record.actionStatus)).toEqual([
      'FAILURE',
      'SUCCESS',
      'SUCCESS',
    ])
    const read = (await platform.admin.get(`/api/user/${user.id.id}`)).json()
    expect(read.additionalInfo.lastLoginTs).toBeGreaterThan(0)
  })
})

describe('sign-in from one address', () => {
  it('is refused for a while after very many failures, and elsewhere it is not', async () => {
    const crowded = await createTestPlatform({ guardLimits: { addressFailures: 4 } })
    const from = (address: string, username: string) =>
      crowded
        .caller({ 'x-forwarded-for': address })
        .post('/api/auth/login', { username, password: username === 'admin@city.vn' ? PASSWORD : 'x' })
    for (let name = 0; name < 5; name += 1) await from('203.0.113.7', `name${name}@city.vn`)
    const refused = await from('203.0.113.7', 'admin@city.vn')
    expect([refused.statusCode, refused.json().errorCode]).toEqual([429, 33])
    expect((await from('203.0.113.8', 'admin@city.vn')).statusCode).toBe(200)
    crowded.advance(5 * 60_000)
    expect((await from('203.0.113.7', 'admin@city.vn')).statusCode).toBe(200)
    await crowded.close()
  })

  it('is bounded, as every call without a token is', async () => {
    const strict = await createTestPlatform({ http: { publicCallsPerMinute: 5 } })
    const statuses: number[] = []
    for (let call = 0; call < 4; call += 1) {
      statuses.push((await strict.caller({}).post('/api/auth/login', {})).statusCode)
    }
    const last = await strict.caller({}).post('/api/auth/login', {})
    expect(statuses).toContain(401)
    expect([last.statusCode, last.json().errorCode]).toEqual([429, 33])
    await strict.close()
  })
})

describe('the token of a request', () => {
  it('is looked for in X-Authorization first', async () => {
    const caller = platform.caller({ 'x-authorization': 'Bearer x', authorization: `Bearer ${platform.admin.token}` })
    expect((await caller.get('/api/auth/user')).statusCode).toBe(401)
  })

  it.each(['', 'Basic YWJj', 'bearer abc'])('is refused with 403 in a header like %j', async (header) => {
    const caller = platform.caller({ 'x-authorization': header })
    expect(await failure(caller.get('/api/auth/user'))).toEqual([
      403,
      20,
      "You don't have permission to perform this operation!",
    ])
  })

  it('dies after 9000 seconds, and the refresh token after seven days', async () => {
    const own = await createTestPlatform()
    own.advance(8_990_000)
    expect((await own.admin.get('/api/auth/user')).statusCode).toBe(200)
    own.advance(20_000)
    expect(await failure(own.admin.get('/api/auth/user'))).toEqual([401, 11, 'Token has expired'])
    expect((await own.caller({}).post('/api/auth/token', { refreshToken: own.admin.refreshToken })).statusCode).toBe(
      200,
    )
    own.advance(604_800_000)
    expect(await failure(own.caller({}).post('/api/auth/token', { refreshToken: own.admin.refreshToken }))).toEqual([
      401,
      11,
      'Token has expired',
    ])
    await own.close()
  })
})

describe('refreshing [spec 7 authentication]', () => {
  const refresh = (refreshToken: unknown, more: object = {}) =>
    anyone().post('/api/auth/token', { refreshToken, ...more })

  it('answers a new pair of a new session, in which a changed profile shows', async () => {
    const { user, caller } = await activatedUser()
    const saved = await caller.post('/api/user', { ...user, lastName: 'Ban' })
    expect(saved.statusCode).toBe(200)
    const pair = (await refresh(caller.refreshToken)).json()
    expect(decodeJwt(pair.token)).toMatchObject({ sub: user.email, lastName: 'Ban' })
    expect(decodeJwt(pair.token).sessionId).not.toBe(decodeJwt(caller.token).sessionId)
    expect((await refresh(caller.refreshToken)).statusCode).toBe(200)
  })

  it.each([
    ['no token', [undefined], 'Authentication failed'],
    ['another key', ['x', { more: 1 }], 'Authentication failed'],
    ['what is no token', ['x'], 'Invalid username or password'],
  ] as const)('refuses %s', async (_, [token, more], message) => {
    expect(await failure(refresh(token, more))).toEqual([401, 10, message])
  })

  it('refuses an access token', async () => {
    expect(await failure(refresh(platform.admin.token))).toEqual([401, 10, 'Invalid Refresh Token scope'])
  })

  it('refuses a disabled user, a deleted one, and one who signed out', async () => {
    const disabled = await activatedUser()
    await platform.admin.post(`/api/user/${disabled.user.id.id}/userCredentialsEnabled?userCredentialsEnabled=false`)
    expect(await failure(refresh(disabled.caller.refreshToken))).toEqual([401, 10, 'User account is not active'])
    const deleted = await activatedUser()
    await platform.admin.delete(`/api/user/${deleted.user.id.id}`)
    expect(await failure(refresh(deleted.caller.refreshToken))).toEqual([401, 10, 'Invalid username or password'])
    const gone = await activatedUser()
    await gone.caller.post('/api/auth/logout')
    expect(await failure(refresh(gone.caller.refreshToken))).toEqual([401, 10, 'Token is outdated'])
  })
})

describe('invalidation of tokens', () => {
  it('ends one session by its logout and leaves the others', async () => {
    const { email, caller } = await activatedUser()
    const elsewhere = await platform.signIn(email, PASSWORD)
    const response = await caller.post('/api/auth/logout')
    expect([response.statusCode, response.body]).toEqual([200, ''])
    expect(await failure(caller.get('/api/auth/user'))).toEqual([401, 11, 'Token has expired'])
    expect((await elsewhere.get('/api/auth/user')).statusCode).toBe(200)
  })

  it('reaches tokens that were renewed at the very moment, and leaves those of a later sign-in', async () => {
    const { user, email, caller } = await activatedUser()
    const renewed = await anyone().post('/api/auth/token', { refreshToken: caller.refreshToken })
    const renewedCaller = platform.caller({ 'x-authorization': `Bearer ${renewed.json().token}` })
    const path = `/api/user/${user.id.id}/userCredentialsEnabled?userCredentialsEnabled=`
    await platform.admin.post(`${path}false`)
    expect(await failure(renewedCaller.get('/api/auth/user'))).toEqual([401, 11, 'Token has expired'])
    await platform.admin.post(`${path}true`)
    const back = await platform.signIn(email, PASSWORD)
    expect((await back.get('/api/auth/user')).statusCode).toBe(200)
    expect((await renewedCaller.get('/api/auth/user')).statusCode).toBe(401)
  })

  it('does not shut out a later sign-in when the clock was set back', async () => {
    const own = await createTestPlatform()
    const { user } = await own.customerUser(await own.customer('A'), 'late@city.vn')
    own.advance(30 * 86_400_000)
    const admin = await own.signIn('admin@city.vn', PASSWORD)
    for (const enabled of [false, true]) {
      await admin.post(`/api/user/${user.id.id}/userCredentialsEnabled?userCredentialsEnabled=${enabled}`)
    }
    own.advance(-30 * 86_400_000)
    const caller = await own.signIn('late@city.vn', PASSWORD)
    expect((await caller.get('/api/auth/user')).statusCode).toBe(200)
    expect((await own.caller({}).post('/api/auth/token', { refreshToken: caller.refreshToken })).statusCode).toBe(200)
    await own.close()
  })

  it("ends the sessions of a deleted customer's users", async () => {
    const { customer, caller, email } = await activatedUser()
    platform.advance(1000)
    expect((await platform.admin.delete(`/api/customer/${customer.id.id}`)).statusCode).toBe(200)
    expect((await caller.get('/api/auth/user')).statusCode).toBe(401)
    expect(platform.store.users.byEmail(email)).toBeUndefined()
  })
})

describe('changing the own password [spec 7 authentication]', () => {
  const change = (caller: Caller, currentPassword: string, newPassword: string) =>
    caller.post('/api/auth/changePassword', { currentPassword, newPassword })

  it('answers a fresh pair and ends every earlier session', async () => {
    const { email, caller } = await activatedUser()
    platform.advance(1000)
    const response = await change(caller, PASSWORD, 'new password')
    expect(response.statusCode).toBe(200)
    const fresh = platform.caller({ 'x-authorization': `Bearer ${response.json().token}` })
    expect((await fresh.get('/api/auth/user')).statusCode).toBe(200)
    expect((await caller.get('/api/auth/user')).statusCode).toBe(401)
    expect((await login(email, PASSWORD)).statusCode).toBe(401)
    expect((await login(email, 'new password')).statusCode).toBe(200)
  })

  it.each([
    ['a wrong current one', 'wrong', 'new password', "Current password doesn't match!"],
    ['a wrong current one before the policy', 'wrong', 'x', "Current password doesn't match!"],
    ['a short one', PASSWORD, '12345', 'Password must be 6 or more characters in length.'],
  ])('refuses %s with 400 and keeps the session', async (_, current, next, message) => {
    const { caller } = await activatedUser()
    expect(await failure(change(caller, current, next))).toEqual([400, 31, message])
    expect((await caller.get('/api/auth/user')).statusCode).toBe(200)
  })

  it.each([
    ['disabled', (id: string) => platform.access.accounts.setEnabled(id, false)],
    ['deleted', (id: string) => platform.store.users.remove(id)],
  ])('changes nothing for an account that is %s while the password is being checked', async (_, act) => {
    const { user, caller, email } = await activatedUser()
    const changing = [0, 1, 2].map(() => change(caller, PASSWORD, 'new password'))
    await platform.admin.get('/api/auth/user')
    act(user.id.id)
    for (const response of await Promise.all(changing)) expect([400, 401]).toContain(response.statusCode)
    expect(platform.store.users.credentials(user.id.id)?.enabled ?? false).toBe(false)
    expect((await login(email, 'new password')).statusCode).toBe(401)
  })

  it('cannot be used to guess the password behind a stolen token', async () => {
    const { caller } = await activatedUser()
    for (let attempt = 0; attempt < 4; attempt += 1) await change(caller, `guess ${attempt}`, 'new password')
    expect((await change(caller, PASSWORD, 'new password')).statusCode).toBe(429)
  })
})

describe('activation [spec 4 activation]', () => {
  const activate = (activateToken: string, password: string) =>
    anyone().post('/api/noauth/activate?sendActivationMail=true', { activateToken, password })

  it('gives a link on the address by which it was asked for, with its life', async () => {
    const { user, link } = await newUser()
    expect(link.value).toMatch(/^http:\/\/localhost:80\/api\/noauth\/activate\?activateToken=[\w-]{40}$/)
    expect(link.ttlMs).toBeGreaterThan(86_000_000)
    const again = await platform.admin.get(`/api/user/${user.id.id}/activationLink`)
    expect(again.headers['content-type']).toMatch(/^text\/plain/)
    expect(again.body).toBe(link.value)
  })

  it('gives the scheme and host of a proxy on this machine', async () => {
    const { user } = await newUser()
    const proxied = platform.caller({
      'x-authorization': `Bearer ${platform.admin.token}`,
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'signals.city.vn',
    })
    const { value } = (await proxied.get(`/api/user/${user.id.id}/activationLinkInfo`)).json()
    expect(value).toMatch(/^https:\/\/signals\.city\.vn:443\//)
  })

  it('makes a new link when the old one has less than a quarter of an hour left', async () => {
    const own = await createTestPlatform()
    const customer = await own.customer('A')
    const created = await own.admin.post('/api/user?sendActivationMail=false', {
      email: 'new@city.vn',
      authority: 'CUSTOMER_USER',
      customerId: customer.id,
    })
    const path = `/api/user/${created.json().id.id}/activationLinkInfo`
    const first = (await own.admin.get(path)).json()
    own.advance(86_400_000 - 16 * 60_000)
    const admin = await own.signIn('admin@city.vn', PASSWORD)
    expect((await admin.get(path)).json().value).toBe(first.value)
    own.advance(2 * 60_000)
    const renewed = (await admin.get(path)).json()
    expect(renewed.value).not.toBe(first.value)
    expect(renewed.ttlMs).toBe(86_400_000)
    await own.close()
  })

  it('sets the password, enables the account and answers a pair of the activated user', async () => {
    const { user, email, token } = await newUser()
    const response = await activate(token, 'first password')
    expect(decodeJwt(response.json().token)).toMatchObject({ userId: user.id.id, sub: email })
    expect((await login(email, 'first password')).statusCode).toBe(200)
    expect((await platform.admin.get(`/api/user/${user.id.id}`)).json().additionalInfo).toMatchObject({
      userCredentialsEnabled: true,
      userActivated: true,
    })
  })

  it('uses a token up', async () => {
    const { token, user } = await newUser()
    const both = await Promise.all([activate(token, 'first password'), activate(token, 'second password')])
    expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 400])
    expect(await failure(activate(token, 'third password'))).toEqual([
      400,
      31,
      `Unable to find user credentials by activateToken [${token}]`,
    ])
    expect(await failure(platform.admin.get(`/api/user/${user.id.id}/activationLinkInfo`))).toEqual([
      400,
      31,
      'User is already activated!',
    ])
  })

  it('judges the password first', async () => {
    expect(await failure(activate('unknown', 'x'))).toEqual([
      400,
      31,
      'Password must be 6 or more characters in length.',
    ])
  })

  it('refuses a token after its day', async () => {
    const own = await createTestPlatform()
    const customer = await own.customer('A')
    const created = await own.admin.post('/api/user?sendActivationMail=false', {
      email: 'late@city.vn',
      authority: 'CUSTOMER_USER',
      customerId: customer.id,
    })
    const { value } = (await own.admin.get(`/api/user/${created.json().id.id}/activationLinkInfo`)).json()
    const activateToken = new URL(value).searchParams.get('activateToken')
    own.advance(86_400_001)
    const late = await own.caller({}).post('/api/noauth/activate', { activateToken, password: PASSWORD })
    expect(late.json()).toMatchObject({ status: 400, errorCode: 31, message: 'Activation token expired' })
    const visit = await own.caller({}).get(`/api/noauth/activate?activateToken=${activateToken}`)
    expect([visit.statusCode, visit.headers.location]).toEqual([303, '/activationLinkExpired'])
    await own.close()
  })

  it('does not count a user disabled later as not activated', async () => {
    const { user } = await activatedUser()
    await platform.admin.post(`/api/user/${user.id.id}/userCredentialsEnabled?userCredentialsEnabled=false`)
    expect(await failure(platform.admin.get(`/api/user/${user.id.id}/activationLinkInfo`))).toEqual([
      400,
      31,
      'User is already activated!',
    ])
  })

  it('gives no token to a user whom an administrator disabled, with an old link and with a new one', async () => {
    const { user, email, token } = await newUser()
    const enable = (enabled: boolean) =>
      platform.admin.post(`/api/user/${user.id.id}/userCredentialsEnabled?userCredentialsEnabled=${enabled}`)
    expect((await enable(false)).statusCode).toBe(200)
    const { value } = (await platform.admin.get(`/api/user/${user.id.id}/activationLinkInfo`)).json()
    for (const link of [token, new URL(value).searchParams.get('activateToken') ?? '']) {
      expect(await failure(activate(link, PASSWORD))).toEqual([401, 10, 'User account is not active'])
    }
    expect((await login(email, PASSWORD)).statusCode).toBe(401)
    expect((await enable(true)).statusCode).toBe(200)
    expect((await login(email, PASSWORD)).statusCode).toBe(401)
    expect((await activate(token, PASSWORD)).statusCode).toBe(200)
    expect((await login(email, PASSWORD)).statusCode).toBe(200)
  })

  it('cannot be skipped by enabling an account that has no password', async () => {
    const { user } = await newUser()
    expect(await failure(platform.admin.post(`/api/user/${user.id.id}/userCredentialsEnabled`))).toEqual([
      400,
      31,
      'Enabled user credentials should have password!',
    ])
  })
})

describe('signing in as a customer user', () => {
  it('gives an administrator a pair of that user, and the audit log says so', async () => {
    const { user, email } = await activatedUser()
    const pair = (await platform.admin.get(`/api/user/${user.id.id}/token`)).json()
    expect(decodeJwt(pair.token)).toMatchObject({ sub: email, scopes: ['CUSTOMER_USER'] })
    const log = (await platform.admin.get(`/api/audit/logs/entity/USER/${user.id.id}?pageSize=50&page=0`)).json()
    expect(log.data).toContainEqual(
      expect.objectContaining({
        actionType: 'LOGIN',
        userName: 'admin@city.vn',
        actionData: expect.objectContaining({ impersonatedBy: 'admin@city.vn' }),
      }),
    )
    expect((await platform.admin.get('/api/user/tokenAccessEnabled')).json()).toBe(true)
  })

  it('is not possible for another administrator', async () => {
    const other = await platform.admin.post('/api/user?sendActivationMail=false', {
      email: 'second@city.vn',
      authority: 'TENANT_ADMIN',
    })
    expect((await platform.admin.get(`/api/user/${other.json().id.id}/token`)).statusCode).toBe(403)
  })
})

describe('the password policy', () => {
  it('is told to everybody', async () => {
    expect((await anyone().get('/api/noauth/userPasswordPolicy')).json()).toEqual({
      minimumLength: 6,
      maximumLength: 72,
      minimumUppercaseLetters: null,
      minimumLowercaseLetters: null,
      minimumDigits: null,
      minimumSpecialCharacters: null,
      allowWhitespaces: true,
      forceUserToResetPasswordIfNotValid: false,
      passwordExpirationPeriodDays: null,
      passwordReuseFrequencyDays: null,
    })
  })
})

describe('secrets', () => {
  afterEach(() => platform.logLines.splice(0))

  it('reach neither the log nor the audit log', async () => {
    const { email, token, caller } = await activatedUser()
    await login(email, 'a wrong secret')
    await caller.post('/api/auth/changePassword', { currentPassword: PASSWORD, newPassword: 'the new secret' })
    const device = await platform.device(`Secretive ${email}`, {
      customerId: entityRef('CUSTOMER', '13814000-1dd2-11b2-8080-808080808080'),
    })
    const credentials = (await platform.admin.get(`/api/device/${device.id.id}/credentials`)).json()
    await platform.admin.post('/api/device/credentials', {
      ...credentials,
      credentialsType: 'MQTT_BASIC',
      credentialsValue: JSON.stringify({ clientId: 'c', userName: `u-${email}`, password: 'mqtt secret' }),
    })
    const audit = (await platform.admin.get('/api/audit/logs?pageSize=1000&page=0')).body
    const everything = platform.logLines.join('') + audit
    for (const secret of [PASSWORD, 'a wrong secret', 'the new secret', 'mqtt secret', token, caller.token]) {
      expect(everything).not.toContain(secret)
    }
    expect(everything).not.toContain(credentials.credentialsId)
  })
})
