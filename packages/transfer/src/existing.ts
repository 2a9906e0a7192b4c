/** Existing entities of a platform, as entries of lists. */
import type { CallApi } from '@greenwave/client/callTypes'
import { allRows, listRows } from '@greenwave/client/listPages'
import type { Customer } from '@greenwave/contract/wire/customers'
import type { DeviceInfo } from '@greenwave/contract/wire/devices'
import type { User } from '@greenwave/contract/wire/users'
import { type ListKind, PLACE_COLUMNS } from './entityList.ts'

const PAGE_SIZE = 100
/** Places are short. */
const PLACES_OF_A_PAGE = 500

/** Query of a page in a total order, so that each entity is on one page only. */
const pageBy = (sortProperty: string, page: number) => ({ pageSize: PAGE_SIZE, page, sortProperty, sortOrder: 'ASC' })

/** Something that a platform has. */
export interface Existing<Entity> {
  readonly entity: Entity
  /** By the columns of its list. */
  readonly values: Readonly<Record<string, string | undefined>>
}

/** Returns all customers of the tenant. */
export async function existingCustomers(call: CallApi<'customers'>): Promise<readonly Existing<Customer>[]> {
  const customers = await allRows((page) => call('customers', { query: pageBy('title', page) }))
  return customers.map((entity) => {
    const { title, email, phone, country, state, city, address, address2, zip } = entity
    return { entity, values: texts({ title, email, phone, country, state, city, address, address2, zip }) }
  })
}

/** Returns all devices of the tenant, without their places and their credentials, which cost a call each. */
export async function existingDevices(call: CallApi<'tenantDevices'>): Promise<readonly Existing<DeviceInfo>[]> {
  const devices = await allRows((page) => call('tenantDevices', { query: pageBy('name', page) }))
  return devices.map((entity) => {
    const { name, label, customerTitle: customer } = entity
    return { entity, values: texts({ name, label, customer }) }
  })
}

/** Returns the places of all devices by their ids, as columns of their list; a part that is missing is left out. */
export async function devicePlaces(
  call: CallApi<'findEntities'>,
): Promise<ReadonlyMap<string, Existing<unknown>['values']>> {
  const places = new Map<string, Existing<unknown>['values']>()
  const query = {
    entityFilter: { type: 'entityType', entityType: 'DEVICE' } as const,
    latestValues: PLACE_COLUMNS.map((key) => ({ type: 'SERVER_ATTRIBUTE' as const, key })),
  }
  const sortOrder = { key: { type: 'ENTITY_FIELD', key: 'name' }, direction: 'ASC' } as const
  const rows = listRows((page) =>
    call('findEntities', { body: { ...query, pageLink: { page, pageSize: PLACES_OF_A_PAGE, sortOrder } } }),
  )
  for await (const { entityId, latest } of rows) {
    const found = PLACE_COLUMNS.map((column) => [column, latest.SERVER_ATTRIBUTE?.[column]?.value])
    places.set(entityId.id, texts(Object.fromEntries(found)))
  }
  return places
}

/** Returns all users of the given customers. */
export async function existingUsers(
  call: CallApi<'customerUsers'>,
  customers: readonly Customer[],
): Promise<readonly Existing<User>[]> {
  const users: Existing<User>[] = []
  for (const { id, title } of customers) {
    const params = { customerId: id.id }
    const rows = listRows((page) => call('customerUsers', { params, query: pageBy('email', page) }))
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
  call: CallApi<'tenantDevices' | 'findEntities' | 'customers' | 'customerUsers'>,
): Promise<readonly Pick<Existing<unknown>, 'values'>[]> {
  if (kind === 'devices') {
    const devices = await existingDevices(call)
    const places = await devicePlaces(call)
    return devices.map(({ entity, values }) => ({ values: { ...values, ...places.get(entity.id.id) } }))
  }
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

/** Returns the columns of which an entry says something else than the platform has. */
export function differingFields(
  wanted: Readonly<Record<string, string>>,
  present: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  return Object.keys(wanted).filter((column) => wanted[column] !== present[column])
}

/** Returns a place as texts that are the same for the same place, however its numbers are written. */
export function placeTexts(place: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, string>> {
  const textOf = (value: unknown) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return text.trim() === '' || Number.isNaN(Number(text)) ? text : String(Number(text))
  }
  return Object.fromEntries(Object.entries(place).map(([key, value]) => [key, textOf(value)]))
}
