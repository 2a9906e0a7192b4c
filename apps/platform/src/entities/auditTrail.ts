import { randomUUID } from 'node:crypto'
import type { ActionType, AuditLog } from '@greenwave/contract/audit'
import { type EntityRef, entityRef, NULL_UUID } from '@greenwave/contract/ids'
import type { FastifyBaseLogger } from 'fastify'
import type { AuditRepository } from '../store/store.ts'
import { boundedData } from './boundedData.ts'

/** Who acts, as the audit log names him. */
export interface Actor {
  readonly userId: string
  readonly email: string
  readonly tenantId: string
  readonly customerId: string
}

/** One thing that was done, or tried. */
interface Action {
  readonly actor: Actor
  readonly type: ActionType
  readonly entity: EntityRef
  readonly entityName: string | null
  /** The customer that it touches; the actor's own when there is none. */
  readonly customerId?: string | undefined
  readonly data?: Readonly<Record<string, unknown>>
  /** Why it failed, for people; absent when it did not. */
  readonly failure?: string
}

/** Writes the audit log. Secrets never reach it: who records leaves them out. */
export interface AuditTrail {
  /** Never throws: what was done stays done though its record could not be written. */
  record(action: Action): void
  /** Records what `work` did: its success, or its failure, which is thrown on. */
  around<T>(action: Omit<Action, 'failure'>, work: () => T): T
}

/** A refused request may carry a name of any length; the log keeps as much as a name may have. */
const MAX_NAME_LENGTH = 255
/** The reason of a refusal may quote what was sent; the log keeps as much as people read. */
const MAX_FAILURE_LENGTH = 1000

/** Actions on more than entities: they happened even when the entities written with them were lost. */
const STANDING_ACTIONS: ReadonlySet<ActionType> = new Set([
  'ATTRIBUTES_UPDATED',
  'ATTRIBUTES_DELETED',
  'TIMESERIES_UPDATED',
  'TIMESERIES_DELETED',
  'RPC_CALL',
  'LOGIN',
  'LOGOUT',
  'LOCKOUT',
])

/** What stands in a record where a secret was. */
export const REDACTED = '******'

export function createAuditTrail(audit: AuditRepository, log: FastifyBaseLogger, now: () => number): AuditTrail {
  function record(action: Action): void {
    const { actor, customerId } = action
    try {
      const failed = action.failure !== undefined
      const entry: AuditLog = {
        id: { id: randomUUID() },
        createdTime: now(),
        tenantId: entityRef('TENANT', actor.tenantId),
        customerId: entityRef(
          'CUSTOMER',
          customerId === undefined || customerId === NULL_UUID ? actor.customerId : customerId,
        ),
        entityId: action.entity,
        entityName: action.entityName?.slice(0, MAX_NAME_LENGTH) ?? null,
        userId: entityRef('USER', actor.userId),
        userName: actor.email,
        actionType: action.type,
        actionData: boundedData(action.data ?? {}),
        actionStatus: failed ? 'FAILURE' : 'SUCCESS',
        actionFailureDetails: action.failure?.slice(0, MAX_FAILURE_LENGTH) ?? '',
      }
      audit.add(entry, failed || STANDING_ACTIONS.has(action.type))
    } catch (error) {
      log.error({ err: error, action: action.type, entity: action.entity }, 'an audit record could not be written')
    }
  }
  return {
    record,
    around(action, work) {
      try {
        const result = work()
        record(action)
        return result
      } catch (error) {
        record({ ...action, failure: error instanceof Error ? error.message : String(error) })
        throw error
      }
    },
  }
}
