/** @file Long: everything about devices over HTTP shares one set of customers and users. */
import { systemOfTests } from '@greenwave/harness/ofTest'
import type { Device } from '@greenwave/contract/wire/devices'
import { entityRef, NULL_UUID } from '@greenwave/contract/wire/ids'
import { beforeEach, describe, expect, it } from 'vitest'
import { createTestPlatform } from '../testing/testPlatform.ts'

const platform = systemOfTests(await createTestPlatform())
beforeEach(() => {
  platform.gatewayCalls.splice(0)
})

/** The answer of a save: a device, or an error. */
type Saved = Device & { errorCode?: number; message?: string }

let count = 0
const newName = (): string => `TLC-${String(++count).padStart(4, '0')}`
const save = async (body: object, query = ''): Promise<[number, Saved]> => {
  const response = await platform.admin.post(`/api/device${query}`, body)
  return [response.statusCode, response.json()]
}
const refusal = async (body: object, query = ''): Promise<unknown[]> => {
  const [status, { errorCode, message }] = await save(body, query)
  return [status, errorCode, message]
}
const UNKNOWN = '5b1d0f20-8c1e-11f0-9a55-0f6a3c2b7e10'

describe('creating a device [spec 7 devices]', () => {
  it('answers it whole, of the default profile, unassigned, with version 1', async () => {
    const name = newName()
    const [status, device] = await save({ name, label: 'Nguyễn Huệ - Lê Lợi' })
    const profile = (await platform.admin.get('/api/deviceProfileInfo/default')).json()
    expect(status).toBe(200)
    expect(device).toEqual({
      id: { entityType: 'DEVICE', id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
      createdTime: expect.any(Number),
      tenantId: profile.tenantId,
      customerId: { entityType: 'CUSTOMER', id: NULL_UUID },
      name,
      type: 'default',
      label: 'Nguyễn Huệ - Lê Lợi',
      deviceProfileId: profile.id,
      deviceData: { configuration: { type: 'DEFAULT' }, transportConfiguration: { type: 'DEFAULT' } },
      firmwareId: null,
      softwareId: null,
      externalId: null,
      version: 1,
      additionalInfo: null,
    })
    expect(profile).toMatchObject({
      name: 'default',
      image: null,
      defaultDashboardId: null,
      type: 'DEFAULT',
      transportType: 'DEFAULT',
    })
  })

  it('makes credentials with a random access token, or with the one that was asked for', async () => {
    const device = await platform.device(newName())
    const credentials = (await platform.admin.get(`/api/device/${device.id.id}/credentials`)).json()
    expect(credentials).toEqual({
      id: { id: expect.any(String) },
      createdTime: expect.any(Number),
      deviceId: device.id,
      credentialsType: 'ACCESS_TOKEN',
      credentialsId: expect.stringMatching(/^[A-Za-z0-9]{20}$/),
      credentialsValue: null,
      version: 1,
    })
    const [, named] = await save({ name: newName() }, '?accessToken=my-own-token')
    const own = (await platform.admin.get(`/api/device/${named.id.id}/credentials`)).json()
    expect(own.credentialsId).toBe('my-own-token')
    expect(await refusal({ name: newName() }, '?accessToken=my-own-token')).toEqual([
      400,
      31,
      'Device credentials are already assigned to another device!',
    ])
  })

  it('writes down that it is not active', async () => {
    const device = await platform.device(newName())
    const attributes = await platform.admin.get(
      `/api/plugins/telemetry/DEVICE/${device.id.id}/values/attributes/SERVER_SCOPE`,
    )
    expect(attributes.json()).toEqual([{ lastUpdateTs: expect.any(Number), key: 'active', value: false }])
  })

  it('takes numbers and truths for texts, and notes of any shape', async () => {
    for (const additionalInfo of ['a text', ['an', 'array'], 7, { note: 1 }, null]) {
      const [, device] = await save({ name: 5e9 + newName().length + Math.random(), label: true, additionalInfo })
      expect(device).toMatchObject({ name: expect.stringMatching(/^5/), label: 'true', additionalInfo })
      const read = (await platform.admin.get(`/api/device/info/${device.id.id}`)).json()
      expect(read.additionalInfo).toEqual(additionalInfo)
    }
  })

  it.each([
    ['a name with a zero byte', { name: 'a\0b' }, 'Validation error: name should not contain 0x00 symbol'],
    [
      'a firmware that does not exist',
      { firmwareId: { entityType: 'OTA_PACKAGE', id: '5b1d0f20-8c1e-11f0-9a55-0f6a3c2b7e10' } },
      "Can't assign non-existent firmware!",
    ],
    [
      'a software that does not exist',
      { softwareId: { entityType: 'OTA_PACKAGE', id: '5b1d0f20-8c1e-11f0-9a55-0f6a3c2b7e10' } },
      "Can't assign non-existent software!",
    ],
    [
      'data of an unknown kind',
      { deviceData: { configuration: { type: 'ODD' } } },
      'deviceData.configuration.type is "ODD"; it must be one of DEFAULT.',
    ],
    [
      'data of an unknown transport',
      { deviceData: { transportConfiguration: {} } },
      'deviceData.transportConfiguration.type is missing; it must be one of DEFAULT, MQTT, COAP, LWM2M, SNMP.',
    ],
  ])('refuses %s', async (_, body, message) => {
    expect(await refusal({ name: newName(), ...body })).toEqual([400, 31, message])
  })

  it.each([
    ['a template in the label', { name: 'x', label: '{{x}}' }, 'Validation error: label is malformed'],
    [
      'several violations',
      { name: '<i>', label: `<p>${'x'.repeat(256)}`, additionalInfo: { description: '<script>' } },
      'Validation error: additionalInfo is malformed, label is malformed, label length must be equal or less than 255, name is malformed',
    ],
  ])('refuses %s', async (_, body, message) => {
    expect(await refusal(body)).toEqual([400, 31, message])
  })

  it('takes 255 characters, diacritics, emoji and angle brackets that are no markup', async () => {
    const label = `${'ệ'.repeat(240)} 🚦 a < b > c`
    const [status, device] = await save({ name: newName(), label })
    expect([status, device.label]).toEqual([200, label])
  })

  it("refuses another tenant's profile and customer", async () => {
    const profile = (await platform.stranger.get('/api/deviceProfileInfo/default')).json()
    expect(await refusal({ name: newName(), deviceProfileId: profile.id })).toEqual([
      400,
      31,
      'Device can`t be referencing to device profile from different tenant!',
    ])
    const customer = await platform.customer('Foreign', platform.stranger)
    expect(await refusal({ name: newName(), customerId: customer.id })).toEqual([
      400,
      31,
      "Can't assign device to customer from different tenant!",
    ])
  })

  it('refuses a name that is taken in the tenant, unless a suffix is welcome', async () => {
    const name = newName()
    await platform.device(name)
    expect(await refusal({ name })).toEqual([400, 31, 'Device with such name already exists!'])
    expect(await refusal({ name }, '?nameConflictPolicy=FAIL')).toEqual([
      400,
      31,
      'Device with such name already exists!',
    ])
    const [status, device] = await save({ name }, '?nameConflictPolicy=UNIQUIFY')
    expect([status, String(device.name).startsWith(`${name}_`)]).toEqual([200, true])
    expect((await platform.stranger.post('/api/device', { name })).statusCode).toBe(200)
  })

  it('finds or makes the profile that a type names', async () => {
    const [, first] = await save({ name: newName(), type: 'TLC mark 2' })
    const [, second] = await save({ name: newName(), type: 'TLC mark 2' })
    expect([first.type, second.type]).toEqual(['TLC mark 2', 'TLC mark 2'])
    expect(first.deviceProfileId).toEqual(second.deviceProfileId)
    const [, third] = await save({ name: newName(), type: 'anything', deviceProfileId: first.deviceProfileId })
    expect(third.type).toBe('TLC mark 2')
  })

  it('replaces transport defaults of another transport by an empty block of the profile', async () => {
    const [, device] = await save({
      name: newName(),
      deviceData: {
        configuration: { type: 'DEFAULT' },
        transportConfiguration: { type: 'MQTT', powerMode: 'PSM', psmActivityTimer: 9007199254740991 },
      },
    })
    expect(device.deviceData).toEqual({
      configuration: { type: 'DEFAULT' },
      transportConfiguration: { type: 'DEFAULT' },
    })
  })
})

describe('updating a device [spec 7 devices]', () => {
  it('replaces it whole: what is left out is cleared, the customer too', async () => {
    const customer = await platform.customer(`Customer of ${newName()}`)
    const device = await platform.device(newName(), {
      label: 'L',
      customerId: customer.id,
      additionalInfo: { description: 'D' },
    })
    const [, saved] = await save({ id: device.id, name: device.name })
    expect(saved).toMatchObject({
      label: null,
      additionalInfo: null,
      customerId: { id: NULL_UUID },
      createdTime: device.createdTime,
      version: 2,
    })
  })

  it('takes back what a list gave, without its names', async () => {
    const device = await platform.device(newName())
    const info = (await platform.admin.get(`/api/device/info/${device.id.id}`)).json()
    const [status, saved] = await save({ ...info, label: 'changed' })
    expect([status, saved.label]).toEqual([200, 'changed'])
    expect(Object.keys(saved)).not.toContain('customerTitle')
    expect(Object.keys(info)).toEqual(
      expect.arrayContaining(['customerTitle', 'customerIsPublic', 'deviceProfileName', 'active']),
    )
  })

  it('may keep its own name but not take that of another', async () => {
    const [one, two] = [await platform.device(newName()), await platform.device(newName())]
    expect(await refusal({ ...one, name: two.name })).toEqual([400, 31, 'Device with such name already exists!'])
    expect((await save(one))[0]).toBe(200)
  })

  it('refuses an unknown id', async () => {
    expect(await refusal({ id: entityRef('DEVICE', UNKNOWN), name: 'x' })).toEqual([
      404,
      32,
      `Device with id [${UNKNOWN}] is not found`,
    ])
  })
})

describe('assignment [spec 4 assignment]', () => {
  it('gives a device to a customer and raises its version', async () => {
    const customer = await platform.customer(`Customer of ${newName()}`)
    const device = await platform.device(newName())
    const path = `/api/customer/${customer.id.id}/device/${device.id.id}`
    const assigned = (await platform.admin.post(path)).json()
    expect(assigned).toMatchObject({ customerId: customer.id, version: 2 })
    expect(Object.keys(assigned)).not.toContain('customerTitle')
    expect((await platform.admin.get(`/api/device/info/${device.id.id}`)).json().customerTitle).toBe(customer.title)
    expect((await platform.admin.post(path)).json().version).toBe(2)
    const other = await platform.customer(`Other of ${newName()}`)
    const moved = await platform.admin.post(`/api/customer/${other.id.id}/device/${device.id.id}`)
    expect(moved.json()).toMatchObject({ customerId: other.id, version: 3 })
  })

  it('knows neither unknown devices nor unknown customers', async () => {
    const device = await platform.device(newName())
    const customer = await platform.customer(`Customer of ${newName()}`)
    expect((await platform.admin.post(`/api/customer/${UNKNOWN}/device/${device.id.id}`)).statusCode).toBe(404)
    expect((await platform.admin.post(`/api/customer/${customer.id.id}/device/${UNKNOWN}`)).statusCode).toBe(404)
  })
})

describe('devices as client libraries list them', () => {
  const ofNobody = "Requested item wasn't found!"
  const get = async (path: string): Promise<unknown[]> => {
    const response = await platform.admin.get(path)
    return [response.statusCode, response.json().errorCode, response.json().message]
  }

  it.each(['', 'TLC', 'no such device', '%25'])(
    'are not found by the name "%s" that none of them has',
    async (name) => {
      await platform.device(newName())
      expect(await get(`/api/tenant/devices?deviceName=${name}`)).toEqual([404, 32, ofNobody])
    },
  )

  it("are not found by the name of another tenant's device", async () => {
    const name = newName()
    await platform.device(name)
    const foreign = await platform.stranger.get(`/api/tenant/devices?deviceName=${name}`)
    expect([foreign.statusCode, foreign.json().message]).toEqual([404, ofNobody])
  })

  it('are a page without the names of profile and customer, of one type and in an order when wished', async () => {
    const customer = await platform.customer(`Customer of ${newName()}`)
    const [first, second] = [newName(), newName()]
    const type = `type of ${first}`
    const one = await platform.device(first, { type, customerId: customer.id })
    const two = await platform.device(second, { type })
    const query = `type=${encodeURIComponent(type)}&sortProperty=name&sortOrder=DESC&page=0`
    const tenant = await platform.admin.get(`/api/tenant/devices?${query}&pageSize=10`)
    expect(tenant.json()).toEqual({ data: [two, one], totalPages: 1, totalElements: 2, hasNext: false })
    const firstPage = await platform.admin.get(`/api/tenant/devices?${query}&pageSize=1&textSearch=tlc`)
    expect(firstPage.json()).toEqual({ data: [two], totalPages: 2, totalElements: 2, hasNext: true })
    const path = `/api/customer/${customer.id.id}/devices?pageSize=10&page=0`
    expect((await platform.admin.get(path)).json().data).toEqual([one])
    expect((await platform.admin.get(`${path}&type=default`)).json().data).toEqual([])
  })

  it('are a page also when a name stands beside a whole page request', async () => {
    await platform.device(newName())
    const page = await platform.admin.get('/api/tenant/devices?deviceName=nobody&pageSize=1&page=0')
    expect(page.json()).toMatchObject({ data: [{ id: { entityType: 'DEVICE' } }], hasNext: true })
  })

  it.each([
    ['', "Required request parameter 'pageSize' is not present"],
    ['pageSize=10', "Required request parameter 'page' is not present"],
    ['pageSize=0&page=0', "Incorrect page link page size '0'. Page size must be greater than zero."],
    ['pageSize=ten&deviceName=x', "Incorrect page link page size 'ten'. Page size must be a whole number."],
  ])('are refused for the query "%s"', async (query, message) => {
    expect(await get(`/api/tenant/devices?${query}`)).toEqual([400, 31, message])
  })
})

describe('deleting a device [spec 7 devices]', () => {
  it('takes credentials, values and alarms with it and ends its connections', async () => {
    const device = await platform.device(newName())
    const id = device.id.id
    const { credentialsId } = (await platform.admin.get(`/api/device/${id}/credentials`)).json()
    await platform.admin.post(`/api/plugins/telemetry/DEVICE/${id}/SHARED_SCOPE`, { Mode: 1 })
    const alarm = (
      await platform.admin.post('/api/alarm', { type: 'A', severity: 'MAJOR', originator: device.id })
    ).json()
    const response = await platform.admin.delete(`/api/device/${id}`)
    expect([response.statusCode, response.body]).toEqual([200, ''])
    expect(platform.gatewayCalls).toEqual([`disconnect ${id} deviceDeleted`])
    expect((await platform.admin.get(`/api/device/${id}`)).statusCode).toBe(404)
    expect((await platform.admin.get(`/api/alarm/${alarm.id.id}`)).statusCode).toBe(404)
    expect(platform.store.credentials.byCredentialsId(credentialsId)).toBeUndefined()
    expect(platform.store.data.attributes(id, 'SHARED_SCOPE').size).toBe(0)
    expect((await platform.admin.delete(`/api/device/${id}`)).statusCode).toBe(404)
    expect((await platform.admin.post('/api/device', { name: device.name })).statusCode).toBe(200)
  })
})
