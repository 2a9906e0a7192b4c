import type { EntityDeps } from '../entities/entityDeps.ts'
import { createAlarmQueries } from '../entities/query/alarmQueries.ts'
import { createEntityQueries } from '../entities/query/entityQueries.ts'
import type { Asker } from '../entities/query/visibleEntities.ts'
import { Answer, type CallInput, handlersOf, jsonAnswer } from './callTypes.ts'

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
