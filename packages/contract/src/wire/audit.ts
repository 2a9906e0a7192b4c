import * as z from 'zod/mini'
import { EntityRef, noRef, PlainId } from './ids.ts'
import { nothing, numberOrZero, textOrNothing, tolerantRow } from './tolerant.ts'

/** Actions that the audit log records. Of reads it records only evidence, which leaves the house. */
export const ActionType = z.enum([
  'ADDED',
  'UPDATED',
  'DELETED',
  'ATTRIBUTES_UPDATED',
  'ATTRIBUTES_DELETED',
  'TIMESERIES_UPDATED',
  'TIMESERIES_DELETED',
  'RPC_CALL',
  'CREDENTIALS_UPDATED',
  'ASSIGNED_TO_CUSTOMER',
  'UNASSIGNED_FROM_CUSTOMER',
  'LOGIN',
  'LOGOUT',
  'LOCKOUT',
  'ALARM_ACK',
  'ALARM_CLEAR',
  'ALARM_DELETE',
  'ALARM_ASSIGNED',
  'ALARM_UNASSIGNED',
  'ADDED_COMMENT',
  'UPDATED_COMMENT',
  'DELETED_COMMENT',
  'EVIDENCE_EXPORTED',
])
export type ActionType = z.infer<typeof ActionType>

/** Audit record: user and act. */
export const AuditLog = tolerantRow(
  'an audit record',
  z.looseObject({
    id: PlainId,
    createdTime: z.number(),
    tenantId: EntityRef,
    customerId: EntityRef,
    entityId: EntityRef,
    entityName: z.nullish(z.string()),
    userId: EntityRef,
    userName: z.nullish(z.string()),
    /** `ActionType`, or another action that other platforms of the family have. */
    actionType: z.string(),
    actionData: z.nullish(z.record(z.string(), z.unknown())),
    actionStatus: z.enum(['SUCCESS', 'FAILURE']),
    actionFailureDetails: z.nullish(z.string()),
  }),
  {
    createdTime: numberOrZero,
    tenantId: noRef('TENANT'),
    customerId: noRef('CUSTOMER'),
    entityId: noRef('DEVICE'),
    entityName: textOrNothing,
    userId: noRef('USER'),
    userName: textOrNothing,
    actionData: nothing,
    actionFailureDetails: textOrNothing,
  },
)
export type AuditLog = z.infer<typeof AuditLog>
