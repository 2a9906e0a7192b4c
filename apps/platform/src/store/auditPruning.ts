import type { DatabaseSync } from 'node:sqlite'

/** Records deleted at a time: some milliseconds, so that no write waits long behind it. */
const PRUNE_STEP = 2000

/** Deletes some of the audit records made before a time, oldest first. Returns whether there may be more. */
export function createAuditPruning(db: DatabaseSync): (beforeMs: number) => boolean {
  // Records are numbered as they come, so the old ones are those of the lowest numbers.
  const remove = db.prepare(`
    DELETE FROM audit_logs WHERE created_time < ?1
      AND no IN (SELECT no FROM audit_logs ORDER BY no LIMIT ${PRUNE_STEP})`)
  return (beforeMs) => Number(remove.run(beforeMs).changes) > 0
}
