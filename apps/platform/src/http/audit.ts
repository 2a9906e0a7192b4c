import { ActionType } from '@greenwave/contract/wire/audit'
import { admins } from '../access/permissions.ts'
import type { EntityDeps } from '../entities/entityDeps.ts'
import { pageLink } from '../entities/pageLinks.ts'
import { AUDIT_SORTS } from '../store/auditPages.ts'
import type { AuditFilter } from '../store/store.ts'
import { type Answer, type CallInput, handlersOf, jsonAnswer, policiesOf } from './callTypes.ts'
import { parseEntityType, parseInteger, parseWords } from './queryValues.ts'

/** Returns words in upper case, because ThingsBoard accepts any case. */
function inUpperCase(words: string | readonly string[] | undefined): string | string[] | undefined {
  return typeof words === 'string' ? words.toUpperCase() : words?.map((word) => word.toUpperCase())
}

/** Policies of the calls about the audit log. */
export const auditPolicies = policiesOf({
  auditLogs: { may: admins, summary: 'The audit log' },
  customerAuditLogs: { may: admins, summary: 'The audit log of a customer' },
  userAuditLogs: { may: admins, summary: 'The audit log of a user' },
  entityAuditLogs: { may: admins, summary: 'The audit log of an entity' },
})

/** Returns the handlers of the calls about the audit log. */
export function auditHandlers({ store, access }: EntityDeps) {
  async function page(
    { query, principal }: Pick<CallInput<'auditLogs'>, 'query' | 'principal'>,
    about: Pick<AuditFilter, 'customerId' | 'userId' | 'entity'>,
  ): Promise<Answer> {
    const filter = {
      startTime: parseInteger(query, 'startTime') ?? 1,
      endTime: parseInteger(query, 'endTime') ?? access.now(),
      actionTypes: parseWords({ actionTypes: inUpperCase(query.actionTypes) }, 'actionTypes', ActionType.options),
      ...about,
    }
    return jsonAnswer(await store.audit.page(principal.tenantId, filter, pageLink(query, AUDIT_SORTS)))
  }
  return handlersOf({
    auditLogs: (input) => page(input, {}),
    customerAuditLogs: (input) => page(input, { customerId: input.params.customerId }),
    userAuditLogs: (input) => page(input, { userId: input.params.userId }),
    entityAuditLogs: (input) => {
      const { entityType, entityId } = input.params
      return page(input, { entity: { entityType: parseEntityType(entityType), id: entityId } })
    },
  })
}
