/** Calls that find or count many entities by their fields and values. */
import * as z from 'zod/mini'
import { EntityCountQuery, EntityData, EntityDataQuery } from '../entityQueries.ts'
import { pageOf } from '../page.ts'
import { defineFamily } from './call.ts'

export const entityQueryCalls = defineFamily(
  { writes: 'nothing', bodyBytes: 524_288 },
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
  },
)
