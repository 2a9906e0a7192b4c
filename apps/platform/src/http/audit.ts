import { ActionType } from '@greenwave/contract/audit'
import { EntityType } from '@greenwave/contract/ids'
import { badRequest } from '../access/refusal.ts'
import type { EntityDeps } from '../entities/entityDeps.ts'
import { pageLink } from '../entities/pageLinks.ts'
import type { AuditFilter } from '../store/store.ts'
import { Answer, type CallInput, type Handlers } from './callTypes.ts'
import { readWhole, readWords } from './queryValues.ts'

type AuditCall = 'auditLogs' | 'customerAuditLogs' | 'userAuditLogs' | 'entityAuditLogs'

/** ThingsBoard takes the words in either case. */
function inUpperCase(words: string | readonly string[] | undefined): string | string[] | undefined {
  return typeof words === 'string' ? words.toUpperCase() : words?.map((word) => word.toUpperCase())
}

export function auditHandlers({ store, access }: EntityDeps): Handlers<AuditCall> {
  async function page(
    { query, principal }: Pick<CallInput<'auditLogs'>, 'query' | 'principal'>,
    about: Pick<AuditFilter, 'customerId' | 'userId' | 'entity'>,
  ): Promise<Answer> {
    const filter = {
      startTime: readWhole('startTime', query.startTime) ?? 1,
      endTime: readWhole('endTime', query.endTime) ?? access.now(),
      actionTypes: readWords('actionTypes', inUpperCase(query.actionTypes), ActionType.options),
      ...about,
    }
    const json = await store.audit.page(principal.tenantId, filter, pageLink(query, 'auditLogs'))
    return new Answer(200, { 'content-type': 'application/json' }, json)
  }
  return {
    auditLogs: (input) => page(input, {}),
    customerAuditLogs: (input) => page(input, { customerId: input.params.customerId }),
    userAuditLogs: (input) => page(input, { userId: input.params.userId }),
    entityAuditLogs: (input) => {
      const entityType = EntityType.safeParse(input.params.entityType)
      if (!entityType.success) throw badRequest(`Unknown entity type '${input.params.entityType}'`)
      return page(input, { entity: { entityType: entityType.data, id: input.params.entityId } })
    },
  }
}
