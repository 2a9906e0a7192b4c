import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { saveCustomer, saveDevice, someTenant } from '../testing/testEntities.ts'
import { link, makeFolder, openTestStore } from '../testing/testStore.ts'

/** Opens another connection to the store's file, which can make the store's writes wait or fail. */
function besides(folder: string): DatabaseSync {
  const db = new DatabaseSync(join(folder, 'greenwave.db'))
  onTestFinished(() => db.close())
  return db
}

const FULL = `CREATE TRIGGER full BEFORE INSERT ON customers BEGIN SELECT RAISE(FAIL, 'database or disk is full'); END`

describe('a store whose disk fails', () => {
  it('takes back what it could not write, and all that was written after it', async () => {
    const folder = makeFolder()
    const store = await openTestStore(folder)
    const tenantId = someTenant(store)
    const kept = saveDevice(store, { name: 'kept' })
    await store.committed()
    const disk = besides(folder)
    disk.exec(FULL)
    const customer = saveCustomer(store, { title: 'lost' })
    store.devices.save({ ...kept, customerId: customer.id, label: 'lost' })
    saveDevice(store, { name: 'lost' })
    expect(store.devices.infoById(kept.id.id)?.customerTitle).toBe('lost')

    await expect(store.committed()).rejects.toThrow('database or disk is full')
    expect(store.devices.infoById(kept.id.id)).toMatchObject({ customerTitle: null, label: null, version: 1 })
    expect(store.customers.byTitle(tenantId, 'lost')).toBeUndefined()
    expect(store.devices.page(tenantId, {}, link()).data.map(({ name }) => name)).toEqual(['kept'])

    disk.exec('DROP TRIGGER full')
    saveCustomer(store, { title: 'after' })
    await store.committed()
    await store.close()
    const again = await openTestStore(folder)
    expect(again.customers.page(tenantId, link()).data.map(({ title }) => title)).toEqual(['after'])
    expect(again.devices.infoById(kept.id.id)).toMatchObject({ label: null, version: 1 })
  })

  it('keeps a session that was ended ended, and writes that when it can', async () => {
    const folder = makeFolder()
    const store = await openTestStore(folder)
    await store.committed()
    const disk = besides(folder)
    disk.exec(FULL.replace('customers', 'revocations'))
    store.revocations.invalidate('session', 5)
    await store.committed()
    expect(store.revocations.outdatedSince('session')).toBe(5)
    disk.exec('DROP TRIGGER full')
    await store.close()
    expect((await openTestStore(folder)).revocations.outdatedSince('session')).toBe(5)
  })

  it('answers reads while its disk takes no write', async () => {
    const folder = makeFolder()
    const store = await openTestStore(folder)
    const tenantId = someTenant(store)
    await store.committed()
    const disk = besides(folder)
    disk.exec('BEGIN IMMEDIATE')
    saveCustomer(store, { title: 'slow' })
    let isWritten = false
    const written = store.committed().then(() => {
      isWritten = true
    })
    expect(store.customers.page(tenantId, link()).totalElements).toBe(1)
    await store.data.saveTelemetry(saveDevice(store).id.id, [{ ts: 1, values: { a: 1 } }])
    expect(isWritten).toBe(false)
    disk.exec('ROLLBACK')
    await written
  })
})
