import { systemOfTests } from '@greenwave/harness/ofTest'
import { entityRef, NULL_UUID } from '@greenwave/contract/wire/ids'
import { describe, expect, it } from 'vitest'
import { createTestPlatform } from '../testing/testPlatform.ts'

const UNKNOWN = '5b1d0f20-8c1e-11f0-9a55-0f6a3c2b7e10'
const platform = systemOfTests(await createTestPlatform())

let count = 0
const fresh = (kind: string): string => `${kind} ${++count}`
const save = (body: object, query = '') => platform.admin.post(`/api/asset${query}`, body)
const refusal = async (body: object): Promise<unknown[]> => {
  const response = await save(body)
  return [response.statusCode, response.json().errorCode, response.json().message]
}
const recordsOf = async (id: string) => {
  const query = 'pageSize=20&page=0&sortProperty=createdTime&sortOrder=ASC'
  return (await platform.admin.get(`/api/audit/logs/entity/ASSET/${id}?${query}`)).json().data
}

describe('saving an asset [contract 19.3]', () => {
  it('answers it whole, with its notes as they were sent', async () => {
    const name = fresh('Lê Lợi')
    const additionalInfo = { description: 'x', offsets: [{ device: 'a', offset: 12.5 }], nested: { a: null, b: true } }
    const asset = (await save({ name, type: 'corridor', label: 'west', additionalInfo, extra: 1 })).json()
    expect(asset).toEqual({
      id: { entityType: 'ASSET', id: expect.any(String) },
      createdTime: expect.any(Number),
      tenantId: { entityType: 'TENANT', id: expect.any(String) },
      customerId: entityRef('CUSTOMER', NULL_UUID),
      name,
      type: 'corridor',
      label: 'west',
      assetProfileId: { entityType: 'ASSET_PROFILE', id: expect.any(String) },
      externalId: null,
      version: 1,
      additionalInfo,
    })
    expect((await platform.admin.get(`/api/asset/${asset.id.id}`)).json()).toEqual(asset)
    expect((await platform.admin.get(`/api/asset/info/${asset.id.id}`)).json()).toEqual({
      ...asset,
      customerTitle: null,
      customerIsPublic: false,
      assetProfileName: 'corridor',
    })
  })

  it.each([
    ['no name', { type: 'x' }, 'Asset name should be specified!'],
    ['a name of blanks', { name: '  ' }, 'Asset name should be specified!'],
    ['a long name', { name: 'x'.repeat(256) }, 'Validation error: name length must be equal or less than 255'],
    ['markup', { name: 'x', label: '<img src=x>' }, 'Validation error: label is malformed'],
    [
      'markup in its notes',
      { name: 'x', additionalInfo: { d: '<p>' } },
      'Validation error: additionalInfo is malformed',
    ],
    [
      'notes of more than 64 KiB',
      { name: 'x', additionalInfo: { d: 'x'.repeat(65_536) } },
      'Validation error: additionalInfo length must be equal or less than 65536',
    ],
    [
      'an unknown profile',
      { name: 'x', assetProfileId: entityRef('ASSET_PROFILE', UNKNOWN) },
      'Asset is referencing non existing asset profile!',
    ],
    [
      'an unknown customer',
      { name: 'x', customerId: entityRef('CUSTOMER', UNKNOWN) },
      "Can't assign asset to non-existent customer!",
    ],
  ])('refuses %s', async (_, body, message) => {
    expect(await refusal(body)).toEqual([400, 31, message])
  })

  it('refuses an id that nothing has, and a customer or profile of another tenant', async () => {
    expect(await refusal({ id: entityRef('ASSET', UNKNOWN), name: 'x' })).toEqual([
      404,
      32,
      `Asset with id [${UNKNOWN}] is not found`,
    ])
    const foreign = await platform.customer('Foreign', platform.stranger)
    expect(await refusal({ name: 'x', customerId: foreign.id })).toEqual([
      400,
      31,
      "Can't assign asset to customer from different tenant!",
    ])
    const { assetProfileId } = await platform.asset('Foreign', { type: 'theirs' }, platform.stranger)
    expect(await refusal({ name: 'x', assetProfileId })).toEqual([
      400,
      31,
      'Asset is referencing non existing asset profile!',
    ])
  })

  it('keeps names apart within a tenant, or appends to a taken one when asked to', async () => {
    const { name } = await platform.asset(fresh('Corridor'))
    expect(await refusal({ name })).toEqual([400, 31, 'Asset with such name already exists!'])
    const second = (await save({ name }, '?nameConflictPolicy=UNIQUIFY')).json()
    expect(second.name).toMatch(new RegExp(`^${name}_\\w+$`))
    expect((await platform.stranger.post('/api/asset', { name })).statusCode).toBe(200)
  })

  it('replaces all members, also with none, and counts versions', async () => {
    const customer = await platform.customer(fresh('District'))
    const asset = await platform.asset(fresh('Corridor'), {
      label: 'x',
      customerId: customer.id,
      additionalInfo: 'text',
    })
    expect([asset.additionalInfo, asset.version]).toEqual(['text', 1])
    const replaced = (await save({ id: asset.id, name: asset.name })).json()
    expect(replaced).toEqual({
      ...asset,
      customerId: entityRef('CUSTOMER', NULL_UUID),
      label: null,
      additionalInfo: null,
      version: 2,
    })
    expect(await refusal({ ...asset, version: 1 })).toEqual([409, 35, 'Asset was already changed by someone else'])
    expect((await save({ ...asset, version: undefined })).json().version).toBe(3)
  })

  it('takes a new type for a profile of its own, unless a profile is named', async () => {
    const asset = await platform.asset(fresh('Corridor'))
    expect(asset.type).toBe('default')
    const { assetProfileId: _, ...withoutProfile } = asset
    const retyped = (await save({ ...withoutProfile, type: 'arterial' })).json()
    expect(retyped.type).toBe('arterial')
    expect(retyped.assetProfileId).not.toEqual(asset.assetProfileId)
    expect((await save({ ...retyped, type: 'other' })).json().type).toBe('arterial')
    const names = (await platform.admin.get('/api/assetProfile/names')).json()
    expect(names).toContainEqual({ id: retyped.assetProfileId, name: 'arterial' })
    expect(names.map(({ name }: { name: string }) => name)).not.toContain('other')
  })
})

describe('an asset of a customer [contract 19.4]', () => {
  it('stays when its customer is deleted, unassigned', async () => {
    const customer = await platform.customer(fresh('District'))
    const { id } = await platform.asset(fresh('Corridor'), { customerId: customer.id })
    await platform.admin.delete(`/api/customer/${customer.id.id}`)
    expect((await platform.admin.get(`/api/asset/info/${id.id}`)).json()).toMatchObject({
      customerId: { id: NULL_UUID },
      customerTitle: null,
      version: 2,
    })
  })
})

describe('lists of assets [contract 19.4]', () => {
  it('filter, search every name, and sort', async () => {
    const customer = await platform.customer(fresh('Quận Ba'))
    const kind = fresh('kind')
    const first = await platform.asset(fresh('Đồng Khởi'), { type: kind, customerId: customer.id })
    const second = await platform.asset(fresh('Cách Mạng'), { type: kind, label: fresh('the label') })
    const names = async (query: string, path = '/api/tenant/assetInfos') =>
      (await platform.admin.get(`${path}?pageSize=10&page=0&${query}`))
        .json()
        .data.map(({ name }: { name: string }) => name)
    const type = `type=${encodeURIComponent(kind)}`
    expect(await names(`${type}&sortProperty=name&sortOrder=ASC`)).toEqual([second.name, first.name])
    expect(await names(`${type}&sortProperty=customerTitle&sortOrder=DESC`)).toEqual([first.name, second.name])
    expect(await names(`assetProfileId=${first.assetProfileId.id}&sortProperty=name`)).toHaveLength(2)
    for (const [text, found] of [
      [first.name, first],
      [second.label, second],
      [customer.title, first],
      [first.name.replace('Đồng Khởi', 'dong khoi'), first],
    ] as const) {
      expect(await names(`textSearch=${encodeURIComponent(text ?? '')}`)).toEqual([found.name])
    }
    expect(await names(`textSearch=${encodeURIComponent(kind)}`)).toHaveLength(2)
    const ofCustomer = `/api/customer/${customer.id.id}`
    expect(await names('', `${ofCustomer}/assetInfos`)).toEqual([first.name])
    expect(await names(type, `${ofCustomer}/assets`)).toEqual([first.name])
    const plain = (await platform.admin.get(`/api/tenant/assets?pageSize=1&page=0&${type}`)).json()
    expect(plain).toMatchObject({ totalElements: 2, totalPages: 2, hasNext: true })
    expect([first, second]).toContainEqual(plain.data[0])
    const badSort = await platform.admin.get('/api/tenant/assetInfos?pageSize=1&page=0&sortProperty=foo')
    expect(badSort.json()).toMatchObject({ status: 400, errorCode: 31 })
  })

  it('find one by its whole name', async () => {
    const asset = await platform.asset(fresh('Pulse'), { type: 'greenwave' })
    const byName = (name: string) => platform.admin.get(`/api/tenant/asset?assetName=${encodeURIComponent(name)}`)
    expect((await byName(asset.name)).json()).toEqual(asset)
    const older = await platform.admin.get(`/api/tenant/assets?assetName=${encodeURIComponent(asset.name)}`)
    expect(older.json()).toEqual(asset)
    expect((await platform.admin.get('/api/tenant/assets?page=0')).json()).toMatchObject({ status: 400, errorCode: 31 })
    expect((await byName('nope')).json()).toMatchObject({
      status: 404,
      errorCode: 32,
      message: "Requested item wasn't found!",
    })
    expect((await platform.admin.get('/api/tenant/asset')).json()).toMatchObject({ status: 400, errorCode: 31 })
  })
})

describe('a deleted asset', () => {
  it('is gone with its values, and stays in the audit log', async () => {
    const { id, name } = await platform.asset(fresh('Corridor'))
    const values = `/api/plugins/telemetry/ASSET/${id.id}`
    await platform.admin.post(`${values}/SERVER_SCOPE`, { a: 1 })
    await platform.admin.post(`${values}/timeseries/ANY`, { b: 1 })
    const deleted = await platform.admin.delete(`/api/asset/${id.id}`)
    expect([deleted.statusCode, deleted.body]).toEqual([200, ''])
    expect((await platform.admin.delete(`/api/asset/${id.id}`)).json()).toMatchObject({
      status: 404,
      errorCode: 32,
      message: `Asset with id [${id.id}] is not found`,
    })
    expect(platform.store.data.attributes(id.id, 'SERVER_SCOPE').size).toBe(0)
    expect(platform.store.data.latest(id.id).size).toBe(0)
    const read = await platform.admin.get(`${values}/values/attributes`)
    expect([read.statusCode, read.body]).toEqual([404, "Asset with requested id wasn't found!"])
    expect((await recordsOf(id.id)).at(-1)).toMatchObject({
      actionType: 'DELETED',
      entityName: name,
      actionData: { entityId: id.id },
    })
  })
})
