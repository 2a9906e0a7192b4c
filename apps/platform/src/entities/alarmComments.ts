/** @file Users' acts on comments of alarms. */
import type { AlarmComment, AlarmCommentRequest } from '@greenwave/contract/wire/alarmComments'
import type { Alarm } from '@greenwave/contract/wire/alarms'
import type { ActionType } from '@greenwave/contract/wire/audit'
import type { Principal } from '../access/principal.ts'
import { badRequest, notFound, Refusal } from '../access/refusal.ts'
import type { Action } from '../audit/action.ts'
import { LIMITS } from '../limits/limits.ts'
import type { EntityDeps } from './entityDeps.ts'
import { callerName, newComment } from './systemComments.ts'
import { findTextViolations } from './textRules.ts'

/** Writes a comment on an alarm, or edits one of the caller's own. Rejects with a Refusal. */
export function saveComment(
  deps: EntityDeps,
  principal: Principal,
  alarm: Alarm,
  request: AlarmCommentRequest,
): Promise<AlarmComment> {
  const { store, access } = deps
  const { comments } = store.alarms
  const content = checkedContent(request)
  return comments.inTurn(alarm.id.id, async () => {
    if (request.id == null) {
      if ((await comments.count(alarm.id.id)) >= LIMITS.commentsOfAlarm.value) {
        throw badRequest(`An alarm has at most ${LIMITS.commentsOfAlarm.value} comments!`)
      }
      const added = newComment(access.now(), alarm, principal.userId, 'OTHER', content)
      return access.audited(recordOf('ADDED_COMMENT', principal, alarm, added), () => comments.add(added))
    }
    const stored = await commentOn(deps, alarm, request.id.id)
    refuseStranger(principal, stored, 'edit')
    if (stored.type === 'SYSTEM') throw badRequest("System alarm comment can't be updated!")
    const comment = { ...content, edited: 'true', editedOn: access.now() }
    const edited = { ...stored, comment, name: JSON.stringify(comment) }
    return access.audited(recordOf('UPDATED_COMMENT', principal, alarm, edited), () => comments.save(edited))
  })
}

/**
 * Deletes the content of a comment, which leaves a note of that. Users delete their own, administrators all that users
 * wrote. Rejects with a Refusal.
 */
export function deleteComment(deps: EntityDeps, principal: Principal, alarm: Alarm, commentId: string): Promise<void> {
  const { store, access } = deps
  const { comments } = store.alarms
  return comments.inTurn(alarm.id.id, async () => {
    const stored = await commentOn(deps, alarm, commentId)
    if (principal.authority !== 'TENANT_ADMIN') refuseStranger(principal, stored, 'delete')
    if (stored.type === 'SYSTEM') throw badRequest('System comment could not be deleted')
    const userName = callerName(deps, principal)
    const comment = { text: `Comment was deleted by user ${userName}`, subtype: 'COMMENT_DELETED', userName }
    const deleted = { ...stored, userId: null, type: 'SYSTEM', comment, name: JSON.stringify(comment) }
    access.audited(recordOf('DELETED_COMMENT', principal, alarm, deleted), () => comments.save(deleted))
  })
}

async function commentOn({ store }: EntityDeps, alarm: Alarm, id: string): Promise<AlarmComment> {
  const comment = await store.alarms.comments.find(id)
  if (comment === undefined || comment.alarmId.id !== alarm.id.id) throw notFound('Alarm comment', id)
  return comment
}

function refuseStranger(principal: Principal, { userId }: AlarmComment, act: 'edit' | 'delete'): void {
  if (userId?.id === principal.userId) return
  throw new Refusal('permissionDenied', `User is not allowed to ${act} other user's comment`)
}

/** Returns the action of a record about a comment. Records about comments are of the alarm, not of its originator. */
function recordOf(type: ActionType, principal: Principal, alarm: Alarm, { comment }: AlarmComment): Action {
  return { actor: principal, type, entity: alarm.id, entityName: alarm.type, data: { comment } }
}

function checkedContent({ comment }: AlarmCommentRequest): Record<string, unknown> {
  if (comment == null) throw badRequest('Alarm comment should be specified!')
  const text = JSON.stringify(comment)
  const violations = findTextViolations([{ name: 'comment', value: text, maxLength: null }])
  if (violations !== undefined) throw badRequest(violations)
  const bytes = Buffer.byteLength(text)
  if (bytes > LIMITS.alarmCommentBytes.value) {
    throw badRequest(`A comment takes ${bytes} bytes as JSON, at most ${LIMITS.alarmCommentBytes.value} are allowed.`)
  }
  return comment
}
