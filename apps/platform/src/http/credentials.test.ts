import { systemOfTests } from '@greenwave/harness/ofTest'
import type { DeviceCredentials } from '@greenwave/contract/wire/credentials'
import { entityRef } from '@greenwave/contract/wire/ids'
import { beforeEach, describe, expect, it } from 'vitest'
import { credentialsHash } from '../entities/deviceCredentials.ts'
import { createTestPlatform } from '../testing/testPlatform.ts'

const platform = systemOfTests(await createTestPlatform())
beforeEach(() => {
  platform.gatewayCalls.splice(0)
})

let count = 0
const newName = (): string => `TLC-${++count}`
const value = (secrets: object): string => JSON.stringify(secrets)
const UNKNOWN = '5b1d0f20-8c1e-11f0-9a55-0f6a3c2b7e10'

async function credentialsOf(deviceId: string): Promise<DeviceCredentials> {
  return (await platform.admin.get(`/api/device/${deviceId}/credentials`)).json()
}
/** Saves a device together with MQTT_BASIC credentials; returns status, error code and message, or the device. */
async function saveBoth(secrets: unknown, device: object = { name: newName() }) {
  const response = await platform.admin.post('/api/device-with-credentials', {
    device,
    credentials: {
      credentialsType: 'MQTT_BASIC',
      credentialsId: null,
      credentialsValue: typeof secrets === 'string' ? secrets : value(secrets as object),
    },
  })
  return response
}

describe('MQTT credentials [spec 3 device]', () => {
  it('hash as FIPS 202 says', () => {
    expect(credentialsHash('ctl-01|nga4-user')).toBe('3a6e2186e06b07914679b6959f897acd596f4fc5bdba0987845c129157e0c5f9')
    expect(credentialsHash('ctl-01')).toBe('3904c3eac0f15b11fcee03828f268048fedae37d581b7d1ae536d63222df1703')
    expect(credentialsHash('-----BEGIN CERTIFICATE-----\r\nctl-\n01-----END CERTIFICATE-----')).toBe(
      credentialsHash('ctl-01'),
    )
  })

  it.each([
    ['a user name alone', { userName: 'alone' }, 'alone'],
    ['user name and password', { userName: 'with-password', password: 'p' }, 'with-password'],
    ['a client id alone', { clientId: 'only-client' }, credentialsHash('only-client')],
    ['client id and user name', { clientId: 'c1', userName: 'u1' }, credentialsHash('c1|u1')],
    ['all three', { clientId: 'c2', userName: 'u2', password: 'p' }, credentialsHash('c2|u2')],
    ['empty texts as none', { clientId: '', userName: 'empty-client', password: '' }, 'empty-client'],
  ])('with %s are found by the right id', async (_, secrets, credentialsId) => {
    const response = await saveBoth(secrets)
    expect(response.statusCode).toBe(200)
    expect((await credentialsOf(response.json().id.id)).credentialsId).toBe(credentialsId)
  })

  it('are kept in clear, in one order of keys, and answered to the administrator', async () => {
    const response = await saveBoth('{"password":"k3v9q2m7x1b8d4s6","userName":"nga4-user","clientId":"ctl-01"}')
    expect(Object.keys(response.json())).not.toContain('credentialsValue')
    expect(await credentialsOf(response.json().id.id)).toMatchObject({
      credentialsType: 'MQTT_BASIC',
      credentialsId: '3a6e2186e06b07914679b6959f897acd596f4fc5bdba0987845c129157e0c5f9',
      credentialsValue: '{"clientId":"ctl-01","userName":"nga4-user","password":"k3v9q2m7x1b8d4s6"}',
      version: 1,
    })
  })

  const invalid = 'Invalid credentials body for simple mqtt credentials!'
  it.each([
    ['a small n in username', { clientId: 'c', username: 'u' }, invalid],
    ['another key', { userName: 'u', token: 'x' }, invalid],
    ['what is no JSON', 'nonsense', invalid],
    ['an array', '[]', invalid],
    ['a number for a name', { userName: 5 }, invalid],
    [
      'a password beside a client id alone',
      { clientId: 'c', password: 'p' },
      'Password cannot be specified along with client id',
    ],
    ['nothing', {}, 'Both mqtt client id and user name are empty!'],
    ['a control character', { userName: 'a\u0007' }, 'userName must not contain control characters!'],
    ['a line break in a password', { userName: 'a', password: 'b\n' }, 'password must not contain control characters!'],
  ])('refuse %s, and then there is no device', async (_, secrets, message) => {
    const name = newName()
    const response = await saveBoth(secrets, { name })
    expect([response.statusCode, response.json().errorCode, response.json().message]).toEqual([400, 31, message])
    expect(
      platform.store.devices.byName(platform.store.users.byEmail('admin@city.vn')?.tenantId.id ?? '', name),
    ).toBeUndefined()
  })

  it('are one of a kind on the whole platform, whatever the password', async () => {
    await saveBoth({ userName: 'taken', password: 'a' })
    const response = await platform.stranger.post('/api/device-with-credentials', {
      device: { name: 'x' },
      credentials: { credentialsType: 'MQTT_BASIC', credentialsValue: value({ userName: 'taken', password: 'b' }) },
    })
    expect([response.statusCode, response.json().message]).toEqual([
      400,
      'Device credentials are already assigned to another device!',
    ])
  })
})

describe('saving a device with credentials [spec 7 devices]', () => {
  it.each([
    [{}, 'Validation error: credentials must not be null, device must not be null'],
    [{ device: { name: 'x' } }, 'Validation error: credentials must not be null'],
    [{ credentials: { credentialsType: 'MQTT_BASIC' }, device: null }, 'Validation error: device must not be null'],
  ])('refuses %j', async (body, message) => {
    const response = await platform.admin.post('/api/device-with-credentials', body)
    expect([response.statusCode, response.json().message]).toEqual([400, message])
  })

  it('updates both halves of a device that exists, or neither', async () => {
    const device = (await saveBoth({ userName: 'both-1' })).json()
    const updated = await saveBoth({ userName: 'both-2' }, { ...device, label: 'changed' })
    expect(updated.json()).toMatchObject({ label: 'changed', version: 2 })
    expect(await credentialsOf(device.id.id)).toMatchObject({ credentialsId: 'both-2', version: 2 })
    expect(platform.gatewayCalls).toEqual([`disconnect ${device.id.id} credentialsChanged`])
    const refused = await saveBoth({}, { ...updated.json(), label: 'again' })
    expect(refused.statusCode).toBe(400)
    expect((await platform.admin.get(`/api/device/${device.id.id}`)).json()).toMatchObject({
      label: 'changed',
      version: 2,
    })
  })

  it('honours the version of the credentials', async () => {
    const device = (await saveBoth({ userName: 'versioned' })).json()
    const response = await platform.admin.post('/api/device-with-credentials', {
      device,
      credentials: { credentialsType: 'ACCESS_TOKEN', credentialsId: 'v', version: 7 },
    })
    expect(response.json()).toMatchObject({
      status: 409,
      errorCode: 35,
      message: 'Entity was already changed by someone else',
    })
  })
})

describe('updating credentials [spec 7 devices]', () => {
  const update = async (body: object): Promise<unknown[]> => {
    const response = await platform.admin.post('/api/device/credentials', body)
    return [response.statusCode, response.json().errorCode, response.json().message]
  }

  it('answers them saved, ends the connections of the device, and leaves its version', async () => {
    const device = await platform.device(newName())
    const credentials = await credentialsOf(device.id.id)
    const response = await platform.admin.post('/api/device/credentials', {
      ...credentials,
      credentialsType: 'MQTT_BASIC',
      credentialsValue: value({ clientId: 'c9', userName: 'u9', password: 'p9' }),
    })
    expect(response.json()).toEqual({
      ...credentials,
      credentialsType: 'MQTT_BASIC',
      credentialsId: credentialsHash('c9|u9'),
      credentialsValue: '{"clientId":"c9","userName":"u9","password":"p9"}',
      version: 2,
    })
    expect(platform.gatewayCalls).toEqual([`disconnect ${device.id.id} credentialsChanged`])
    expect((await platform.admin.get(`/api/device/${device.id.id}`)).json().version).toBe(1)
  })

  it('leaves connections alone when nothing changed', async () => {
    const device = await platform.device(newName())
    await platform.admin.post('/api/device/credentials', await credentialsOf(device.id.id))
    expect(platform.gatewayCalls).toEqual([])
  })

  it('refuses what is not this device or not these credentials', async () => {
    const device = await platform.device(newName())
    const credentials = await credentialsOf(device.id.id)
    const { id: _, ...withoutId } = credentials
    expect(await update(withoutId)).toEqual([400, 31, 'Credentials for this device are already specified!'])
    expect(await update({ ...credentials, id: { id: UNKNOWN } })).toEqual([
      400,
      31,
      'Unable to update non-existent device credentials!',
    ])
    expect(await update({ ...credentials, deviceId: null })).toEqual([400, 31, 'Invalid entity id'])
    expect(await update({ ...credentials, deviceId: entityRef('DEVICE', UNKNOWN) })).toEqual([
      404,
      32,
      `Device with id [${UNKNOWN}] is not found`,
    ])
    expect(await update({ ...credentials, credentialsType: null })).toEqual([
      400,
      31,
      'Device credentials type should be specified',
    ])
    expect((await update({ ...credentials, credentialsType: 'LWM2M_CREDENTIALS' })).slice(0, 2)).toEqual([400, 31])
    expect(await update({ ...credentials, version: 9 })).toEqual([
      409,
      35,
      'Entity was already changed by someone else',
    ])
    expect(platform.gatewayCalls).toEqual([])
  })

  it('is recorded without its secrets', async () => {
    const device = await platform.device(newName())
    const credentials = await credentialsOf(device.id.id)
    await platform.admin.post('/api/device/credentials', { ...credentials, credentialsId: 'a-new-secret-token' })
    const log = await platform.admin.get(
      `/api/audit/logs/entity/DEVICE/${device.id.id}?pageSize=10&page=0&actionTypes=CREDENTIALS_UPDATED`,
    )
    expect(log.json().data).toMatchObject([{ actionStatus: 'SUCCESS', entityName: device.name }])
    expect(log.body).not.toContain('a-new-secret-token')
  })
})
