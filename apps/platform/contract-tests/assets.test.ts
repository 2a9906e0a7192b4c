/** @file Assets, and the values of assets and customers. */
import { systemOfTests } from '@greenwave/harness/ofTest'
import { Asset, AssetInfo } from '@greenwave/contract/wire/assets'
import { NULL_UUID } from '@greenwave/contract/wire/ids'
import { LIVE_PATH } from '@greenwave/contract/wire/live'
import { pageOf } from '@greenwave/contract/wire/page'
import { describe, expect, it } from 'vitest'
import { LiveClient } from '../src/testing/liveClient.ts'
import { createViewer, refusalOf } from './client.ts'
import { fresh, freshEmail, isStrict, openTarget } from './target.ts'

const target = systemOfTests(await openTarget())

const TYPE = fresh('corridor')

describe('assets', () => {
  it('are made with version 1 and their notes as they were sent, and listed with their names', async () => {
    const { admin } = target
    const additionalInfo = { offsets: [{ device: 'x', offset: 12.5 }], nested: { a: null, b: true } }
    const made = Asset.parse(await admin.createAsset(fresh('asset'), { type: TYPE, label: 'Lê Lợi', additionalInfo }))
    expect(made).toMatchObject({ version: 1, type: TYPE, customerId: { id: NULL_UUID }, additionalInfo })
    const query = { pageSize: 10, page: 0, textSearch: made.name }
    const list = pageOf(AssetInfo).parse((await admin.ask('tenantAssets', { query })).json())
    expect(list).toMatchObject({ totalElements: 1, data: [{ customerTitle: null, assetProfileName: TYPE }] })
    const found = await admin.ask('assetByName', { query: { assetName: made.name } })
    expect(Asset.parse(found.json())).toEqual(made)
    const names = (await admin.ask('assetProfileNames')).json<{ name: string }[]>()
    expect(names.map(({ name }) => name)).toContain(TYPE)
  })

  it('refuse a version that is not the stored one, a taken name and one that is none', async () => {
    const { admin } = target
    const made = await admin.createAsset(fresh('asset'), { type: TYPE })
    expect((await admin.ask('saveAsset', { body: { ...made, label: 'x' } })).json()).toMatchObject({ version: 2 })
    const refused = async (body: object) => refusalOf(await admin.ask('saveAsset', { body }))
    expect(await refused(made)).toEqual([409, 35, 'Asset was already changed by someone else'])
    expect(await refused({ name: made.name })).toEqual([400, 31, 'Asset with such name already exists!'])
    expect(await refused({ type: TYPE })).toEqual([400, 31, 'Asset name should be specified!'])
  })

  it('belong to a customer, whose users read them, until they are taken back or deleted', async () => {
    const { admin } = target
    const customer = await admin.createCustomer(fresh('customer'))
    const { client } = await createViewer(admin, customer, freshEmail(), 'correct horse')
    const made = await admin.createAsset(fresh('asset'), { type: TYPE })
    const params = { assetId: made.id.id, customerId: customer.id.id }
    expect((await client.ask('asset', { params })).status).toBe(403)
    expect((await admin.ask('assignAsset', { params })).json()).toMatchObject({ customerId: customer.id, version: 2 })
    expect((await client.ask('assetInfo', { params })).json()).toMatchObject({ customerTitle: customer.title })
    const list = await client.ask('customerAssets', { params, query: { pageSize: 10, page: 0, type: TYPE } })
    expect(list.json()).toMatchObject({ totalElements: 1, data: [{ id: made.id }] })
    expect((await client.ask('deleteAsset', { params })).status).toBe(403)
    expect((await admin.ask('unassignAsset', { params })).json()).toMatchObject({ version: 3 })
    expect((await client.ask('asset', { params })).status).toBe(403)
    expect(refusalOf(await admin.ask('unassignAsset', { params }))).toEqual([
      400,
      31,
      "Asset isn't assigned to any customer!",
    ])
    expect((await admin.ask('deleteAsset', { params })).text).toBe('')
    expect(refusalOf(await admin.ask('asset', { params }))).toEqual([
      404,
      32,
      `Asset with id [${made.id.id}] is not found`,
    ])
  })

  it.runIf(isStrict)('are not written by the users of their customer', async () => {
    const { admin } = target
    const customer = await admin.createCustomer(fresh('customer'))
    const { client } = await createViewer(admin, customer, freshEmail(), 'correct horse')
    const made = await admin.createAsset(fresh('asset'), { type: TYPE, customerId: customer.id })
    expect((await client.ask('saveAsset', { body: made })).status).toBe(403)
  })
})

describe.each(['ASSET', 'CUSTOMER'] as const)('values of %s', (entityType) => {
  it('are written and read as those of devices, and followed by the users of their customer', async () => {
    const { admin } = target
    const customer = await admin.createCustomer(fresh('customer'))
    const { client } = await createViewer(admin, customer, freshEmail(), 'correct horse')
    const owner =
      entityType === 'CUSTOMER' ? customer : await admin.createAsset(fresh('asset'), { customerId: customer.id })
    const entity = { entityType, entityId: owner.id.id }
    const write = (body: object) => admin.ask('saveAttributes', { params: { ...entity, scope: 'SERVER_SCOPE' }, body })
    expect((await write({ pulse: { at: 7 } })).status).toBe(200)
    const body = { ts: 1_767_312_000_000, values: { load: 120.5 } }
    expect((await admin.ask('saveTimeseries', { params: { ...entity, scope: 'ANY' }, body })).status).toBe(200)
    const read = await client.ask('attributes', {
      params: { ...entity, scope: 'SERVER_SCOPE' },
      query: { keys: 'pulse' },
    })
    expect(read.json()).toMatchObject([{ key: 'pulse', value: { at: 7 } }])
    const latest = await client.ask('timeseries', { params: entity, query: { keys: 'load' } })
    expect(latest.json()).toEqual({ load: [{ ts: body.ts, value: '120.5' }] })

    const live = await new LiveClient(target.url.replace(/^http/, 'ws') + LIVE_PATH).opened()
    const follow = { type: 'ATTRIBUTES', ...entity, scope: 'SERVER_SCOPE', keys: 'pulse', cmdId: 7 }
    live.send({ authCmd: { cmdId: 0, token: client.tokens?.token }, cmds: [follow] })
    expect(await live.next()).toMatchObject({ subscriptionId: 7, data: { pulse: [[expect.any(Number), '{"at":7}']] } })
    await write({ pulse: { at: 8 } })
    expect(await live.next()).toMatchObject({ subscriptionId: 7, data: { pulse: [[expect.any(Number), '{"at":8}']] } })
    live.socket.terminate()
  })
})
