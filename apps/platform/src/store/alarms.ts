import type { Alarm } from '@greenwave/contract/alarms'
import { bodyText, createFinder, readBody } from './entityBody.ts'
import type { EntityDatabase } from './entityDatabase.ts'
import { type Condition, createListReader, type ListShape, oneOf, pageOf, type SortProperty } from './listQuery.ts'
import type { AlarmFilter, AlarmRepository } from './store.ts'
import { orderKey, searchPattern, searchText } from './textOrder.ts'

const ALARM_LIST: ListShape<SortProperty<'alarms'>> = {
  table: 'alarms',
  columns: 'body',
  sort: {
    createdTime: 'created_time',
    startTs: 'start_ts',
    endTs: 'end_ts',
    type: 'type_key',
    ackTs: 'ack_ts',
    clearTs: 'clear_ts',
    severity: 'severity',
    status: 'status',
    id: 'id',
    tenantId: 'tenant_id',
    customerId: 'customer_id',
    originatorId: 'originator_id',
    // Only devices have alarms.
    originatorType: "'DEVICE'",
    assigneeId: 'assignee_id',
    assignTs: "body ->> '$.assignTs'",
    acknowledged: "body ->> '$.acknowledged'",
    cleared: 'cleared',
    details: "body ->> '$.details'",
    propagate: "body ->> '$.propagate'",
    propagateToOwner: "body ->> '$.propagateToOwner'",
    propagateToTenant: "body ->> '$.propagateToTenant'",
    propagateRelationTypes: "body ->> '$.propagateRelationTypes'",
  },
  search: ['type_search', 'severity_search', 'status_search'],
  pattern: searchPattern,
}
/** Creates the repository of alarms. A device has at most one active (not cleared) alarm of a type. */
export function createAlarmRepository({ db }: EntityDatabase): AlarmRepository {
  const byId = createFinder<Alarm>(db, 'SELECT body FROM alarms WHERE id = ?')
  const active = createFinder<Alarm>(db, 'SELECT body FROM alarms WHERE originator_id = ? AND type = ? AND cleared = 0')
  const upsert = db.prepare(`
    INSERT INTO alarms (id, tenant_id, customer_id, originator_id, assignee_id, created_time, start_ts,
      end_ts, ack_ts, clear_ts, cleared, type, type_key, type_search, severity, severity_search, status,
      status_search, body)
    VALUES (:id, :tenantId, :customerId, :originatorId, :assigneeId, :createdTime, :startTs, :endTs, :ackTs,
      :clearTs, :cleared, :type, :typeKey, :typeSearch, :severity, :severitySearch, :status, :statusSearch, :body)
    ON CONFLICT (id) DO UPDATE SET customer_id = excluded.customer_id, assignee_id = excluded.assignee_id,
      start_ts = excluded.start_ts, end_ts = excluded.end_ts, ack_ts = excluded.ack_ts, clear_ts = excluded.clear_ts,
      cleared = excluded.cleared, type = excluded.type, type_key = excluded.type_key,
      type_search = excluded.type_search, severity = excluded.severity, severity_search = excluded.severity_search,
      status = excluded.status, status_search = excluded.status_search, body = excluded.body`)
  const deleteById = db.prepare('DELETE FROM alarms WHERE id = ?')
  const readPage = createListReader<Alarm>(db, ALARM_LIST, readBody)
  const typesWhere = `tenant_id = :tenantId AND (:customerId IS NULL OR customer_id = :customerId)
    AND (:search IS NULL OR type_search LIKE :search)`
  const countTypes = db.prepare(`SELECT count(DISTINCT type) AS total FROM alarms WHERE ${typesWhere}`)
  const selectTypes = (order: 'ASC' | 'DESC') =>
    db.prepare(
      `SELECT type FROM alarms WHERE ${typesWhere} GROUP BY type ORDER BY type_key ${order}, type LIMIT :limit OFFSET :offset`,
    )
  const typesByOrder = { ASC: selectTypes('ASC'), DESC: selectTypes('DESC') }

  return {
    byId,
    active,
    save(alarm) {
      upsert.run({
        id: alarm.id.id,
        tenantId: alarm.tenantId.id,
        customerId: alarm.customerId.id,
        originatorId: alarm.originator.id,
        assigneeId: alarm.assigneeId?.id ?? null,
        createdTime: alarm.createdTime,
        startTs: alarm.startTs,
        endTs: alarm.endTs,
        ackTs: alarm.ackTs,
        clearTs: alarm.clearTs,
        cleared: alarm.cleared ? 1 : 0,
        type: alarm.type,
        typeKey: orderKey(alarm.type),
        typeSearch: searchText(alarm.type),
        severity: alarm.severity,
        severitySearch: searchText(alarm.severity),
        status: alarm.status,
        statusSearch: searchText(alarm.status),
        body: bodyText('Alarm', alarm),
      })
      return alarm
    },
    remove(id) {
      deleteById.run(id)
    },
    page: (tenantId, filter, link) => readPage(conditionsOf(tenantId, filter), link),
    types: (tenantId, customerId, link) => {
      const filter = {
        tenantId,
        customerId: customerId ?? null,
        search: link.textSearch ? searchPattern(link.textSearch) : null,
      }
      const total = Number(countTypes.get(filter)?.total ?? 0)
      const offset = link.page * link.pageSize
      const rows = typesByOrder[link.sortOrder].all({ ...filter, limit: link.pageSize, offset })
      return pageOf(
        rows.map((row) => ({ type: String(row.type) })),
        total,
        link,
      )
    },
  }
}

function conditionsOf(tenantId: string, filter: AlarmFilter): Condition[] {
  const conditions: Condition[] = [{ sql: 'tenant_id = ?', value: tenantId }]
  if (filter.customerId !== undefined) conditions.push({ sql: 'customer_id = ?', value: filter.customerId })
  if (filter.originatorId !== undefined) conditions.push({ sql: 'originator_id = ?', value: filter.originatorId })
  if (filter.startTime !== undefined) conditions.push({ sql: 'created_time >= ?', value: filter.startTime })
  if (filter.endTime !== undefined) conditions.push({ sql: 'created_time <= ?', value: filter.endTime })
  if (filter.statuses !== undefined) conditions.push(oneOf('status', filter.statuses))
  if (filter.severities !== undefined) conditions.push(oneOf('severity', filter.severities))
  if (filter.types !== undefined) conditions.push(oneOf('type', filter.types))
  if (filter.assigneeId !== undefined) conditions.push({ sql: 'assignee_id = ?', value: filter.assigneeId })
  return conditions
}
