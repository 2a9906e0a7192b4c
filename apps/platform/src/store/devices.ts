import type { Device, DeviceInfo } from '@greenwave/contract/devices'
import { createFinder, nextVersion, readBody } from './entityBody.ts'
import type { EntityDatabase } from './entityDatabase.ts'
import { type Condition, createListReader, type ListShape } from './listQuery.ts'
import type { DeviceFilter, DeviceRepository } from './store.ts'
import { orderKey, searchText } from './textOrder.ts'

const INFO_COLUMNS = 'body, type, customer_title, active'

// A device's type is always the name of its profile, so one column orders both.
const DEVICE_LIST: ListShape = {
  table: 'devices',
  columns: INFO_COLUMNS,
  sort: {
    createdTime: 'created_time',
    name: 'name_key',
    deviceProfileName: 'type_key',
    label: 'label_key',
    customerTitle: 'customer_title_key',
    type: 'type_key',
    active: 'active',
    id: 'id',
    customerId: 'customer_id',
    version: 'version',
  },
  search: ['name_search', 'label_search', 'type_search', 'customer_title_search'],
}

/** Devices, with what the store alone knows of them: the customer's title, and the activity flag kept by `setActive`. */
export interface DeviceTable extends DeviceRepository {
  /** Mirrors the `active` attribute, by which lists filter and sort. */
  setActive(flags: ReadonlyMap<string, boolean>): void
}

export function createDeviceRepository({ db, transaction }: EntityDatabase): DeviceTable {
  const byId = createFinder<Device>(db, 'SELECT body FROM devices WHERE id = ?')
  const byName = createFinder<Device>(db, 'SELECT body FROM devices WHERE tenant_id = ? AND name = ?')
  const selectInfo = db.prepare(`SELECT ${INFO_COLUMNS} FROM devices WHERE id = ?`)
  const selectVersion = db.prepare('SELECT version FROM devices WHERE id = ?')
  const selectTitle = db.prepare('SELECT title FROM customers WHERE id = ?')
  const upsert = db.prepare(`
    INSERT INTO devices (id, tenant_id, customer_id, profile_id, created_time, name, name_key, name_search, label_key,
      label_search, type, type_key, type_search, customer_title, customer_title_key, customer_title_search, version, body)
    VALUES (:id, :tenantId, :customerId, :profileId, :createdTime, :name, :nameKey, :nameSearch, :labelKey,
      :labelSearch, :type, :typeKey, :typeSearch, :title, :titleKey, :titleSearch, :version, :body)
    ON CONFLICT (id) DO UPDATE SET customer_id = excluded.customer_id, profile_id = excluded.profile_id,
      name = excluded.name, name_key = excluded.name_key, name_search = excluded.name_search,
      label_key = excluded.label_key, label_search = excluded.label_search, type = excluded.type,
      type_key = excluded.type_key, type_search = excluded.type_search, customer_title = excluded.customer_title,
      customer_title_key = excluded.customer_title_key, customer_title_search = excluded.customer_title_search,
      version = excluded.version, body = excluded.body`)
  const deleteById = db.prepare('DELETE FROM devices WHERE id = ?')
  const deleteAlarms = db.prepare('DELETE FROM alarms WHERE originator_id = ?')
  const selectOfCustomer = db.prepare('SELECT body FROM devices WHERE customer_id = ? ORDER BY id')
  const selectIds = db.prepare('SELECT id, tenant_id, created_time FROM devices ORDER BY no')
  const updateActive = db.prepare('UPDATE devices SET active = ? WHERE id = ?')
  const readPage = createListReader<DeviceInfo>(db, DEVICE_LIST, readInfo)

  return {
    byId,
    byName,
    infoById(id) {
      const row = selectInfo.get(id)
      return row && readInfo(row)
    },
    save: (device, expectedVersion) =>
      transaction(() => {
        const version = nextVersion('Device', selectVersion.get(device.id.id)?.version, expectedVersion)
        const title = selectTitle.get(device.customerId.id)?.title
        const customerTitle = title === undefined ? null : String(title)
        const saved: Device = { ...device, version }
        upsert.run({
          id: saved.id.id,
          tenantId: saved.tenantId.id,
          customerId: saved.customerId.id,
          profileId: saved.deviceProfileId.id,
          createdTime: saved.createdTime,
          name: saved.name,
          nameKey: orderKey(saved.name),
          nameSearch: searchText(saved.name),
          labelKey: orderKey(saved.label),
          labelSearch: searchText(saved.label),
          type: saved.type,
          typeKey: orderKey(saved.type),
          typeSearch: searchText(saved.type),
          title: customerTitle,
          titleKey: orderKey(customerTitle),
          titleSearch: searchText(customerTitle),
          version,
          body: JSON.stringify(saved),
        })
        return saved
      }),
    remove: (id) =>
      transaction(() => {
        deleteAlarms.run(id)
        deleteById.run(id)
      }),
    page: (tenantId, filter, link) => readPage(conditionsOf(tenantId, filter), link),
    ofCustomer: (customerId) => selectOfCustomer.all(customerId).map((row) => readBody<Device>(row)),
    allIds: () =>
      selectIds.all().map((row) => ({
        id: String(row.id),
        tenantId: String(row.tenant_id),
        createdTime: Number(row.created_time),
      })),
    setActive(flags) {
      transaction(() => {
        for (const [id, active] of flags) updateActive.run(active ? 1 : 0, id)
      })
    },
  }
}

function conditionsOf(tenantId: string, filter: DeviceFilter): Condition[] {
  const conditions: Condition[] = [{ sql: 'tenant_id = ?', value: tenantId }]
  if (filter.customerId !== undefined) conditions.push({ sql: 'customer_id = ?', value: filter.customerId })
  if (filter.type !== undefined) conditions.push({ sql: 'type = ?', value: filter.type })
  if (filter.deviceProfileId !== undefined) conditions.push({ sql: 'profile_id = ?', value: filter.deviceProfileId })
  if (filter.active !== undefined) conditions.push({ sql: 'active = ?', value: filter.active ? 1 : 0 })
  return conditions
}

function readInfo(row: Record<string, unknown>): DeviceInfo {
  return {
    ...readBody<Device>(row),
    customerTitle: row.customer_title === null ? null : String(row.customer_title),
    customerIsPublic: false,
    deviceProfileName: String(row.type),
    active: row.active === 1,
  }
}
