import { randomUUID } from 'node:crypto'
import type { Customer, CustomerRequest } from '@greenwave/contract/wire/customers'
import { EMAIL_ADDRESS } from '@greenwave/contract/wire/fields'
import { entityRef } from '@greenwave/contract/wire/ids'
import type { Principal } from '../access/principal.ts'
import { badRequest } from '../access/refusal.ts'
import { requestedSubject, savedAs, subjectOf } from '../audit/action.ts'
import { unassignAlarmsOf } from './alarms.ts'
import { NO_CUSTOMER } from './assignment.ts'
import type { EntityDeps } from './entityDeps.ts'
import { uniquified } from './nameConflict.ts'
import type { Caller } from './reach.ts'
import { findTextViolations } from './textRules.ts'

/** A title reserved for the customer that everybody may see. */
const PUBLIC_TITLE = 'Public'

/** Creates a customer, or replaces all members of one. @throws {Refusal} @throws {VersionConflict} */
export function saveCustomer(
  { store, access }: EntityDeps,
  { principal, reach }: Caller,
  request: CustomerRequest,
  nameConflictPolicy: string | undefined,
): Customer {
  const existing = request.id == null ? undefined : reach.customer(request.id.id)
  const action = {
    actor: principal,
    type: existing === undefined ? 'ADDED' : 'UPDATED',
    ...requestedSubject('CUSTOMER', existing?.id, request.title),
  } as const
  const save = (): Customer =>
    store.transaction(() => {
      checkTexts(request)
      const isTaken = (candidate: string): boolean => {
        const holder = store.customers.byTitle(principal.tenantId, candidate)
        return holder !== undefined && holder.id.id !== existing?.id.id
      }
      const title = uniquified(
        request.title ?? '',
        nameConflictPolicy,
        isTaken,
        'Customer with such title already exists!',
      )
      const customer: Customer = {
        id: existing?.id ?? entityRef('CUSTOMER', randomUUID()),
        createdTime: existing?.createdTime ?? access.now(),
        tenantId: entityRef('TENANT', principal.tenantId),
        title,
        name: title,
        country: request.country ?? null,
        state: request.state ?? null,
        city: request.city ?? null,
        address: request.address ?? null,
        address2: request.address2 ?? null,
        zip: request.zip ?? null,
        phone: request.phone ?? null,
        email: request.email ?? null,
        externalId: existing?.externalId ?? null,
        additionalInfo: request.additionalInfo ?? null,
      }
      return store.customers.save(customer, request.version ?? undefined)
    })
  return access.audited(action, save, savedAs)
}

function checkTexts(request: CustomerRequest): void {
  const { title, country, state, city, zip, phone, email, address, address2, additionalInfo } = request
  const bounded = Object.entries({ title, country, state, city, zip, phone, email })
  const violations = findTextViolations(
    [
      ...bounded.map(([name, value]) => ({ name, value })),
      { name: 'address', value: address, maxLength: null },
      { name: 'address2', value: address2, maxLength: null },
    ],
    additionalInfo,
  )
  if (violations !== undefined) throw badRequest(violations)
  if (title == null || title.trim() === '') throw badRequest('Customer title should be specified!')
  if (title === PUBLIC_TITLE) throw badRequest("'Public' title for customer is system reserved!")
  if (email != null && email !== '' && !EMAIL_ADDRESS.test(email)) {
    throw badRequest(`Invalid email address format '${email}'!`)
  }
}

/**
 * Deletes a customer with its values, its alarms and its users, whose tokens become invalid. Unassigns its devices and
 * assets, and the alarms of its users.
 */
export async function deleteCustomer(
  { store, access }: EntityDeps,
  principal: Principal,
  customer: Customer,
): Promise<void> {
  const customerId = customer.id.id
  const users = store.users.ofCustomer(customerId)
  const action = { actor: principal, type: 'DELETED', ...subjectOf(customer), data: { entityId: customerId } } as const
  access.audited(action, () =>
    store.transaction(() => {
      for (const device of store.devices.ofCustomer(customerId)) {
        store.devices.save({ ...device, customerId: NO_CUSTOMER })
      }
      for (const asset of store.assets.ofCustomer(customerId)) store.assets.save({ ...asset, customerId: NO_CUSTOMER })
      for (const user of users) {
        access.sessions.endAllOf(user.id.id)
        store.users.remove(user.id.id)
      }
      store.customers.remove(customerId)
    }),
  )
  // Its values are deleted last, so that a customer that could not be deleted keeps them.
  await store.committed()
  for (const user of users) await unassignAlarmsOf({ store, access }, user)
  await store.alarms.removeOf(customerId)
  await store.data.forget(customerId)
}
