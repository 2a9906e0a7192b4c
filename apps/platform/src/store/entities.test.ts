import { randomUUID } from 'node:crypto'
import type { AuditLog } from '@greenwave/contract/wire/audit'
import { entityRef, NULL_UUID } from '@greenwave/contract/wire/ids'
import type { Page } from '@greenwave/contract/wire/page'
import { describe, expect, it } from 'vitest'
import { saveCustomer, saveDevice, saveUser, someAlarm, someTenant } from '../testing/testEntities.ts'
import { link, STORE_KINDS } from '../testing/testStore.ts'
import type { Store } from './openStore.ts'
import { type AuditFilter, VersionConflict } from './store.ts'

describe.each(STORE_KINDS)('a store $kind', ({ open }) => {
  it('answers what was saved, members that it does not know included', async () => {
    const store = await open()
    const device = saveDevice(store, { name: 'TLC-0007', label: 'Nguyễn Huệ', firmwareId: null, vendor: { line: 7 } })
    expect(store.devices.byId(device.id.id)).toEqual(device)
    expect(device).toMatchObject({ version: 1, vendor: { line: 7 } })
    expect(store.devices.byName(device.tenantId.id, 'TLC-0007')).toEqual(device)
    expect(store.devices.byId(randomUUID())).toBeUndefined()
  })

  it('counts versions from 1 and refuses a save that knew another one', async () => {
    const store = await open()
    const device = saveDevice(store)
    const second = store.devices.save({ ...device, label: 'second' }, 1)
    expect(second.version).toBe(2)
    const stale = (): unknown => store.devices.save({ ...device, label: 'stale' }, 1)
    expect(stale).toThrow(VersionConflict)
    expect(stale).toThrow('Device was already changed by someone else')
    expect(store.devices.byId(device.id.id)?.label).toBe('second')
    expect(store.devices.save({ ...device, label: 'forced' }).version).toBe(3)
  })

  it('names the kind of entity in a conflict', async () => {
    const store = await open()
    const customer = saveCustomer(store)
    const user = saveUser(store)
    const credentials = saveCredentials(store, saveDevice(store).id.id, 'token')
    expect(() => store.customers.save(customer, 9)).toThrow('Customer was already changed by someone else')
    expect(() => store.users.save(user, 9)).toThrow('User was already changed by someone else')
    expect(() => store.credentials.save(credentials, 9)).toThrow('Entity was already changed by someone else')
  })

  it('keeps apart what must be unique, and allows it in another tenant where it may be', async () => {
    const store = await open()
    const other = entityRef('TENANT', store.tenants.create('Other').id)
    saveDevice(store, { name: 'TLC' })
    saveCustomer(store, { title: 'District 1' })
    saveUser(store, { email: 'a@b.vn' })
    saveCredentials(store, saveDevice(store).id.id, 'one')
    expect(() => saveDevice(store, { name: 'TLC' })).toThrow(/UNIQUE/)
    expect(() => saveCustomer(store, { title: 'District 1' })).toThrow(/UNIQUE/)
    expect(() => saveUser(store, { email: 'a@b.vn', tenantId: other })).toThrow(/UNIQUE/)
    expect(() => saveCredentials(store, saveDevice(store).id.id, 'one')).toThrow(/UNIQUE/)
    expect(saveDevice(store, { name: 'TLC', tenantId: other }).version).toBe(1)
    expect(saveCustomer(store, { title: 'District 1', tenantId: other }).version).toBe(1)
  })

  it('undoes all of a transaction that fails, lists included', async () => {
    const store = await open()
    const tenantId = someTenant(store)
    const kept = saveDevice(store, { name: 'kept' })
    const steps = (): void => {
      saveDevice(store, { name: 'undone' })
      store.devices.save({ ...kept, label: 'undone' })
      expect(store.devices.page(tenantId, {}, link()).totalElements).toBe(2)
      throw new Error('refused')
    }
    expect(() => store.transaction(steps)).toThrow('refused')
    expect(store.devices.page(tenantId, {}, link()).data).toMatchObject([{ name: 'kept', label: null, version: 1 }])
    expect(store.devices.byName(tenantId, 'undone')).toBeUndefined()
  })

  it('undoes an inner transaction alone when the outer one goes on', async () => {
    const store = await open()
    store.transaction(() => {
      saveDevice(store, { name: 'outer' })
      expect(() =>
        store.transaction(() => {
          saveDevice(store, { name: 'inner' })
          throw new Error('refused')
        }),
      ).toThrow('refused')
    })
    const { data } = store.devices.page(someTenant(store), {}, link())
    expect(data.map(({ name }) => name)).toEqual(['outer'])
  })

  it('shows the title of the customer on its devices, also after it changed and after the customer went', async () => {
    const store = await open()
    const customer = saveCustomer(store, { title: 'District 1' })
    const device = saveDevice(store, { customerId: customer.id })
    const title = (): string | null | undefined => store.devices.infoById(device.id.id)?.customerTitle
    expect(title()).toBe('District 1')
    store.customers.save({ ...customer, title: 'Quận 1' })
    expect(title()).toBe('Quận 1')
    store.customers.remove(customer.id.id)
    expect(title()).toBeNull()
  })

  it('mirrors the server attribute active in lists: false when absent, deleted or no boolean', async () => {
    const store = await open()
    const device = saveDevice(store)
    const id = device.id.id
    const listed = (): number => store.devices.page(someTenant(store), { active: true }, link()).totalElements
    expect(listed()).toBe(0)
    await store.data.saveAttributes(id, 'SERVER_SCOPE', { active: true }, 1)
    expect(store.devices.infoById(id)?.active).toBe(true)
    expect(listed()).toBe(1)
    await store.data.saveAttributes(id, 'SHARED_SCOPE', { active: false }, 2)
    expect(listed()).toBe(1)
    await store.data.saveAttributes(id, 'SERVER_SCOPE', { active: 'yes' }, 3)
    expect(listed()).toBe(0)
    await store.data.saveAttributes(id, 'SERVER_SCOPE', { active: true }, 4)
    await store.data.deleteAttributes(id, 'SERVER_SCOPE', ['active'])
    expect(listed()).toBe(0)
  })

  it('takes the credentials and active alarms of a device away with it', async () => {
    const store = await open()
    const id = saveDevice(store).id.id
    saveCredentials(store, id, 'token')
    const alarm = store.alarms.add(someAlarm(store, id))
    store.devices.remove(id)
    expect(store.credentials.byCredentialsId('token')).toBeUndefined()
    expect(await store.alarms.find(alarm.id.id)).toBeUndefined()
    expect(store.devices.page(someTenant(store), {}, link()).totalElements).toBe(0)
  })

  it('keeps the secrets of a user apart and deletes them with the user', async () => {
    const store = await open()
    const user = saveUser(store)
    const credentials = {
      userId: user.id.id,
      enabled: false,
      passwordHash: null,
      activateToken: 'token',
      activateTokenExpTime: 5,
      failedLoginAttempts: 0,
      lockedUntil: null,
      lastLoginTs: null,
      disabled: false,
      mustChangePassword: true,
      isEmailUnproved: false,
    }
    store.users.saveCredentials(credentials)
    expect(store.users.credentialsByActivateToken('token')).toEqual(credentials)
    const enabled = { ...credentials, enabled: true, passwordHash: 'hash', activateToken: null, lastLoginTs: 7 }
    expect(store.users.countOtherAdmins(user.tenantId.id, 'another')).toBe(0)
    store.users.saveCredentials(enabled)
    expect(store.users.credentials(user.id.id)).toEqual(enabled)
    expect(store.users.countOtherAdmins(user.tenantId.id, 'another')).toBe(1)
    expect(store.users.countOtherAdmins(user.tenantId.id, user.id.id)).toBe(0)
    store.users.remove(user.id.id)
    expect(store.users.credentials(user.id.id)).toBeUndefined()
    expect(store.users.byEmail(user.email)).toBeUndefined()
    expect(store.users.countOtherAdmins(user.tenantId.id, 'another')).toBe(0)
  })

  it('makes one default profile for each tenant', async () => {
    const store = await open()
    const tenantId = someTenant(store)
    const profile = store.profiles.default(tenantId)
    expect(store.profiles.default(tenantId)).toEqual(profile)
    expect(store.profiles.byName(tenantId, 'default')).toEqual(profile)
    expect(store.profiles.default(store.tenants.create('Other').id).id).not.toEqual(profile.id)
    expect(store.profiles.byId(store.profiles.create(tenantId, 'fast').id.id)?.name).toBe('fast')
  })

  it('takes a profile named default for the default one, whoever made it', async () => {
    const store = await open()
    const tenantId = someTenant(store)
    const named = store.profiles.create(tenantId, 'default')
    expect(store.profiles.default(tenantId)).toEqual(named)
    expect(store.profiles.default(tenantId)).toEqual(named)
  })

  it('lists audit records by time, kind of action, entity, user and customer', async () => {
    const store = await open()
    const tenantId = someTenant(store)
    const device = entityRef('DEVICE', randomUUID())
    const user = entityRef('USER', randomUUID())
    store.audit.add(someRecord(tenantId, { createdTime: 10, entityId: device, entityName: 'TLC' }), false)
    store.audit.add(someRecord(tenantId, { createdTime: 20, actionType: 'LOGIN', userId: user }), false)
    const times = async (filter: Partial<AuditFilter>, textSearch?: string): Promise<number[]> => {
      const asked = { startTime: 0, endTime: 100, actionTypes: undefined, ...filter }
      const json = await store.audit.page(tenantId, asked, link({ textSearch }))
      const { data }: Page<AuditLog> = JSON.parse(new TextDecoder().decode(json))
      return data.map(({ createdTime }) => createdTime).sort((a, b) => a - b)
    }
    expect(await times({})).toEqual([10, 20])
    expect(await times({ startTime: 10, endTime: 10 })).toEqual([10])
    expect(await times({ startTime: 11, endTime: 19 })).toEqual([])
    expect(await times({ actionTypes: ['LOGIN', 'LOGOUT'] })).toEqual([20])
    expect(await times({ entity: device })).toEqual([10])
    expect(await times({ userId: user.id })).toEqual([20])
    expect(await times({ customerId: NULL_UUID })).toEqual([10, 20])
    expect(await times({}, 'tlc')).toEqual([10])
    expect(await times({}, 'device')).toEqual([10, 20])
    expect(await times({ customerId: NULL_UUID }, 'device')).toEqual([])
  })

  it('keeps audit records of one millisecond in the order in which they came, both ways', async () => {
    const store = await open()
    const tenantId = someTenant(store)
    const names = Array.from({ length: 40 }, (_, n) => `TLC-${n}`)
    for (const entityName of names) store.audit.add(someRecord(tenantId, { createdTime: 10, entityName }), false)
    const listed = async (sortOrder: 'ASC' | 'DESC'): Promise<unknown[]> => {
      const asked = { startTime: 0, endTime: 100, actionTypes: undefined }
      const json = await store.audit.page(
        tenantId,
        asked,
        link({ sortProperty: 'createdTime', sortOrder, pageSize: 40 }),
      )
      const { data }: Page<AuditLog> = JSON.parse(new TextDecoder().decode(json))
      return data.map(({ entityName }) => entityName)
    }
    expect(await listed('ASC')).toEqual(names)
    expect(await listed('DESC')).toEqual(names.toReversed())
  })

  it('remembers since when tokens are void, and forgets what is too old to matter', async () => {
    const store = await open()
    store.revocations.invalidate('user', 1000)
    store.revocations.invalidate('user', 500)
    expect(store.revocations.outdatedSince('user')).toBe(1000)
    store.revocations.prune(1000)
    expect(store.revocations.outdatedSince('user')).toBe(1000)
    store.revocations.prune(1001)
    expect(store.revocations.outdatedSince('user')).toBeUndefined()
  })
})

function saveCredentials(store: Store, deviceId: string, credentialsId: string) {
  return store.credentials.save({
    id: { id: randomUUID() },
    createdTime: 1,
    deviceId: entityRef('DEVICE', deviceId),
    credentialsType: 'ACCESS_TOKEN',
    credentialsId,
    credentialsValue: null,
  })
}

function someRecord(tenantId: string, traits: Partial<AuditLog>): AuditLog {
  return {
    id: { id: randomUUID() },
    createdTime: 1,
    tenantId: entityRef('TENANT', tenantId),
    customerId: entityRef('CUSTOMER', NULL_UUID),
    entityId: entityRef('DEVICE', randomUUID()),
    entityName: null,
    userId: entityRef('USER', randomUUID()),
    userName: 'admin@greenwave.test',
    actionType: 'UPDATED',
    actionData: {},
    actionStatus: 'SUCCESS',
    actionFailureDetails: '',
    ...traits,
  }
}
