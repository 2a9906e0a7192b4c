/** @file What an import would do, before it is begun. */
import type { CallApi } from '@greenwave/client/callTypes'
import type { Customer } from '@greenwave/contract/wire/customers'
import { LOGIN_COLUMNS } from './deviceLogin.ts'
import {
  devicePlaces,
  differingFields,
  existingCustomers,
  existingDevices,
  existingUsers,
  placeTexts,
} from './existing.ts'
import { type ListEntry, type ListKind, PLACE_COLUMNS } from './entityList.ts'

/**
 * What an import finds: nothing yet; a device without its place, which it gets; the same; the same as far as is known
 * before the logins are read, which costs a call each; something else, which it changes if it is to overwrite; a user of
 * another customer, whom it never changes.
 */
export const EXPECTED = ['created', 'placed', 'same', 'login', 'differs', 'bound'] as const
export type Expected = (typeof EXPECTED)[number]

type Expect = (entry: ListEntry) => Expected
type Calls = CallApi<'tenantDevices' | 'findEntities' | 'customers' | 'customerUsers'>

/** Returns how many entries an import would find each way. Changes nothing. */
export async function expectedOutcomes(
  kind: ListKind,
  entries: readonly ListEntry[],
  customers: ReadonlyMap<string, Customer>,
  call: Calls,
): Promise<Readonly<Record<Expected, number>>> {
  const expect = await {
    devices: () => expectDevices(entries, call),
    customers: () => expectCustomers(call),
    users: () => expectUsers(customers, call),
  }[kind]()
  const counts = { created: 0, placed: 0, same: 0, login: 0, differs: 0, bound: 0 }
  for (const entry of entries) counts[expect(entry)] += 1
  return counts
}

const has = (columns: readonly string[], column: string) => columns.includes(column)

async function expectDevices(entries: readonly ListEntry[], call: Calls): Promise<Expect> {
  const isPlaced = entries.some(({ values }) => PLACE_COLUMNS.some((column) => values[column] !== undefined))
  const existing = new Map((await existingDevices(call)).map((one) => [one.entity.name, one]))
  const places = isPlaced ? await devicePlaces(call) : new Map<string, Readonly<Record<string, string>>>()
  return ({ name, values }) => {
    const there = existing.get(name)
    if (!there) return 'created'
    const place = placeTexts(places.get(there.entity.id.id))
    const wanted = Object.entries(values).filter(([column]) => !has(LOGIN_COLUMNS, column))
    const texts = wanted.map(([column, value]) => [column, has(PLACE_COLUMNS, column) ? String(Number(value)) : value])
    const fields = differingFields(Object.fromEntries(texts), { ...there.values, ...place })
    if (fields.some((field) => !has(PLACE_COLUMNS, field) || place[field] !== undefined)) return 'differs'
    if (wanted.length < Object.keys(values).length) return 'login'
    return fields.length > 0 ? 'placed' : 'same'
  }
}

async function expectCustomers(call: Calls): Promise<Expect> {
  const existing = new Map((await existingCustomers(call)).map((one) => [one.entity.title, one]))
  return ({ name, values }) => {
    const there = existing.get(name)
    if (!there) return 'created'
    return differingFields(values, there.values).length > 0 ? 'differs' : 'same'
  }
}

async function expectUsers(customers: ReadonlyMap<string, Customer>, call: Calls): Promise<Expect> {
  const users = await existingUsers(call, [...customers.values()])
  const existing = new Map(users.map((one) => [one.entity.email.toLowerCase(), one]))
  return ({ name, values }) => {
    const there = existing.get(name.toLowerCase())
    if (!there) return 'created'
    // Platforms compare e-mail addresses without case.
    const fields = differingFields({ ...values, email: there.entity.email }, there.values)
    if (fields.includes('customer')) return 'bound'
    return fields.length > 0 ? 'differs' : 'same'
  }
}
