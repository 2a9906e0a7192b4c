/** @file Long: customers, users and devices depend on one another, and are created once. */
import { systemOfTests } from '@greenwave/harness/ofTest'
import { DeviceCredentials } from '@greenwave/contract/wire/credentials'
import { Customer } from '@greenwave/contract/wire/customers'
import { Device, DeviceInfo, DeviceProfileInfo } from '@greenwave/contract/wire/devices'
import { entityRef, NULL_UUID } from '@greenwave/contract/wire/ids'
import { pageOf } from '@greenwave/contract/wire/page'
import { User } from '@greenwave/contract/wire/users'
import { describe, expect, it } from 'vitest'
import { createViewer, refusalOf } from './client.ts'
import { fresh, freshEmail, isStrict, openTarget } from './target.ts'

const UNKNOWN = '5b1d0f20-8c1e-11f0-9a55-0f6a3c2b7e10'
const target = systemOfTests(await openTarget())

describe('what tools read', () => {
  it('takes every column for a sort property, and an empty one for none', async () => {
    const { admin } = target
    for (const [call, columns] of [
      ['tenantDevices', ['version', 'tenantId', 'additionalInfo', 'deviceProfileId', 'customerIsPublic']],
      ['customers', ['address2', 'isPublic', 'version', 'tenantId', 'additionalInfo']],
    ] as const) {
      for (const column of [...columns, '']) {
        const query = { pageSize: 1, page: 0, sortProperty: column, sortOrder: column && 'DESC' }
        const answer = await admin.ask(call, { query })
        expect([column, answer.status]).toEqual([column, 200])
      }
    }
  })

  it('types, profiles and devices by their ids', async () => {
    const { admin } = target
    const device = await admin.createDevice(fresh('TLC'))
    const byId = (await admin.ask('devicesByIds', { query: { deviceIds: device.id.id } })).json<unknown[]>()
    expect(byId.map((found) => Device.parse(found).name)).toEqual([device.name])
    const types = (await admin.ask('deviceTypes')).json<{ type: string }[]>()
    expect(types.map(({ type }) => type)).toContain(device.type)
    for (const call of ['deviceProfiles', 'deviceProfileInfos'] as const) {
      const { data } = (await admin.ask(call, { query: { pageSize: 100, page: 0 } })).json<{
        data: { name: string }[]
      }>()
      expect(data.map(({ name }) => name)).toContain(device.type)
    }
    const users = await admin.ask('userInfos', { query: { pageSize: 10, page: 0 } })
    expect([users.status, (await admin.ask('systemInfo')).status]).toEqual([200, 200])
    expect((await admin.ask('systemParams')).json()).toHaveProperty('userTokenAccessEnabled')
  })

  it('attributes of a customer', async () => {
    const { admin } = target
    const customer = await admin.createCustomer(fresh('customer'))
    const params = { entityType: 'CUSTOMER', entityId: customer.id.id, scope: 'SERVER_SCOPE' }
    expect((await admin.ask('saveAttributes', { params, body: { pulse: 7 } })).status).toBe(200)
    const read = await admin.ask('attributes', { params, query: { keys: 'pulse' } })
    expect(read.json()).toMatchObject([{ key: 'pulse', value: 7 }])
  })
})

describe('devices', () => {
  it('are made with version 1 on the default profile and listed with their names', async () => {
    const { admin } = target
    const name = fresh('TLC')
    const device = Device.parse(await admin.createDevice(name, { label: 'Nguyễn Huệ - Lê Lợi' }))
    const profile = DeviceProfileInfo.parse((await admin.ask('defaultDeviceProfile')).json())
    expect(device).toMatchObject({ version: 1, customerId: { id: NULL_UUID }, deviceProfileId: profile.id })
    const list = pageOf(DeviceInfo).parse(
      (await admin.ask('tenantDevices', { query: { pageSize: 10, page: 0, textSearch: name } })).json(),
    )
    expect(list).toMatchObject({ totalElements: 1, totalPages: 1, hasNext: false })
    expect(list.data[0]).toMatchObject({ name, customerTitle: null, active: false, deviceProfileName: profile.name })
    expect(
      DeviceInfo.parse((await admin.ask('deviceInfo', { params: { deviceId: device.id.id } })).json()),
    ).toMatchObject({ name })
  })

  it('are found by their whole name, and listed without names other than their own', async () => {
    const { admin } = target
    const customer = await admin.createCustomer(fresh('customer'))
    const device = await admin.createDevice(fresh('TLC'), { customerId: customer.id })
    const found = await admin.ask('tenantPlainDevices', { query: { deviceName: device.name } })
    expect(Device.parse(found.json())).toMatchObject({ id: device.id })
    expect(refusalOf(await admin.ask('tenantPlainDevices', { query: { deviceName: fresh('nobody') } }))).toEqual([
      404,
      32,
      "Requested item wasn't found!",
    ])
    const query = { pageSize: 10, page: 0 }
    for (const answer of [
      await admin.ask('tenantPlainDevices', { query: { ...query, textSearch: device.name } }),
      await admin.ask('customerPlainDevices', { params: { customerId: customer.id.id }, query }),
    ]) {
      const { data, totalElements } = pageOf(Device).parse(answer.json())
      expect([totalElements, data[0]?.id, Object.keys({ ...data[0] }).includes('customerTitle')]).toEqual([
        1,
        device.id,
        false,
      ])
    }
  })

  it('raise their version with each save and refuse a stale one', async () => {
    const { admin } = target
    const device = await admin.createDevice(fresh('TLC'))
    const saved = (await admin.ask('saveDevice', { body: device })).json<Device>()
    expect(saved.version).toBe(2)
    expect(refusalOf(await admin.ask('saveDevice', { body: device }))).toEqual([
      409,
      35,
      'Device was already changed by someone else',
    ])
    const { version: _, ...forced } = device
    expect((await admin.ask('saveDevice', { body: forced })).json<Device>().version).toBe(3)
  })

  it('take a number for a text and notes of any shape', async () => {
    const { admin } = target
    const name = Date.now()
    const device = await admin.createDevice(fresh('TLC'), { label: name, additionalInfo: ['any', 'JSON'] })
    const list = await admin.ask('tenantDevices', { query: { pageSize: 10, page: 0, textSearch: device.name } })
    expect(pageOf(DeviceInfo).parse(list.json()).data[0]).toMatchObject({
      label: String(name),
      additionalInfo: ['any', 'JSON'],
    })
  })

  it.each([
    ['a name with a zero byte', { name: 'a\0b' }],
    ['a firmware that does not exist', { name: 'x', firmwareId: entityRef('OTA_PACKAGE', UNKNOWN) }],
    ['data of an unknown kind', { name: 'x', deviceData: { configuration: { type: 'ODD' } } }],
  ])('are refused with %s', async (_, body) => {
    const { status, text } = await target.admin.ask('saveDevice', { body })
    expect([status, text]).toEqual([400, expect.stringContaining('"errorCode":31')])
  })

  it.each([
    ['a blank name', { name: ' ' }, 'Device name should be specified!'],
    ['a long name', { name: 'x'.repeat(256) }, 'Validation error: name length must be equal or less than 255'],
    ['markup', { name: '<script>x</script>' }, 'Validation error: name is malformed'],
    [
      'an unknown profile',
      { name: 'x', deviceProfileId: entityRef('DEVICE_PROFILE', UNKNOWN) },
      'Device is referencing non existing device profile!',
    ],
    [
      'an unknown customer',
      { name: 'x', customerId: entityRef('CUSTOMER', UNKNOWN) },
      "Can't assign device to non-existent customer!",
    ],
  ])('with %s are bad requests', async (_, body, message) => {
    expect(refusalOf(await target.admin.ask('saveDevice', { body }))).toEqual([400, 31, message])
  })

  it('have names of their own', async () => {
    const device = await target.admin.createDevice(fresh('TLC'))
    expect(refusalOf(await target.admin.ask('saveDevice', { body: { name: device.name } }))).toEqual([
      400,
      31,
      'Device with such name already exists!',
    ])
  })

  it('are assigned and taken back, and are cleared of a customer that an update leaves out', async () => {
    const { admin } = target
    const customer = await admin.createCustomer(fresh('customer'))
    const device = await admin.createDevice(fresh('TLC'))
    const assigned = await admin.ask('assignDevice', { params: { customerId: customer.id.id, deviceId: device.id.id } })
    expect(assigned.json()).toMatchObject({ customerId: customer.id, version: 2 })
    const info = (await admin.ask('deviceInfo', { params: { deviceId: device.id.id } })).json<DeviceInfo>()
    expect(info.customerTitle).toBe(customer.title)
    const unassigned = await admin.ask('unassignDevice', { params: { deviceId: device.id.id } })
    expect(unassigned.json()).toMatchObject({ customerId: { id: NULL_UUID }, version: 3 })
    expect(refusalOf(await admin.ask('unassignDevice', { params: { deviceId: device.id.id } }))).toEqual([
      400,
      31,
      "Device isn't assigned to any customer!",
    ])
    await admin.ask('assignDevice', { params: { customerId: customer.id.id, deviceId: device.id.id } })
    const replaced = await admin.ask('saveDevice', { body: { id: device.id, name: device.name } })
    expect(replaced.json<Device>().customerId.id).toBe(NULL_UUID)
  })

  it('are gone when deleted', async () => {
    const device = await target.admin.createDevice(fresh('TLC'))
    const { id } = device.id
    expect((await target.admin.ask('deleteDevice', { params: { deviceId: id } })).text).toBe('')
    expect(refusalOf(await target.admin.ask('device', { params: { deviceId: id } }))).toEqual([
      404,
      32,
      `Device with id [${id}] is not found`,
    ])
  })
})

describe('credentials', () => {
  const saveBoth = (name: string, credentialsValue: string) =>
    target.admin.ask('saveDeviceWithCredentials', {
      body: {
        device: { name },
        credentials: { credentialsType: 'MQTT_BASIC', credentialsId: null, credentialsValue },
      },
    })

  it('of a new device are an access token of 20 characters', async () => {
    const device = await target.admin.createDevice(fresh('TLC'))
    const answer = await target.admin.ask('deviceCredentials', { params: { deviceId: device.id.id } })
    const credentials = DeviceCredentials.parse(answer.json())
    expect(credentials).toMatchObject({ credentialsType: 'ACCESS_TOKEN', credentialsValue: null, version: 1 })
    expect(credentials.credentialsId).toHaveLength(20)
  })

  it('of kind MQTT_BASIC are kept with the device or not at all', async () => {
    const { admin } = target
    const [clientId, userName] = [fresh('ctl'), fresh('user')]
    const value = JSON.stringify({ clientId, userName, password: 'secret' })
    const made = await saveBoth(fresh('TLC'), value)
    const device = made.json<Device>()
    const credentials = (
      await admin.ask('deviceCredentials', { params: { deviceId: device.id.id } })
    ).json<DeviceCredentials>()
    expect(credentials.credentialsValue).toBe(value)
    expect(credentials.credentialsId).toMatch(/^[0-9a-f]{64}$/)
    const name = fresh('TLC')
    expect(refusalOf(await saveBoth(name, value))).toEqual([
      400,
      31,
      'Device credentials are already assigned to another device!',
    ])
    const list = await admin.ask('tenantDevices', { query: { pageSize: 1, page: 0, textSearch: name } })
    expect(list.json<{ totalElements: number }>().totalElements).toBe(0)
    await admin.ask('deleteDevice', { params: { deviceId: device.id.id } })
  })

  it('are refused in another shape', async () => {
    for (const [value, message] of [
      ['{"clientId":"c","username":"u"}', 'Invalid credentials body for simple mqtt credentials!'],
      ['{}', 'Both mqtt client id and user name are empty!'],
      ['{"clientId":"c","password":"p"}', 'Password cannot be specified along with client id'],
    ] as const) {
      expect(refusalOf(await saveBoth(fresh('TLC'), value))).toEqual([400, 31, message])
    }
  })

  it('are updated by their own id', async () => {
    const { admin } = target
    const device = await admin.createDevice(fresh('TLC'))
    const credentials = (
      await admin.ask('deviceCredentials', { params: { deviceId: device.id.id } })
    ).json<DeviceCredentials>()
    const { id: _, ...withoutId } = credentials
    expect(refusalOf(await admin.ask('saveDeviceCredentials', { body: withoutId }))).toEqual([
      400,
      31,
      'Credentials for this device are already specified!',
    ])
    const token = fresh('token')
    const saved = await admin.ask('saveDeviceCredentials', { body: { ...credentials, credentialsId: token } })
    expect(saved.json()).toMatchObject({ credentialsId: token, version: 2 })
  })
})

describe('customers', () => {
  it('are made, updated, found by title, and deleted with their users', async () => {
    const { admin } = target
    const customer = Customer.parse(await admin.createCustomer(fresh('customer'), { email: 'd7@signal.vn' }))
    expect(customer).toMatchObject({ name: customer.title, version: 1, city: null })
    const updated = await admin.ask('saveCustomer', { body: { ...customer, city: 'Ho Chi Minh City' } })
    expect(updated.json()).toMatchObject({ city: 'Ho Chi Minh City', version: 2 })
    expect(refusalOf(await admin.ask('saveCustomer', { body: customer })).slice(0, 2)).toEqual([409, 35])
    const list = await admin.ask('customers', { query: { pageSize: 10, page: 0, textSearch: customer.title } })
    expect(pageOf(Customer).parse(list.json()).totalElements).toBe(1)
    const user = await admin.createUser(freshEmail(), customer)
    expect((await admin.ask('deleteCustomer', { params: { customerId: customer.id.id } })).text).toBe('')
    expect((await admin.ask('user', { params: { userId: user.id.id } })).status).toBe(404)
  })

  it.each([
    ['no title', { title: '' }, 'Customer title should be specified!'],
    ['a reserved title', { title: 'Public' }, "'Public' title for customer is system reserved!"],
  ])('with %s are bad requests', async (_, body, message) => {
    expect(refusalOf(await target.admin.ask('saveCustomer', { body }))).toEqual([400, 31, message])
  })
})

describe('users', () => {
  it('are made disabled, and read with the state of their account', async () => {
    const customer = await target.admin.createCustomer(fresh('customer'))
    const user = User.parse(await target.admin.createUser(freshEmail(), customer))
    const read = (await target.admin.ask('user', { params: { userId: user.id.id } })).json<User>()
    expect(read.additionalInfo).toMatchObject({ userCredentialsEnabled: false, userActivated: false })
    const list = await target.admin.ask('customerUsers', {
      params: { customerId: customer.id.id },
      query: { pageSize: 10, page: 0 },
    })
    expect(
      pageOf(User)
        .parse(list.json())
        .data.map(({ email }) => email),
    ).toEqual([user.email])
  })

  it('keep e-mails apart over the whole platform, and their authority and customer', async () => {
    const { admin } = target
    const customer = await admin.createCustomer(fresh('customer'))
    const user = await admin.createUser(freshEmail(), customer)
    const twin = await admin.ask('saveUser', {
      query: { sendActivationMail: 'false' },
      body: {
        email: user.email,
        authority: 'CUSTOMER_USER',
        customerId: customer.id,
      },
    })
    expect(refusalOf(twin)).toEqual([400, 31, `User with email '${user.email}' already present in database!`])
    const other = await admin.createCustomer(fresh('customer'))
    const moved = await admin.ask('saveUser', { body: { ...user, customerId: other.id } })
    expect(refusalOf(moved)).toEqual([400, 31, "Can't update user customer id!"])
  })

  it('of a customer see what is theirs', async () => {
    const { admin } = target
    const [mine, other] = [await admin.createCustomer(fresh('customer')), await admin.createCustomer(fresh('customer'))]
    const device = await admin.createDevice(fresh('TLC'), { customerId: mine.id })
    const hidden = await admin.createDevice(fresh('TLC'), { customerId: other.id })
    const { client } = await createViewer(admin, mine, freshEmail(), 'correct horse')
    const list = await client.ask('customerDevices', {
      params: { customerId: mine.id.id },
      query: { pageSize: 10, page: 0 },
    })
    expect(
      pageOf(DeviceInfo)
        .parse(list.json())
        .data.map(({ name }) => name),
    ).toEqual([device.name])
    const denied = [403, 20, "You don't have permission to perform this operation!"]
    const params = { customerId: other.id.id }
    const query = { pageSize: 10, page: 0 }
    for (const answer of [
      await client.ask('deviceInfo', { params: { deviceId: hidden.id.id } }),
      await client.ask('customer', { params }),
      await client.ask('customerDevices', { params, query }),
      await client.ask('tenantDevices', { query }),
      await client.ask('customers', { query }),
      await client.ask('auditLogs', { query }),
    ]) {
      expect(refusalOf(answer)).toEqual(denied)
    }
  })

  it.runIf(isStrict)('of a customer only watch', async () => {
    const { admin } = target
    const mine = await admin.createCustomer(fresh('customer'))
    const device = await admin.createDevice(fresh('TLC'), { customerId: mine.id })
    const { client } = await createViewer(admin, mine, freshEmail(), 'correct horse')
    const { id } = device.id
    const writes = [
      await client.ask('saveDevice', { body: device }),
      await client.writeAttributes(id, 'SHARED_SCOPE', { Mode: 1 }),
      await client.ask('deviceCredentials', { params: { deviceId: id } }),
      await client.ask('rpcOneway', { params: { deviceId: id }, body: { method: 'x' } }),
    ]
    expect(writes.map(({ status }) => status)).toEqual([403, 403, 403, 403])
  })
})

describe('lists', () => {
  const list = (query: string) =>
    target.admin.ask('customers', { query: Object.fromEntries(new URLSearchParams(query)) })

  it.each([
    ['pageSize=0&page=0', "Incorrect page link page size '0'. Page size must be greater than zero."],
    ['pageSize=10&page=-1', "Incorrect page link page '-1'. Page must be positive integer."],
    [
      'pageSize=10&page=0&sortProperty=title&sortOrder=UP',
      "Unsupported sort order 'UP'! Only 'ASC' or 'DESC' types are allowed.",
    ],
  ])('refuse %s', async (query, message) => {
    expect(refusalOf(await list(query))).toEqual([400, 31, message])
  })

  it('visit each element once, whatever the page size', async () => {
    const prefix = fresh('paged')
    const titles = [1, 2, 3, 4, 5].map((number) => `${prefix}-${number}`)
    for (const title of titles) await target.admin.createCustomer(title)
    const seen: string[] = []
    for (let page = 0, hasNext = true; hasNext; page += 1) {
      const answer = await list(`pageSize=2&page=${page}&textSearch=${prefix}&sortProperty=title&sortOrder=ASC`)
      const { data, hasNext: more } = pageOf(Customer).parse(answer.json())
      seen.push(...data.map(({ title }) => title))
      hasNext = more
    }
    expect(seen).toEqual(titles)
  })

  it.runIf(isStrict)('refuse what is missing and what they cannot sort by', async () => {
    for (const query of ['page=0', 'pageSize=10', 'pageSize=10&page=0&sortProperty=nonsense']) {
      expect(refusalOf(await list(query)).slice(0, 2)).toEqual([400, 31])
    }
  })
})

describe('ids and bodies', () => {
  it('that are no ids are bad requests, and unknown ones are not found', async () => {
    expect(refusalOf(await target.admin.ask('device', { params: { deviceId: 'abc' } }))).toEqual([
      400,
      31,
      'Invalid UUID string: abc',
    ])
    expect(refusalOf(await target.admin.ask('customer', { params: { customerId: UNKNOWN } }))).toEqual([
      404,
      32,
      `Customer with id [${UNKNOWN}] is not found`,
    ])
  })

  it.runIf(isStrict)('that are no JSON are bad requests', async () => {
    expect(refusalOf(await target.admin.ask('saveDevice', { body: '{"name":' })).slice(0, 2)).toEqual([400, 31])
  })
})
