/** What a platform has already, as entries of lists. */
import type { CallApi } from '@greenwave/client/callTypes'
import { allRows, listRows } from '@greenwave/client/listPages'
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

/** Returns all customers of the tenant. */
export async function existingCustomers(call: CallApi<'customers'>): Promise<readonly Existing<Customer>[]> {
  const customers = await allRows((page) => call('customers', { query: { pageSize: PAGE_SIZE, page } }))
  return customers.map((entity) => {
    const { title, email, phone, country, state, city, address, address2, zip } = entity
    return { entity, values: texts({ title, email, phone, country, state, city, address, address2, zip }) }
  })
}

/** Returns all devices of the tenant, without their credentials and locations, which cost a call each. */
export async function existingDevices(call: CallApi<'tenantDevices'>): Promise<readonly Existing<DeviceInfo>[]> {
  const devices = await allRows((page) => call('tenantDevices', { query: { pageSize: PAGE_SIZE, page } }))
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
    const params = { customerId: id.id }
    const rows = listRows((page) => call('customerUsers', { params, query: { pageSize: PAGE_SIZE, page } }))
    for await (const entity of rows) {
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
