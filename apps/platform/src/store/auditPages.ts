import type { EntityStatements } from './entityStatements.ts'
import { type Condition, createListReader, type ListShape, oneOf } from './listQuery.ts'
import type { AuditFilter, PageLink } from './store.ts'
import { searchPattern } from './textOrder.ts'

const AUDIT_LIST: ListShape = {
  table: 'audit_logs',
  columns: 'body',
  sort: {
    createdTime: 'created_time',
    entityType: 'entity_type',
    entityName: 'entity_name_key',
    userName: 'user_name_key',
    actionType: 'action_type',
    actionStatus: 'action_status',
    id: 'id',
    tenantId: 'tenant_id',
    customerId: 'customer_id',
    entityId: 'entity_id',
    userId: 'user_id',
    actionData: "body ->> '$.actionData'",
    actionFailureDetails: "body ->> '$.actionFailureDetails'",
  },
  search: ['entity_name_search', 'user_name_search', 'action_type_search', 'action_status_search'],
  pattern: searchPattern,
  sequence: 'no',
}
/** Properties by which the list can be sorted, the documented ones first. */
export const AUDIT_SORTS = Object.keys(AUDIT_LIST.sort)
// Only the tenant-wide list searches records by the kind of their entity.
const TENANT_AUDIT_LIST: ListShape = {
  ...AUDIT_LIST,
  search: [...AUDIT_LIST.search, 'entity_type_search'],
}

/** A request for one page of a tenant's audit log. */
export interface AuditPageQuery {
  readonly tenantId: string
  readonly filter: AuditFilter
  readonly link: PageLink
}

/**
 * Creates a reader of audit log pages. It returns JSON text in UTF-8, because no caller needs the records as objects on
 * their way out, and throws PageTooLarge.
 */
export function createAuditPages(db: EntityStatements): (query: AuditPageQuery) => Uint8Array {
  const bodyOf = (row: Record<string, unknown>): string => String(row.body)
  const readPage = createListReader(db, AUDIT_LIST, bodyOf)
  const readTenantPage = createListReader(db, TENANT_AUDIT_LIST, bodyOf)
  return ({ tenantId, filter, link }) => {
    const ofTenantOnly = filter.customerId === undefined && filter.userId === undefined && !filter.entity
    const { data, ...totals } = (ofTenantOnly ? readTenantPage : readPage)(conditionsOf(tenantId, filter), link)
    return new TextEncoder().encode(`{"data":[${data.join(',')}],${JSON.stringify(totals).slice(1)}`)
  }
}

function conditionsOf(tenantId: string, filter: AuditFilter): Condition[] {
  const conditions: Condition[] = [
    { sql: 'tenant_id = ?', value: tenantId },
    { sql: 'created_time >= ?', value: filter.startTime },
    { sql: 'created_time <= ?', value: filter.endTime },
  ]
  if (filter.actionTypes !== undefined) conditions.push(oneOf('action_type', filter.actionTypes))
  if (filter.customerId !== undefined) conditions.push({ sql: 'customer_id = ?', value: filter.customerId })
  if (filter.userId !== undefined) conditions.push({ sql: 'user_id = ?', value: filter.userId })
  if (filter.entity) {
    conditions.push({ sql: 'entity_id = ?', value: filter.entity.id })
    conditions.push({ sql: 'entity_type = ?', value: filter.entity.entityType })
  }
  return conditions
}
