import type { StoreLog } from '../sqlite/storeLog.ts'
import type { EntityDatabase } from './entityDatabase.ts'

const FIRST_MS = 60_000
const EVERY_MS = 6 * 3_600_000

interface AuditRetention {
  /** How long records are kept, milliseconds. */
  readonly retentionMs: number
  /** Returns the time by which things may expire, epoch milliseconds. */
  readonly believed: () => number
  readonly log: StoreLog
}

/**
 * Deletes expired audit records, a minute after the start and then every few hours. Returns a function that stops this.
 */
export function keepAuditRetention(
  database: EntityDatabase,
  { retentionMs, believed, log }: AuditRetention,
): () => void {
  const prune = (): void =>
    void database.pruneAudit(believed() - retentionMs).catch((error: unknown) => {
      log.warn({ err: error }, 'Old audit records could not be deleted; trying again later')
    })
  const first = setTimeout(prune, FIRST_MS).unref()
  const every = setInterval(prune, EVERY_MS).unref()
  return () => {
    clearTimeout(first)
    clearInterval(every)
  }
}
