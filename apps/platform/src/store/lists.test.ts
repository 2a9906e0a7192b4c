import { entityRef } from '@greenwave/contract/wire/ids'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { saveAsset, saveCustomer, saveDevice, saveUser, someTenant } from '../testing/testEntities.ts'
import { link, openTestStore } from '../testing/testStore.ts'
import { ASSET_SORTS } from './assets.ts'
import { CUSTOMER_SORTS } from './customers.ts'
import { DEVICE_SORTS } from './deviceIndex.ts'
import type { Store } from './openStore.ts'
import type { PageLink } from './store.ts'
import { USER_SORTS } from './users.ts'

/** Reads a list page by page until `hasNext` is false. */
function readAll<T>(read: (link: PageLink) => { data: T[]; hasNext: boolean }, asked: Partial<PageLink>): T[] {
  const all: T[] = []
  for (let page = 0; ; page += 1) {
    const { data, hasNext } = read(link({ ...asked, page }))
    all.push(...data)
    if (!hasNext) return all
  }
}

const NAMES = ['Ắc quy', 'ăn', 'an', 'Đèn', 'den', 'zebra', '', '10', '9', 'Nguyễn Huệ', 'emoji 🚦', 'a%b', 'a_b']

async function openFilledStore(): Promise<Store> {
  const store = await openTestStore()
  store.transaction(() => {
    const customers = NAMES.map((name, i) =>
      saveCustomer(store, {
        title: `${name} ${i}`,
        email: i % 3 === 0 ? null : `${name}@x.vn`,
        city: NAMES[(i * 5) % NAMES.length] ?? null,
        createdTime: i % 4,
      }),
    )
    for (let i = 0; i < 60; i += 1) {
      const customer = customers[i % customers.length]
      saveDevice(store, {
        name: `${NAMES[i % NAMES.length]} ${i}`,
        label: i % 4 === 0 ? null : (NAMES[(i * 7) % NAMES.length] ?? null),
        createdTime: i % 6,
        ...(customer && i % 2 === 0 ? { customerId: customer.id } : {}),
      })
      saveAsset(store, {
        name: `${NAMES[i % NAMES.length]} ${i}`,
        label: i % 4 === 0 ? null : (NAMES[(i * 7) % NAMES.length] ?? null),
        type: NAMES[(i * 3) % NAMES.length] || 'corridor',
        createdTime: i % 6,
        ...(customer && i % 2 === 0 ? { customerId: customer.id } : {}),
      })
      saveUser(store, {
        email: `user${i}@greenwave.test`,
        firstName: i % 5 === 0 ? null : (NAMES[i % NAMES.length] ?? null),
        lastName: NAMES[(i * 3) % NAMES.length] ?? null,
        createdTime: i % 7,
      })
    }
  })
  return store
}

describe('paging', () => {
  it.each(['devices', 'assets', 'customers', 'users'] as const)(
    'visits each of the %s once for every order and page size',
    async (kind) => {
      const store = await openFilledStore()
      const tenantId = someTenant(store)
      const lists = {
        devices: {
          read: (asked: PageLink) => store.devices.page(tenantId, {}, asked),
          properties: DEVICE_SORTS,
        },
        assets: {
          read: (asked: PageLink) => store.assets.page(tenantId, {}, asked),
          properties: ASSET_SORTS,
        },
        customers: {
          read: (asked: PageLink) => store.customers.page(tenantId, asked),
          properties: CUSTOMER_SORTS,
        },
        users: {
          read: (asked: PageLink) => store.users.page(tenantId, undefined, asked),
          properties: USER_SORTS,
        },
      }
      const { read, properties } = lists[kind]
      const total = read(link()).totalElements
      fc.assert(
        fc.property(
          fc.constantFrom(undefined, ...properties),
          fc.constantFrom('ASC' as const, 'DESC' as const),
          fc.integer({ min: 1, max: 70 }),
          fc.constantFrom(undefined, '', 'a', 'đ', '%', '_', '1'),
          (sortProperty, sortOrder, pageSize, textSearch) => {
            const ids = readAll<{ id: { id: string } }>(read, { sortProperty, sortOrder, pageSize, textSearch }).map(
              (item) => item.id.id,
            )
            expect(new Set(ids).size).toBe(ids.length)
            expect(ids.length).toBe(textSearch ? read(link({ textSearch })).totalElements : total)
          },
        ),
        { numRuns: 150 },
      )
    },
  )

  it('answers an empty page with the true totals past the end', async () => {
    const store = await openFilledStore()
    expect(store.devices.page(someTenant(store), {}, link({ page: 9 }))).toEqual({
      data: [],
      totalPages: 6,
      totalElements: 60,
      hasNext: false,
    })
    expect(store.customers.page(someTenant(store), link({ page: 9 }))).toMatchObject({ data: [], totalElements: 13 })
    expect(store.devices.page('no tenant', {}, link())).toMatchObject({ totalPages: 0, totalElements: 0 })
  })

  it('orders by id without a sort property, and equal values by id in either direction, nulls last', async () => {
    const store = await openFilledStore()
    const tenantId = someTenant(store)
    const byId = store.devices.page(tenantId, {}, link({ pageSize: 60, sortOrder: 'DESC' })).data
    expect(byId.map(({ id }) => id.id)).toEqual(byId.map(({ id }) => id.id).sort())
    for (const sortOrder of ['ASC', 'DESC'] as const) {
      const listed = store.devices.page(tenantId, {}, link({ pageSize: 60, sortProperty: 'label', sortOrder })).data
      const unlabelled = listed.slice(-15)
      expect(unlabelled.every(({ label }) => label === null)).toBe(true)
      expect(unlabelled.map(({ id }) => id.id)).toEqual(unlabelled.map(({ id }) => id.id).sort())
      const users = store.users.page(tenantId, undefined, link({ pageSize: 60, sortProperty: 'firstName', sortOrder }))
      expect(users.data.slice(-12).every(({ firstName }) => firstName === null)).toBe(true)
    }
  })

  it('refuses an order that the list does not have', async () => {
    const store = await openFilledStore()
    const tenantId = someTenant(store)
    expect(() => store.devices.page(tenantId, {}, link({ sortProperty: 'colour' }))).toThrow(/Cannot sort devices/)
    expect(() => store.users.page(tenantId, undefined, link({ sortProperty: 'x' }))).toThrow(/Cannot sort users/)
  })
})

describe('text search', () => {
  it('finds devices by name, label, type and customer title, in any case, with or without Vietnamese marks', async () => {
    const store = await openTestStore()
    const customer = saveCustomer(store, { title: 'Quận Bình Thạnh' })
    saveDevice(store, { name: 'TLC-1', label: 'Điện Biên Phủ' })
    saveDevice(store, { name: 'TLC-2', customerId: customer.id })
    const found = (textSearch: string): string[] =>
      store.devices.page(someTenant(store), {}, link({ textSearch, sortProperty: 'name' })).data.map(({ name }) => name)
    expect(found('tlc')).toEqual(['TLC-1', 'TLC-2'])
    expect(found('ĐIỆN BIÊN')).toEqual(['TLC-1'])
    expect(found('bình thạnh')).toEqual(['TLC-2'])
    expect(found('DEFAULT')).toEqual(['TLC-1', 'TLC-2'])
    expect(found('dien bien')).toEqual(['TLC-1'])
    expect(found('quan binh thanh')).toEqual(['TLC-2'])
    expect(found('t_c%1')).toEqual(['TLC-1'])
    expect(found('TLC%Quận')).toEqual([])
  })

  it('finds customers by title and users by email only', async () => {
    const store = await openTestStore()
    saveCustomer(store, { title: 'Quận Ẩn', email: 'hidden@x.vn' })
    saveUser(store, { email: 'thu@x.vn', firstName: 'Minh' })
    const tenantId = someTenant(store)
    expect(store.customers.page(tenantId, link({ textSearch: 'quận ẩn' })).totalElements).toBe(1)
    expect(store.customers.page(tenantId, link({ textSearch: 'QUAN an' })).totalElements).toBe(1)
    expect(store.customers.page(tenantId, link({ textSearch: 'hidden' })).totalElements).toBe(0)
    expect(store.users.page(tenantId, undefined, link({ textSearch: 'THU@' })).totalElements).toBe(1)
    expect(store.users.page(tenantId, undefined, link({ textSearch: 'Minh' })).totalElements).toBe(0)
  })
})

describe('device filters', () => {
  it('keep to a tenant, a customer, a type and a profile', async () => {
    const store = await openTestStore()
    const tenantId = someTenant(store)
    const other = store.tenants.create('Other').id
    const customer = saveCustomer(store)
    const fast = store.profiles.create(tenantId, 'fast')
    saveDevice(store, { name: 'mine', customerId: customer.id })
    saveDevice(store, { name: 'quick', deviceProfileId: fast.id, type: 'fast' })
    saveDevice(store, { name: 'foreign', tenantId: entityRef('TENANT', other) })
    const names = (filter: Parameters<Store['devices']['page']>[1]): string[] =>
      store.devices.page(tenantId, filter, link({ sortProperty: 'name' })).data.map(({ name }) => name)
    expect(names({})).toEqual(['mine', 'quick'])
    expect(names({ customerId: customer.id.id })).toEqual(['mine'])
    expect(names({ type: 'fast' })).toEqual(['quick'])
    expect(names({ deviceProfileId: fast.id.id })).toEqual(['quick'])
    expect(names({ active: false })).toEqual(['mine', 'quick'])
    expect(store.devices.ofCustomer(customer.id.id).map(({ name }) => name)).toEqual(['mine'])
    expect(store.devices.allIds()).toHaveLength(3)
  })
})
