import type { Device, DeviceInfo } from '@greenwave/contract/wire/devices'
import { createDeviceIndex } from './deviceIndex.ts'
import { bodyText, createFinder, nextVersion, parseEntityBody } from './entityBody.ts'
import type { EntityDatabase } from './entityDatabase.ts'
import { pageOf } from './listQuery.ts'
import { PageBudget } from './pageBudget.ts'
import type { DeviceFilter, DeviceRow, PageLink } from './store.ts'

const ROW_COLUMNS = `devices.id, devices.tenant_id, devices.customer_id, devices.profile_id, devices.created_time,
  devices.name, devices.label, devices.type, devices.version, customers.title AS customer_title
  FROM devices LEFT JOIN customers ON customers.id = devices.customer_id`

/** The repository of devices. */
export type DeviceTable = ReturnType<typeof createDeviceRepository>

/**
 * Creates the repository of devices. Lists come from an index in memory that follows every transaction and the devices'
 * activity.
 *
 * @param activeIds devices whose `active` attribute is true
 */
export function createDeviceRepository(database: EntityDatabase, activeIds: ReadonlySet<string>) {
  const { db, transaction } = database
  const byId = createFinder<Device>(db, 'SELECT body FROM devices WHERE id = ?')
  const byName = createFinder<Device>(db, 'SELECT body FROM devices WHERE tenant_id = ? AND name = ?')
  const selectRow = db.prepare(`SELECT ${ROW_COLUMNS} WHERE devices.id = ?`)
  const selectVersion = db.prepare('SELECT version FROM devices WHERE id = ?')
  const selectLength = db.prepare('SELECT length(body) AS length FROM devices WHERE id = ?')
  const upsert = db.prepare(`
    INSERT INTO devices (id, tenant_id, customer_id, profile_id, created_time, name, label, type, version, body)
    VALUES (:id, :tenantId, :customerId, :profileId, :createdTime, :name, :label, :type, :version, :body)
    ON CONFLICT (id) DO UPDATE SET customer_id = excluded.customer_id, profile_id = excluded.profile_id,
      name = excluded.name, label = excluded.label, type = excluded.type, version = excluded.version,
      body = excluded.body`)
  const deleteById = db.prepare('DELETE FROM devices WHERE id = ?')
  // Cleared alarms are deleted later: there may be many, and only the disk has them.
  const deleteAlarms = db.prepare('DELETE FROM alarms WHERE originator_id = ? AND cleared = 0')
  const selectOfCustomer = db.prepare('SELECT body FROM devices WHERE customer_id = ? ORDER BY id')
  const selectAllIds = db.prepare('SELECT id FROM devices')
  const selectIdsOfCustomer = db.prepare('SELECT id FROM devices WHERE customer_id = ?')

  const selectMembers = {
    additionalInfo: db.prepare("SELECT body ->> '$.additionalInfo' AS text FROM devices WHERE id = ?"),
    deviceData: db.prepare("SELECT body ->> '$.deviceData' AS text FROM devices WHERE id = ?"),
  }
  const index = createDeviceIndex((id, member) => {
    const text = selectMembers[member].get(id)?.text ?? null
    return typeof text === 'number' ? String(text) : typeof text === 'string' ? text : null
  })
  let places = 0
  const placeOf = (id: string): number => index.get(id)?.place ?? places++
  index.load(
    db
      .prepare(`SELECT ${ROW_COLUMNS}`)
      .all()
      .map((row) => readRow(row, placeOf(String(row.id)), activeIds.has(String(row.id)))),
  )

  // Devices touched by the current transaction. They are read again when it has ended, committed or not.
  const touched = new Set<string>()
  const followDatabase = (): void => {
    for (const id of touched) {
      const row = selectRow.get(id)
      if (row) index.put(readRow(row, placeOf(id), index.get(id)?.active ?? false))
      else index.remove(id)
    }
  }
  database.onSettled(() => {
    followDatabase()
    touched.clear()
  })
  // It is not known which devices the lost transactions touched, so all are read again.
  database.onUndone(() => {
    for (const id of index.ids()) touched.add(id)
    for (const { id } of selectAllIds.all()) touched.add(String(id))
    followDatabase()
    touched.clear()
  })

  const infoById = (id: string): DeviceInfo | undefined => {
    followDatabase()
    const row = index.get(id)
    const device = row && byId(id)
    return (
      device && {
        ...device,
        customerTitle: row.customerTitle,
        customerIsPublic: false,
        deviceProfileName: row.type,
        active: row.active,
      }
    )
  }

  return {
    byId,
    infoById,
    byName,
    save: (device: Device, expectedVersion?: number) =>
      transaction(() => {
        const version = nextVersion('Device', selectVersion.get(device.id.id)?.version, expectedVersion)
        const saved: Device = { ...device, version }
        upsert.run({
          id: saved.id.id,
          tenantId: saved.tenantId.id,
          customerId: saved.customerId.id,
          profileId: saved.deviceProfileId.id,
          createdTime: saved.createdTime,
          name: saved.name,
          label: saved.label ?? null,
          type: saved.type,
          version,
          body: bodyText('Device', saved),
        })
        touched.add(saved.id.id)
        return saved
      }),
    remove: (id: string) =>
      transaction(() => {
        deleteAlarms.run(id)
        deleteById.run(id)
        touched.add(id)
      }),
    page(tenantId: string, filter: DeviceFilter, link: PageLink) {
      followDatabase()
      const { ids, total } = index.page(tenantId, filter, link)
      const budget = new PageBudget()
      const infos = ids.flatMap((id) => {
        budget.take(Number(selectLength.get(id)?.length ?? 0))
        return infoById(id) ?? []
      })
      return pageOf(infos, total, link)
    },
    ofCustomer: (customerId: string) => selectOfCustomer.all(customerId).map((row) => parseEntityBody<Device>(row)),
    /** Returns every device with what the connectivity rule needs. */
    allIds() {
      followDatabase()
      return index.ids().flatMap((id) => index.get(id) ?? [])
    },
    /** Returns a device with its owner, from memory: cheap enough to call for every frame to a console. */
    ownerOf(id: string) {
      followDatabase()
      return index.get(id)
    },
    /** Returns the devices of a tenant, ascending by a property that its list can be sorted by, from memory. */
    rows(tenantId: string, property: string) {
      followDatabase()
      return index.rows(tenantId, property)
    },
    /** Updates the `active` attribute of a device, by which lists filter and sort. */
    setActive(id: string, active: boolean) {
      const row = index.get(id)
      if (row && row.active !== active) index.put({ ...row, active })
    },
    /** Updates the devices of a customer whose title changed or that was deleted. */
    customerChanged(customerId: string) {
      for (const row of selectIdsOfCustomer.all(customerId)) touched.add(String(row.id))
    },
    /** Does a small part of the work that would make the first lists slow; returns false when nothing is left. */
    warmUp: index.warmUp,
  }
}

function readRow(row: Record<string, unknown>, place: number, active: boolean): DeviceRow {
  const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)
  return {
    id: String(row.id),
    place,
    tenantId: String(row.tenant_id),
    customerId: String(row.customer_id),
    profileId: String(row.profile_id),
    createdTime: Number(row.created_time),
    name: String(row.name),
    label: text(row.label),
    type: String(row.type),
    customerTitle: text(row.customer_title),
    version: Number(row.version),
    active,
  }
}
