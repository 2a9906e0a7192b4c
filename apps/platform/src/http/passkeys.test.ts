import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SoftwareAuthenticator } from '../testing/softwareAuthenticator.ts'
import { type Caller, createTestPlatform, PASSWORD, type TestPlatform } from '../testing/testPlatform.ts'

const HOST = 'signals.example'
const ORIGIN = `https://${HOST}`
/** Headers as of a reverse proxy on this machine. */
const PROXIED = { 'x-forwarded-proto': 'https', 'x-forwarded-host': HOST }

let platform: TestPlatform
let user: Caller
let token: string
beforeEach(async () => {
  platform = await createTestPlatform()
  const { caller } = await platform.customerUser(await platform.customer('District 1'), 'viewer@city.vn')
  token = caller.token
  user = behindProxy(token)
  await prove()
})
afterEach(() => platform.close())

const behindProxy = (token: string, more = PROXIED): Caller =>
  platform.caller({ 'x-authorization': `Bearer ${token}`, ...more })
const prove = () => user.post('/api/2fa/account/confirm', { password: PASSWORD })
const add = async (key: SoftwareAuthenticator, name = 'Key on my ring') => {
  const options = (await user.post('/api/2fa/account/passkeys/options')).json()
  return user.post('/api/2fa/account/passkeys', { name, response: key.create(options) })
}
async function afterPassword(more = PROXIED): Promise<Caller> {
  const answer = await platform.caller(more).post('/api/auth/login', { username: 'viewer@city.vn', password: PASSWORD })
  expect(answer.json().scope).toBe('PRE_VERIFICATION_TOKEN')
  return behindProxy(answer.json().token, more)
}
const options = async (step: Caller) => (await step.post('/api/auth/2fa/passkey/options')).json()

describe('a passkey', () => {
  it('is refused in words where the request names no host', async () => {
    const nowhere = behindProxy(token, { ...PROXIED, 'x-forwarded-host': '[' })
    const answer = await nowhere.post('/api/2fa/account/passkeys/options')
    expect(answer.statusCode).toBe(400)
    expect(answer.json().message).toMatch(/^Passkeys belong to a host, and 'https:.* names none$/)
  })

  it('is made at the address of the request and finishes a sign-in there', async () => {
    const key = new SoftwareAuthenticator(ORIGIN)
    const made = (await user.post('/api/2fa/account/passkeys/options')).json()
    expect(made).toMatchObject({ rp: { id: HOST, name: 'Greenwave' }, user: { name: 'viewer@city.vn' } })
    const saved = await user.post('/api/2fa/account/passkeys', { name: ' Key on my ring ', response: key.create(made) })
    expect(saved.json()).toMatchObject({
      passkeysPossible: true,
      passkeys: [{ name: 'Key on my ring', lastUsedTime: null, createdTime: expect.any(Number) }],
    })
    expect(saved.body).not.toContain('publicKey')

    const step = await afterPassword()
    expect((await step.get('/api/auth/2fa/providers')).json()).toMatchObject([{ type: 'PASSKEY', default: true }])
    const asked = await options(step)
    expect(asked).toMatchObject({ rpId: HOST, allowCredentials: [{ type: 'public-key', transports: ['usb'] }] })
    const answer = await step.post('/api/auth/2fa/passkey/check', key.get(asked))
    expect(Object.keys(answer.json())).toEqual(['token', 'refreshToken'])
    const settings = await behindProxy(answer.json().token).get('/api/2fa/account/settings')
    expect(settings.json().passkeys[0].lastUsedTime).toEqual(expect.any(Number))
  })

  it('answers each challenge once, and no challenge of another sign-in', async () => {
    const key = new SoftwareAuthenticator(ORIGIN)
    await add(key)
    const [one, other] = [await afterPassword(), await afterPassword()]
    const response = key.get(await options(one))
    await options(other)
    expect((await other.post('/api/auth/2fa/passkey/check', response)).json().message).toBe(
      'Verification code is incorrect',
    )
    expect((await one.post('/api/auth/2fa/passkey/check', response)).statusCode).toBe(200)
    expect((await one.post('/api/auth/2fa/passkey/check', response)).statusCode).toBe(401)
  })

  it('of another person, of another address or with a forged signature is refused', async () => {
    const key = new SoftwareAuthenticator(ORIGIN)
    await add(key)
    const stranger = new SoftwareAuthenticator(ORIGIN)
    const step = await afterPassword()
    expect((await step.post('/api/auth/2fa/passkey/check', stranger.get(await options(step)))).statusCode).toBe(400)
    const forged = key.get(await options(step)) as { response: { signature: string } }
    const other = key.get({ challenge: 'AAAA' }) as { response: { signature: string } }
    const swapped = { ...forged, response: { ...forged.response, signature: other.response.signature } }
    expect((await step.post('/api/auth/2fa/passkey/check', swapped)).statusCode).toBe(400)
    expect((await step.post('/api/auth/2fa/passkey/check', { id: 'x' })).statusCode).toBe(400)

    const elsewhere = await afterPassword({ ...PROXIED, 'x-forwarded-host': 'evil.example' })
    const none = await elsewhere.post('/api/auth/2fa/passkey/options')
    expect([none.statusCode, none.json().message]).toEqual([
      400,
      'There is no passkey of this account for evil.example',
    ])
  })

  it('is not made from an answer to another challenge, for another address, or later than five minutes', async () => {
    const asked = (await user.post('/api/2fa/account/passkeys/options')).json()
    const elsewhere = new SoftwareAuthenticator('https://evil.example').create(asked)
    const wrong = await user.post('/api/2fa/account/passkeys', { name: 'Key', response: elsewhere })
    expect([wrong.statusCode, wrong.json().message]).toEqual([400, expect.stringContaining('not accepted')])
    const key = new SoftwareAuthenticator(ORIGIN)
    expect(
      (await user.post('/api/2fa/account/passkeys', { name: 'Key', response: key.create(asked) })).statusCode,
    ).toBe(400)
    const late = (await user.post('/api/2fa/account/passkeys/options')).json()
    platform.advance(5 * 60_000)
    const refused = await user.post('/api/2fa/account/passkeys', { name: 'Key', response: key.create(late) })
    expect(refused.json().message).toContain('begin anew')
  })

  it('has a name, and an account has at most 20', async () => {
    for (const name of [' ', 'x'.repeat(61)]) {
      expect((await add(new SoftwareAuthenticator(ORIGIN), name)).json().message).toContain('give 1 to 60 characters')
    }
    for (let nth = 0; nth < 20; nth += 1) await add(new SoftwareAuthenticator(ORIGIN), `Key ${nth}`)
    const settings = (await user.get('/api/2fa/account/settings')).json()
    expect(settings.passkeys).toHaveLength(20)
    expect((await user.post('/api/2fa/account/passkeys/options')).json().message).toContain('at most 20')
    const [{ id }] = settings.passkeys
    expect((await user.delete(`/api/2fa/account/passkeys/${id}`)).json().passkeys).toHaveLength(19)
    expect((await user.delete(`/api/2fa/account/passkeys/${id}`)).statusCode).toBe(400)
  })

  it('can be removed only with a proof of who one is', async () => {
    await add(new SoftwareAuthenticator(ORIGIN))
    const [{ id }] = (await user.get('/api/2fa/account/settings')).json().passkeys
    platform.advance(10 * 60_000)
    expect((await user.delete(`/api/2fa/account/passkeys/${id}`)).statusCode).toBe(403)
  })
})

describe('the address at which passkeys are possible', () => {
  const possibleAt = async (headers: Record<string, string>) => {
    const answer = await user.get('/api/2fa/account/settings')
    expect(answer.statusCode).toBe(200)
    const at = await platform
      .caller({ 'x-authorization': `Bearer ${(await platform.signIn('viewer@city.vn', PASSWORD)).token}`, ...headers })
      .get('/api/2fa/account/settings')
    return at.json().passkeysPossible
  }

  it('is one with https and a name, or localhost, as browsers have it', async () => {
    expect(await possibleAt(PROXIED)).toBe(true)
    expect(await possibleAt({ host: 'localhost:8080' })).toBe(true)
    expect(await possibleAt({ host: 'signals.example:8080' })).toBe(false)
    expect(await possibleAt({ host: '127.0.0.1:8080' })).toBe(false)
    expect(await possibleAt({ 'x-forwarded-proto': 'https', 'x-forwarded-host': '10.0.0.7' })).toBe(false)
    expect(await possibleAt({ 'x-forwarded-proto': 'https', 'x-forwarded-host': '[::1]' })).toBe(false)
    const refused = await platform.admin.post('/api/2fa/account/confirm', { password: PASSWORD })
    expect(refused.statusCode).toBe(200)
    const atAddress = platform.caller({ 'x-authorization': `Bearer ${platform.admin.token}`, host: '127.0.0.1:8080' })
    const answer = await atAddress.post('/api/2fa/account/passkeys/options')
    expect([answer.statusCode, answer.json().message]).toEqual([400, expect.stringContaining('https')])
  })

  it('is the one of the setting, where a proxy hides it', async () => {
    await platform.close()
    platform = await createTestPlatform({ publicUrl: ORIGIN })
    user = (await platform.customerUser(await platform.customer('District 1'), 'viewer@city.vn')).caller
    await prove()
    const key = new SoftwareAuthenticator(ORIGIN)
    expect((await add(key)).json().passkeys).toHaveLength(1)
  })
})
