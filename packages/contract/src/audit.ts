import * as z from 'zod/mini'
import { EntityRef, PlainId } from './ids.ts'

/** Actions that the audit log records; reads are not among them. */
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
])
export type ActionType = z.infer<typeof ActionType>

/** One record of who did what. */
export const AuditLog = z.looseObject({
  id: PlainId,
  createdTime: z.number(),
  tenantId: EntityRef,
  customerId: EntityRef,
  entityId: EntityRef,
  entityName: z.nullish(z.string()),
  userId: EntityRef,
  userName: z.nullish(z.string()),
  actionType: ActionType,
  actionData: z.nullish(z.record(z.string(), z.unknown())),
  actionStatus: z.enum(['SUCCESS', 'FAILURE']),
  actionFailureDetails: z.nullish(z.string()),
})
export type AuditLog = z.infer<typeof AuditLog>
