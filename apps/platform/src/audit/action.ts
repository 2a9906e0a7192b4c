import type { ActionType } from '@greenwave/contract/audit'
import { type EntityRef, entityRef, NULL_UUID } from '@greenwave/contract/ids'
import type { User } from '@greenwave/contract/users'
import type { ClientAddress } from './describeClient.ts'

/** Who acts, as the audit log names them. */
export interface Actor {
  readonly userId: string
  readonly email: string
  readonly tenantId: string
  readonly customerId: string
}

/** What is acted on. */
export interface Subject {
  readonly entity: EntityRef
  readonly entityName: string | null
  /** The customer that it touches; the actor's own when there is none. */
  readonly customerId?: string | undefined
}

/** Who does what, to what, from where. */
export interface Action extends Subject {
  readonly actor: Actor
  readonly type: ActionType
  /** What the record says beside its columns. */
  readonly data?: Readonly<Record<string, unknown>>
  /** Where the actor sits, for what concerns sign-ins and sessions. */
  readonly from?: ClientAddress
}

/** What is known of an action once it was tried; members take the place of the action's own. */
export interface Outcome extends Partial<Omit<Action, 'actor' | 'from'>> {
  /** Why it failed, for people; absent when it did not. */
  readonly failure?: string
}

interface Named {
  readonly id: EntityRef
  readonly name: string
  readonly customerId?: EntityRef
}

/** Returns an entity as what is acted on: it touches its customer, and a customer touches itself. */
export function subjectOf({ id, name, customerId }: Named): Subject {
  return { entity: id, entityName: name, customerId: id.entityType === 'CUSTOMER' ? id.id : customerId?.id }
}

/** Returns what a refused request was about: the entity that it names, or one that was never made. */
export function requestedSubject(
  kind: EntityRef['entityType'],
  id: EntityRef | null | undefined,
  name: string | null | undefined,
): Subject {
  return { entity: id ?? entityRef(kind, NULL_UUID), entityName: name ?? null }
}

/** Returns the outcome of a save: the entity as it is after. */
export const savedAs = (saved: Named): Outcome => ({ ...subjectOf(saved), data: { entity: saved } })

/** Returns a user as who acts. */
export const actorOf = (user: User): Actor => ({
  userId: user.id.id,
  email: user.email,
  tenantId: user.tenantId.id,
  customerId: user.customerId.id,
})

/** Returns an action of users on their own account. */
export const ownAction = (type: ActionType, user: User, from?: ClientAddress): Action => ({
  actor: actorOf(user),
  type,
  ...subjectOf(user),
  ...(from === undefined ? {} : { from }),
})
