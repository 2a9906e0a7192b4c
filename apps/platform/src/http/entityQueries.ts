import { everyone } from '../access/permissions.ts'
import type { EntityDeps } from '../entities/entityDeps.ts'
import { createAlarmQueries } from '../entities/query/alarmQueries.ts'
import { createEntityQueries } from '../entities/query/entityQueries.ts'
import type { Asker } from '../entities/query/visibleEntities.ts'
import { Answer, type CallInput, handlersOf, jsonAnswer, policiesOf } from './callTypes.ts'

type QueryCall = 'findEntities' | 'countEntities' | 'findAlarms' | 'countAlarms'

const askerOf = ({ principal, reach }: CallInput<QueryCall>): Asker => ({
  userId: principal.userId,
  tenantId: principal.tenantId,
  customerId: reach.customerId,
})

/** Resolves with the answer of a query; with an empty one if its caller left meanwhile. */
async function answered(work: Promise<string | Uint8Array>, { gone }: CallInput<QueryCall>): Promise<Answer> {
  try {
    return jsonAnswer(await work)
  } catch (error) {
    if (gone.aborted) return new Answer(503)
    throw error
  }
}

/** Policies of the queries over many entities and their alarms. */
export const entityQueryPolicies = policiesOf({
  findEntities: {
    may: everyone,
    summary: 'Find entities by their fields and values, with some of these, in any order',
  },
  countEntities: { may: everyone, summary: 'Count entities by their fields and values' },
  findAlarms: {
    may: everyone,
    summary: 'Find alarms of entities that are selected by their fields and values, with some of these',
  },
  countAlarms: {
    may: everyone,
    summary: 'Count alarms of entities that are selected by their fields and values, or all alarms',
  },
})

/** Returns the handlers of the queries over many entities and their alarms. */
export function entityQueryHandlers({ store, access }: EntityDeps) {
  const queries = createEntityQueries(store, access.now)
  const alarms = createAlarmQueries(store, queries, access.now)
  return handlersOf({
    findEntities: (input) => answered(queries.find(input.body, askerOf(input), input.gone), input),
    countEntities: (input) => answered(queries.count(input.body, askerOf(input), input.gone).then(String), input),
    findAlarms: (input) => answered(alarms.find(input.body, askerOf(input), input.gone), input),
    countAlarms: (input) => answered(alarms.count(input.body, askerOf(input), input.gone).then(String), input),
  })
}
