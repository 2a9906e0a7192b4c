import type { StoreLog } from '../sqlite/storeLog.ts'

const FIRST_MS = 60_000
const EVERY_MS = 6 * 3_600_000

interface Retention {
  /** The records, in the plural, for the log. */
  readonly of: string
  /** Deletes those older than a time, epoch milliseconds. */
  readonly prune: (beforeMs: number) => Promise<void>
  /** Retention of records, milliseconds. */
  readonly retentionMs: number
  /** Returns the time by which things may expire, epoch milliseconds. */
  readonly believed: () => number
  readonly log: StoreLog
}

/** Deletes expired records, a minute after the start and then every few hours. Returns a function that stops this. */
export function keepRetention({ of, prune, retentionMs, believed, log }: Retention): () => void {
  const pruneNow = (): void =>
    void prune(believed() - retentionMs).catch((error: unknown) => {
      log.warn({ err: error }, `Old ${of} could not be deleted; will retry`)
    })
  const first = setTimeout(pruneNow, FIRST_MS).unref()
  const every = setInterval(pruneNow, EVERY_MS).unref()
  return () => {
    clearTimeout(first)
    clearInterval(every)
  }
}
