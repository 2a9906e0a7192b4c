import type { DatabaseSync } from 'node:sqlite'

/** Records deleted at a time; this takes some milliseconds, so that no write waits long for it. */
const PRUNE_STEP = 2000

/**
 * Creates a function that deletes some of the audit records older than a time (epoch milliseconds), oldest first. It
 * returns whether there may be more.
 */
export function createAuditPruning(db: DatabaseSync): (beforeMs: number) => boolean {
  // Records are numbered in the order in which they were added, so the oldest have the lowest numbers.
  const remove = db.prepare(`
    DELETE FROM audit_logs WHERE created_time < ?1
      AND no IN (SELECT no FROM audit_logs ORDER BY no LIMIT ${PRUNE_STEP})`)
  return (beforeMs) => Number(remove.run(beforeMs).changes) > 0
}
