import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Health, NO_HEALTH } from '../meter/readiness.ts'
import { saveCustomer, saveDevice, someTenant } from '../testing/testEntities.ts'
import { link, makeFolder, openTestStore } from '../testing/testStore.ts'
import type { Store } from './openStore.ts'

/** Opens another connection to the store's file, which can make the store's writes wait or fail. */
function besides(folder: string, file = 'greenwave.db'): DatabaseSync {
  const db = new DatabaseSync(join(folder, file))
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

  it.each([
    [
      ...(['entities', 'greenwave.db', 'customers'] as const),
      (store: Store) => {
        saveCustomer(store)
        return store.committed()
      },
    ],
    [
      ...(['values', 'telemetry.db', 'journal'] as const),
      (store: Store) => store.data.saveTelemetry(saveDevice(store).id.id, [{ ts: 1, values: { a: 1 } }]),
    ],
  ])('reports that the disk is full, and that it takes %s again', async (_, file, table, write) => {
    const folder = makeFolder()
    const reports: unknown[] = []
    const report: Health['report'] = (part, trouble) => void reports.push([part, trouble])
    const store = await openTestStore(folder, undefined, { ...NO_HEALTH, report })
    await write(store)
    await store.committed()
    expect(reports).toEqual([])
    const disk = besides(folder, file)
    disk.exec(FULL.replace('customers', table))
    await expect(write(store)).rejects.toThrow('database or disk is full')
    const text = expect.stringMatching(/^is full, and nothing new is stored: make room on it/)
    expect(reports).toEqual([['disk', { text, isBlocking: false }]])
    disk.exec('DROP TRIGGER full')
    await write(store)
    expect(reports.slice(1)).toEqual([['disk', undefined]])
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
