import { randomUUID } from 'node:crypto'
import {
  type Alarm,
  type AlarmInfo,
  type AlarmRequest,
  AlarmSeverity,
  type AlarmStatus,
} from '@greenwave/contract/alarms'
import type { ActionType } from '@greenwave/contract/audit'
import { MESSAGES } from '@greenwave/contract/errors'
import { type EntityRef, entityRef } from '@greenwave/contract/ids'
import type { Principal } from '../access/principal.ts'
import { badRequest, notFound, permissionDenied, Refusal } from '../access/refusal.ts'
import { savedAs, subjectOf } from '../audit/action.ts'
import type { Store } from '../store/store.ts'
import type { EntityDeps } from './entityDeps.ts'
import type { Caller, Reach } from './reach.ts'
import { findTextViolations } from './textRules.ts'

/** Returns the status for the two flags of an alarm. */
function statusOf(cleared: boolean, acknowledged: boolean): AlarmStatus {
  if (cleared) return acknowledged ? 'CLEARED_ACK' : 'CLEARED_UNACK'
  return acknowledged ? 'ACTIVE_ACK' : 'ACTIVE_UNACK'
}

/** Returns an alarm with the names of its device and assignee. */
export function withNames(store: Store, alarm: Alarm): AlarmInfo {
  const device = store.devices.byId(alarm.originator.id)
  const assignee = alarm.assigneeId == null ? undefined : store.users.byId(alarm.assigneeId.id)
  return {
    ...alarm,
    originatorName: device?.name ?? null,
    originatorLabel: device?.label ?? null,
    originatorDisplayName: device?.label || device?.name || null,
    assignee:
      assignee === undefined
        ? null
        : {
            id: assignee.id,
            firstName: assignee.firstName ?? null,
            lastName: assignee.lastName ?? null,
            email: assignee.email,
          },
  }
}

/** Creates an alarm, refreshes the active alarm of its device and type, or updates an alarm by id. @throws {Refusal} */
export function saveAlarm({ store, access }: EntityDeps, { principal, reach }: Caller, request: AlarmRequest): Alarm {
  checkRequest(request)
  const severity = request.severity == null ? undefined : readSeverity(request.severity)
  const existing = findExisting()
  const alarm = existing === undefined ? create() : update(existing)
  const isFirst = alarm.createdTime === alarm.startTs && alarm.startTs === alarm.endTs
  const action = { actor: principal, type: isFirst ? 'ADDED' : 'UPDATED', ...subjectOf(alarm) } as const
  return access.audited(action, () => store.alarms.save(alarm), savedAs)

  function findExisting(): Alarm | undefined {
    if (request.id != null) return reach.alarm(request.id.id)
    const device = originator()
    return store.alarms.active(device.id.id, request.type ?? '')
  }
  function originator() {
    if (request.originator == null) throw new Refusal('itemNotFound', MESSAGES.itemNotFound)
    if (request.originator.entityType !== 'DEVICE') throw badRequest('Only devices have alarms here!')
    return reach.device(request.originator.id)
  }
  function create(): Alarm {
    if (severity === undefined) throw badRequest('Validation error: severity must not be null')
    const device = originator()
    const now = access.now()
    const startTs = request.startTs || now
    return {
      id: entityRef('ALARM', randomUUID()),
      createdTime: now,
      tenantId: device.tenantId,
      customerId: device.customerId,
      type: request.type ?? '',
      name: request.type ?? '',
      originator: device.id,
      severity,
      acknowledged: false,
      cleared: false,
      status: statusOf(false, false),
      assigneeId: null,
      startTs,
      endTs: request.endTs || startTs,
      ackTs: 0,
      clearTs: 0,
      assignTs: 0,
      details: request.details ?? {},
      propagate: false,
      propagateToOwner: false,
      propagateToTenant: false,
      propagateRelationTypes: [],
    }
  }
  function update(existing: Alarm): Alarm {
    return {
      ...existing,
      severity: severity ?? existing.severity,
      startTs: request.startTs || existing.startTs,
      endTs: request.endTs || access.now(),
      details: request.details ?? existing.details,
    }
  }
}

function checkRequest({ type, details }: AlarmRequest): void {
  const violations = findTextViolations([{ name: 'type', value: type }])
  if (violations !== undefined) throw badRequest(violations)
  if (type == null) throw badRequest('Validation error: type must not be null')
  if (type.trim() === '') throw badRequest('Alarm type should be specified!')
  if (details != null && JSON.stringify(details).length > 1_000_000) {
    throw badRequest('Alarm details should be at most 1000000 characters of JSON!')
  }
}

function readSeverity(text: string): AlarmSeverity {
  const severity = AlarmSeverity.safeParse(text)
  if (severity.success) return severity.data
  throw badRequest(`Unsupported alarm severity '${text}'. Only ${AlarmSeverity.options.join(', ')} are allowed.`)
}

/** Saves a changed alarm, with a record of the action. */
function change(
  { store, access }: EntityDeps,
  principal: Principal,
  type: ActionType,
  alarm: Alarm,
  changed: Partial<Alarm>,
): Alarm {
  const action = { actor: principal, type, ...subjectOf(alarm), data: { entityId: alarm.id.id } }
  return access.audited(action, () => store.alarms.save({ ...alarm, ...changed }))
}

/** Acknowledges an alarm. @throws {Refusal} when it was acknowledged before */
export function acknowledgeAlarm(deps: EntityDeps, principal: Principal, alarm: Alarm): AlarmInfo {
  if (alarm.acknowledged) throw badRequest('Alarm was already acknowledged!')
  const seen = { acknowledged: true, ackTs: deps.access.now(), status: statusOf(alarm.cleared, true) }
  return withNames(deps.store, change(deps, principal, 'ALARM_ACK', alarm, seen))
}

/**
 * Clears an alarm; the next one of its device and type will be a new alarm. @throws {Refusal} when it was cleared
 * before
 */
export function clearAlarm(deps: EntityDeps, principal: Principal, alarm: Alarm): AlarmInfo {
  if (alarm.cleared) throw badRequest('Alarm was already cleared!')
  const ended = { cleared: true, clearTs: deps.access.now(), status: statusOf(true, alarm.acknowledged) }
  return withNames(deps.store, change(deps, principal, 'ALARM_CLEAR', alarm, ended))
}

/**
 * Assigns an alarm to a user who can see it: an administrator, or a user of the customer that has the device. @throws
 * {Refusal}
 */
export function assignAlarm(deps: EntityDeps, principal: Principal, alarm: Alarm, userId: string): Alarm {
  const user = deps.store.users.byId(userId)
  if (user === undefined) throw notFound('User', userId)
  if (user.tenantId.id !== principal.tenantId) throw permissionDenied()
  if (user.authority === 'CUSTOMER_USER' && user.customerId.id !== alarm.customerId.id) throw permissionDenied()
  return change(deps, principal, 'ALARM_ASSIGNED', alarm, { assigneeId: user.id, assignTs: deps.access.now() })
}

/** Removes the assignee of an alarm. */
export function unassignAlarm(deps: EntityDeps, principal: Principal, alarm: Alarm): Alarm {
  return change(deps, principal, 'ALARM_UNASSIGNED', alarm, { assigneeId: null, assignTs: deps.access.now() })
}

/** Deletes an alarm; returns true, which is the answer of the call. */
export function deleteAlarm({ store, access }: EntityDeps, principal: Principal, alarm: Alarm): boolean {
  const data = { entityId: alarm.id.id }
  access.audited({ actor: principal, type: 'ALARM_DELETE', ...subjectOf(alarm), data }, () =>
    store.alarms.remove(alarm.id.id),
  )
  return true
}

/** Returns the device of an alarm list. @throws {Refusal} for an entity of another kind or out of reach */
export function alarmOriginator(
  reach: Reach,
  path: { readonly entityType: string; readonly entityId: string },
): EntityRef {
  if (path.entityType !== 'DEVICE') throw badRequest(`Entities of type '${path.entityType}' have no alarms here`)
  return reach.device(path.entityId).id
}
