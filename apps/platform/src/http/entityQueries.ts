import type { EntityDeps } from '../entities/entityDeps.ts'
import { createEntityQueries } from '../entities/query/entityQueries.ts'
import type { Asker } from '../entities/query/visibleEntities.ts'
import { Answer, type CallInput, handlersOf, jsonAnswer } from './callTypes.ts'

type QueryCall = 'findEntities' | 'countEntities'

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

/** Returns the handlers of the queries over many entities. */
export function entityQueryHandlers({ store, access }: EntityDeps) {
  const queries = createEntityQueries(store, access.now)
  return handlersOf({
    findEntities: (input) => answered(queries.find(input.body, askerOf(input), input.gone), input),
    countEntities: (input) => answered(queries.count(input.body, askerOf(input), input.gone).then(String), input),
  })
}
