/** Calls that find or count many entities, or their alarms, by fields and values of the entities. */
import * as z from 'zod/mini'
import { AlarmCountQuery, AlarmData, AlarmDataQuery } from '../alarmQueries.ts'
import { EntityCountQuery, EntityData, EntityDataQuery } from '../entityQueries.ts'
import { pageOf } from '../page.ts'
import { defineFamily } from './call.ts'

export const entityQueryCalls = defineFamily(
  { writes: 'nothing', bodyBytes: 524_288, storable: true },
  {
    findEntities: {
      method: 'POST',
      path: '/api/entitiesQuery/find',
      body: EntityDataQuery,
      reply: pageOf(EntityData),
    },
    countEntities: {
      method: 'POST',
      path: '/api/entitiesQuery/count',
      body: EntityCountQuery,
      reply: z.number(),
    },
    findAlarms: {
      method: 'POST',
      path: '/api/alarmsQuery/find',
      body: AlarmDataQuery,
      reply: pageOf(AlarmData),
    },
    countAlarms: {
      method: 'POST',
      path: '/api/alarmsQuery/count',
      body: AlarmCountQuery,
      reply: z.number(),
    },
  },
)
