import { systemOfTests } from '@greenwave/harness/ofTest'
import { addressOf } from '@greenwave/client/callRequest'
import { liveAddress } from '@greenwave/client/transport'
import { AccessClaims, type TokenPair } from '@greenwave/contract/wire/auth'
import { User } from '@greenwave/contract/wire/users'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { describe, expect, it } from 'vitest'
import { LiveClient } from '../src/testing/liveClient.ts'
import { activationToken, createViewer, refusalOf, signIn } from './client.ts'
import { fresh, freshEmail, isStrict, openTarget } from './target.ts'

const PASSWORD = 'correct horse'
const target = systemOfTests(await openTarget())

const login = (body: object) => target.anyone.ask('login', { body })
const viewer = async () =>
  createViewer(target.admin, await target.admin.createCustomer(fresh('customer')), freshEmail(), PASSWORD)

describe('signing in', () => {
  it('answers a token pair with the claims of the contract', async () => {
    const { user, client } = await viewer()
    const token = client.tokens?.token ?? ''
    expect(decodeProtectedHeader(token).alg).toBe('HS512')
    expect(AccessClaims.parse(decodeJwt(token))).toMatchObject({
      sub: user.email,
      userId: user.id.id,
      scopes: ['CUSTOMER_USER'],
      iss: 'thingsboard.io',
      enabled: true,
      isPublic: false,
      tenantId: user.tenantId.id,
      customerId: user.customerId.id,
    })
    expect(decodeJwt(client.tokens?.refreshToken ?? '')).toMatchObject({
      sub: user.email,
      userId: user.id.id,
      scopes: ['REFRESH_TOKEN'],
      sessionId: decodeJwt(token).sessionId,
      jti: expect.any(String),
    })
  })

  it('is refused with a wrong password and without an account in the same words', async () => {
    const { user } = target.account
    const wrong = refusalOf(await login({ username: user, password: 'wrong' }))
    const unknown = refusalOf(await login({ username: freshEmail(), password: 'wrong' }))
    expect(wrong).toEqual([401, 10, 'Invalid username or password'])
    expect(unknown).toEqual(wrong)
  })

  it('takes exactly two members', async () => {
    const { user: username, password } = target.account
    for (const body of [{ username, password, remember: true }, { username: ' ', password }, { username }]) {
      expect(refusalOf(await login(body))).toEqual([401, 10, 'Authentication failed'])
    }
  })
})

describe('the token of a call', () => {
  it('cannot be a refresh token, on calls nor on the socket', async () => {
    const { token = '', refreshToken = '' } = target.admin.tokens ?? {}
    const answer = await target.admin.as({ token: refreshToken, refreshToken: token }).ask('currentUser')
    const [status, errorCode, message] = refusalOf(answer)
    expect([status, errorCode]).toEqual([500, 2])
    const live = new LiveClient(liveAddress(target.url).href)
    await live.opened()
    live.send({ authCmd: { cmdId: 0, token: refreshToken } })
    expect(await live.closed()).toEqual({ code: 1007, reason: message })
  })

  it('is taken from either header', async () => {
    for (const header of ['x-authorization', 'authorization']) {
      const response = await fetch(target.url + addressOf('currentUser'), {
        headers: { [header]: `Bearer ${target.admin.tokens?.token}` },
      })
      expect(User.parse(await response.json()).email).toBe(target.account.user)
    }
  })

  it('is needed, must be one, and must be signed by the platform', async () => {
    expect(refusalOf(await target.anyone.ask('currentUser')).slice(0, 2)).toEqual([401, 10])
    const broken = target.anyone.as({ token: 'nonsense', refreshToken: '' })
    expect(refusalOf(await broken.ask('currentUser'))).toEqual([401, 10, 'Invalid username or password'])
    const [head, claims] = (target.admin.tokens?.token ?? '').split('.')
    const forged = target.anyone.as({ token: `${head}.${claims}.${'A'.repeat(86)}`, refreshToken: '' })
    expect(refusalOf(await forged.ask('currentUser'))).toEqual([401, 11, 'Token has expired'])
  })
})

describe('refreshing', () => {
  it('answers a pair of a new session and leaves the refresh token usable', async () => {
    const { client } = await viewer()
    const { token = '', refreshToken = '' } = client.tokens ?? {}
    const first = await target.anyone.ask('refreshToken', { body: { refreshToken } })
    expect(decodeJwt(first.json<TokenPair>().token).sessionId).not.toBe(decodeJwt(token).sessionId)
    expect((await target.anyone.ask('refreshToken', { body: { refreshToken } })).status).toBe(200)
  })

  it('is refused for a blank token and a disabled user', async () => {
    expect(refusalOf(await target.anyone.ask('refreshToken', { body: { refreshToken: '' } }))).toEqual([
      401,
      10,
      'Authentication failed',
    ])
    const { user, client } = await viewer()
    const { refreshToken = '' } = client.tokens ?? {}
    await target.admin.ask('setUserCredentialsEnabled', {
      params: { userId: user.id.id },
      query: { userCredentialsEnabled: 'false' },
    })
    expect((await target.anyone.ask('refreshToken', { body: { refreshToken } })).status).toBe(401)
  })
})

describe('signing out', () => {
  it('answers 200 without a body', async () => {
    const { client } = await viewer()
    const answer = await client.ask('logout')
    expect([answer.status, answer.text]).toEqual([200, ''])
  })

  it.runIf(isStrict)('ends the session at once, though its token is not a second old', async () => {
    const { client } = await viewer()
    await client.ask('logout')
    expect(refusalOf(await client.ask('currentUser'))).toEqual([401, 11, 'Token has expired'])
  })
})

describe('changing the own password', () => {
  const change = (current: string, next: string) => ({ currentPassword: current, newPassword: next })

  it('answers a fresh pair', async () => {
    const { user, client } = await viewer()
    const answer = await client.ask('changePassword', { body: change(PASSWORD, 'another horse') })
    const fresh = target.anyone.as(answer.json<TokenPair>())
    expect((await fresh.ask('currentUser')).status).toBe(200)
    expect((await signIn(target.anyone, user.email, 'another horse')).tokens).toBeDefined()
  })

  it.each([
    ['wrong', 'another horse', "Current password doesn't match!"],
    [PASSWORD, PASSWORD, 'New password should be different from existing!'],
    [PASSWORD, 'x'.repeat(73), 'Password must be no more than 72 characters in length.'],
  ])('from %s to %s is a bad request', async (current, next, message) => {
    const { client } = await viewer()
    expect(refusalOf(await client.ask('changePassword', { body: change(current, next) }))).toEqual([400, 31, message])
  })
})

describe('activation', () => {
  it('leads a browser on, then sets the password once', async () => {
    const customer = await target.admin.createCustomer(fresh('customer'))
    const user = await target.admin.createUser(freshEmail(), customer)
    const activateToken = await activationToken(target.admin, user)
    const visit = await target.anyone.ask('openActivation', { query: { activateToken } })
    expect(visit.status).toBe(303)
    expect(visit.headers.get('location')).toContain(`/login/createPassword?activateToken=${activateToken}`)
    const activate = (password: string) =>
      target.anyone.ask('activate', { query: { sendActivationMail: 'false' }, body: { activateToken, password } })
    const weak = await activate('12345')
    expect(refusalOf(weak)).toEqual([400, 31, 'Password must be 6 or more characters in length.'])
    const answer = await activate(PASSWORD)
    expect(decodeJwt(answer.json<TokenPair>().token).userId).toBe(user.id.id)
    expect(refusalOf(await activate(PASSWORD))).toEqual([
      400,
      31,
      `Unable to find user credentials by activateToken [${activateToken}]`,
    ])
    expect(refusalOf(await target.admin.ask('activationLinkInfo', { params: { userId: user.id.id } }))).toEqual([
      400,
      31,
      'User is already activated!',
    ])
  })

  it('answers an unknown link 409', async () => {
    const visit = await target.anyone.ask('openActivation', { query: { activateToken: 'unknown' } })
    expect([visit.status, visit.text]).toEqual([409, ''])
  })

  it.runIf(isStrict)('does not tell a stranger that an account waits for it', async () => {
    const user = await target.admin.createUser(freshEmail(), await target.admin.createCustomer(fresh('customer')))
    expect(refusalOf(await login({ username: user.email, password: 'a guess' }))).toEqual([
      401,
      10,
      'Invalid username or password',
    ])
  })
})
