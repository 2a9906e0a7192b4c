import { foldText } from '@greenwave/contract/text'
import type { Customer } from '@greenwave/contract/wire/customers'
import type { DeviceTable } from './devices.ts'
import { bodyText, createFinder, nextVersion, parseEntityBody } from './entityBody.ts'
import type { EntityDatabase } from './entityDatabase.ts'
import { createListReader, type ListShape } from './listQuery.ts'
import type { PageLink } from './store.ts'
import { foldedPattern, orderKey } from './textOrder.ts'

const CUSTOMER_LIST: ListShape = {
  table: 'customers',
  columns: 'body',
  sort: {
    createdTime: 'created_time',
    title: 'title_key',
    email: 'email_key',
    country: 'country_key',
    city: 'city_key',
    state: 'state_key',
    address: 'address_key',
    zip: 'zip_key',
    phone: 'phone_key',
    id: 'id',
    address2: "lower(body ->> '$.address2')",
    isPublic: "coalesce(body ->> '$.additionalInfo.isPublic', 0)",
    version: 'version',
    tenantId: 'tenant_id',
    additionalInfo: "body ->> '$.additionalInfo'",
    externalId: "body ->> '$.externalId.id'",
  },
  search: ['title_search'],
  pattern: foldedPattern,
}
/** Properties by which the list can be sorted, the documented ones first. */
export const CUSTOMER_SORTS = Object.keys(CUSTOMER_LIST.sort)

/** Creates the repository of customers. A changed title is also changed on the devices that show it. */
export function createCustomerRepository(
  { db, transaction }: EntityDatabase,
  devices: Pick<DeviceTable, 'customerChanged'>,
) {
  const byId = createFinder<Customer>(db, 'SELECT body FROM customers WHERE id = ?')
  const byTitle = createFinder<Customer>(db, 'SELECT body FROM customers WHERE tenant_id = ? AND title = ?')
  const selectStored = db.prepare('SELECT version, title FROM customers WHERE id = ?')
  const upsert = db.prepare(`
    INSERT INTO customers (id, tenant_id, created_time, title, title_key, title_search, email_key, country_key,
      state_key, city_key, address_key, zip_key, phone_key, version, body)
    VALUES (:id, :tenantId, :createdTime, :title, :titleKey, :titleSearch, :email, :country, :state, :city, :address,
      :zip, :phone, :version, :body)
    ON CONFLICT (id) DO UPDATE SET title = excluded.title, title_key = excluded.title_key,
      title_search = excluded.title_search, email_key = excluded.email_key, country_key = excluded.country_key,
      state_key = excluded.state_key, city_key = excluded.city_key, address_key = excluded.address_key,
      zip_key = excluded.zip_key, phone_key = excluded.phone_key, version = excluded.version, body = excluded.body`)
  const selectTenant = db.prepare('SELECT tenant_id FROM customers WHERE id = ?')
  const deleteById = db.prepare('DELETE FROM customers WHERE id = ?')
  // Cleared alarms are deleted later, as those of devices are.
  const deleteAlarms = db.prepare('DELETE FROM alarms WHERE originator_id = ? AND cleared = 0')
  const selectIds = db.prepare('SELECT id FROM customers WHERE tenant_id = ? ORDER BY created_time, id')
  const readPage = createListReader<Customer>(db, CUSTOMER_LIST, parseEntityBody)

  return {
    byId,
    byTitle,
    save: (customer: Customer, expectedVersion?: number) =>
      transaction(() => {
        const stored = selectStored.get(customer.id.id)
        const version = nextVersion('Customer', stored?.version, expectedVersion)
        const saved: Customer = { ...customer, name: customer.title, version }
        upsert.run({
          id: saved.id.id,
          tenantId: saved.tenantId.id,
          createdTime: saved.createdTime,
          title: saved.title,
          titleKey: orderKey(saved.title),
          titleSearch: foldText(saved.title),
          email: orderKey(saved.email),
          country: orderKey(saved.country),
          state: orderKey(saved.state),
          city: orderKey(saved.city),
          address: orderKey(saved.address),
          zip: orderKey(saved.zip),
          phone: orderKey(saved.phone),
          version,
          body: bodyText('Customer', saved),
        })
        if (stored !== undefined && stored.title !== saved.title) devices.customerChanged(saved.id.id)
        return saved
      }),
    remove: (id: string) =>
      transaction(() => {
        deleteAlarms.run(id)
        deleteById.run(id)
        devices.customerChanged(id)
      }),
    /** Returns the ids of a tenant's customers, the oldest first. */
    ids: (tenantId: string) => selectIds.all(tenantId).map(({ id }) => String(id)),
    page: (tenantId: string, link: PageLink) => readPage([{ sql: 'tenant_id = ?', value: tenantId }], link),
    /** Returns the owner of a customer, which is the customer itself, without reading the whole customer. */
    ownerOf(id: string) {
      const row = selectTenant.get(id)
      return row && { tenantId: String(row.tenant_id), customerId: id }
    },
  }
}
