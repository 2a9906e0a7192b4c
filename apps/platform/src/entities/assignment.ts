/** @file Verbs that assign devices and assets to customers and take them back. */
import type { Customer } from '@greenwave/contract/wire/customers'
import { type EntityRef, entityRef, isAssigned, NULL_UUID } from '@greenwave/contract/wire/ids'
import type { Principal } from '../access/principal.ts'
import { badRequest } from '../access/refusal.ts'
import { subjectOf } from '../audit/action.ts'
import type { Store } from '../store/openStore.ts'
import type { EntityDeps } from './entityDeps.ts'

/** No customer. */
export const NO_CUSTOMER = entityRef('CUSTOMER', NULL_UUID)

/** An entity that can belong to a customer, and its repository. */
interface Assignable {
  readonly id: EntityRef
  readonly name: string
  readonly customerId: EntityRef
}
interface Repository<T> {
  save(entity: T): T
}

/** Assigns an entity to a customer, whoever had it before. Does nothing if the customer has it already. */
export function assign<T extends Assignable>(
  { access }: EntityDeps,
  principal: Principal,
  customer: Customer,
  entity: T,
  repository: Repository<T>,
): T {
  if (entity.customerId.id === customer.id.id) return entity
  const action = {
    actor: principal,
    type: 'ASSIGNED_TO_CUSTOMER',
    ...subjectOf(entity),
    customerId: customer.id.id,
    data: { entityId: entity.id.id, assignedCustomerId: customer.id.id, assignedCustomerName: customer.title },
  } as const
  return access.audited(action, () => repository.save({ ...entity, customerId: customer.id }))
}

/**
 * Unassigns an entity from its customer.
 * @param kind the word for its kind in the refusal
 * @throws {Refusal} when it has none
 */
export function unassign<T extends Assignable>(
  { store, access }: EntityDeps,
  principal: Principal,
  kind: 'Device' | 'Asset',
  entity: T,
  repository: Repository<T>,
): T {
  if (!isAssigned(entity.customerId)) throw badRequest(`${kind} isn't assigned to any customer!`)
  const customerId = entity.customerId.id
  const action = {
    actor: principal,
    type: 'UNASSIGNED_FROM_CUSTOMER',
    ...subjectOf(entity),
    data: {
      entityId: entity.id.id,
      unassignedCustomerId: customerId,
      unassignedCustomerName: store.customers.byId(customerId)?.title ?? null,
    },
  } as const
  return access.audited(action, () => repository.save({ ...entity, customerId: NO_CUSTOMER }))
}

/**
 * Returns the customer that a saved entity names, `NO_CUSTOMER` when it names none.
 * @param kind the word for its kind in the refusals
 * @throws {Refusal}
 */
export function namedCustomer(
  store: Store,
  tenantId: string,
  kind: 'device' | 'asset',
  named: EntityRef | null | undefined,
): EntityRef {
  if (named == null || !isAssigned(named)) return NO_CUSTOMER
  const customer = store.customers.byId(named.id)
  if (customer === undefined) throw badRequest(`Can't assign ${kind} to non-existent customer!`)
  if (customer.tenantId.id !== tenantId) throw badRequest(`Can't assign ${kind} to customer from different tenant!`)
  return customer.id
}
