import { systemOfTests } from '@greenwave/harness/ofTest'
import { entityRef, NULL_UUID } from '@greenwave/contract/wire/ids'
import { describe, expect, it } from 'vitest'
import { createTestPlatform } from '../testing/testPlatform.ts'

const platform = systemOfTests(await createTestPlatform())
const customer = await platform.customer('District 7')

let count = 0
const newEmail = (): string => `user${++count}@signal.vn`
const save = (body: object, query = '?sendActivationMail=false') => platform.admin.post(`/api/user${query}`, body)
const refusal = async (body: object, query?: string): Promise<unknown[]> => {
  const response = await save(body, query)
  return [response.statusCode, response.json().errorCode, response.json().message]
}
const viewer = () => ({ email: newEmail(), authority: 'CUSTOMER_USER', customerId: customer.id })
const UNKNOWN = '5b1d0f20-8c1e-11f0-9a55-0f6a3c2b7e10'

describe('the address of a user', () => {
  it('is taken whatever its case, for new users and for changed ones', async () => {
    const email = newEmail()
    const user = (await save({ ...viewer(), email })).json()
    const shouted = email.toUpperCase()
    const taken = [400, 31, `User with email '${shouted}' already present in database!`]
    expect(await refusal({ ...viewer(), email: shouted })).toEqual(taken)
    const other = (await save(viewer())).json()
    expect(await refusal({ ...other, email: shouted })).toEqual(taken)
    expect((await save({ ...user, email: shouted })).json()).toMatchObject({ email: shouted, version: 2 })
  })
})

describe('creating a user [spec 7 authentication]', () => {
  it('answers it whole, not activated', async () => {
    const email = newEmail()
    const response = await save({
      ...viewer(),
      email,
      firstName: 'Trúc',
      phone: '+84901234567',
      tenantId: entityRef('TENANT', UNKNOWN),
      additionalInfo: { description: '' },
    })
    expect(response.json()).toEqual({
      id: { entityType: 'USER', id: expect.any(String) },
      createdTime: expect.any(Number),
      tenantId: customer.tenantId,
      customerId: customer.id,
      email,
      name: email,
      authority: 'CUSTOMER_USER',
      firstName: 'Trúc',
      lastName: null,
      phone: '+84901234567',
      version: 1,
      additionalInfo: { description: '' },
    })
    const read = (await platform.admin.get(`/api/user/${response.json().id.id}`)).json()
    expect(read.additionalInfo).toEqual({
      description: '',
      userCredentialsEnabled: false,
      userActivated: false,
      lastLoginTs: null,
    })
  })

  it('reads notes that are no object as they are, without the state of the account', async () => {
    const { id } = (await save({ ...viewer(), additionalInfo: ['a', 'list'] })).json()
    expect((await platform.admin.get(`/api/user/${id.id}`)).json().additionalInfo).toEqual(['a', 'list'])
  })

  it('fails with a mail, since there is none to send it by, and leaves no user', async () => {
    const body = viewer()
    for (const query of ['', '?sendActivationMail=true']) {
      expect(await refusal(body, query)).toEqual([400, 31, "Couldn't send user activation email"])
    }
    expect((await save(body)).statusCode).toBe(200)
  })

  it.each([
    ['no e-mail', { email: null }, 'User email should be specified!'],
    ['an e-mail without a dot', { email: 'a@b' }, "Invalid email address format 'a@b'!"],
    ['an e-mail with a blank', { email: 'a b@c.vn' }, "Invalid email address format 'a b@c.vn'!"],
    ['an e-mail with diacritics', { email: 'trúc@c.vn' }, "Invalid email address format 'trúc@c.vn'!"],
    ['no authority', { authority: null }, "User authority isn't defined!"],
    ['no customer', { customerId: null }, 'Customer user should be assigned to customer!'],
    [
      'the null customer',
      { customerId: entityRef('CUSTOMER', NULL_UUID) },
      'Customer user should be assigned to customer!',
    ],
    [
      'an unknown customer',
      { customerId: entityRef('CUSTOMER', UNKNOWN) },
      'User is referencing to non-existent customer!',
    ],
    [
      'an administrator with a customer',
      { authority: 'TENANT_ADMIN' },
      "Tenant administrator can't be assigned to customer!",
    ],
    [
      'a long first name',
      { firstName: 'x'.repeat(256) },
      'Validation error: first name length must be equal or less than 255',
    ],
    [
      'notes that would fill every list and the audit log',
      { additionalInfo: { note: 'x'.repeat(65_536) } },
      'Validation error: additionalInfo length must be equal or less than 65536',
    ],
    ['markup in the last name', { lastName: '<b>x' }, 'Validation error: lastName is malformed'],
    [
      'an e-mail that is taken',
      { email: 'admin@other.vn' },
      "User with email 'admin@other.vn' already present in database!",
    ],
  ])('refuses %s', async (_, change, message) => {
    expect(await refusal({ ...viewer(), ...change })).toEqual([400, 31, message])
  })

  it("refuses another tenant's customer, and a system administrator", async () => {
    const foreign = await platform.customer('Foreign', platform.stranger)
    expect(await refusal({ ...viewer(), customerId: foreign.id })).toEqual([
      400,
      31,
      "User can't be assigned to customer from different tenant!",
    ])
    expect((await refusal({ ...viewer(), authority: 'SYS_ADMIN' }))[0]).toBe(403)
  })
})

describe('updating a user [spec 7 authentication]', () => {
  it('keeps authority and customer, checks the version, and needs no mail', async () => {
    const user = (await save(viewer())).json()
    const saved = await save({ ...user, lastName: 'Ban' }, '')
    expect(saved.json()).toMatchObject({ lastName: 'Ban', version: 2 })
    expect(await refusal({ ...user, lastName: 'x' })).toEqual([409, 35, 'User was already changed by someone else'])
    const { version: _, ...free } = user
    expect(await refusal({ ...free, authority: 'TENANT_ADMIN', customerId: null })).toEqual([
      400,
      31,
      "Can't update user authority!",
    ])
    const other = await platform.customer('District 8')
    expect(await refusal({ ...free, customerId: other.id })).toEqual([400, 31, "Can't update user customer id!"])
    expect((await refusal({ ...user, id: entityRef('USER', UNKNOWN) })).slice(0, 2)).toEqual([404, 32])
  })

  it('lets customer users change themselves and nobody else [spec 6 customer user]', async () => {
    const { user, caller } = await platform.customerUser(customer, newEmail())
    const colleague = (await save(viewer())).json()
    expect((await caller.post('/api/user', { ...user, firstName: 'Me' })).json()).toMatchObject({ firstName: 'Me' })
    expect((await caller.post('/api/user', { ...colleague, firstName: 'You' })).statusCode).toBe(403)
    expect((await caller.post('/api/user?sendActivationMail=false', viewer())).statusCode).toBe(403)
    const promoted = await caller.post('/api/user', {
      ...user,
      version: null,
      authority: 'TENANT_ADMIN',
      customerId: null,
    })
    expect([promoted.statusCode, promoted.json().message]).toEqual([400, "Can't update user authority!"])
  })
})

describe('reading users [spec 7 authentication]', () => {
  it('shows a customer user those of their customer, and no administrator', async () => {
    const { user, caller } = await platform.customerUser(customer, newEmail())
    const colleague = (await save(viewer())).json()
    expect((await caller.get(`/api/user/${user.id.id}`)).statusCode).toBe(200)
    expect((await caller.get(`/api/user/${colleague.id.id}`)).statusCode).toBe(200)
    const admin = (await platform.admin.get('/api/auth/user')).json()
    expect((await caller.get(`/api/user/${admin.id.id}`)).statusCode).toBe(403)
    const list = (await caller.get('/api/users?pageSize=100&page=0')).json()
    expect(new Set(list.data.map((item: { customerId: { id: string } }) => item.customerId.id))).toEqual(
      new Set([customer.id.id]),
    )
  })

  it("lists a customer's users, and searches e-mails alone", async () => {
    const quiet = await platform.customer('District 9')
    await save({ ...viewer(), customerId: quiet.id, email: 'alpha@d9.vn', firstName: 'Omega' })
    await save({ ...viewer(), customerId: quiet.id, email: 'beta@d9.vn' })
    const list = async (query: string) =>
      (await platform.admin.get(`/api/customer/${quiet.id.id}/users?pageSize=10&page=0&${query}`)).json()
    expect((await list('sortProperty=email&sortOrder=DESC')).data.map(({ email }: { email: string }) => email)).toEqual(
      ['beta@d9.vn', 'alpha@d9.vn'],
    )
    expect((await list('textSearch=ALPHA')).totalElements).toBe(1)
    expect((await list('textSearch=Omega')).totalElements).toBe(0)
    expect((await list('sortProperty=authority')).totalElements).toBe(2)
    expect((await list('')).data[0].additionalInfo).toBeNull()
  })

  it('shows an administrator every user of the tenant', async () => {
    const list = (await platform.admin.get('/api/users?pageSize=1000&page=0')).json()
    expect(list.data.map(({ email }: { email: string }) => email)).toContain('admin@city.vn')
    expect(list.data.map(({ email }: { email: string }) => email)).not.toContain('admin@other.vn')
  })
})

describe('deleting a user [spec 7 authentication]', () => {
  it('leaves the last administrator of a tenant', async () => {
    const admin = (await platform.admin.get('/api/auth/user')).json()
    const refused = await platform.admin.delete(`/api/user/${admin.id.id}`)
    expect([refused.statusCode, refused.json().message]).toEqual([
      400,
      'At least one tenant administrator must remain!',
    ])
    const second = (await save({ email: newEmail(), authority: 'TENANT_ADMIN' })).json()
    const deleted = await platform.admin.delete(`/api/user/${second.id.id}`)
    expect([deleted.statusCode, deleted.body]).toEqual([200, ''])
    expect((await platform.admin.delete(`/api/user/${second.id.id}`)).statusCode).toBe(404)
  })

  it('leaves an administrator who may sign in, also where one is disabled', async () => {
    const admin = (await platform.admin.get('/api/auth/user')).json()
    const disabled = await platform.admin.post(
      `/api/user/${admin.id.id}/userCredentialsEnabled?userCredentialsEnabled=false`,
    )
    const refusal = [400, 'At least one tenant administrator must remain!']
    expect([disabled.statusCode, disabled.json().message]).toEqual(refusal)
    const neverActivated = (await save({ email: newEmail(), authority: 'TENANT_ADMIN' })).json()
    const deleted = await platform.admin.delete(`/api/user/${admin.id.id}`)
    expect([deleted.statusCode, deleted.json().message]).toEqual(refusal)
    expect((await platform.admin.delete(`/api/user/${neverActivated.id.id}`)).statusCode).toBe(200)
  })

  it('frees the e-mail', async () => {
    const user = (await save(viewer())).json()
    await platform.admin.delete(`/api/user/${user.id.id}`)
    expect((await save({ ...viewer(), email: user.email })).statusCode).toBe(200)
  })
})
