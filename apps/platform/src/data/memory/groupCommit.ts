import type { Meter } from '../../meter/meter.ts'
import type { StoreLog } from '../../sqlite/storeLog.ts'
import type { CommitBatch } from '../port/valueStorage.ts'

/**
 * Shortest time from the start of one commit to the start of the next, milliseconds: a commit costs the same processor
 * time for one write as for many.
 */
const SHORTEST_INTERVAL_MS = 12
/** On a slow disk commits take at most this share of the time, so that settling and reading also get their turn, ... */
const COMMIT_SHARE = 1 / 3
/** ... but a write never waits longer than this for the start of its commit, milliseconds. */
const LONGEST_INTERVAL_MS = 40
/** Delay of the next commit after a failed one, milliseconds. */
const RETRY_MS = 1000

/** The writes gathered for the next commit. */
export interface PendingWrites {
  /** Returns true when there is nothing to write. */
  isEmpty(): boolean
  /** Takes everything gathered so far. Only one batch is in progress at a time. */
  take(): TakenWrites
}

/**
 * Writes that are being committed. One of the two functions is called when the commit has ended, before its writers
 * learn the result.
 */
export interface TakenWrites {
  readonly batch: CommitBatch
  /** The batch is on disk: changes that wait for the commit become visible. */
  written(): void
  /** The batch is not on disk and will not be: changes that were visible before the commit are undone. */
  refused(): void
}

interface Group {
  readonly done: Promise<void>
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/**
 * Creates a group commit. It commits the gathered writes at once if the last commit started long enough ago, otherwise
 * as soon as that is so, and never two at a time. All writes gathered in between share one commit and one promise.
 */
export function createGroupCommit(
  pending: PendingWrites,
  commit: (batch: CommitBatch) => Promise<void>,
  log: StoreLog,
  meter: Pick<Meter, 'committed' | 'commitFailed'>,
) {
  let group: Group | undefined
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let nextStart = 0
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
    const began = performance.now()
    running = commit(taken.batch)
      .then(
        () => {
          if (failing) log.info({}, 'Values are written to disk again')
          failing = false
          meter.committed(taken.batch.rows.length, (performance.now() - began) / 1000)
          taken.written()
          writers?.resolve()
        },
        (error: unknown) => {
          failing = true
          meter.commitFailed()
          log.error(
            { err: error, writes: taken.batch.rows.length },
            'Values could not be written to disk; their senders get an error',
          )
          taken.refused()
          writers?.reject(error)
        },
      )
      .finally(() => {
        running = undefined
        nextStart = began + intervalAfter(performance.now() - began)
        if (!closed && (group || !pending.isEmpty())) schedule(failing ? RETRY_MS : remainingMs())
      })
  }

  const remainingMs = (): number => Math.max(0, nextStart - performance.now())

  return {
    /** Resolves when everything gathered by now is on disk; rejects when it could not be written. */
    committed(): Promise<void> {
      if (closed) return Promise.reject(new Error('The store is closed'))
      if (!group) {
        const { promise, resolve, reject } = Promise.withResolvers<void>()
        // Prevents an unhandled rejection when a writer does not wait; the failure is logged above.
        promise.catch(() => {})
        group = { done: promise, resolve, reject }
      }
      if (!running) schedule(remainingMs())
      return group.done
    },
    /** Commits what is left and accepts nothing more. Resolves when that commit has ended, even if it failed. */
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

/** Returns the time from the start of a commit that took so long to the earliest start of the next, milliseconds. */
function intervalAfter(commitMs: number): number {
  return Math.min(LONGEST_INTERVAL_MS, Math.max(SHORTEST_INTERVAL_MS, commitMs / COMMIT_SHARE))
}
