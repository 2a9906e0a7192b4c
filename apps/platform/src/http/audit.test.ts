import { systemOfTests } from '@greenwave/harness/ofTest'
import { OPEN_DIALOG_KEY } from '@greenwave/contract/records/openDialogs'
import { WATCH_ASSET_TYPE } from '@greenwave/contract/records/watch'
import { NULL_UUID } from '@greenwave/contract/wire/ids'
import { describe, expect, it } from 'vitest'
import { createTestPlatform } from '../testing/testPlatform.ts'

const platform = systemOfTests(await createTestPlatform())

interface Logged {
  readonly actionType: string
  readonly createdTime: number
}
const list = async (path: string, query = ''): Promise<Logged[]> =>
  (await platform.admin.get(`/api/audit/logs${path}?pageSize=1000&page=0&sortProperty=createdTime${query}`)).json().data
const types = async (path: string, query = ''): Promise<string[]> =>
  (await list(path, query)).map(({ actionType }) => actionType)

describe('the audit log', () => {
  it('holds what happened to a device, with who did it and what', async () => {
    const { admin } = platform
    const customer = await platform.customer('District 1')
    const device = await platform.device('TLC-1')
    const path = `/entity/DEVICE/${device.id.id}`
    await admin.post(`/api/customer/${customer.id.id}/device/${device.id.id}`)
    await admin.delete(`/api/customer/device/${device.id.id}`)
    await admin.post('/api/device', { id: device.id, name: 'TLC-1', label: 'x' })
    await admin.delete(`/api/device/${device.id.id}`)
    const [added, assigned, unassigned, updated, deleted] = await list(path)
    const me = (await admin.get('/api/auth/user')).json()
    expect(added).toEqual({
      id: { id: expect.any(String) },
      createdTime: expect.any(Number),
      tenantId: me.tenantId,
      customerId: { entityType: 'CUSTOMER', id: NULL_UUID },
      entityId: device.id,
      entityName: 'TLC-1',
      userId: me.id,
      userName: 'admin@city.vn',
      actionType: 'ADDED',
      actionData: { entity: device },
      actionStatus: 'SUCCESS',
      actionFailureDetails: '',
    })
    expect(assigned).toMatchObject({
      actionType: 'ASSIGNED_TO_CUSTOMER',
      customerId: customer.id,
      actionData: { assignedCustomerId: customer.id.id, assignedCustomerName: 'District 1' },
    })
    expect(unassigned).toMatchObject({
      actionType: 'UNASSIGNED_FROM_CUSTOMER',
      actionData: { unassignedCustomerId: customer.id.id, unassignedCustomerName: 'District 1' },
    })
    expect([updated?.actionType, deleted?.actionType]).toEqual(['UPDATED', 'DELETED'])
    expect(await types(`/customer/${customer.id.id}`)).toEqual(
      expect.arrayContaining(['ADDED', 'ASSIGNED_TO_CUSTOMER', 'UNASSIGNED_FROM_CUSTOMER']),
    )
  })

  it('leaves out that a dialog is open, which nobody but tenant administrators writes or reads', async () => {
    const { admin } = platform
    const asset = (await admin.post('/api/asset', { name: 'Greenwave', type: WATCH_ASSET_TYPE })).json()
    const path = `/api/plugins/telemetry/ASSET/${asset.id.id}`
    const report = { ts: 1_700_000_000_000, values: { [OPEN_DIALOG_KEY]: { v: 1, tab: 't' } } }
    const customer = await platform.customer('District 9')
    const { caller: officer } = await platform.customerUser(customer, 'officer@city.vn')
    expect((await officer.post(`${path}/timeseries/ANY`, report)).statusCode).toBe(403)
    expect((await officer.get(`${path}/values/timeseries?keys=${OPEN_DIALOG_KEY}`)).statusCode).toBe(403)
    expect((await admin.post(`${path}/timeseries/ANY`, report)).statusCode).toBe(200)
    const { [OPEN_DIALOG_KEY]: kept } = (
      await admin.get(`${path}/values/timeseries?keys=${OPEN_DIALOG_KEY}&useStrictDataTypes=true`)
    ).json()
    expect(kept).toEqual([{ ts: report.ts, value: { v: 1, tab: 't' } }])
    expect(await types(`/entity/ASSET/${asset.id.id}`)).toEqual(['ADDED'])
    await admin.post(`${path}/timeseries/ANY`, { [OPEN_DIALOG_KEY]: 1, gw_shift: 2 })
    expect(await types(`/entity/ASSET/${asset.id.id}`)).toEqual(['ADDED', 'TIMESERIES_UPDATED'])
  })

  it('holds failures with their reason', async () => {
    await platform.admin.post('/api/device', { name: '<b>' })
    expect((await list('', '&actionTypes=ADDED')).at(-1)).toMatchObject({
      actionStatus: 'FAILURE',
      actionFailureDetails: 'Validation error: name is malformed',
      entityName: '<b>',
    })
  })

  it('can be asked for some actions, and for a time', async () => {
    expect(new Set(await types('', '&actionTypes=ADDED,DELETED'))).toEqual(new Set(['ADDED', 'DELETED']))
    const all = await list('')
    const moment = all[2]?.createdTime ?? 0
    expect((await list('', `&endTime=${moment}`)).every(({ createdTime }) => createdTime <= moment)).toBe(true)
    expect((await list('', `&startTime=${moment}&endTime=${moment}`)).length).toBeGreaterThan(0)
    expect(await list('', '&startTime=1&endTime=2')).toEqual([])
  })

  it('keeps a refusal that quotes what was sent no longer than people read it', async () => {
    const me = (await platform.admin.get('/api/auth/user')).json()
    const refused = await platform.admin.post('/api/user', { ...me, authority: 'x'.repeat(100_000) })
    expect(refused.statusCode).toBe(400)
    const path = `/api/audit/logs/entity/USER/${me.id.id}?pageSize=100&page=0&actionTypes=UPDATED`
    const reasons: string[] = (await platform.admin.get(path))
      .json()
      .data.map(({ actionFailureDetails }: { actionFailureDetails: string }) => actionFailureDetails)
    expect(reasons.find((reason) => reason.startsWith('Unsupported authority'))).toHaveLength(1000)
  })

  it('can be searched', async () => {
    const found = (await platform.admin.get('/api/audit/logs?pageSize=10&page=0&textSearch=tlc-1')).json()
    expect(found.totalElements).toBeGreaterThan(0)
    expect(
      (await platform.admin.get('/api/audit/logs?pageSize=10&page=0&textSearch=nowhere')).json().totalElements,
    ).toBe(0)
  })

  it('takes the words of actions in either case', async () => {
    const count = async (words: string) =>
      (await platform.admin.get(`/api/audit/logs?pageSize=1&page=0&actionTypes=${words}`)).json().totalElements
    expect(await count('added,deleted')).toBe(await count('ADDED,DELETED'))
    expect(await count('added')).toBeGreaterThan(0)
  })

  it.each(['actionTypes=NONSENSE', 'startTime=yesterday', 'sortProperty=nonsense'])('refuses %s', async (wrong) => {
    const response = await platform.admin.get(`/api/audit/logs?pageSize=10&page=0&${wrong}`)
    expect(response.json()).toMatchObject({ status: 400, errorCode: 31 })
  })

  it('shows a tenant nothing of another', async () => {
    const theirs = (await platform.stranger.get('/api/audit/logs?pageSize=1000&page=0')).json()
    expect(new Set(theirs.data.map(({ userName }: { userName: string }) => userName))).toEqual(
      new Set(['admin@other.vn']),
    )
  })
})
