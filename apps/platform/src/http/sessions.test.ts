/** @file Long: the whole life of sessions over HTTP, with one clock and one set of accounts. */
import { systemOfTests } from '@greenwave/harness/ofTest'
import { createSecretKey } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { TOKEN_ISSUER } from '@greenwave/contract/wire/auth'
import { decodeJwt, SignJWT } from 'jose'
import { describe, expect, it, onTestFinished } from 'vitest'
import { timedId } from '../access/sessionId.ts'
import { createAccess } from '../access/signIn/createAccess.ts'
import { silentLog } from '../testing/silentLog.ts'
import { type Caller, createTestPlatform, PASSWORD } from '../testing/testPlatform.ts'
import { makeFolder } from '../testing/testStore.ts'

const platform = systemOfTests(await createTestPlatform())

const SOMEWHERE = { address: '127.0.0.1', userAgent: undefined }
let count = 0
async function someone() {
  const email = `person${++count}@city.vn`
  return { email, ...(await platform.customerUser(await platform.customer(`Customer ${count}`), email)) }
}
const renewing = (refreshToken: string) => platform.caller({}).post('/api/auth/token', { refreshToken })
async function renew(refreshToken: string): Promise<Caller> {
  const response = await renewing(refreshToken)
  expect(response.statusCode).toBe(200)
  const pair = response.json<{ token: string; refreshToken: string }>()
  return { ...platform.caller({ 'x-authorization': `Bearer ${pair.token}` }), ...pair }
}
const statusOf = async (caller: Caller): Promise<number> => (await caller.get('/api/auth/user')).statusCode

describe('a sign-in and all its renewals', () => {
  it('are one session, whose every pair of tokens has an id of its own', async () => {
    const { caller } = await someone()
    const renewed = await renew(caller.refreshToken)
    const [first, second] = [decodeJwt(caller.token), decodeJwt(renewed.token)]
    expect(second.chainId).toBe(first.chainId)
    expect(second.sessionId).not.toBe(first.sessionId)
    expect([decodeJwt(caller.refreshToken).generation, decodeJwt(renewed.refreshToken).generation]).toEqual([1, 2])
  })

  it('end together: signing out with the last pair ends the first, and the other way round', async () => {
    for (const withLast of [true, false]) {
      const { caller } = await someone()
      const renewed = await renew(caller.refreshToken)
      const last = await renew(renewed.refreshToken)
      await (withLast ? last : caller).post('/api/auth/logout')
      for (const each of [caller, renewed, last]) {
        expect(await statusOf(each)).toBe(401)
        expect((await renewing(each.refreshToken)).json()).toMatchObject({ status: 401, message: 'Token is outdated' })
      }
    }
  })

  it.each([
    [
      'a change of the password',
      async ({ caller }) => {
        await caller.post('/api/auth/changePassword', { currentPassword: PASSWORD, newPassword: 'another one' })
      },
    ],
    [
      'disabling the user',
      async ({ user }) => {
        await platform.admin.post(`/api/user/${user.id.id}/userCredentialsEnabled?userCredentialsEnabled=false`)
      },
    ],
    [
      'deleting the user',
      async ({ user }) => {
        await platform.admin.delete(`/api/user/${user.id.id}`)
      },
    ],
  ] as [string, (person: Awaited<ReturnType<typeof someone>>) => Promise<void>][])(
    'end with %s, and so do the other sessions of the user',
    async (_, act) => {
      const person = await someone()
      const renewed = await renew(person.caller.refreshToken)
      const elsewhere = await platform.signIn(person.email, PASSWORD)
      await act(person)
      for (const each of [person.caller, renewed, elsewhere]) {
        expect(await statusOf(each)).toBe(401)
        expect((await renewing(each.refreshToken)).statusCode).toBe(401)
      }
      expect(platform.access.sessions.of(person.user.id.id).length).toBeLessThanOrEqual(1)
    },
  )

  it('take two tabs that renew at once: both get a pair, and both pairs go on', async () => {
    const { caller } = await someone()
    const [one, other] = await Promise.all([renew(caller.refreshToken), renew(caller.refreshToken)])
    expect([await statusOf(one), await statusOf(other)]).toEqual([200, 200])
    await renew(one.refreshToken)
    await renew(other.refreshToken)
  })

  it('end when an old refresh token is used again later; the log and the audit log say so', async () => {
    const { caller, user } = await someone()
    const renewed = await renew(caller.refreshToken)
    expect(await statusOf(renewed)).toBe(200)
    platform.advance(61_000)
    expect((await renewing(caller.refreshToken)).json()).toMatchObject({ errorCode: 10, message: 'Token is outdated' })
    expect(await statusOf(renewed)).toBe(401)
    expect((await renewing(renewed.refreshToken)).statusCode).toBe(401)
    expect(platform.logLines.join('')).toContain('A refresh token was used again after its successor')
    const log = (
      await platform.admin.get(`/api/audit/logs/user/${user.id.id}?pageSize=10&page=0&actionTypes=LOGOUT`)
    ).json()
    expect(log.data).toMatchObject([
      { actionStatus: 'FAILURE', actionFailureDetails: expect.stringContaining('used again'), userName: user.email },
    ])
  })
})

describe('tokens of the first release', () => {
  /** Signs a token like the first release: without a session that outlives it. */
  async function signed(caller: Caller, kind: 'token' | 'refreshToken', more: Record<string, unknown> = {}) {
    const { chainId: _, generation: __, ...claims } = decodeJwt(caller[kind])
    return new SignJWT({ ...claims, ...more })
      .setProtectedHeader({ alg: 'HS512' })
      .setIssuer(TOKEN_ISSUER)
      .sign(createSecretKey(platform.store.signingKey))
  }

  it('go on working, and what renews them is a session that can be ended', async () => {
    const { caller, user } = await someone()
    const sessionId = timedId(platform.access.now())
    const old = platform.caller({ 'x-authorization': `Bearer ${await signed(caller, 'token', { sessionId })}` })
    const oldRefresh = await signed(caller, 'refreshToken', { sessionId })
    expect(await statusOf(old)).toBe(200)
    const renewed = await renew(oldRefresh)
    platform.advance(3_600_000)
    await renew(oldRefresh)
    expect(platform.access.sessions.of(user.id.id).map(({ id }) => id)).toContain(sessionId)
    await renewed.post('/api/auth/logout')
    expect(await statusOf(old)).toBe(401)
    expect((await renewing(oldRefresh)).statusCode).toBe(401)
  })
})

describe('the list of sessions', () => {
  const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'
  const signInFrom = async (email: string, address: string, userAgent: string): Promise<Caller> => {
    const headers = { 'x-forwarded-for': address, 'user-agent': userAgent }
    const response = await platform.caller(headers).post('/api/auth/login', { username: email, password: PASSWORD })
    const pair = response.json<{ token: string; refreshToken: string }>()
    return { ...platform.caller({ 'x-authorization': `Bearer ${pair.token}` }), ...pair }
  }

  it('says from where, since when and when last, which one this is, and what they are to an administrator', async () => {
    const { email, user, caller } = await someone()
    const elsewhere = await signInFrom(email, '203.0.113.9', FIREFOX)
    platform.advance(1000)
    const mine = (await caller.get('/api/greenwave/sessions')).json()
    const chainId = decodeJwt(elsewhere.token).chainId
    expect(mine).toEqual([
      expect.objectContaining({
        id: decodeJwt(caller.token).chainId,
        current: true,
        browser: 'Unknown',
        os: 'Unknown',
      }),
      {
        id: chainId,
        current: false,
        address: '203.0.113.9',
        browser: 'Firefox 128.0',
        os: 'Linux',
        startedTs: expect.any(Number),
        lastUsedTs: expect.any(Number),
        expiresTs: mine[1].startedTs + 90 * 86_400_000,
        impersonatedBy: null,
      },
    ])
    expect(mine[0].lastUsedTs).toBeGreaterThan(mine[0].startedTs)
    const seen = (await platform.admin.get(`/api/greenwave/user/${user.id.id}/sessions`)).json()
    expect(seen).toEqual(mine.map((session: object) => ({ ...session, current: false })))
  })

  it('does not count an activation whose tokens nobody used', async () => {
    const customer = await platform.customer('Activated')
    const made = await platform.admin.post('/api/user?sendActivationMail=false', {
      email: 'activated@city.vn',
      authority: 'CUSTOMER_USER',
      customerId: customer.id,
    })
    const { id } = made.json().id
    const link = (await platform.admin.get(`/api/user/${id}/activationLinkInfo`)).json().value
    const activateToken = new URL(link).searchParams.get('activateToken')
    const pair = (await platform.caller({}).post('/api/noauth/activate', { activateToken, password: PASSWORD })).json()
    const path = `/api/greenwave/user/${id}/sessions`
    expect((await platform.admin.get(path)).json()).toEqual([])
    const renewed = await renew(pair.refreshToken)
    expect((await platform.admin.get(path)).json()).toMatchObject([{ id: decodeJwt(renewed.token).chainId }])
    await renewed.post('/api/auth/logout')
    expect(
      (await platform.caller({ 'x-authorization': `Bearer ${pair.token}` }).get('/api/auth/user')).statusCode,
    ).toBe(401)
  })

  it('says which an administrator opened, also when its record was lost', async () => {
    const { user, caller } = await someone()
    const opened = (await platform.admin.get(`/api/user/${user.id.id}/token`)).json()
    const mine = (await caller.get('/api/greenwave/sessions')).json()
    expect(mine.map(({ impersonatedBy }: { impersonatedBy: unknown }) => impersonatedBy)).toContain('admin@city.vn')

    // As by a backup that was restored: it has no record of the session, only of those before it.
    const { chainId } = decodeJwt<{ chainId: string }>(opened.token)
    platform.store.sessions.remove([chainId])
    const { sessions, signIn } = createAccess({ store: platform.store, log: silentLog, now: platform.access.now })
    const renewed = await signIn.byRefreshToken(opened.refreshToken, SOMEWHERE)
    const restored = sessions.of(user.id.id).find(({ id }) => id === chainId)
    expect(restored).toMatchObject({ generation: 2, impersonatedBy: 'admin@city.vn' })
    expect(decodeJwt(renewed.refreshToken).impersonatedBy).toBe('admin@city.vn')
  })

  it('ends one, or all others, for oneself and for an administrator, and the audit log says so', async () => {
    const { email, user, caller } = await someone()
    const [one, two, three] = await Promise.all([1, 2, 3].map(() => platform.signIn(email, PASSWORD)))
    if (one === undefined || two === undefined || three === undefined) throw new Error('signed in')
    const statuses = (): Promise<number[]> => Promise.all([caller, one, two, three].map(statusOf))
    const idOf = ({ token }: Caller): string => String(decodeJwt(token).chainId)
    expect((await caller.delete(`/api/greenwave/sessions/${idOf(one)}`)).statusCode).toBe(200)
    expect(await statuses()).toEqual([200, 401, 200, 200])
    expect((await platform.admin.delete(`/api/greenwave/user/${user.id.id}/sessions/${idOf(two)}`)).statusCode).toBe(
      200,
    )
    expect(await statuses()).toEqual([200, 401, 401, 200])
    expect((await caller.delete('/api/greenwave/sessions')).statusCode).toBe(200)
    expect(await statuses()).toEqual([200, 401, 401, 401])
    expect((await platform.admin.delete(`/api/greenwave/user/${user.id.id}/sessions`)).statusCode).toBe(200)
    expect(await statusOf(caller)).toBe(401)

    const log = (
      await platform.admin.get(
        `/api/audit/logs/entity/USER/${user.id.id}?pageSize=10&page=0&actionTypes=LOGOUT&sortProperty=createdTime`,
      )
    ).json()
    expect(
      log.data.map(({ userName, actionData }: { userName: string; actionData: object }) => [userName, actionData]),
    ).toEqual([
      [email, expect.objectContaining({ sessions: 1 })],
      ['admin@city.vn', expect.objectContaining({ sessions: 1 })],
      [email, expect.objectContaining({ sessions: 1 })],
      ['admin@city.vn', expect.objectContaining({ sessions: 1 })],
    ])
  })

  it('lets nobody end or see the sessions of others', async () => {
    const { caller, user } = await someone()
    const other = await someone()
    const id = String(decodeJwt(other.caller.token).chainId)
    expect((await caller.delete(`/api/greenwave/sessions/${id}`)).json()).toMatchObject({ status: 404, errorCode: 32 })
    expect((await platform.admin.delete(`/api/greenwave/user/${user.id.id}/sessions/${id}`)).statusCode).toBe(404)
    expect((await caller.get(`/api/greenwave/user/${other.user.id.id}/sessions`)).statusCode).toBe(403)
    expect((await platform.stranger.delete(`/api/greenwave/user/${user.id.id}/sessions`)).statusCode).toBe(403)
    expect([await statusOf(caller), await statusOf(other.caller)]).toEqual([200, 200])
  })
})

describe('an administrator who is signed in as a user', () => {
  async function secondAdmin(): Promise<{ id: string; caller: Caller }> {
    const email = `admin${++count}@city.vn`
    const added = await platform.admin.post('/api/user?sendActivationMail=false', { email, authority: 'TENANT_ADMIN' })
    const { id } = added.json().id
    await platform.access.accounts.setPassword(id, PASSWORD)
    return { id, caller: await platform.signIn(email, PASSWORD) }
  }
  async function signedInAs(admin: Caller, userId: string): Promise<Caller> {
    const pair = (await admin.get(`/api/user/${userId}/token`)).json()
    return { ...platform.caller({ 'x-authorization': `Bearer ${pair.token}` }), ...pair }
  }

  it.each([
    [
      'disabled',
      (id: string) => platform.admin.post(`/api/user/${id}/userCredentialsEnabled?userCredentialsEnabled=false`),
    ],
    ['deleted', (id: string) => platform.admin.delete(`/api/user/${id}`)],
  ])(
    'loses that session at once when %s, also one whose record is lost; the user stays signed in',
    async (_, dismiss) => {
      const { user, caller } = await someone()
      const admin = await secondAdmin()
      const known = await signedInAs(admin.caller, user.id.id)
      const renewed = await renew(known.refreshToken)
      const ofAnother = await signedInAs(platform.admin, user.id.id)
      const lost = await signedInAs(admin.caller, user.id.id)
      platform.store.sessions.remove([String(decodeJwt(lost.token).chainId)])

      expect((await dismiss(admin.id)).statusCode).toBe(200)
      for (const each of [known, renewed, lost]) {
        expect(await statusOf(each)).toBe(401)
        expect((await renewing(each.refreshToken)).statusCode).toBe(401)
      }
      expect([await statusOf(caller), await statusOf(ofAnother)]).toEqual([200, 200])
      expect(platform.access.sessions.of(user.id.id)).toHaveLength(2)
    },
  )

  it('who was dismissed before their id was kept gets no renewal', async () => {
    const { user } = await someone()
    const admin = await secondAdmin()
    const { impersonatorId: _, ...old } = platform.access.sessions.open(user.id.id, SOMEWHERE, {
      impersonatedBy: admin.caller.email,
    })
    const pair = await platform.access.tokens.issue(user, old, true)
    const renewed = await renew(pair.refreshToken)
    await platform.admin.delete(`/api/user/${admin.id}`)
    expect((await renewing(renewed.refreshToken)).json()).toMatchObject({ status: 401, message: 'Token is outdated' })
  })

  it("changes neither the user's password nor second factor, and is answered why", async () => {
    const { user } = await someone()
    const admin = await signedInAs(platform.admin, user.id.id)
    const attempts = [
      admin.post('/api/2fa/account/confirm', { password: PASSWORD }),
      admin.post('/api/2fa/account/config/generate?providerType=TOTP'),
      admin.delete('/api/2fa/account/config?providerType=TOTP'),
      admin.post('/api/2fa/account/recoveryCodes'),
      admin.post('/api/auth/changePassword', { currentPassword: PASSWORD, newPassword: 'battery staple' }),
    ]
    for (const answer of await Promise.all(attempts)) {
      expect([answer.statusCode, answer.json().errorCode]).toEqual([403, 20])
      expect(answer.json().message).toContain('signed in as another user')
    }
    expect(await statusOf(await platform.signIn(user.email, PASSWORD))).toBe(200)
  })
})

describe('a disk that is full', () => {
  async function fullDisk() {
    const dataDir = makeFolder()
    const own = await createTestPlatform({ dataDir })
    onTestFinished(() => own.close())
    await own.store.committed()
    const disk = new DatabaseSync(join(dataDir, 'greenwave.db'))
    onTestFinished(() => disk.close())
    const full = "BEGIN SELECT RAISE(FAIL, 'database or disk is full'); END"
    for (const table of ['users', 'user_credentials', 'sessions', 'revocations', 'audit_logs', 'known_addresses']) {
      for (const event of ['INSERT', 'UPDATE', 'DELETE']) {
        disk.exec(`CREATE TRIGGER full_${table}_${event} BEFORE ${event} ON ${table} ${full}`)
      }
    }
    return own
  }

  it('lets people in, renews and ends: whoever signed out is out, with every token, and the log says so', async () => {
    const own = await fullDisk()
    const caller = await own.signIn('admin@city.vn', PASSWORD)
    const pair = (await own.caller({}).post('/api/auth/token', { refreshToken: caller.refreshToken })).json()
    const renewed = own.caller({ 'x-authorization': `Bearer ${pair.token}` })
    expect((await renewed.post('/api/auth/logout')).statusCode).toBe(200)
    for (const each of [caller, renewed]) expect((await each.get('/api/auth/user')).statusCode).toBe(401)
    expect((await own.caller({}).post('/api/auth/token', { refreshToken: pair.refreshToken })).statusCode).toBe(401)
    await expect
      .poll(() => own.logLines.join(''))
      .toContain('sessions that ended stay ended, and are written when it can be done')
    expect((await renewed.get('/api/auth/user')).statusCode).toBe(401)
    expect((await own.admin.get('/api/auth/user')).statusCode).toBe(200)
  })

  it('refuses a new password that it cannot keep, and ends no session by it', async () => {
    const own = await fullDisk()
    const body = { currentPassword: PASSWORD, newPassword: 'another one' }
    expect((await own.admin.post('/api/auth/changePassword', body)).statusCode).toBe(500)
    expect((await own.admin.get('/api/auth/user')).statusCode).toBe(200)
    expect((await own.signIn('admin@city.vn', PASSWORD)).token).not.toBe('')
  })
})
