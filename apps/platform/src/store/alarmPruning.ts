import type { DatabaseSync } from 'node:sqlite'
import { WITHOUT_ORIGINATOR } from './alarmOriginators.ts'

/** Alarms deleted at a time, with their comments; this takes some milliseconds, so that no write waits long for it. */
const STEP = 500

/** Deletes alarms from the disk in steps. Each step returns whether there may be more. */
export interface AlarmPruning {
  /** Deletes some of the alarms that were raised and cleared before a time, epoch milliseconds. */
  expired(beforeMs: number): boolean
  /** Deletes some of the alarms whose originator is gone: its deletion was cut short by a crash. */
  strays(): boolean
  /** Deletes some of the alarms of an originator. */
  ofOriginator(originatorId: string): boolean
}

/** Creates the deletion of alarms on a database. */
export function createAlarmPruning(db: DatabaseSync): AlarmPruning {
  const removeWhere = (condition: string) =>
    db.prepare(`DELETE FROM alarms WHERE rowid IN (SELECT rowid FROM alarms WHERE ${condition} LIMIT ${STEP})`)
  const expired = removeWhere('cleared = 1 AND clear_ts < ?1 AND created_time < ?1')
  // Finds the originators by one step in an index for each of them.
  const strays = removeWhere(`originator_id IN (
    WITH RECURSIVE found (originator_id) AS (
      SELECT min(originator_id) FROM alarms
      UNION ALL
      SELECT (SELECT min(originator_id) FROM alarms WHERE originator_id > found.originator_id)
        FROM found WHERE found.originator_id IS NOT NULL
    )
    SELECT originator_id FROM found WHERE ${WITHOUT_ORIGINATOR})`)
  const ofOriginator = removeWhere('originator_id = ?')
  return {
    expired: (beforeMs) => Number(expired.run(beforeMs).changes) > 0,
    strays: () => Number(strays.run().changes) > 0,
    ofOriginator: (originatorId) => Number(ofOriginator.run(originatorId).changes) > 0,
  }
}
