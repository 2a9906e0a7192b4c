import type { AlarmComment } from '@greenwave/contract/wire/alarmComments'
import { LIMITS } from '../limits/limits.ts'
import type { EntityDatabase } from './entityDatabase.ts'
import type { JsonText, PageLink } from './store.ts'
import { Turns } from './turns.ts'

// A comment of an alarm that was deleted meanwhile, or is full of comments, is left out; the act that it tells of holds.
const INSERT = `
  INSERT INTO alarm_comments (id, alarm_id, created_time, user_id, type, body)
  SELECT :id, :alarmId, :createdTime, :userId, :type, :body
  WHERE EXISTS (SELECT 1 FROM alarms WHERE id = :alarmId)
    AND (SELECT count(*) FROM alarm_comments WHERE alarm_id = :alarmId) < ${LIMITS.commentsOfAlarm.value}`
const UPDATE = 'UPDATE alarm_comments SET user_id = :userId, type = :type, body = :body WHERE id = :id'

/** Creates the repository of comments on alarms, which are on disk only. */
export function createAlarmCommentRepository(database: EntityDatabase) {
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
    /** Runs work on the comments of an alarm when earlier work on them has ended. */
    inTurn: <T>(alarmId: string, work: () => Promise<T>): Promise<T> => turns.run(alarmId, work),
    async find(id: string) {
      const comment: AlarmComment | null = JSON.parse(await json({ read: 'comment', id }))
      return comment ?? undefined
    },
    /** Resolves with the number of comments on an alarm. */
    count: async (alarmId: string) => Number(await json({ read: 'countOfComments', alarmId })),
    page: (alarmId: string, link: PageLink): Promise<JsonText> =>
      database.readAlarms({ read: 'comments', alarmId, link }),
    /** Adds a comment, unless its alarm has as many as it may, or is gone. */
    add(comment: AlarmComment) {
      const values = { ...changed(comment), alarmId: comment.alarmId.id, createdTime: comment.createdTime }
      database.recordOnly([INSERT, [values]], false)
      return comment
    },
    /** Replaces the content of a comment. */
    save(comment: AlarmComment) {
      database.recordOnly([UPDATE, [changed(comment)]], false)
      return comment
    },
  }
}
