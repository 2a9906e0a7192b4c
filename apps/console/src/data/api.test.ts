import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { testDevice } from '../test/records.ts'
import { errorAnswer, stubPlatform, testTokens } from '../test/stubPlatform.ts'
import { callApi } from './api.ts'
import { ApiError, NetworkError, UnexpectedReplyError } from './apiErrors.ts'
import { joinCallsToSession } from './callSession.ts'
import { callReports } from './historyApi.ts'
import { recentRemarks } from './log.ts'
import { callSignIn } from './signInApi.ts'
import { callUsers } from './userApi.ts'

const DEVICE = '5b1d0f20-8c1e-11f0-9a55-0f6a3c2b7e10'
const NO_DEVICES = { data: [], totalPages: 0, totalElements: 0, hasNext: false }

let token: string | null
let refused: (string | null)[]
/** What the session returns for a 401. */
let newer: string | null

beforeEach(() => {
  token = 'the-token'
  refused = []
  newer = null
  joinCallsToSession({
    tokenForCall: async () => token,
    userId: () => '',
    onUnauthorized: (sent) => {
      refused.push(sent)
      return sent === newer ? null : newer
    },
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

describe('odd answers', () => {
  test('one odd row or field of a list costs that row or field, and the log says so once', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const odd = testDevice(1, { additionalInfo: 'a text' })
    const data = [{ ...odd, label: 5 }, { ...odd, id: null }, 'no device', testDevice(2)]
    stubPlatform({ 'GET /api/tenant/deviceInfos': { ...NO_DEVICES, data } })
    for (const page of [0, 1]) {
      const list = await callApi('tenantDevices', { query: { page, pageSize: 10 } })
      expect(list.data.map(({ label }) => label)).toEqual(['5', testDevice(2).label])
      expect(list.data[0]?.additionalInfo).toBe('a text')
    }
    expect(warn.mock.calls.flat()).toEqual([
      'Greenwave: tenantDevices: a device: label cannot be read and is passed over',
      'Greenwave: tenantDevices: a device cannot be read and is left out (id: invalid_type)',
      'Greenwave: tenantDevices: a device cannot be read and is left out (invalid_type)',
    ])
    expect(recentRemarks().filter((remark) => remark.includes('label cannot be read'))).toHaveLength(1)
    warn.mockRestore()
  })
})

describe('[spec 7 authentication] every call', () => {
  test('carries the bearer token in X-Authorization when one is stored', async () => {
    const { calls } = stubPlatform({ 'GET /api/tenant/deviceInfos': NO_DEVICES })
    await callApi('tenantDevices', { query: { page: 0, pageSize: 10 } })
    token = null
    await callApi('tenantDevices', { query: { page: 0, pageSize: 10 } })
    expect(calls.map((call) => call.token)).toEqual(['the-token', null])
  })

  test('a path parameter cannot reach another path', async () => {
    const { calls } = stubPlatform({})
    await expect(callApi('deviceInfo', { params: { deviceId: '../auth/user?x#y' } })).rejects.toThrow(NetworkError)
    expect(calls[0]?.path).toBe('/api/device/info/..%2Fauth%2Fuser%3Fx%23y')
  })

  test('says that its body is JSON, bears its token, and has no time limit', async () => {
    const sent: RequestInit[] = []
    vi.stubGlobal('fetch', async (_address: string, init: RequestInit) => {
      sent.push(init)
      return Response.json(testTokens())
    })
    await callUsers('changePassword', { body: { currentPassword: 'old', newPassword: 'new' } })
    expect(sent).toEqual([
      {
        method: 'POST',
        headers: {
          Accept: 'application/json',
          'Content-Type': 'application/json',
          'X-Authorization': 'Bearer the-token',
        },
        body: '{"currentPassword":"old","newPassword":"new"}',
      },
    ])
  })

  test('any status of 2xx is a success', async () => {
    stubPlatform({ 'GET /api/tenant/deviceInfos': Response.json(NO_DEVICES, { status: 203 }) })
    expect(await callApi('tenantDevices', { query: { page: 0, pageSize: 10 } })).toEqual(NO_DEVICES)
  })
})

describe('a call that fails', () => {
  test('says status, code and message of the platform', async () => {
    stubPlatform({ [`GET /api/device/info/${DEVICE}`]: errorAnswer(404, 'Device is not found', 32) })
    await expect(callApi('deviceInfo', { params: { deviceId: DEVICE } })).rejects.toEqual(
      new ApiError(404, 32, 'Device is not found'),
    )
  })

  test('says that no answer came', async () => {
    stubPlatform({ [`GET /api/device/info/${DEVICE}`]: new TypeError('Failed to fetch') })
    await expect(callApi('deviceInfo', { params: { deviceId: DEVICE } })).rejects.toThrow(NetworkError)
  })

  test.each(['<html></html>', '{"id":1}', ''])(
    'says that the answer is not what the contract says: %j',
    async (body) => {
      stubPlatform({ [`GET /api/device/info/${DEVICE}`]: new Response(body) })
      await expect(callApi('deviceInfo', { params: { deviceId: DEVICE } })).rejects.toThrow(UnexpectedReplyError)
    },
  )

  test('that was aborted is no network error', async () => {
    const aborting = new AbortController()
    vi.stubGlobal('fetch', async () => {
      aborting.abort(new Error('left the page'))
      throw aborting.signal.reason
    })
    const call = callApi('deviceInfo', { params: { deviceId: DEVICE }, signal: aborting.signal })
    await expect(call).rejects.toThrow('left the page')
  })
})

describe('[spec 8 401]', () => {
  test('a 401 of any resource is told to the session', async () => {
    stubPlatform({
      'GET /api/tenant/deviceInfos': errorAnswer(401, 'Token has expired', 11),
      'GET /api/v2/alarms': errorAnswer(401, 'Token has expired', 11),
      'GET /api/users': errorAnswer(401, 'Token has expired', 11),
    })
    const query = { page: 0, pageSize: 10 }
    await expect(callApi('tenantDevices', { query })).rejects.toMatchObject({ status: 401 })
    await expect(callReports('alarmsV2', { query })).rejects.toMatchObject({ status: 401 })
    await expect(callUsers('users', { query })).rejects.toMatchObject({ status: 401 })
    expect(refused).toEqual(['the-token', 'the-token', 'the-token'])
  })

  test('a 401 of login, refresh and activation is their own answer: no token goes out and no session ends', async () => {
    const { calls } = stubPlatform({
      'POST /api/auth/login': errorAnswer(401, 'Invalid username or password', 10),
      'POST /api/auth/token': errorAnswer(401, 'Token is outdated', 10),
      'POST /api/noauth/activate': errorAnswer(401, 'x', 10),
    })
    const own = [
      callSignIn('login', { body: { username: 'a', password: 'b' } }),
      callSignIn('refreshToken', { body: { refreshToken: 'r' } }),
      callSignIn('activate', { query: { sendActivationMail: 'true' }, body: { activateToken: 't', password: 'p' } }),
    ]
    for (const call of own) await expect(call).rejects.toMatchObject({ status: 401 })
    expect(refused).toEqual([])
    expect(calls.map((call) => call.token)).toEqual([null, null, null])
  })

  test('a call that met a token just replaced is made again with the new one', async () => {
    newer = 'newer'
    const { calls } = stubPlatform({
      'GET /api/tenant/deviceInfos': ({ token: sent }: { token: string | null }) =>
        sent === 'newer' ? NO_DEVICES : errorAnswer(401, 'Token has expired', 11),
    })
    expect(await callApi('tenantDevices', { query: { page: 0, pageSize: 10 } })).toEqual(NO_DEVICES)
    expect(calls.map((call) => call.token)).toEqual(['the-token', 'newer'])
  })

  test('and is given up when the new one is refused too', async () => {
    newer = 'newer'
    const { calls } = stubPlatform({ 'GET /api/tenant/deviceInfos': errorAnswer(401, 'Token has expired', 11) })
    await expect(callApi('tenantDevices', { query: { page: 0, pageSize: 10 } })).rejects.toMatchObject({ status: 401 })
    expect(calls).toHaveLength(2)
    expect(refused).toEqual(['the-token', 'newer'])
  })
})

test('[spec 7 authentication] sign-in sends exactly username and password and answers the pair', async () => {
  const tokens = testTokens()
  const { calls } = stubPlatform({ 'POST /api/auth/login': tokens })
  expect(await callSignIn('login', { body: { username: 'a@b.test', password: 'p' } })).toEqual(tokens)
  expect(calls[0]?.body).toEqual({ username: 'a@b.test', password: 'p' })
})
