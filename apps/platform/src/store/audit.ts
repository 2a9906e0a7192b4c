import type { AuditLog } from '@greenwave/contract/audit'
import { readBody } from './entityBody.ts'
import type { EntityDatabase } from './entityDatabase.ts'
import { type Condition, createListReader, type ListShape, oneOf } from './listQuery.ts'
import type { AuditFilter, AuditRepository } from './store.ts'
import { orderKey, searchText } from './textOrder.ts'

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
  },
  search: ['entity_name_search', 'user_name_search', 'action_type_search', 'action_status_search'],
}
// Only the tenant-wide list finds records by the kind of their entity.
const TENANT_AUDIT_LIST: ListShape = { ...AUDIT_LIST, search: [...AUDIT_LIST.search, 'entity_type_search'] }

/** The audit log: added to, never changed. */
export function createAuditRepository({ db }: EntityDatabase): AuditRepository {
  const insert = db.prepare(`
    INSERT INTO audit_logs (id, tenant_id, customer_id, user_id, entity_type, entity_id, created_time, action_type,
      action_status, entity_name_key, user_name_key, entity_type_search, entity_name_search, user_name_search,
      action_type_search, action_status_search, body)
    VALUES (:id, :tenantId, :customerId, :userId, :entityType, :entityId, :createdTime, :actionType, :actionStatus,
      :entityNameKey, :userNameKey, :entityTypeSearch, :entityNameSearch, :userNameSearch, :actionTypeSearch,
      :actionStatusSearch, :body)`)
  const readPage = createListReader<AuditLog>(db, AUDIT_LIST, readBody)
  const readTenantPage = createListReader<AuditLog>(db, TENANT_AUDIT_LIST, readBody)

  return {
    add(record) {
      insert.run({
        id: record.id.id,
        tenantId: record.tenantId.id,
        customerId: record.customerId.id,
        userId: record.userId.id,
        entityType: record.entityId.entityType,
        entityId: record.entityId.id,
        createdTime: record.createdTime,
        actionType: record.actionType,
        actionStatus: record.actionStatus,
        entityNameKey: orderKey(record.entityName),
        userNameKey: orderKey(record.userName),
        entityTypeSearch: searchText(record.entityId.entityType),
        entityNameSearch: searchText(record.entityName),
        userNameSearch: searchText(record.userName),
        actionTypeSearch: searchText(record.actionType),
        actionStatusSearch: searchText(record.actionStatus),
        body: JSON.stringify(record),
      })
    },
    page: (tenantId, filter, link) => {
      const ofTenantOnly = filter.customerId === undefined && filter.userId === undefined && !filter.entity
      return (ofTenantOnly ? readTenantPage : readPage)(conditionsOf(tenantId, filter), link)
    },
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
