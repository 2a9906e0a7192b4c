/** @file Acts on alarms: acknowledging, clearing, assigning, deleting. */
import type { Alarm, AlarmStatus } from '@greenwave/contract/wire/alarms'
import type { ActionType } from '@greenwave/contract/wire/audit'
import type { User } from '@greenwave/contract/wire/users'
import type { Principal } from '../access/principal.ts'
import { badRequest, permissionDenied } from '../access/refusal.ts'
import type { Subject } from '../audit/action.ts'
import type { Store } from '../store/openStore.ts'
import type { EntityDeps } from './entityDeps.ts'
import { ownerOfAlarm } from './reach.ts'
import { callerName, type Note, newComment, noteAct, personName } from './systemComments.ts'

/** Returns the status for the two flags of an alarm. */
export function statusOf(cleared: boolean, acknowledged: boolean): AlarmStatus {
  if (cleared) return acknowledged ? 'CLEARED_ACK' : 'CLEARED_UNACK'
  return acknowledged ? 'ACTIVE_ACK' : 'ACTIVE_UNACK'
}

/** Returns the subject of records about an alarm: its originator, which has the alarm's history in the audit log. */
function subjectOfAlarm(store: Store, alarm: Alarm): Subject {
  const { originatorName } = store.alarms.withNames(alarm)
  return { entity: alarm.originator, entityName: originatorName ?? null, customerId: alarm.customerId?.id }
}

/** Saves an alarm on which a user acted, with a note of that and a record. */
function act(
  deps: EntityDeps,
  principal: Principal,
  type: ActionType,
  alarm: Alarm,
  note: Omit<Note, 'userName'>,
): Alarm {
  const { store, access } = deps
  const action = { actor: principal, type, ...subjectOfAlarm(store, alarm) }
  const work = (): Alarm =>
    store.transaction(() => {
      const saved = store.alarms.save(alarm)
      const { text, subtype, ...more } = note
      noteAct(deps, principal, saved, { text, subtype, userName: callerName(deps, principal), ...more })
      return saved
    })
  return access.audited(action, work, (saved) => ({ data: { entity: store.alarms.withNames(saved) } }))
}

/** Acknowledges an alarm; `at` in epoch milliseconds. @throws {Refusal} when it was acknowledged before */
export function acknowledgeAlarm(deps: EntityDeps, principal: Principal, alarm: Alarm, at = deps.access.now()): Alarm {
  if (alarm.acknowledged) throw badRequest('Alarm was already acknowledged!')
  const seen = { acknowledged: true, ackTs: at, status: statusOf(alarm.cleared, true) }
  const text = `Alarm was acknowledged by user ${callerName(deps, principal)}`
  return act(deps, principal, 'ALARM_ACK', { ...alarm, ...seen }, { text, subtype: 'ACKED_BY_USER' })
}

/**
 * Clears an alarm; the next one of its originator and type will be a new alarm. @throws {Refusal} when it was cleared
 * before
 */
export function clearAlarm(deps: EntityDeps, principal: Principal, alarm: Alarm, at = deps.access.now()): Alarm {
  if (alarm.cleared) throw badRequest('Alarm was already cleared!')
  const ended = { cleared: true, clearTs: at, status: statusOf(true, alarm.acknowledged) }
  const text = `Alarm was cleared by user ${callerName(deps, principal)}`
  return act(deps, principal, 'ALARM_CLEAR', { ...alarm, ...ended }, { text, subtype: 'CLEARED_BY_USER' })
}

/**
 * Assigns an alarm to a user who can see it: an administrator, or a user of the customer that the originator belongs
 * to. @throws {Refusal} for another user, and for the one who has it
 */
export function assignAlarm(
  deps: EntityDeps,
  principal: Principal,
  alarm: Alarm,
  user: User,
  at = deps.access.now(),
): Alarm {
  if (alarm.assigneeId?.id === user.id.id) throw badRequest('Alarm was already assigned to this user!')
  const isViewer = user.authority === 'CUSTOMER_USER'
  if (isViewer && user.customerId.id !== ownerOfAlarm(deps.store, alarm).customerId) throw permissionDenied()
  const assigneeName = personName(user)
  const text = `Alarm was assigned by user ${callerName(deps, principal)} to user ${assigneeName}`
  const assigned = { ...alarm, assigneeId: user.id, assignTs: at }
  return act(deps, principal, 'ALARM_ASSIGNED', assigned, { text, subtype: 'ASSIGNED_TO_USER', assigneeName })
}

/** Removes the assignee of an alarm. @throws {Refusal} when it has none */
export function unassignAlarm(deps: EntityDeps, principal: Principal, alarm: Alarm): Alarm {
  if (alarm.assigneeId == null) throw badRequest('Alarm was already unassigned!')
  const free = { ...alarm, assigneeId: null, assignTs: deps.access.now() }
  const text = `Alarm was unassigned by user ${callerName(deps, principal)}`
  return act(deps, principal, 'ALARM_UNASSIGNED', free, { text, subtype: 'UNASSIGNED_BY_USER' })
}

/** Deletes an alarm with its comments. */
export function deleteAlarm({ store, access }: EntityDeps, principal: Principal, alarm: Alarm): void {
  const data = { alarmId: alarm.id.id, originatorId: alarm.originator.id }
  const action = { actor: principal, type: 'ALARM_DELETE', ...subjectOfAlarm(store, alarm), data } as const
  access.audited(action, () => store.alarms.remove(alarm.id.id))
}

/** Unassigns every alarm of a deleted user, with a note on each; resolves when none is left. */
export async function unassignAlarmsOf(
  { store, access }: Pick<EntityDeps, 'store' | 'access'>,
  user: User,
): Promise<void> {
  const userName = personName(user)
  const text = `Alarm was unassigned because user ${userName} - was deleted`
  const unassign = (alarm: Alarm | undefined): void => {
    if (alarm?.assigneeId?.id !== user.id.id) return
    store.transaction(() => {
      const free = store.alarms.save({ ...alarm, assigneeId: null, assignTs: access.now() })
      const note: Note = { text, subtype: 'UNASSIGNED_FROM_DELETED_USER', userName }
      store.alarms.comments.add(newComment(access.now(), free, null, 'SYSTEM', note))
    })
  }
  for (;;) {
    const ids = await store.alarms.assignedTo(user.id.id)
    if (ids.length === 0) return
    for (const id of ids) await store.alarms.change(id, unassign)
    await store.committed()
  }
}
