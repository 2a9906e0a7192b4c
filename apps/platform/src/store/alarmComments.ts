import type { AlarmComment } from '@greenwave/contract/wire/alarmComments'
import { LIMITS } from '../limits/limits.ts'
import type { EntityDatabase } from './entityDatabase.ts'
import type { AlarmCommentRepository } from './store.ts'
import { Turns } from './turns.ts'

// A comment of an alarm that was deleted meanwhile, or is full of comments, is left out; the act that it tells of holds.
const INSERT = `
  INSERT INTO alarm_comments (id, alarm_id, created_time, user_id, type, body)
  SELECT :id, :alarmId, :createdTime, :userId, :type, :body
  WHERE EXISTS (SELECT 1 FROM alarms WHERE id = :alarmId)
    AND (SELECT count(*) FROM alarm_comments WHERE alarm_id = :alarmId) < ${LIMITS.commentsOfAlarm.value}`
const UPDATE = 'UPDATE alarm_comments SET user_id = :userId, type = :type, body = :body WHERE id = :id'

/** Creates the repository of comments on alarms, which are on disk only. */
export function createAlarmCommentRepository(database: EntityDatabase): AlarmCommentRepository {
  const turns = new Turns()
  const json = async (query: Parameters<EntityDatabase['readAlarms']>[0]): Promise<string> =>
    new TextDecoder().decode(await database.readAlarms(query))
  const changed = ({ id, userId, type, ...rest }: AlarmComment) => ({
    id: id.id,
    userId: userId?.id ?? null,
    type,
    body: JSON.stringify({ id, userId, type, ...rest }),
  })
  return {
    inTurn: (alarmId, work) => turns.run(alarmId, work),
    async find(id) {
      const comment: AlarmComment | null = JSON.parse(await json({ read: 'comment', id }))
      return comment ?? undefined
    },
    count: async (alarmId) => Number(await json({ read: 'countOfComments', alarmId })),
    page: (alarmId, link) => database.readAlarms({ read: 'comments', alarmId, link }),
    add(comment) {
      const values = { ...changed(comment), alarmId: comment.alarmId.id, createdTime: comment.createdTime }
      database.recordOnly([INSERT, [values]], false)
      return comment
    },
    save(comment) {
      database.recordOnly([UPDATE, [changed(comment)]], false)
      return comment
    },
  }
}
