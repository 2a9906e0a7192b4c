import { randomUUID } from 'node:crypto'
import type { ActionType, AuditLog } from '@greenwave/contract/wire/audit'
import { entityRef, NULL_UUID } from '@greenwave/contract/wire/ids'
import type { StoreLog } from '../sqlite/storeLog.ts'
import type { Store } from '../store/openStore.ts'
import type { Action, Actor, Outcome } from './action.ts'
import { boundedData } from './boundedData.ts'
import { describeClient } from './describeClient.ts'

/** Members with secrets of credentials, accounts and second factors. */
const SECRETS: ReadonlySet<string> = new Set([
  ...['credentialsId', 'credentialsValue', 'accessToken'],
  ...['password', 'passwordHash', 'currentPassword', 'newPassword'],
  ...['token', 'refreshToken', 'activateToken', 'resetToken'],
  ...['secret', 'authUrl', 'verificationCode', 'recoveryHashes'],
])

/** Members below which users choose the names; a member named like a secret there is an ordinary value. */
const PEOPLES_OWN: ReadonlySet<string> = new Set([
  ...['attributes', 'timeseries', 'params', 'details', 'additionalInfo', 'deviceData'],
])

/** The text that a record shows in place of a secret. */
const REDACTED = '******'

/** Returns the data of a record with every secret redacted, so that no verb has to do it itself. */
export function withoutSecrets(data: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      if (SECRETS.has(name)) return [name, REDACTED]
      return [name, PEOPLES_OWN.has(name) ? value : redacted(value)]
    }),
  )
}

function redacted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redacted)
  return typeof value === 'object' && value !== null ? withoutSecrets({ ...value }) : value
}

/** Writes the audit log, one record for each verb. A verb succeeds even if its record cannot be written. */
export interface AuditTrail {
  /**
   * Runs `work` and records its success, or its failure with the error's message; errors are thrown on. The record of
   * synchronous work is written in the same tick, so that it reaches the disk with the work's own writes or not at all.
   * @param outcomeOf reads what is known only afterwards; undefined when nothing was done: then nothing is recorded
   */
  readonly audited: <T>(action: Action, work: () => T, outcomeOf?: (result: Awaited<T>) => Outcome | undefined) => T
  /** Records a refusal before any work, such as a wrong password. */
  refused(action: Action, reason: string): void
}

/** A refused request may carry a name of any length; the log keeps as many characters as a name may have. */
const MAX_NAME_LENGTH = 255
/** The reason of a refusal may quote what was sent; the log keeps a readable length, characters. */
const MAX_FAILURE_LENGTH = 1000

/** Actions that change more than entities. Their records hold even if the entities written with them are lost. */
const LASTING_ACTIONS: ReadonlySet<ActionType> = new Set([
  'ATTRIBUTES_UPDATED',
  'ATTRIBUTES_DELETED',
  'TIMESERIES_UPDATED',
  'TIMESERIES_DELETED',
  'RPC_CALL',
  'LOGIN',
  'LOGOUT',
  'LOCKOUT',
  'EVIDENCE_EXPORTED',
])

/** Creates the audit trail of a store; `now` returns epoch milliseconds. */
export function createAuditTrail(repository: Store['audit'], log: StoreLog, now: () => number): AuditTrail {
  function record(action: Action, outcomeOf: () => Outcome | undefined): void {
    try {
      const outcome = outcomeOf()
      if (outcome === undefined) return
      const { failure, ...known } = outcome
      const done = { ...action, ...known }
      repository.add(entryOf(done, failure, now()), failure !== undefined || LASTING_ACTIONS.has(done.type))
    } catch (error) {
      log.error({ err: error, action: action.type, entity: action.entity }, 'Saving an audit record failed')
    }
  }
  return {
    audited<T>(action: Action, work: () => T, outcomeOf: (result: Awaited<T>) => Outcome | undefined = () => ({})): T {
      const fail = (error: unknown): never => {
        record(action, () => ({ failure: error instanceof Error ? error.message : String(error) }))
        throw error
      }
      const succeed = (result: Awaited<T>): Awaited<T> => {
        record(action, () => outcomeOf(result))
        return result
      }
      let result: T
      try {
        result = work()
      } catch (error) {
        return fail(error)
      }
      if (result instanceof Promise) return result.then(succeed, fail) as T
      return succeed(result as Awaited<T>) as T
    },
    refused: (action, reason) => record(action, () => ({ failure: reason })),
  }
}

/** The API key with which a program acts for its user. ThingsBoard's own audit log does not name it. */
const programOf = ({ apiKeyExpires, chainId }: Actor) => (apiKeyExpires === undefined ? {} : { apiKey: chainId })

function entryOf(action: Action, failure: string | undefined, createdTime: number): AuditLog {
  const { actor, customerId, from, data } = action
  return {
    id: { id: randomUUID() },
    createdTime,
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
    actionData: boundedData(withoutSecrets({ ...programOf(actor), ...(from && describeClient(from)), ...data })),
    actionStatus: failure === undefined ? 'SUCCESS' : 'FAILURE',
    actionFailureDetails: failure?.slice(0, MAX_FAILURE_LENGTH) ?? '',
  }
}
