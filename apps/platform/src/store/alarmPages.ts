/** @file Lists of alarms, by SQL: in memory for the active ones, on the disk for all. */

import { foldText } from '@greenwave/contract/text'
import type { AlarmSeverity, AlarmStatus } from '@greenwave/contract/wire/alarms'
import { entityRef } from '@greenwave/contract/wire/ids'
import { createAlarmNames } from './alarmNames.ts'
import { BY_LABEL, BY_NAME, ownedBy, SEARCHED_LABEL, SEARCHED_NAME } from './alarmOriginators.ts'
import type { EntityStatements } from './entityStatements.ts'
import { createTextFinder } from './likePattern.ts'
import { type Condition, createListReader, type ListShape, oneOf, pageOf } from './listQuery.ts'
import type { AlarmFilter, AlarmSearchField, OfOriginators, PageLink } from './store.ts'
import { foldedPattern } from './textOrder.ts'

const ALARM_LIST: ListShape = {
  table: 'alarms',
  columns: 'originator_type, originator_id, assignee_id, body',
  sort: {
    createdTime: 'created_time',
    startTs: 'start_ts',
    endTs: 'end_ts',
    type: 'type',
    ackTs: 'ack_ts',
    clearTs: 'clear_ts',
    severity: 'severity',
    status: 'status',
    id: 'id',
    tenantId: 'tenant_id',
    customerId: 'customer_id',
    originatorId: 'originator_id',
    originatorType: 'originator_type',
    assigneeId: 'assignee_id',
    assignTs: "body ->> '$.assignTs'",
    acknowledged: "body ->> '$.acknowledged'",
    cleared: 'cleared',
    details: "body ->> '$.details'",
    propagate: "body ->> '$.propagate'",
    propagateToOwner: "body ->> '$.propagateToOwner'",
    propagateToTenant: "body ->> '$.propagateToTenant'",
    propagateRelationTypes: "body ->> '$.propagateRelationTypes'",
    originatorName: BY_NAME,
    originatorLabel: BY_LABEL,
  },
  search: ['type_search', 'severity_search', 'status_search'],
  pattern: foldedPattern,
  sequence: 'rowid',
  ordersNumbers: true,
}
/** Properties by which the list can be sorted, the documented ones first. */
export const ALARM_SORTS = Object.keys(ALARM_LIST.sort)

/** Alarms of some originators, which are given as a list of JSON: `place` is where its originator is in the list. */
const ALARMS_OF_ORIGINATORS: ListShape = {
  ...ALARM_LIST,
  // The order of this join is fixed: the other way round the list would be read for each alarm.
  from: '(SELECT json AS list, key AS place, value AS listed_id FROM json_each) CROSS JOIN alarms',
  sort: {
    ...ALARM_LIST.sort,
    id: 'alarms.id',
    place: 'place',
    assignee: '(SELECT email_key FROM users WHERE id = assignee_id)',
  },
  sequence: 'alarms.rowid',
}

/** Columns of the fields that a query for alarms searches. */
const SEARCHED: Readonly<Record<AlarmSearchField, string>> = {
  type: 'type_search',
  severity: 'severity_search',
  status: 'status_search',
  originator: SEARCHED_NAME,
  originatorLabel: SEARCHED_LABEL,
  originatorDisplayName: SEARCHED_LABEL,
  assignee: `(SELECT fold_text(concat_ws(char(10), body ->> '$.firstName', body ->> '$.lastName', email)) FROM users
    WHERE id = assignee_id)`,
}

/** Creates the readers of lists of a tenant's alarms. Pages are returned as JSON text; they throw PageTooLarge. */
export function createAlarmPages(db: EntityStatements) {
  const namesOf = createAlarmNames(db)
  const withNames = (row: Record<string, unknown>): string => {
    const { assignee_id: assignee } = row
    const names = namesOf({
      originator: { entityType: String(row.originator_type), id: String(row.originator_id) },
      assigneeId: typeof assignee === 'string' ? entityRef('USER', assignee) : null,
    })
    return `${String(row.body).slice(0, -1)},${JSON.stringify(names).slice(1)}`
  }
  const readPage = createListReader(db, ALARM_LIST, withNames)
  const readOfOriginators = createListReader(
    db,
    ALARMS_OF_ORIGINATORS,
    (row) => `${String(row.originator_id)} ${withNames(row)}`,
  )
  const severities = new Map<string, ReturnType<EntityStatements['prepare']>>()
  const typesOf = createTypeReader(db)

  return {
    page(tenantId: string, filter: AlarmFilter, link: PageLink): string {
      const { data, ...totals } = readPage(conditionsOf(tenantId, filter), link)
      return `{"data":[${data.join(',')}],${JSON.stringify(totals).slice(1)}`
    },
    /** Returns the number of all alarms of originators, and on a line each those of a page: `originatorId JSON`. */
    ofOriginators(filter: OfOriginators, link: PageLink, searched: readonly AlarmSearchField[]): string {
      const columns = searched.map((field) => SEARCHED[field])
      const { data, totalElements } = readOfOriginators(ofOriginators(filter), link, columns)
      return [totalElements, ...data].join('\n')
    },
    /** Returns the number of alarms. */
    count(tenantId: string, filter: AlarmFilter & Partial<OfOriginators>): number {
      const link = { page: 0, pageSize: 0, textSearch: undefined, sortProperty: undefined, sortOrder: 'ASC' } as const
      const { originatorIds } = filter
      return originatorIds === undefined
        ? readPage(conditionsOf(tenantId, filter), link).totalElements
        : readOfOriginators(ofOriginators({ ...filter, originatorIds }), link).totalElements
    },
    /** Returns the severities that occur among some alarms, in any order. */
    severities(tenantId: string, filter: AlarmFilter): AlarmSeverity[] {
      const conditions = conditionsOf(tenantId, filter)
      const sql = `SELECT DISTINCT severity FROM alarms WHERE ${conditions.map((condition) => condition.sql).join(' AND ')}`
      const statement = severities.get(sql) ?? db.prepare(sql)
      severities.set(sql, statement)
      // Only the store writes severities.
      return statement.all(...conditions.map(({ value }) => value)).map(({ severity }) => severity as AlarmSeverity)
    },
    /** Returns a page of the types in use, of a customer's alarms or of all, in the order of their characters. */
    types(tenantId: string, customerId: string | undefined, link: PageLink): string {
      const matches = createTextFinder(link.textSearch ?? '')
      const from = link.page * link.pageSize
      const data: object[] = []
      let total = 0
      for (const type of typesOf(tenantId, customerId, link.sortOrder)) {
        if (!matches(foldText(type))) continue
        if (total >= from && data.length < link.pageSize) {
          data.push({ tenantId: entityRef('TENANT', tenantId), entityType: 'ALARM', type })
        }
        total += 1
      }
      return JSON.stringify(pageOf(data, total, link))
    },
  }
}

/** Creates a reader of the types in use. All types of a tenant are found by one step in an index for each of them. */
function createTypeReader(db: EntityStatements) {
  const ofTenant = (first: 'min' | 'max', next: '<' | '>') =>
    db.prepare(`
      WITH RECURSIVE found (type) AS (
        SELECT ${first}(type) FROM alarms WHERE tenant_id = ?1
        UNION ALL
        SELECT (SELECT ${first}(type) FROM alarms WHERE tenant_id = ?1 AND type ${next} found.type)
          FROM found WHERE found.type IS NOT NULL
      )
      SELECT type FROM found WHERE type IS NOT NULL`)
  const ofCustomer = (order: 'ASC' | 'DESC') =>
    db.prepare(`SELECT DISTINCT type FROM alarms WHERE ${ownedBy('').sql} ORDER BY type ${order}`)
  const statements = {
    tenant: { ASC: ofTenant('min', '>'), DESC: ofTenant('max', '<') },
    customer: { ASC: ofCustomer('ASC'), DESC: ofCustomer('DESC') },
  }
  return function* (tenantId: string, customerId: string | undefined, order: 'ASC' | 'DESC'): Generator<string> {
    const rows =
      customerId === undefined
        ? statements.tenant[order].iterate(tenantId)
        : statements.customer[order].iterate(customerId)
    for (const { type } of rows) yield String(type)
  }
}

function ofOriginators({ originatorIds, isPropagated, ...filter }: OfOriginators): Condition[] {
  const listed = { sql: 'list = ? AND originator_id = listed_id', value: JSON.stringify(originatorIds) }
  return [listed, ...(isPropagated ? [PROPAGATED] : []), ...narrowed(filter)]
}

function conditionsOf(tenantId: string, filter: AlarmFilter): Condition[] {
  // An originator is of one tenant; naming that too would make SQLite read all of the tenant's alarms.
  const conditions: Condition[] = filter.originatorId === undefined ? [{ sql: 'tenant_id = ?', value: tenantId }] : []
  return [...conditions, ...narrowed(filter)]
}

function narrowed(filter: AlarmFilter): Condition[] {
  const conditions: Condition[] = []
  if (filter.customerId !== undefined) conditions.push(ownedBy(filter.customerId))
  if (filter.ownerId !== undefined) conditions.push(ownedBy(filter.ownerId), PROPAGATED)
  if (filter.originatorId !== undefined) conditions.push({ sql: 'originator_id = ?', value: filter.originatorId })
  if (filter.startTime !== undefined) conditions.push({ sql: 'created_time >= ?', value: filter.startTime })
  if (filter.endTime !== undefined) conditions.push({ sql: 'created_time <= ?', value: filter.endTime })
  if (filter.statuses !== undefined) conditions.push(statusCondition(filter.statuses))
  if (filter.severities !== undefined) conditions.push(oneOf('severity', filter.severities))
  if (filter.types !== undefined) conditions.push(oneOf('type', filter.types))
  if (filter.assigneeId !== undefined) conditions.push({ sql: 'assignee_id = ?', value: filter.assigneeId })
  return conditions
}

/** Holds for an alarm of a customer's own, and for one that is propagated to the owner. */
const PROPAGATED: Condition = { sql: `(originator_type = ? OR body ->> '$.propagateToOwner')`, value: 'CUSTOMER' }

/** Between the texts of active and of cleared statuses. */
const AFTER_ACTIVE = 'B'

/** Returns the quickest condition that the status is one of some: each alarm of a list is tried. */
function statusCondition(statuses: readonly AlarmStatus[]): Condition {
  const only = (word: string): boolean => statuses.length === 2 && statuses.every((status) => status.startsWith(word))
  if (only('ACTIVE')) return { sql: 'status < ?', value: AFTER_ACTIVE }
  if (only('CLEARED')) return { sql: 'status > ?', value: AFTER_ACTIVE }
  return oneOf('status', statuses)
}
