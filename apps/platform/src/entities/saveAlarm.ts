import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { type Alarm, type AlarmRequest, AlarmSeverity } from '@greenwave/contract/wire/alarms'
import { MESSAGES } from '@greenwave/contract/wire/errors'
import { entityRef, isAssigned } from '@greenwave/contract/wire/ids'
import type { User } from '@greenwave/contract/wire/users'
import type { Principal } from '../access/principal.ts'
import { badRequest, Refusal } from '../access/refusal.ts'
import { type Outcome, requestedSubject } from '../audit/action.ts'
import { LIMITS } from '../limits/limits.ts'
import { type Originator, originatorOf } from './alarmOriginators.ts'
import { acknowledgeAlarm, assignAlarm, clearAlarm, statusOf, unassignAlarm } from './alarms.ts'
import type { EntityDeps } from './entityDeps.ts'
import type { Caller, Reach } from './reach.ts'
import { findTextViolations } from './textRules.ts'

/** Members of an alarm that a request sets, besides what acts change. */
type Content = Pick<
  Alarm,
  | 'severity'
  | 'startTs'
  | 'endTs'
  | 'details'
  | 'propagate'
  | 'propagateToOwner'
  | 'propagateToTenant'
  | 'propagateRelationTypes'
>

/** Most characters of the relation types of an alarm, as JSON. They are stored and never followed. */
const MAX_RELATION_TYPES_LENGTH = 4096

/**
 * Creates an alarm, refreshes the active one of its originator and type, or updates an alarm by id. The request may also
 * acknowledge, clear and assign the alarm. @throws {Refusal}
 */
export function saveAlarm(deps: EntityDeps, caller: Caller, request: AlarmRequest): Promise<Alarm> | Alarm {
  if (request.id != null) return caller.reach.onAlarm(request.id.id, (alarm) => save(deps, caller, request, alarm))
  const { originator, type } = request
  return save(deps, caller, request, originator ? deps.store.alarms.active(originator.id, type ?? '') : undefined)
}

/** Does what a request says. `stored` is the alarm that it names or refreshes; without one it creates an alarm. */
function save(deps: EntityDeps, caller: Caller, request: AlarmRequest, stored: Alarm | undefined): Alarm {
  const { store, access } = deps
  const { principal, reach } = caller
  const type = request.id == null ? 'ADDED' : 'UPDATED'
  const action = { actor: principal, type, ...requestedSubject('ALARM', request.id, request.type) } as const
  const work = (): Alarm => {
    const { alarm, isChanged } = composed(reach, request, stored, access.now())
    const assignee = request.assigneeId == null ? undefined : reach.user(request.assigneeId.id)
    const write = (): Alarm => (stored === undefined ? store.alarms.add(alarm) : store.alarms.save(alarm))
    const outcomeOf = (saved: Alarm): Outcome => ({
      entity: saved.originator,
      entityName: saved.type,
      customerId: saved.customerId?.id,
      data: { entity: store.alarms.withNames(saved) },
    })
    const saved = isChanged ? access.audited(action, write, outcomeOf) : alarm
    return withActs(deps, principal, request, saved, assignee)
  }
  // What was done has records of its own; this one is for a refusal, which undoes all of them.
  return access.audited(
    action,
    () => store.transaction(work),
    () => undefined,
  )
}

/** Acknowledges, clears and assigns an alarm as its request says. */
function withActs(
  deps: EntityDeps,
  principal: Principal,
  request: AlarmRequest,
  saved: Alarm,
  assignee: User | undefined,
): Alarm {
  let alarm = saved
  if (request.acknowledged === true && !alarm.acknowledged) {
    alarm = acknowledgeAlarm(deps, principal, alarm, request.ackTs || undefined)
  }
  if (request.cleared === true && !alarm.cleared) {
    alarm = clearAlarm(deps, principal, alarm, request.clearTs || undefined)
  }
  if (assignee !== undefined && alarm.assigneeId?.id !== assignee.id.id) {
    return assignAlarm(deps, principal, alarm, assignee, request.assignTs || undefined)
  }
  // A refresh without an assignee says nothing of it; an update by id replaces everything.
  const isLeftOut = assignee === undefined && request.id != null && alarm.assigneeId != null
  return isLeftOut ? unassignAlarm(deps, principal, alarm) : alarm
}

/** Returns the alarm that a request makes, and whether it differs from the stored one. @throws {Refusal} */
function composed(reach: Reach, request: AlarmRequest, stored: Alarm | undefined, now: number) {
  if (request.originator == null) throw new Refusal('itemNotFound', MESSAGES.itemNotFound)
  const originator = originatorOf(reach, request.originator)
  const content = contentOf(request, now)
  if (stored !== undefined) {
    const alarm = { ...stored, ...content }
    return { alarm, isChanged: !isDeepStrictEqual(alarm, stored) }
  }
  if (isAssigned(request.customerId) && request.customerId?.id !== originator.customerId?.id) {
    throw badRequest("Can't assign alarm to customer. Originator belongs to different customer!")
  }
  return { alarm: newAlarm(request, originator, content, now), isChanged: true }
}

function newAlarm(request: AlarmRequest, originator: Originator, content: Content, now: number): Alarm {
  const type = request.type ?? ''
  return {
    id: entityRef('ALARM', randomUUID()),
    createdTime: now,
    tenantId: originator.tenantId,
    customerId: originator.customerId,
    type,
    name: type,
    originator: originator.id,
    acknowledged: false,
    cleared: false,
    status: statusOf(false, false),
    assigneeId: null,
    ackTs: 0,
    clearTs: 0,
    assignTs: 0,
    ...content,
  }
}

/** Returns the content that a request gives an alarm; what is missing is cleared. @throws {Refusal} */
function contentOf(request: AlarmRequest, now: number): Content {
  const { startTs: start, endTs: end, details, propagateRelationTypes } = request
  const severity = checkedSeverity(request)
  checkTexts(request)
  // A start that is left out lies never after the end that is given.
  const startTs = start || Math.min(now, end || now)
  const endTs = end || startTs
  if (startTs > endTs) throw badRequest("Alarm start ts can't be greater then alarm end ts!")
  return {
    severity,
    startTs,
    endTs,
    details: details ?? {},
    propagate: request.propagate ?? false,
    propagateToOwner: request.propagateToOwner ?? false,
    propagateToTenant: request.propagateToTenant ?? false,
    propagateRelationTypes: propagateRelationTypes ?? [],
  }
}

function checkedSeverity({ id, type, severity }: AlarmRequest): AlarmSeverity {
  const missing = [
    ...(severity == null ? ['severity must not be null'] : []),
    ...(type == null && id == null ? ['type must not be null'] : []),
  ]
  if (missing.length > 0) throw badRequest(`Validation error: ${missing.join(', ')}`)
  const known = AlarmSeverity.safeParse(severity)
  if (known.success) return known.data
  throw badRequest(`Unsupported alarm severity '${severity}'. Only ${AlarmSeverity.options.join(', ')} are allowed.`)
}

function checkTexts({ type, details, propagateRelationTypes }: AlarmRequest): void {
  const detailsText = JSON.stringify(details ?? {})
  const violations = findTextViolations([
    { name: 'type', value: type },
    { name: 'details', value: detailsText, maxLength: null },
    {
      name: 'propagateRelationTypes',
      value: JSON.stringify(propagateRelationTypes ?? []),
      maxLength: MAX_RELATION_TYPES_LENGTH,
    },
  ])
  if (violations !== undefined) throw badRequest(violations)
  if (type?.trim() === '') throw badRequest('Alarm type should be specified!')
  const bytes = Buffer.byteLength(detailsText)
  if (bytes > LIMITS.alarmDetailsBytes.value) {
    throw badRequest(
      `Alarm details take ${bytes} bytes as JSON, at most ${LIMITS.alarmDetailsBytes.value} are allowed.`,
    )
  }
}
