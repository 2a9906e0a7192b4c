import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Customer } from '@greenwave/contract/customers'
import type { Device } from '@greenwave/contract/devices'
import { entityRef, NULL_UUID } from '@greenwave/contract/ids'
import type { User } from '@greenwave/contract/users'
import { onTestFinished } from 'vitest'
import { openStore } from './openStore.ts'
import type { PageLink, Store } from './store.ts'
import type { StoreLog } from './storeLog.ts'

/** Retention of stores in tests, milliseconds. */
export const WEEK_MS = 7 * 86_400_000

/** A log that says nothing. */
export const quietLog: StoreLog = { info: () => {}, warn: () => {}, error: () => {} }

/** A new folder that is gone when the test has finished. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'greenwave-store-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A store in a folder, or in memory, that is closed when the test has finished. */
export async function openTestStore(dataDir: string = ':memory:', log: StoreLog = quietLog): Promise<Store> {
  const store = await openStore({ dataDir, telemetryRetentionMs: WEEK_MS, log })
  let closing: Promise<void> | undefined
  const close = (): Promise<void> => {
    closing ??= store.close()
    return closing
  }
  const opened: Store = { ...store, close }
  onTestFinished(() => opened.close())
  return opened
}

/** The two kinds of store that one suite of tests holds for. */
export const STORE_KINDS: readonly { kind: string; open: () => Promise<Store> }[] = [
  { kind: 'in memory', open: () => openTestStore() },
  { kind: 'in files', open: () => openTestStore(makeFolder()) },
]

/** A page request with the usual defaults. */
export function link(asked: Partial<PageLink> = {}): PageLink {
  return { pageSize: 10, page: 0, textSearch: undefined, sortProperty: undefined, sortOrder: 'ASC', ...asked }
}

/** The tenant to which the things below belong unless said otherwise. */
export function someTenant(store: Store): string {
  return (store.tenants.all().find(({ title }) => title === 'Greenwave') ?? store.tenants.create('Greenwave')).id
}

export function saveCustomer(store: Store, traits: Partial<Customer> = {}): Customer {
  return store.customers.save({
    id: entityRef('CUSTOMER', randomUUID()),
    createdTime: Date.now(),
    tenantId: entityRef('TENANT', someTenant(store)),
    title: `Customer ${randomUUID()}`,
    name: '',
    ...traits,
  })
}

export function saveDevice(store: Store, traits: Partial<Device> = {}): Device {
  const tenantId = traits.tenantId?.id ?? someTenant(store)
  const profile = store.profiles.default(tenantId)
  return store.devices.save({
    id: entityRef('DEVICE', randomUUID()),
    createdTime: Date.now(),
    tenantId: entityRef('TENANT', tenantId),
    customerId: entityRef('CUSTOMER', NULL_UUID),
    name: `Device ${randomUUID()}`,
    type: profile.name,
    label: null,
    deviceProfileId: profile.id,
    additionalInfo: null,
    ...traits,
  })
}

export function saveUser(store: Store, traits: Partial<User> = {}): User {
  return store.users.save({
    id: entityRef('USER', randomUUID()),
    createdTime: Date.now(),
    tenantId: entityRef('TENANT', someTenant(store)),
    customerId: entityRef('CUSTOMER', NULL_UUID),
    email: `${randomUUID()}@greenwave.test`,
    name: '',
    authority: 'TENANT_ADMIN',
    ...traits,
  })
}
