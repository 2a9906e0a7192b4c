import type { ApiKey } from '@greenwave/contract/wire/apiKeys'
import { API_KEY_DAYS, MAX_API_KEYS } from '@greenwave/contract/wire/apiKeys'
import type { AuditLog } from '@greenwave/contract/wire/audit'
import type { User } from '@greenwave/contract/wire/users'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Caller, createTestPlatform, PASSWORD, type TestPlatform } from '../testing/testPlatform.ts'

const DAY_MS = 86_400_000

let platform: TestPlatform
let user: User
let caller: Caller
beforeEach(async () => {
  platform = await createTestPlatform()
  ;({ user, caller } = await platform.customerUser(await platform.customer('District 1'), 'lan@city.vn'))
})
afterEach(() => platform.close())

const save = (more: object = {}, by = caller) =>
  by.post('/api/apiKey', { userId: user.id, description: 'Nightly report', enabled: true, ...more })
async function newKey(more: object = {}): Promise<ApiKey & { readonly program: Caller }> {
  const key: ApiKey = (await save(more)).json()
  return { ...key, program: platform.caller({ 'x-authorization': `ApiKey ${key.value}` }) }
}
const statusOf = async (by: Caller): Promise<number> => (await by.get('/api/auth/user')).statusCode
const list = async (by = caller) => (await by.get(`/api/apiKeys/${user.id.id}?pageSize=50&page=0`)).json()

describe('an API key', () => {
  it('is answered as ThingsBoard answers it, with its value once; it is stored as a hash alone', async () => {
    const expirationTime = platform.access.now() + 30 * DAY_MS
    const { program: _, ...key } = await newKey({ expirationTime })
    expect(key).toEqual({
      id: { entityType: 'API_KEY', id: expect.any(String) },
      createdTime: expect.any(Number),
      ...{ tenantId: user.tenantId, userId: user.id, expirationTime, description: 'Nightly report' },
      ...{ enabled: true, expired: false, value: expect.stringMatching(/^[\w-]{64}$/) },
    })
    const { value, ...info } = key
    expect(await list()).toEqual({ data: [info], totalPages: 1, totalElements: 1, hasNext: false })
    expect(JSON.stringify(platform.store.apiKeys.byId(key.id.id))).not.toContain(value)
    const log = await platform.admin.get('/api/audit/logs?pageSize=50&page=0&actionTypes=CREDENTIALS_UPDATED')
    expect(log.json().data[0].actionData).toEqual({
      ...{ apiKey: key.id.id, description: 'Nightly report', change: 'added' },
    })
    expect(log.body + platform.logLines.join('')).not.toContain(value)
  })

  it('opens the calls of its user, in either header, with the scope of the user and no session', async () => {
    const { value, program } = await newKey()
    expect((await program.get('/api/auth/user')).json().email).toBe(user.email)
    const plain = platform.caller({ authorization: `ApiKey ${value}` })
    expect((await plain.get(`/api/customer/${user.customerId.id}`)).statusCode).toBe(200)
    expect((await program.get('/api/customers?pageSize=10&page=0')).statusCode).toBe(403)
    expect((await program.get('/docs/json')).statusCode).toBe(200)
    expect((await program.get('/api/nothing-here')).statusCode).toBe(404)
    expect(platform.access.sessions.of(user.id.id)).toHaveLength(1)
  })

  it('that is unknown, or sent for a step of a sign-in, is refused', async () => {
    const { value, program } = await newKey()
    expect(await statusOf(platform.caller({ 'x-authorization': `ApiKey ${value}x` }))).toBe(401)
    expect(await statusOf(platform.caller({ 'x-authorization': 'ApiKey ' }))).toBe(401)
    expect(await statusOf(platform.caller({ 'x-authorization': `Bearer ${value}` }))).toBe(401)
    expect((await program.get('/api/auth/2fa/providers')).statusCode).toBe(401)
    expect((await program.post('/api/auth/2fa/login')).statusCode).toBe(401)
  })

  it('has an end: the one that was given, or else a year', async () => {
    const { program } = await newKey({ expirationTime: platform.access.now() + DAY_MS })
    for (const expirationTime of [0, null]) {
      const { expirationTime: end } = await newKey({ expirationTime })
      expect(Math.abs(end - platform.access.now() - API_KEY_DAYS * DAY_MS)).toBeLessThan(60_000)
    }
    for (const expirationTime of [platform.access.now() - 1, platform.access.now() + (API_KEY_DAYS + 1) * DAY_MS]) {
      const refused = await save({ expirationTime })
      expect([refused.statusCode, refused.json().message]).toEqual([400, expect.stringContaining('expirationTime')])
    }
    platform.advance(DAY_MS)
    expect(await statusOf(program)).toBe(401)
    const { data } = await list(await platform.signIn(user.email, PASSWORD))
    expect(data.map(({ expired }: ApiKey) => expired).sort()).toEqual([false, false, true])
  })

  it.each([
    ['it is deleted', ({ id }: ApiKey) => caller.delete(`/api/apiKey/${id.id}`)],
    ['an administrator deletes it', ({ id }: ApiKey) => platform.admin.delete(`/api/apiKey/${id.id}`)],
    ['it is disabled', ({ id }: ApiKey) => caller.put(`/api/apiKey/${id.id}/enabled/false`)],
    [
      'its user is disabled',
      () => platform.admin.post(`/api/user/${user.id.id}/userCredentialsEnabled?userCredentialsEnabled=false`),
    ],
    ['its user is deleted', () => platform.admin.delete(`/api/user/${user.id.id}`)],
  ])('opens nothing once %s', async (_, act) => {
    const key = await newKey()
    expect(await statusOf(key.program)).toBe(200)
    expect((await act(key)).statusCode).toBe(200)
    expect(await statusOf(key.program)).toBe(401)
  })

  it('can be described anew, disabled and enabled, and keeps its value, user and end', async () => {
    const { id, program, expirationTime } = await newKey()
    expect((await caller.put(`/api/apiKey/${id.id}/description`, 'Báo cáo đêm')).json().description).toBe('Báo cáo đêm')
    expect((await caller.put(`/api/apiKey/${id.id}/description`, '"Hằng ngày"')).json().description).toBe('Hằng ngày')
    expect((await save({ id, description: 'Weekly', enabled: false })).json()).toMatchObject({
      ...{ description: 'Weekly', enabled: false, value: null, expirationTime },
    })
    expect(await statusOf(program)).toBe(401)
    expect((await caller.put(`/api/apiKey/${id.id}/enabled/true`)).json().enabled).toBe(true)
    expect(await statusOf(program)).toBe(200)
    expect((await save({ id, expirationTime: expirationTime - 1 })).statusCode).toBe(400)
    for (const description of ['', '  ', 'x'.repeat(256), '<b>x</b>', null]) {
      expect((await save({ description })).statusCode).toBe(400)
    }
  })

  it('is named in the audit log with each action of its program; actions of the user are not', async () => {
    const device = await platform.device('TLC-0001')
    const adminUser = platform.store.users.byEmail('admin@city.vn')
    const key = (await save({ userId: adminUser?.id }, platform.admin)).json()
    const program = platform.caller({ 'x-authorization': `ApiKey ${key.value}` })
    const path = `/api/plugins/telemetry/DEVICE/${device.id.id}/SHARED_SCOPE`
    for (const by of [program, platform.admin]) expect((await by.post(path, { Vang: 4 })).statusCode).toBe(200)
    expect((await program.post('/api/device', { name: '' })).statusCode).toBe(400)
    const keysOf = async (type: string, status: string) => {
      const log = await platform.admin.get(`/api/audit/logs?pageSize=50&page=0&actionTypes=${type}`)
      const records: AuditLog[] = log.json().data
      return records.filter(({ actionStatus }) => actionStatus === status).map(({ actionData }) => actionData?.apiKey)
    }
    expect(new Set(await keysOf('ATTRIBUTES_UPDATED', 'SUCCESS'))).toEqual(new Set([key.id.id, undefined]))
    expect(await keysOf('ADDED', 'FAILURE')).toEqual([key.id.id])
  })

  it('changes nothing of how its user signs in, opens no session, and makes no further key', async () => {
    const { id, program } = await newKey()
    const admin = platform.store.users.byEmail('admin@city.vn')
    const adminKey = (await save({ userId: admin?.id }, platform.admin)).json()
    const adminProgram = platform.caller({ 'x-authorization': `ApiKey ${adminKey.value}` })
    const attempts = [
      save({}, program),
      program.put(`/api/apiKey/${id.id}/enabled/false`),
      program.delete(`/api/apiKey/${id.id}`),
      program.post('/api/auth/changePassword', { currentPassword: PASSWORD, newPassword: 'battery staple' }),
      program.post('/api/2fa/account/confirm', { password: PASSWORD }),
      program.post('/api/user', { ...user, email: 'new@city.vn', currentPassword: PASSWORD }),
      adminProgram.get(`/api/user/${user.id.id}/token`),
    ]
    for (const answer of await Promise.all(attempts)) {
      expect([answer.statusCode, answer.json().message]).toEqual([403, expect.stringContaining('An API key cannot')])
    }
  })

  it('is made for oneself alone, not in a session of the sign-in provider, and no administrator signed in as the user makes one', async () => {
    expect((await save({}, platform.admin)).statusCode).toBe(403)
    const { token } = (await platform.admin.get(`/api/user/${user.id.id}/token`)).json()
    expect((await save({}, platform.caller({ 'x-authorization': `Bearer ${token}` }))).statusCode).toBe(403)
    const grant = platform.access.sessions.open(user.id.id, { address: '::1', userAgent: '' }, { providerSession: '' })
    const pair = await platform.access.tokens.issue(user, grant, true)
    const refused = await save({}, platform.caller({ 'x-authorization': `Bearer ${pair.token}` }))
    expect([refused.statusCode, refused.json().message]).toEqual([403, expect.stringContaining('sign-in service')])
    expect((await list()).totalElements).toBe(0)
  })

  it('is one of a bounded number', async () => {
    for (let nth = 0; nth < MAX_API_KEYS; nth += 1) expect((await save()).statusCode).toBe(200)
    const refused = await save()
    expect([refused.statusCode, refused.json().message]).toEqual([400, expect.stringContaining(`${MAX_API_KEYS}`)])
    const page = await caller.get(
      `/api/apiKeys/${user.id.id}?pageSize=5&page=1&sortProperty=createdTime&sortOrder=DESC&textSearch=NIGHT`,
    )
    expect(page.json()).toMatchObject({ totalElements: MAX_API_KEYS, totalPages: 4, hasNext: true })
    expect((await caller.get(`/api/apiKeys/${user.id.id}?pageSize=5&page=0&sortProperty=hash`)).statusCode).toBe(400)
  })

  it('is seen by its user and by administrators of the tenant alone', async () => {
    const { id } = await newKey()
    const { caller: other } = await platform.customerUser(await platform.customer('District 2'), 'minh@city.vn')
    expect((await list(platform.admin)).totalElements).toBe(1)
    for (const by of [other, platform.stranger]) {
      expect((await by.get(`/api/apiKeys/${user.id.id}?pageSize=5&page=0`)).statusCode).toBe(403)
      expect((await by.delete(`/api/apiKey/${id.id}`)).statusCode).toBe(403)
    }
    expect((await caller.delete('/api/apiKey/5d9b1a40-8c1f-11f0-9a55-0f6a3c2b7e10')).statusCode).toBe(404)
  })
})
