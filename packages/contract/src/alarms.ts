import * as z from 'zod/mini'
import { EntityRef, PlainId } from './ids.ts'

export const AlarmSeverity = z.enum(['CRITICAL', 'MAJOR', 'MINOR', 'WARNING', 'INDETERMINATE'])
export type AlarmSeverity = z.infer<typeof AlarmSeverity>

export const AlarmStatus = z.enum(['ACTIVE_UNACK', 'ACTIVE_ACK', 'CLEARED_UNACK', 'CLEARED_ACK'])
export type AlarmStatus = z.infer<typeof AlarmStatus>

const alarmFields = {
  id: EntityRef,
  createdTime: z.number(),
  tenantId: EntityRef,
  customerId: EntityRef,
  type: z.string(),
  name: z.string(),
  originator: EntityRef,
  severity: AlarmSeverity,
  acknowledged: z.boolean(),
  cleared: z.boolean(),
  status: AlarmStatus,
  assigneeId: z.nullish(EntityRef),
  startTs: z.number(),
  endTs: z.number(),
  ackTs: z.number(),
  clearTs: z.number(),
  assignTs: z.number(),
  details: z.unknown(),
  propagate: z.boolean(),
  propagateToOwner: z.boolean(),
  propagateToTenant: z.boolean(),
  propagateRelationTypes: z.array(z.string()),
}

/** An alarm as saving answers it. */
export const Alarm = z.looseObject(alarmFields)
export type Alarm = z.infer<typeof Alarm>

/** An alarm as lists answer it, with the names of its device and assignee. */
export const AlarmInfo = z.looseObject({
  ...alarmFields,
  originatorName: z.nullish(z.string()),
  originatorLabel: z.nullish(z.string()),
  originatorDisplayName: z.nullish(z.string()),
  assignee: z.nullish(
    z.object({
      id: z.union([EntityRef, PlainId]),
      firstName: z.nullish(z.string()),
      lastName: z.nullish(z.string()),
      email: z.string(),
    }),
  ),
})
export type AlarmInfo = z.infer<typeof AlarmInfo>

/** Body that creates an alarm, refreshes the active one of the same device and type, or updates one by id. */
export const AlarmRequest = z.looseObject({
  id: z.nullish(EntityRef),
  type: z.nullish(z.string()),
  originator: z.nullish(EntityRef),
  severity: z.nullish(z.string()),
  details: z.optional(z.unknown()),
  startTs: z.nullish(z.number()),
  endTs: z.nullish(z.number()),
})
export type AlarmRequest = z.infer<typeof AlarmRequest>
