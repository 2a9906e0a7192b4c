/** @file Comments by which the platform notes on an alarm what was done with it. */
import { randomUUID } from 'node:crypto'
import type { AlarmComment, SystemCommentSubtype } from '@greenwave/contract/wire/alarmComments'
import type { Alarm } from '@greenwave/contract/wire/alarms'
import { entityRef } from '@greenwave/contract/wire/ids'
import type { User } from '@greenwave/contract/wire/users'
import type { Principal } from '../access/principal.ts'
import type { EntityDeps } from './entityDeps.ts'

/** The content of a system comment. */
export interface Note {
  readonly text: string
  readonly subtype: SystemCommentSubtype
  /** The user who acted or was deleted. */
  readonly userName: string
  readonly assigneeName?: string
}

/** Returns the name of a user for people: first and last name, or the e-mail address without them. */
export function personName({ firstName, lastName, email }: Pick<User, 'firstName' | 'lastName' | 'email'>): string {
  const name = [firstName, lastName].filter((part) => part != null && part !== '').join(' ')
  return name === '' ? email : name
}

/** Returns the name of the caller for people. */
export function callerName({ store }: Pick<EntityDeps, 'store'>, { userId, email }: Principal): string {
  const user = store.users.byId(userId)
  return user === undefined ? email : personName(user)
}

/** Returns a comment that is new. */
export function newComment(
  createdTime: number,
  alarm: Alarm,
  userId: string | null,
  type: 'OTHER' | 'SYSTEM',
  comment: object,
): AlarmComment {
  return {
    id: { id: randomUUID() },
    createdTime,
    alarmId: alarm.id,
    userId: userId === null ? null : entityRef('USER', userId),
    type,
    comment: { ...comment },
    name: JSON.stringify(comment),
  }
}

/** Notes on an alarm what a user did, with a record. */
export function noteAct({ store, access }: EntityDeps, principal: Principal, alarm: Alarm, note: Note): void {
  const action = {
    actor: principal,
    type: 'ADDED_COMMENT',
    entity: alarm.id,
    entityName: alarm.type,
    data: { comment: note },
  } as const
  access.audited(action, () =>
    store.alarms.comments.add(
      newComment(access.now(), alarm, principal.isWatcher ? null : principal.userId, 'SYSTEM', note),
    ),
  )
}
