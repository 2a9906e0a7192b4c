import { systemOfTests } from '@greenwave/harness/ofTest'
import { beforeEach, describe, expect, it } from 'vitest'
import { createTestPlatform } from '../testing/testPlatform.ts'

const platform = systemOfTests(await createTestPlatform())
const deviceId = (await platform.device('TLC-1')).id.id
beforeEach(() => {
  platform.answerCalls('noAnswer')
  platform.gatewayCalls.splice(0)
})

const call = (kind: 'oneway' | 'twoway', body: unknown, id = deviceId) =>
  platform.admin.post(`/api/rpc/${kind}/${id}`, JSON.stringify(body))

describe('calls of devices', () => {
  it.each(['oneway', 'twoway'] as const)('answer 504 without a body when no device answers (%s)', async (kind) => {
    const response = await call(kind, { method: 'reboot' })
    expect([response.statusCode, response.body]).toEqual([504, ''])
    expect(platform.gatewayCalls).toEqual(['call reboot'])
  })

  it('answer what the device answers', async () => {
    for (const answer of [{ ok: true }, 'text', 7, null, [1]]) {
      platform.answerCalls({ answer })
      const response = await call('twoway', { method: 'getState', params: { a: 1 } })
      expect([response.statusCode, response.json()]).toEqual([200, answer])
    }
  })

  it('answer nothing when none is awaited', async () => {
    platform.answerCalls({ answer: undefined })
    const response = await call('oneway', { method: 'setMode', params: { Mode: 2 } })
    expect([response.statusCode, response.body]).toEqual([200, ''])
  })

  it.each([
    ['no method', {}],
    ['an empty method', { method: '' }],
    ['a number for a method', { method: 7 }],
    ['a text for a timeout', { method: 'x', timeout: 'soon' }],
    ['no object', null],
  ])('refuse %s', async (_, body) => {
    const response = await call('twoway', body)
    expect(response.json()).toMatchObject({ status: 400, errorCode: 31 })
    expect(platform.gatewayCalls).toEqual([])
  })

  it('know no unknown device, in plain text', async () => {
    const response = await call('twoway', { method: 'x' }, '5b1d0f20-8c1e-11f0-9a55-0f6a3c2b7e10')
    expect([response.statusCode, response.body]).toEqual([404, "Device with requested id wasn't found!"])
  })

  it('are recorded, with what came of them', async () => {
    await call('twoway', { method: 'getState', params: { deep: true } })
    const log = await platform.admin.get(
      `/api/audit/logs/entity/DEVICE/${deviceId}?pageSize=1&page=0&actionTypes=RPC_CALL&sortProperty=createdTime&sortOrder=DESC`,
    )
    expect(log.json().data).toMatchObject([
      {
        actionStatus: 'FAILURE',
        actionData: { entityId: deviceId, oneWay: false, method: 'getState', params: { deep: true } },
      },
    ])
  })
})
