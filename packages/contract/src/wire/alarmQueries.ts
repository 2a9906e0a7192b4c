/** @file Queries for the alarms of many entities at once, with fields and values of each entity. */
import * as z from 'zod/mini'
import { AlarmInfo, AlarmSearchStatus, AlarmSeverity, alarmInfoFallbacks, bodyTime } from './alarms.ts'
import { EntityCountQuery, EntityData, EntityDataQuery, EntityKey, mustBe, names, oneOf } from './entityQueries.ts'
import { EntityRef, PlainId } from './ids.ts'
import { tolerantRow } from './tolerant.ts'

const listOf = <const Words extends readonly string[]>(words: Words) =>
  z.nullish(z.array(oneOf(words), { error: mustBe('a list') }))

const choice = {
  /** Bounds of the time at which alarms were raised; 0 for none. */
  startTs: bodyTime,
  endTs: bodyTime,
  /** Length of that time from `startTs` on, or until now, milliseconds; takes the place of `endTs`. 0 for none. */
  timeWindow: bodyTime,
  typeList: names,
  statusList: listOf(AlarmSearchStatus.options),
  severityList: listOf(AlarmSeverity.options),
  /** Whether a customer also has the alarms of its devices and assets that are propagated to their owner. */
  searchPropagatedAlarms: z.nullish(z.boolean({ error: mustBe('true or false') })),
  assigneeId: z.nullish(z.union([EntityRef, PlainId], { error: mustBe('an object with the id of a user') })),
}

/** Which alarms of the selected entities a query finds or counts. */
export type AlarmChoice = z.infer<z.ZodMiniObject<typeof choice>>

/** A query that counts alarms: without `entityFilter` all that the caller may see. */
export const AlarmCountQuery = z.extend(EntityCountQuery, {
  entityFilter: z.nullish(EntityCountQuery.shape.entityFilter),
  ...choice,
})
export type AlarmCountQuery = z.infer<typeof AlarmCountQuery>

/** A query that finds alarms of entities. `textSearch` searches those of the `alarmFields` that are texts. */
export const AlarmDataQuery = z.extend(EntityDataQuery, {
  pageLink: z.extend(EntityDataQuery.shape.pageLink, choice),
  alarmFields: z.array(EntityKey, { error: mustBe('a list of keys') }),
})
export type AlarmDataQuery = z.infer<typeof AlarmDataQuery>

/** A found alarm, with the entity through which it was found and that entity's fields and values. */
export const AlarmData = tolerantRow(
  'a found alarm',
  z.extend(AlarmInfo, { entityId: EntityRef, latest: EntityData.shape.latest }),
  { ...alarmInfoFallbacks, latest: () => ({}) },
)
export type AlarmData = z.infer<typeof AlarmData>
