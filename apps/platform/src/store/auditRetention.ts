import type { StoreLog } from '../sqlite/storeLog.ts'
import type { EntityDatabase } from './entityDatabase.ts'

const FIRST_MS = 60_000
const EVERY_MS = 6 * 3_600_000

interface AuditRetention {
  /** How long records are kept, milliseconds. */
  readonly retentionMs: number
  /** The time by which things may expire, epoch milliseconds. */
  readonly believed: () => number
  readonly log: StoreLog
}

/** Deletes audit records that are older than they are kept for, a minute after a start and then some times a day. Returns what ends it. */
export function keepAuditRetention(
  database: EntityDatabase,
  { retentionMs, believed, log }: AuditRetention,
): () => void {
  const prune = (): void =>
    void database.pruneAudit(believed() - retentionMs).catch((error: unknown) => {
      log.warn({ err: error }, 'Old audit records could not be deleted; it is tried again')
    })
  const first = setTimeout(prune, FIRST_MS).unref()
  const every = setInterval(prune, EVERY_MS).unref()
  return () => {
    clearTimeout(first)
    clearInterval(every)
  }
}
