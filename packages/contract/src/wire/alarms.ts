import * as z from 'zod/mini'
import { bodyText } from './fields.ts'
import { EntityRef, noRef, PlainId } from './ids.ts'
import { LATEST_TIME_MS } from '../time.ts'
import { nothing, textOrEmpty, textOrNothing, timeOrZero, tolerantRow, truthOrFalse } from './tolerant.ts'

export const AlarmSeverity = z.enum(['CRITICAL', 'MAJOR', 'MINOR', 'WARNING', 'INDETERMINATE'])
export type AlarmSeverity = z.infer<typeof AlarmSeverity>

export const AlarmStatus = z.enum(['ACTIVE_UNACK', 'ACTIVE_ACK', 'CLEARED_UNACK', 'CLEARED_ACK'])
export type AlarmStatus = z.infer<typeof AlarmStatus>

/** Groups of statuses that lists ask for: by activity, or by acknowledgement. */
export const AlarmSearchStatus = z.enum(['ANY', 'ACTIVE', 'CLEARED', 'ACK', 'UNACK'])
export type AlarmSearchStatus = z.infer<typeof AlarmSearchStatus>

/** A time of an alarm; other platforms take ones that no date can show. */
const RowTime = z.number().check(z.lte(LATEST_TIME_MS))

const alarmFields = {
  id: EntityRef,
  createdTime: RowTime,
  tenantId: EntityRef,
  /** The customer of the originator when the alarm was raised; null for none. */
  customerId: z.nullish(EntityRef),
  type: z.string(),
  name: z.string(),
  originator: EntityRef,
  severity: AlarmSeverity,
  acknowledged: z.boolean(),
  cleared: z.boolean(),
  status: AlarmStatus,
  assigneeId: z.nullish(EntityRef),
  startTs: RowTime,
  endTs: RowTime,
  ackTs: RowTime,
  clearTs: RowTime,
  assignTs: RowTime,
  details: z.unknown(),
  propagate: z.boolean(),
  propagateToOwner: z.boolean(),
  propagateToTenant: z.boolean(),
  propagateRelationTypes: z.array(z.string()),
}

const alarmFallbacks = {
  createdTime: timeOrZero,
  tenantId: noRef('TENANT'),
  customerId: nothing,
  type: textOrEmpty,
  name: textOrEmpty,
  severity: () => 'INDETERMINATE',
  acknowledged: truthOrFalse,
  cleared: truthOrFalse,
  assigneeId: nothing,
  startTs: timeOrZero,
  endTs: timeOrZero,
  ackTs: timeOrZero,
  clearTs: timeOrZero,
  assignTs: timeOrZero,
  propagate: truthOrFalse,
  propagateToOwner: truthOrFalse,
  propagateToTenant: truthOrFalse,
  propagateRelationTypes: () => [],
}

/** An alarm as the calls that save one return it. */
export const Alarm = tolerantRow('an alarm', z.looseObject(alarmFields), alarmFallbacks)
export type Alarm = z.infer<typeof Alarm>

/** Fallbacks of an alarm with the names of its originator and assignee. */
export const alarmInfoFallbacks = {
  ...alarmFallbacks,
  originatorName: textOrNothing,
  originatorLabel: textOrNothing,
  originatorDisplayName: textOrNothing,
  assignee: nothing,
}

/** An alarm as lists and acts return it, with the names of its originator and assignee. */
export const AlarmInfo = tolerantRow(
  'an alarm',
  z.looseObject({
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
  }),
  alarmInfoFallbacks,
)
export type AlarmInfo = z.infer<typeof AlarmInfo>

/** A time in a body, epoch milliseconds; 0 and null mean "not given". */
export const bodyTime = z.nullish(
  z.int({ error: 'a time is a whole number of milliseconds' }).check(
    z.nonnegative(),
    z.lte(LATEST_TIME_MS, {
      error: `a time is at most ${LATEST_TIME_MS} ms: that is the latest that a date can show`,
    }),
  ),
)
const bodyFlag = z.nullish(z.boolean())

/**
 * Body that creates an alarm, refreshes the active one of the same originator and type, or updates one by id. What is
 * missing is cleared, except that a refresh keeps the acknowledgement and the assignee.
 */
export const AlarmRequest = z.looseObject({
  id: z.nullish(EntityRef),
  type: bodyText,
  originator: z.nullish(EntityRef),
  severity: bodyText,
  details: z.optional(z.unknown()),
  startTs: bodyTime,
  endTs: bodyTime,
  acknowledged: bodyFlag,
  ackTs: bodyTime,
  cleared: bodyFlag,
  clearTs: bodyTime,
  assigneeId: z.nullish(EntityRef),
  assignTs: bodyTime,
  customerId: z.nullish(EntityRef),
  propagate: bodyFlag,
  propagateToOwner: bodyFlag,
  propagateToTenant: bodyFlag,
  propagateRelationTypes: z.nullish(z.array(z.string())),
})
export type AlarmRequest = z.infer<typeof AlarmRequest>

/** A kind of alarm in use. */
export const AlarmTypeInUse = tolerantRow(
  'a type of alarms',
  z.looseObject({ tenantId: EntityRef, entityType: z.string(), type: z.string() }),
  { tenantId: noRef('TENANT'), entityType: textOrEmpty },
)
export type AlarmTypeInUse = z.infer<typeof AlarmTypeInUse>
