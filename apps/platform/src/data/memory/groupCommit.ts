import type { StoreLog } from '../../sqlite/storeLog.ts'
import type { CommitBatch } from '../port/valueStorage.ts'

/** Shortest time from the start of one commit to the start of the next, milliseconds: an upper bound of what grouping adds. */
const COMMIT_INTERVAL_MS = 40
/** How long after a failed commit the next one starts, milliseconds. */
const RETRY_MS = 1000

/** Where the writes that belong to the next commit gather. */
export interface PendingWrites {
  /** True when there is nothing to write. */
  isEmpty(): boolean
  /** Takes everything gathered so far. Only one is under way at a time. */
  take(): TakenWrites
}

/** Writes on their way to the disk. One of the two is called when it is known how that ended, before their writers hear of it. */
export interface TakenWrites {
  readonly batch: CommitBatch
  /** Everything is on disk: what was to be seen after the commit is seen from now on. */
  written(): void
  /** Nothing is on disk, nor will be: what was seen before the commit is taken back. */
  refused(): void
}

interface Group {
  readonly done: Promise<void>
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/**
 * Commits what has gathered: at once when the last commit began long enough ago, otherwise as soon as that is so, and never
 * two at a time. All who wrote in between share one commit and one promise.
 */
export function createGroupCommit(
  pending: PendingWrites,
  commit: (batch: CommitBatch) => Promise<void>,
  log: StoreLog,
) {
  let group: Group | undefined
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let lastStart = 0
  let failing = false
  let closed = false

  const schedule = (delayMs: number): void => {
    timer ??= setTimeout(start, delayMs)
  }

  const start = (): void => {
    timer = undefined
    if (closed || running) return
    const writers = group
    group = undefined
    if (pending.isEmpty()) {
      writers?.resolve()
      return
    }
    const taken = pending.take()
    lastStart = performance.now()
    running = commit(taken.batch)
      .then(
        () => {
          if (failing) log.info({}, 'Values are written to disk again')
          failing = false
          taken.written()
          writers?.resolve()
        },
        (error: unknown) => {
          failing = true
          log.error(
            { err: error, writes: taken.batch.rows.length },
            'Values could not be written to disk; whoever sent them is told',
          )
          taken.refused()
          writers?.reject(error)
        },
      )
      .finally(() => {
        running = undefined
        if (!closed && (group || !pending.isEmpty())) schedule(failing ? RETRY_MS : remainingMs())
      })
  }

  const remainingMs = (): number => Math.max(0, lastStart + COMMIT_INTERVAL_MS - performance.now())

  return {
    /** Resolves when all that has been gathered by now is on disk. */
    committed(): Promise<void> {
      if (closed) return Promise.reject(new Error('The store is closed'))
      if (!group) {
        const { promise, resolve, reject } = Promise.withResolvers<void>()
        // A writer that does not wait must not end the process; the failure is logged above.
        promise.catch(() => {})
        group = { done: promise, resolve, reject }
      }
      if (!running) schedule(remainingMs())
      return group.done
    },
    /** Writes what is left and takes nothing more; resolves when all is on disk, or could not be written. */
    async close(): Promise<void> {
      clearTimeout(timer)
      await running
      clearTimeout(timer)
      start()
      closed = true
      await running
    },
  }
}
