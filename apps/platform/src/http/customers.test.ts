import { systemOfTests } from '@greenwave/harness/ofTest'
import { entityRef, NULL_UUID } from '@greenwave/contract/wire/ids'
import { describe, expect, it } from 'vitest'
import { createTestPlatform } from '../testing/testPlatform.ts'

const platform = systemOfTests(await createTestPlatform())

let count = 0
const newTitle = (): string => `District ${++count}`
const save = (body: object, query = '') => platform.admin.post(`/api/customer${query}`, body)
const refusal = async (body: object): Promise<unknown[]> => {
  const response = await save(body)
  return [response.statusCode, response.json().errorCode, response.json().message]
}

describe('saving a customer [spec 7 customers]', () => {
  it('answers it whole', async () => {
    const title = newTitle()
    const response = await save({ title, city: 'Ho Chi Minh City', email: 'd7@signal.vn', name: 'ignored' })
    expect(response.json()).toEqual({
      id: { entityType: 'CUSTOMER', id: expect.any(String) },
      createdTime: expect.any(Number),
      tenantId: { entityType: 'TENANT', id: expect.any(String) },
      title,
      name: title,
      country: null,
      state: null,
      city: 'Ho Chi Minh City',
      address: null,
      address2: null,
      zip: null,
      phone: null,
      email: 'd7@signal.vn',
      externalId: null,
      version: 1,
      additionalInfo: null,
    })
  })

  it.each([
    ['a title of blanks', { title: '   ' }, 'Customer title should be specified!'],
    ['a long title', { title: 'x'.repeat(256) }, 'Validation error: title length must be equal or less than 255'],
    ['markup', { title: 'x', city: '<img src=x>' }, 'Validation error: city is malformed'],
    ['an e-mail that is none', { title: 'x', email: 'nobody' }, "Invalid email address format 'nobody'!"],
  ])('refuses %s', async (_, body, message) => {
    expect(await refusal(body)).toEqual([400, 31, message])
  })

  it('takes numbers for texts, and notes of any shape', async () => {
    const title = Date.now()
    const { id } = (await save({ title, zip: 70000, additionalInfo: 'a text' })).json()
    const read = (await platform.admin.get(`/api/customer/${id.id}`)).json()
    expect(read).toMatchObject({ title: String(title), zip: '70000', additionalInfo: 'a text' })
    expect((await save({ ...read, version: String(read.version) })).statusCode).toBe(200)
    expect((await save({ ...read, city: ['Huế'] })).json().message).toMatch(/^Malformed request: city: a list/)
  })

  it('takes addresses of any length and an empty e-mail', async () => {
    const response = await save({ title: newTitle(), address: 'x'.repeat(2000), email: '' })
    expect(response.statusCode).toBe(200)
  })

  it('refuses a title that is taken in the tenant, unless a suffix is welcome', async () => {
    const title = newTitle()
    await platform.customer(title)
    expect(await refusal({ title })).toEqual([400, 31, 'Customer with such title already exists!'])
    const suffixed = await save({ title }, '?nameConflictPolicy=UNIQUIFY')
    expect(suffixed.json().title).toMatch(new RegExp(`^${title}_.+`))
    expect((await platform.stranger.post('/api/customer', { title })).statusCode).toBe(200)
  })

  it('updates by id, checks the version, and renames it on its devices', async () => {
    const customer = await platform.customer(newTitle())
    const device = await platform.device(`TLC of ${customer.title}`, { customerId: customer.id })
    const title = newTitle()
    expect((await save({ ...customer, title })).json()).toMatchObject({
      id: customer.id,
      title,
      name: title,
      version: 2,
    })
    expect((await platform.admin.get(`/api/device/info/${device.id.id}`)).json().customerTitle).toBe(title)
    expect(await refusal({ ...customer, title })).toEqual([409, 35, 'Customer was already changed by someone else'])
    const unknown = entityRef('CUSTOMER', '5b1d0f20-8c1e-11f0-9a55-0f6a3c2b7e10')
    expect((await refusal({ ...customer, id: unknown })).slice(0, 2)).toEqual([404, 32])
  })
})

describe('reading customers [spec 7 customers]', () => {
  it('shows a customer user only their own, in the long and the short form', async () => {
    const customer = await platform.customer(newTitle())
    const { caller } = await platform.customerUser(customer, 'reader@city.vn')
    expect((await caller.get(`/api/customer/${customer.id.id}`)).json()).toEqual(customer)
    expect((await caller.get(`/api/customer/${customer.id.id}/shortInfo`)).json()).toEqual({
      title: customer.title,
      isPublic: false,
    })
    const other = await platform.customer(newTitle())
    expect((await caller.get(`/api/customer/${other.id.id}`)).statusCode).toBe(403)
  })
})

describe('deleting a customer [spec 7 customers]', () => {
  it('deletes its users and unassigns its devices', async () => {
    const customer = await platform.customer(newTitle())
    const device = await platform.device(`TLC of ${customer.title}`, { customerId: customer.id })
    const { user } = await platform.customerUser(customer, 'going@city.vn')
    const response = await platform.admin.delete(`/api/customer/${customer.id.id}`)
    expect([response.statusCode, response.body]).toEqual([200, ''])
    expect((await platform.admin.get(`/api/user/${user.id.id}`)).statusCode).toBe(404)
    expect((await platform.admin.get(`/api/device/${device.id.id}`)).json()).toMatchObject({
      customerId: { id: NULL_UUID },
      version: 2,
    })
    expect((await platform.admin.delete(`/api/customer/${customer.id.id}`)).statusCode).toBe(404)
    expect((await platform.admin.get(`/api/customer/${customer.id.id}/deviceInfos?pageSize=1&page=0`)).statusCode).toBe(
      404,
    )
  })
})
