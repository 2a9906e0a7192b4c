import { systemOfTests } from '@greenwave/harness/ofTest'
import { describe, expect, it } from 'vitest'
import { createTestPlatform } from '../testing/testPlatform.ts'

const platform = systemOfTests(await createTestPlatform())
for (const type of ['TLC mark 2', 'another']) await platform.device(`of ${type}`, { type })
const get = async (path: string) => (await platform.admin.get(path)).json()

describe('what tools read', () => {
  it('types of devices are the names of the profiles', async () => {
    const { default: standard } = { default: (await get('/api/deviceProfileInfo/default')).name }
    expect(await get('/api/device/types')).toEqual(
      ['TLC mark 2', 'another', standard].map((type) => ({
        tenantId: expect.objectContaining({ entityType: 'TENANT' }),
        entityType: 'DEVICE',
        type,
      })),
    )
  })

  it('profiles come in pages, sorted, searched, and whole or in short', async () => {
    const names = async (query: string) =>
      (await get(`/api/deviceProfileInfos?pageSize=10&page=0&${query}`)).data.map(({ name }: { name: string }) => name)
    expect(await names('sortProperty=name&sortOrder=ASC')).toEqual(['another', 'default', 'TLC mark 2'])
    expect(await names('textSearch=MARK')).toEqual(['TLC mark 2'])
    const page = await get('/api/deviceProfiles?pageSize=2&page=1&sortProperty=name')
    expect(page).toMatchObject({ totalElements: 3, totalPages: 2, hasNext: false })
    expect(page.data).toMatchObject([{ name: 'TLC mark 2', default: false, createdTime: expect.any(Number) }])
  })

  it('devices are found by their ids, those out of reach are left out', async () => {
    const customer = await platform.customer('City')
    const own = await platform.device('own', { customerId: customer.id })
    const foreign = await platform.device('foreign')
    const { caller } = await platform.customerUser(customer, 'reader@city.vn')
    const path = `/api/devices?deviceIds=${foreign.id.id},${own.id.id}`
    expect((await caller.get(path)).json()).toMatchObject([{ name: 'own' }])
    expect(await get(path)).toMatchObject([{ name: 'foreign' }, { name: 'own' }])
    expect(await get('/api/devices?deviceIds=x')).toMatchObject({ status: 400, errorCode: 31 })
    expect((await platform.stranger.get(path)).json()).toEqual([])
  })

  it('users come in short', async () => {
    const { data } = await get('/api/users/info?pageSize=10&page=0&textSearch=reader')
    expect(data).toEqual([{ id: expect.anything(), email: 'reader@city.vn', firstName: null, lastName: null }])
  })

  it('the system says what it is and what it can do', async () => {
    expect(await get('/api/system/info')).toMatchObject({ name: 'Greenwave' })
    expect(await get('/api/system/params')).toMatchObject({ userTokenAccessEnabled: true, edgesSupportEnabled: false })
  })
})
