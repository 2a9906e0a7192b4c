import type { AuditLog } from '@greenwave/contract/wire/audit'
import type { EntityDatabase } from './entityDatabase.ts'
import type { AuditFilter, PageLink } from './store.ts'
import { orderKey, searchText } from './textOrder.ts'

const INSERT = `
    INSERT INTO audit_logs (id, tenant_id, customer_id, user_id, entity_type, entity_id, created_time, action_type,
      action_status, entity_name_key, user_name_key, entity_type_search, entity_name_search, user_name_search,
      action_type_search, action_status_search, body)
    VALUES (:id, :tenantId, :customerId, :userId, :entityType, :entityId, :createdTime, :actionType, :actionStatus,
      :entityNameKey, :userNameKey, :entityTypeSearch, :entityNameSearch, :userNameSearch, :actionTypeSearch,
      :actionStatusSearch, :body)`

/** Creates the repository of the audit log, which is on disk only. Records are added and never changed. */
export function createAuditRepository(database: EntityDatabase) {
  return {
    /**
     * Adds a record. With `isLasting` the record holds even if the entities written with it are lost, and is tried again
     * when the disk fails.
     */
    add(record: AuditLog, isLasting: boolean) {
      const values = {
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
      }
      database.recordOnly([INSERT, [values]], isLasting)
    },
    /** Resolves with a page as JSON text in UTF-8; rejects with an error of code PAGE_TOO_LARGE. */
    page: (tenantId: string, filter: AuditFilter, link: PageLink): Promise<Uint8Array> =>
      database.auditPage({ tenantId, filter, link }),
  }
}
