import type { ActionType } from '@greenwave/contract/wire/audit'
import { type EntityRef, entityRef, NULL_UUID } from '@greenwave/contract/wire/ids'
import type { User } from '@greenwave/contract/wire/users'
import type { ClientAddress } from './describeClient.ts'

/** The user who acts, as the audit log names them. */
export interface Actor {
  readonly userId: string
  readonly email: string
  readonly tenantId: string
  readonly customerId: string
  /** Set for a program with an API key, whose id is then the `chainId`. */
  readonly apiKeyExpires?: number | undefined
  readonly chainId?: string
}

/** The entity that is acted on. */
export interface Subject {
  readonly entity: EntityRef
  readonly entityName: string | null
  /** The customer that it concerns; without one, the actor's own. */
  readonly customerId?: string | undefined
}

/** An action: its actor, type, entity, and the address it comes from. */
export interface Action extends Subject {
  readonly actor: Actor
  readonly type: ActionType
  /** Data of the record in addition to its columns. */
  readonly data?: Readonly<Record<string, unknown>>
  /** The client's address, for actions on sign-ins and sessions. */
  readonly from?: ClientAddress
}

/** The result of an action; these members replace the action's own. */
export interface Outcome extends Partial<Omit<Action, 'actor' | 'from'>> {
  /** The reason of a failure, for people; absent when the action succeeded. */
  readonly failure?: string
}

interface Named {
  readonly id: EntityRef
  readonly name: string
  readonly customerId?: EntityRef
}

/** Returns the subject for an entity. It concerns the entity's customer, or the customer itself. */
export function subjectOf({ id, name, customerId }: Named): Subject {
  return { entity: id, entityName: name, customerId: id.entityType === 'CUSTOMER' ? id.id : customerId?.id }
}

/** Returns the subject of a refused request: the entity that it names, or a null id for one that was never created. */
export function requestedSubject(
  kind: EntityRef['entityType'],
  id: EntityRef | null | undefined,
  name: string | null | undefined,
): Subject {
  return { entity: id ?? entityRef(kind, NULL_UUID), entityName: name ?? null }
}

/** Returns the outcome of a save, with the saved entity. */
export const savedAs = (saved: Named): Outcome => ({ ...subjectOf(saved), data: { entity: saved } })

/** Returns a user as an actor. */
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
