import { randomUUID } from 'node:crypto'
import { entityRef, NULL_UUID } from '@greenwave/contract/wire/ids'
import { describe, expect, it } from 'vitest'
import { saveCustomer, saveDevice, someTenant } from '../testing/testEntities.ts'
import { link, STORE_KINDS } from '../testing/testStore.ts'
import { EntityTooLarge, MAX_BODY_CHARACTERS } from './entityBody.ts'
import { PageTooLarge } from './pageBudget.ts'

const long = (characters: number) => ({ description: 'x'.repeat(characters) })
const ALL = { pageSize: 2 ** 31 - 1 }

describe.each(STORE_KINDS)('a store $kind', ({ open }) => {
  it('takes no entity that is longer than one may be', async () => {
    const store = await open()
    const device = saveDevice(store, { additionalInfo: long(MAX_BODY_CHARACTERS - 2000) })
    expect(() => store.devices.save({ ...device, additionalInfo: long(MAX_BODY_CHARACTERS) })).toThrow(EntityTooLarge)
    expect(store.devices.byId(device.id.id)?.version).toBe(1)
  })

  it('gives no page that holds more than a page may, however many rows were asked for', async () => {
    const store = await open()
    const tenantId = someTenant(store)
    const additionalInfo = long(MAX_BODY_CHARACTERS - 2000)
    store.transaction(() => {
      for (let i = 0; i < 70; i += 1) {
        saveDevice(store, { additionalInfo })
        saveCustomer(store, { additionalInfo })
      }
    })
    expect(() => store.devices.page(tenantId, {}, link(ALL))).toThrow(PageTooLarge)
    expect(() => store.customers.page(tenantId, link(ALL))).toThrow(PageTooLarge)
    expect(store.devices.page(tenantId, {}, link({ pageSize: 60 })).data).toHaveLength(60)
    expect(store.customers.page(tenantId, link({ pageSize: 60, page: 1 })).data).toHaveLength(10)
  })

  it('gives no page of audit records that holds more than a page may', async () => {
    const store = await open()
    const tenantId = someTenant(store)
    const nobody = entityRef('USER', NULL_UUID)
    for (let n = 0; n < 1100; n += 1) {
      store.audit.add(
        {
          id: { id: randomUUID() },
          createdTime: n,
          tenantId: entityRef('TENANT', tenantId),
          customerId: entityRef('CUSTOMER', NULL_UUID),
          entityId: nobody,
          entityName: null,
          userId: nobody,
          userName: 'admin@city.vn',
          actionType: 'LOGIN',
          actionData: long(16_000),
          actionStatus: 'SUCCESS',
          actionFailureDetails: '',
        },
        true,
      )
    }
    const filter = { startTime: 0, endTime: 2000, actionTypes: undefined }
    await expect(store.audit.page(tenantId, filter, link(ALL))).rejects.toMatchObject({ code: PageTooLarge.CODE })
    const page = JSON.parse(new TextDecoder().decode(await store.audit.page(tenantId, filter, link({ pageSize: 100 }))))
    expect(page).toMatchObject({ totalElements: 1100, totalPages: 11, hasNext: true })
    expect(page.data).toHaveLength(100)
  })
})
