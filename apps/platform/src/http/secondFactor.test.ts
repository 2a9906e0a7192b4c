/** @file Long: sign-in and settings of second factors over HTTP share one set of accounts. */
import type { TokenPair } from '@greenwave/contract/wire/auth'
import type { FactorSettings } from '@greenwave/contract/wire/secondFactor'
import { Secret, TOTP } from 'otpauth'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Caller, createTestPlatform, PASSWORD, type TestPlatform } from '../testing/testPlatform.ts'

let platform: TestPlatform
let user: Caller
beforeEach(async () => {
  platform = await createTestPlatform()
  user = (await platform.customerUser(await platform.customer('District 1'), 'viewer@city.vn')).caller
})
afterEach(() => platform.close())

const login = (password = PASSWORD, email = 'viewer@city.vn') =>
  platform.caller({}).post('/api/auth/login', { username: email, password })
const withToken = (token: string) => platform.caller({ 'x-authorization': `Bearer ${token}` })
const codeOf = (secret: string, steps = 0) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: platform.access.now() + steps * 30_000 })
const prove = (caller: Caller, password = PASSWORD) => caller.post('/api/2fa/account/confirm', { password })

/** Sets up an authenticator app and returns its secret. This uses up the code of the present half minute. */
async function setUpTotp(caller: Caller): Promise<string> {
  await prove(caller)
  const config = (await caller.post('/api/2fa/account/config/generate?providerType=TOTP')).json()
  const secret = new URL(config.authUrl).searchParams.get('secret') ?? ''
  const saved = await caller.post(`/api/2fa/account/config?verificationCode=${codeOf(secret)}`, config)
  expect(saved.statusCode).toBe(200)
  platform.advance(60_000)
  return secret
}

/** Signs in with a right password; returns the caller for the next step. */
async function afterPassword(): Promise<Caller> {
  const answer = await login()
  expect(answer.json()).toEqual({ token: expect.stringMatching(/^eyJ/), scope: 'PRE_VERIFICATION_TOKEN' })
  return withToken(answer.json().token)
}
const check = (caller: Caller, code: string, provider = 'TOTP') =>
  caller.post(`/api/auth/2fa/verification/check?providerType=${provider}&verificationCode=${encodeURIComponent(code)}`)
const audited = async () => {
  const page = await platform.admin.get('/api/audit/logs?pageSize=100&page=0')
  return page.json().data as { actionType: string; actionStatus: string; actionData: unknown; userName: string }[]
}

describe('a sign-in without a second factor', () => {
  it('answers a pair of tokens and nothing else, as before', async () => {
    expect(Object.keys((await login()).json())).toEqual(['token', 'refreshToken'])
  })
})

describe('a sign-in with an authenticator app', () => {
  it('takes a code after the password, in the calls of the platform family', async () => {
    const secret = await setUpTotp(user)
    const step = await afterPassword()
    expect((await step.get('/api/auth/2fa/providers')).json()).toEqual([
      { type: 'TOTP', default: true, contact: null, minVerificationCodeSendPeriod: null },
    ])
    expect((await step.post('/api/auth/2fa/verification/send?providerType=TOTP')).statusCode).toBe(200)
    const answer = await check(step, codeOf(secret))
    expect(Object.keys(answer.json())).toEqual(['token', 'refreshToken'])
    expect((await withToken(answer.json().token).get('/api/auth/user')).json().email).toBe('viewer@city.vn')
  })

  it('counts as a sign-in only then: audit log and last login', async () => {
    const secret = await setUpTotp(user)
    const logins = async () =>
      (await audited()).filter(
        ({ actionType, userName, actionStatus }) =>
          actionType === 'LOGIN' && actionStatus === 'SUCCESS' && userName === 'viewer@city.vn',
      ).length
    const before = await logins()
    const step = await afterPassword()
    expect(await logins()).toBe(before)
    await check(step, codeOf(secret))
    expect(await logins()).toBe(before + 1)
  })

  it('gives a token before it that opens no call, renews nothing, and says why', async () => {
    await setUpTotp(user)
    const { token } = (await login()).json()
    for (const path of ['/api/auth/user', '/api/users?pageSize=10&page=0', '/api/2fa/account/settings']) {
      const answer = await withToken(token).get(path)
      expect([answer.statusCode, answer.json().errorCode]).toEqual([403, 20])
      expect(answer.json().message).toContain('sign-in is not finished')
    }
    expect((await platform.caller({}).post('/api/auth/token', { refreshToken: token })).statusCode).toBe(401)
    await expect(platform.access.tokens.verifyAccessToken(token)).rejects.toThrow('not finished')
  })

  it('takes no token of a session for the step, and no step for another', async () => {
    const secret = await setUpTotp(user)
    const forUser = await check(user, codeOf(secret))
    expect(forUser.statusCode).toBe(401)
    const step = await afterPassword()
    expect((await step.post('/api/auth/2fa/login')).statusCode).toBe(401)
  })

  it('uses each code once, also in another sign-in', async () => {
    const secret = await setUpTotp(user)
    const [one, other] = [await afterPassword(), await afterPassword()]
    const code = codeOf(secret)
    expect((await check(one, code)).statusCode).toBe(200)
    const again = await check(other, code)
    expect([again.statusCode, again.json().message]).toEqual([400, 'Verification code is incorrect'])
    platform.advance(30_000)
    expect((await check(other, codeOf(secret))).statusCode).toBe(200)
  })

  it('has a step that ends with its use, with a new password, and after five minutes', async () => {
    const secret = await setUpTotp(user)
    const used = await afterPassword()
    await check(used, codeOf(secret))
    platform.advance(30_000)
    expect((await check(used, codeOf(secret))).statusCode).toBe(401)

    const old = await afterPassword()
    const session = await platform.access.signIn.byCode(
      await platform.access.steps.verify((await login()).json().token, 'PRE_VERIFICATION_TOKEN'),
      'TOTP',
      codeOf(secret),
      { address: '10.0.0.1', userAgent: undefined },
    )
    await withToken(session.reply.token).post('/api/auth/changePassword', {
      currentPassword: PASSWORD,
      newPassword: 'battery staple',
    })
    platform.advance(30_000)
    expect((await check(old, codeOf(secret))).statusCode).toBe(401)

    const late = withToken((await login('battery staple')).json().token)
    platform.advance(5 * 60_000)
    expect((await check(late, codeOf(secret))).json()).toMatchObject({ errorCode: 11 })
  })

  it('voids a step after five wrong codes, counts them for the account however many steps there are, and locks', async () => {
    const secret = await setUpTotp(user)
    const step = await afterPassword()
    for (let nth = 0; nth < 4; nth += 1) expect((await check(step, '000 00a')).statusCode).toBe(400)
    const fresh = await afterPassword()
    expect((await check(fresh, 'not six')).statusCode).toBe(400)
    const locked = await check(fresh, codeOf(secret))
    expect([locked.statusCode, locked.json().message]).toEqual([
      429,
      'Too many wrong codes. Wait 1 min, or use a recovery code or a passkey.',
    ])
    platform.advance(61_000)
    expect((await check(fresh, codeOf(secret))).statusCode).toBe(200)
    const failures = (await audited()).filter(({ actionStatus }) => actionStatus === 'FAILURE')
    expect(failures.filter(({ actionType }) => actionType === 'LOGIN')).toHaveLength(5)

    platform.advance(31_000)
    const spent = await afterPassword()
    for (let nth = 0; nth < 5; nth += 1) await check(spent, 'wrong')
    platform.advance(61_000)
    expect((await check(spent, codeOf(secret))).statusCode).toBe(401)
  })

  it('counts wrong codes for their address as it counts wrong passwords', async () => {
    await platform.close()
    platform = await createTestPlatform({ guardLimits: { addressFailures: 3 } })
    user = (await platform.customerUser(await platform.customer('District 1'), 'viewer@city.vn')).caller
    await setUpTotp(user)
    const step = await afterPassword()
    for (let nth = 0; nth < 4; nth += 1) await check(step, 'wrong')
    expect((await check(step, 'wrong')).statusCode).toBe(429)
    expect((await login('wrong')).statusCode).toBe(429)
  })

  it('says nothing of the factor to who has no right password', async () => {
    await setUpTotp(user)
    const answers = [await login('a guess'), await login('a guess', 'nobody@city.vn')].map((answer) => ({
      ...answer.json(),
      timestamp: 0,
    }))
    expect(answers[0]).toEqual(answers[1])
  })
})

describe('recovery codes', () => {
  it('let in once each, when the phone is gone, and while wrong codes have locked the app', async () => {
    await setUpTotp(user)
    await prove(user)
    const { codes } = (await user.post('/api/2fa/account/recoveryCodes')).json()
    expect(codes).toHaveLength(10)
    const step = await afterPassword()
    for (let nth = 0; nth < 4; nth += 1) await check(step, 'wrong')
    await check(await afterPassword(), 'wrong')
    expect((await check(step, codes[3].toUpperCase(), 'BACKUP_CODE')).statusCode).toBe(200)
    const again = await check(await afterPassword(), codes[3], 'BACKUP_CODE')
    expect([again.statusCode, again.json().message]).toEqual([400, 'Verification code is incorrect'])
    const settings = (await user.get('/api/2fa/account/settings')).json()
    expect(settings.recoveryCodesLeft).toBe(9)
  })

  it('are void when new ones are made, and need a factor that they stand in for', async () => {
    await prove(user)
    expect((await user.post('/api/2fa/account/recoveryCodes')).statusCode).toBe(400)
    await setUpTotp(user)
    await prove(user)
    const first = (await user.post('/api/2fa/account/recoveryCodes')).json().codes
    const second = (await user.post('/api/2fa/account/recoveryCodes')).json().codes
    const step = await afterPassword()
    expect((await check(step, first[0], 'BACKUP_CODE')).statusCode).toBe(400)
    expect((await check(step, second[0], 'BACKUP_CODE')).statusCode).toBe(200)
  })
})

describe('changes of second factors', () => {
  it('need a proof of the last ten minutes, of this very session', async () => {
    const generate = (caller: Caller) => caller.post('/api/2fa/account/config/generate?providerType=TOTP')
    const unproved = await generate(user)
    expect([unproved.statusCode, unproved.json().errorCode]).toEqual([403, 20])
    expect(unproved.json().message).toContain('/api/2fa/account/confirm')
    const wrong = await prove(user, 'not the password')
    expect([wrong.statusCode, wrong.json().message]).toEqual([400, "Current password doesn't match!"])
    expect((await generate(user)).statusCode).toBe(403)
    expect((await prove(user)).statusCode).toBe(200)
    expect((await generate(user)).statusCode).toBe(200)
    expect((await generate(await platform.signIn('viewer@city.vn', PASSWORD))).statusCode).toBe(403)
    platform.advance(10 * 60_000)
    expect((await generate(user)).statusCode).toBe(403)
  })

  it('may be proved by a code of the app, and guesses at the password are slowed and stopped', async () => {
    const secret = await setUpTotp(user)
    platform.advance(10 * 60_000)
    const proof = { providerType: 'TOTP', verificationCode: codeOf(secret) }
    expect((await user.post('/api/2fa/account/confirm', proof)).statusCode).toBe(200)
    expect((await user.post('/api/2fa/account/confirm', proof)).statusCode).toBe(400)
    expect((await user.post('/api/2fa/account/confirm', {})).statusCode).toBe(400)
    for (let nth = 0; nth < 11; nth += 1) await prove(user, 'a guess')
    expect((await prove(user)).statusCode).toBe(429)
  })

  it('take the first code of a secret that was given out, and no other secret and no second app', async () => {
    await prove(user)
    const config = (await user.post('/api/2fa/account/config/generate?providerType=TOTP')).json()
    const save = (code: string, authUrl = config.authUrl) =>
      user.post(`/api/2fa/account/config?verificationCode=${code}`, { ...config, authUrl })
    const chosen = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
    expect((await save(codeOf(chosen), `otpauth://totp/x?secret=${chosen}`)).statusCode).toBe(400)
    expect((await save('wrong')).json().message).toBe('Verification code is incorrect')
    expect((await login()).json().refreshToken).toBeDefined()
    const secret = new URL(config.authUrl).searchParams.get('secret') ?? ''
    expect((await save(codeOf(secret))).json().configs).toEqual({ TOTP: { providerType: 'TOTP', useByDefault: true } })
    expect((await save(codeOf(secret))).json().message).toBe('2FA provider is already configured')
  })

  it('are audited without any secret, and answers show none after the set-up', async () => {
    const secret = await setUpTotp(user)
    await prove(user)
    const { codes } = (await user.post('/api/2fa/account/recoveryCodes')).json()
    const settings = await user.get('/api/2fa/account/settings')
    await user.delete('/api/2fa/account/config?providerType=TOTP')
    const records = await audited()
    const changes = records.filter(({ actionType }) => actionType === 'CREDENTIALS_UPDATED')
    expect(changes.map(({ actionData }) => actionData)).toEqual(
      expect.arrayContaining([
        { secondFactor: 'TOTP', change: 'added' },
        { secondFactor: 'BACKUP_CODE', change: 'made anew' },
        { secondFactor: 'TOTP', change: 'removed' },
      ]),
    )
    const seen = JSON.stringify(records) + settings.body + platform.logLines.join('')
    for (const hidden of [secret, codes[0]]) expect(seen).not.toContain(hidden)
  })

  it('end with the last factor: no recovery codes remain, and the password alone is enough again', async () => {
    await setUpTotp(user)
    await prove(user)
    await user.post('/api/2fa/account/recoveryCodes')
    const settings = await user.delete('/api/2fa/account/config?providerType=TOTP')
    expect(settings.json()).toMatchObject({ configs: {}, passkeys: [], recoveryCodesLeft: 0 })
    expect((await login()).json().refreshToken).toBeDefined()
  })
})

describe('a user who lost the factor', () => {
  it('is let in again by an administrator, and all earlier sessions end', async () => {
    await setUpTotp(user)
    const { id } = (await user.get('/api/auth/user')).json().id
    expect((await platform.admin.get(`/api/2fa/user/${id}`)).json()).toEqual({ configured: true })
    expect((await platform.admin.delete(`/api/2fa/user/${id}`)).statusCode).toBe(200)
    expect((await user.get('/api/auth/user')).statusCode).toBe(401)
    expect((await login()).json().refreshToken).toBeDefined()
    expect((await platform.admin.get(`/api/2fa/user/${id}`)).json()).toEqual({ configured: false })
    expect((await audited()).map(({ actionData }) => actionData)).toContainEqual({
      secondFactor: 'all',
      change: 'removed',
      by: 'administrator',
    })
  })

  it('and is an administrator asks the operator', async () => {
    const { id } = (await platform.admin.get('/api/auth/user')).json().id
    const answer = await platform.admin.delete(`/api/2fa/user/${id}`)
    expect([answer.statusCode, answer.json().message]).toEqual([403, expect.stringContaining('greenwave admin')])
  })
})

describe('an installation that asks for second factors', () => {
  const settingsOf = async (caller: Caller) => (await caller.get('/api/2fa/account/settings')).json() as FactorSettings

  async function startWith(secondFactor: 'administrators' | 'everyone'): Promise<void> {
    await platform.close()
    platform = await createTestPlatform({ secondFactor })
  }

  it('leads whoever has none to set one up before anything else', async () => {
    await startWith('administrators')
    const answer = await login(PASSWORD, 'admin@city.vn')
    expect(answer.json()).toEqual({ token: expect.any(String), scope: 'MFA_CONFIGURATION_TOKEN' })
    const step = withToken(answer.json().token)
    const refused = await step.get('/api/auth/user')
    expect([refused.statusCode, refused.json().message]).toEqual([403, expect.stringContaining('not finished')])
    expect((await step.post('/api/auth/2fa/login')).statusCode).toBe(400)
    expect(await settingsOf(step)).toMatchObject({ required: true, configs: {} })

    const config = (await step.post('/api/2fa/account/config/generate?providerType=TOTP')).json()
    const secret = new URL(config.authUrl).searchParams.get('secret') ?? ''
    await step.post(`/api/2fa/account/config?verificationCode=${codeOf(secret)}`, config)
    expect((await step.post('/api/2fa/account/recoveryCodes')).json().codes).toHaveLength(10)
    const pair = await step.post('/api/auth/2fa/login')
    const admin = withToken(pair.json().token)
    expect((await admin.get('/api/auth/user')).statusCode).toBe(200)
    // The token was used.
    expect((await step.post('/api/auth/2fa/login')).statusCode).toBe(401)

    await prove(admin)
    const removal = await admin.delete('/api/2fa/account/config?providerType=TOTP')
    expect([removal.statusCode, removal.json().message]).toEqual([400, expect.stringContaining('required here')])
  })

  it('takes no older step for a factor that was set up elsewhere: it must be shown', async () => {
    await startWith('everyone')
    const [older, newer] = [
      withToken((await login(PASSWORD, 'admin@city.vn')).json().token),
      withToken((await login(PASSWORD, 'admin@city.vn')).json().token),
    ]
    const config = (await newer.post('/api/2fa/account/config/generate?providerType=TOTP')).json()
    const secret = new URL(config.authUrl).searchParams.get('secret') ?? ''
    await newer.post(`/api/2fa/account/config?verificationCode=${codeOf(secret)}`, config)
    expect((await older.post('/api/auth/2fa/login')).statusCode).toBe(400)
    expect((await older.post('/api/2fa/account/recoveryCodes')).statusCode).toBe(401)
    expect((await newer.post('/api/auth/2fa/login')).statusCode).toBe(200)
  })

  it('renews no session that began before it asked', async () => {
    await startWith('administrators')
    const pair = await earlierSession()
    const renewed = await platform.caller({}).post('/api/auth/token', { refreshToken: pair.refreshToken })
    expect(renewed.statusCode).toBe(401)
  })

  it('asks customer users only if it asks everyone', async () => {
    for (const [policy, scope] of [
      ['administrators', undefined],
      ['everyone', 'MFA_CONFIGURATION_TOKEN'],
    ] as const) {
      await startWith(policy)
      const admin = withToken((await earlierSession()).token)
      const customer = await platform.customer('District 1', admin)
      const made = await admin.post('/api/user?sendActivationMail=false', {
        email: 'viewer@city.vn',
        authority: 'CUSTOMER_USER',
        customerId: customer.id,
      })
      const link = (await admin.get(`/api/user/${made.json().id.id}/activationLinkInfo`)).json()
      const activateToken = new URL(link.value).searchParams.get('activateToken')
      const activated = await platform.caller({}).post('/api/noauth/activate?sendActivationMail=false', {
        activateToken,
        password: PASSWORD,
      })
      expect(activated.json().scope).toBe(scope)
      expect((await login()).json().scope).toBe(scope)
    }
  })

  /** Returns the tokens of an administrator who signed in before a second factor was required. */
  function earlierSession(): Promise<TokenPair> {
    const user = platform.store.users.byEmail('admin@city.vn')
    if (user === undefined) throw new Error('no administrator')
    const grant = platform.access.sessions.open(user.id.id, { address: '10.0.0.1', userAgent: undefined })
    return platform.access.tokens.issue(user, grant, true)
  }
})
