/** What a platform has already, as entries of lists. */
import type { CallApi } from '@greenwave/client/callTypes'
import type { Customer } from '@greenwave/contract/customers'
import type { DeviceInfo } from '@greenwave/contract/devices'
import type { User } from '@greenwave/contract/users'
import type { ListKind } from './entityList.ts'

const PAGE_SIZE = 100

/** Something that a platform has. */
export interface Existing<Entity> {
  readonly entity: Entity
  /** By the columns of its list. */
  readonly values: Readonly<Record<string, string | undefined>>
}

interface Page<Row> {
  readonly data: readonly Row[]
  readonly hasNext: boolean
}

async function all<Row>(read: (query: { pageSize: number; page: number }) => Promise<Page<Row>>): Promise<Row[]> {
  const rows: Row[] = []
  for (let page = 0; ; page += 1) {
    const { data, hasNext } = await read({ pageSize: PAGE_SIZE, page })
    rows.push(...data)
    if (!hasNext) return rows
  }
}

/** Returns all customers of the tenant. */
export async function existingCustomers(call: CallApi<'customers'>): Promise<readonly Existing<Customer>[]> {
  const customers = await all((query) => call('customers', { query }))
  return customers.map((entity) => {
    const { title, email, phone, country, state, city, address, address2, zip } = entity
    return { entity, values: texts({ title, email, phone, country, state, city, address, address2, zip }) }
  })
}

/** Returns all devices of the tenant, without their credentials and locations, which cost a call each. */
export async function existingDevices(call: CallApi<'tenantDevices'>): Promise<readonly Existing<DeviceInfo>[]> {
  const devices = await all((query) => call('tenantDevices', { query }))
  return devices.map((entity) => {
    const { name, label, customerTitle: customer } = entity
    return { entity, values: texts({ name, label, customer }) }
  })
}

/** Returns all users of the given customers. */
export async function existingUsers(
  call: CallApi<'customerUsers'>,
  customers: readonly Customer[],
): Promise<readonly Existing<User>[]> {
  const users: Existing<User>[] = []
  for (const { id, title } of customers) {
    for (const entity of await all((query) => call('customerUsers', { params: { customerId: id.id }, query }))) {
      const { email, firstName, lastName, phone } = entity
      users.push({ entity, values: texts({ email, customer: title, firstName, lastName, phone }) })
    }
  }
  return users
}

/** Returns all that a list of a kind is of, as its entries. */
export async function existingOf(
  kind: ListKind,
  call: CallApi<'tenantDevices' | 'customers' | 'customerUsers'>,
): Promise<readonly Pick<Existing<unknown>, 'values'>[]> {
  if (kind === 'devices') return existingDevices(call)
  const customers = await existingCustomers(call)
  if (kind === 'customers') return customers
  return existingUsers(
    call,
    customers.map(({ entity }) => entity),
  )
}

/** A member that is null or missing has no value. */
function texts(members: Readonly<Record<string, string | null | undefined>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(members).flatMap(([key, value]) => (value ? [[key, value]] : [])))
}
