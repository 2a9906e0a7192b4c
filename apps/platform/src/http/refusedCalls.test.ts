import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestPlatform, type TestPlatform } from '../testing/testPlatform.ts'

let platform: TestPlatform
beforeEach(async () => {
  platform = await createTestPlatform()
})
afterEach(() => platform.close())

/** Returns the log lines about refusals. */
const refusals = (): { msg: string; address: string; call: string; userId?: string; count?: number }[] =>
  platform.logLines.map((line) => JSON.parse(line)).filter(({ msg }) => String(msg).startsWith('refused'))
const forged = (): string => `${platform.admin.token.slice(0, -8)}AAAAAAAA`

describe('a call that is refused leaves a line in the log:', () => {
  it('a forged token, as an access token and as a refresh token', async () => {
    const caller = platform.caller({ 'x-authorization': `Bearer ${forged()}`, 'x-forwarded-for': '203.0.113.9' })
    const answer = await caller.get('/api/customers?pageSize=10&page=0')
    expect(answer.json()).toMatchObject({ status: 401, errorCode: 11, message: 'Token has expired' })
    const refreshToken = `${platform.admin.refreshToken.slice(0, -8)}AAAAAAAA`
    const renewal = await platform
      .caller({ 'x-forwarded-for': '203.0.113.10' })
      .post('/api/auth/token', { refreshToken })
    expect(renewal.json()).toMatchObject({ status: 401, errorCode: 11, message: 'Token has expired' })
    expect(refusals()).toMatchObject([
      { msg: 'refused a forged token', address: '203.0.113.9', call: 'GET /api/customers' },
      { msg: 'refused a forged token', address: '203.0.113.10', call: 'POST /api/auth/token' },
    ])
  })

  it('no permission, with who asked', async () => {
    const { caller, user } = await platform.customerUser(await platform.customer('A'), 'viewer@city.vn')
    expect((await caller.get('/api/customers?pageSize=10&page=0')).statusCode).toBe(403)
    expect(refusals()).toMatchObject([
      { msg: 'refused a call without permission', call: 'GET /api/customers', userId: user.id.id },
    ])
  })

  it('a sign-in, without what was typed', async () => {
    await platform.caller({}).post('/api/auth/login', { username: 'my password 1', password: 'my password 2' })
    expect(refusals()).toMatchObject([{ msg: 'refused a sign-in', address: '127.0.0.1', call: 'POST /api/auth/login' }])
    expect(platform.logLines.join('')).not.toContain('my password')
  })

  it('gathered, however many there are', async () => {
    const caller = platform.caller({ 'x-authorization': `Bearer ${forged()}` })
    for (let call = 0; call < 50; call += 1) await caller.get('/api/auth/user')
    expect(refusals()).toHaveLength(1)
    await platform.app.close()
    expect(refusals()[1]).toMatchObject({ msg: 'refused a forged token, again', count: 49 })
  })

  it('but not a token that has merely expired, or whose session ended', async () => {
    const ended = await platform.signIn('admin@city.vn', 'correct horse')
    await ended.post('/api/auth/logout')
    expect((await ended.get('/api/auth/user')).statusCode).toBe(401)
    platform.advance(9_001_000)
    expect((await platform.admin.get('/api/auth/user')).statusCode).toBe(401)
    expect(refusals()).toEqual([])
  })
})
