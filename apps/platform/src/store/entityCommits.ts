import type { StoreLog } from '../sqlite/storeLog.ts'
import type { RecordedWrite, WriteUnit } from './entityStatements.ts'
import type { UndoLog } from './undoLog.ts'

/** Delay before lasting writes are tried again after a failure, milliseconds. */
const RETRY_MS = 1000
/**
 * Most bytes of lasting writes that wait for a failing disk. Beyond it the oldest are dropped, or a full disk would
 * fill the memory.
 */
const MAX_LASTING_BYTES = 8_388_608

/** The parts that commits of entities use. */
export interface EntityCommitsParts {
  /** Resolves when the writes are on disk, rejects when none of them is. */
  readonly write: (writes: readonly RecordedWrite[]) => Promise<void>
  readonly undoLog: UndoLog
  /** Repeats a unit in memory. */
  readonly repeat: (unit: WriteUnit) => void
  /** Called when memory has gone back to what is on disk. */
  readonly onUndone: () => void
  readonly log: StoreLog
}

interface Group {
  readonly done: Promise<void>
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
  /** True when the group has a unit that can be refused. */
  refusable: boolean
}

/**
 * Creates the commits that bring units from memory to disk, one batch at a time; units added meanwhile form the next
 * batch. When a batch fails, memory goes back to what is on disk, because later units may build on the lost ones. Only
 * lasting units (`WriteUnit.isLasting`) are kept and tried again.
 */
export function createEntityCommits({ write, undoLog, repeat, onUndone, log }: EntityCommitsParts) {
  let pending: WriteUnit[] = []
  let group: Group | undefined
  let runningGroup: Group | undefined
  let running: Promise<void> | undefined
  let timer: NodeJS.Immediate | NodeJS.Timeout | undefined
  let failing = false
  let closed = false

  const schedule = (): void => {
    if (timer || running || closed || pending.length === 0) return
    timer = failing ? setTimeout(start, RETRY_MS) : setImmediate(start)
  }

  const start = (): void => {
    clearTimer()
    if (running || pending.length === 0) return
    const units = pending
    pending = []
    runningGroup = group
    group = undefined
    const mark = undoLog.mark()
    running = write(units.flatMap(({ writes }) => writes))
      .then(
        () => succeed(mark),
        (error: unknown) => fail(error, units),
      )
      .finally(() => {
        running = undefined
        runningGroup = undefined
        schedule()
      })
  }

  const clearTimer = (): void => {
    clearTimeout(timer as NodeJS.Timeout)
    clearImmediate(timer as NodeJS.Immediate)
    timer = undefined
  }

  const succeed = (mark: number): void => {
    if (failing) log.info({}, 'Entities are written to disk again')
    failing = false
    undoLog.forget(mark)
    runningGroup?.resolve()
  }

  const fail = (error: unknown, units: readonly WriteUnit[]): void => {
    const unwritten = [...units, ...pending]
    const lost = unwritten.filter(({ isLasting }) => !isLasting).length
    if (!failing || lost > 0) {
      log.error(
        { err: error, refused: lost, waiting: unwritten.length - lost },
        'Entities could not be written to disk. Refused writes are undone; sessions that ended stay ended, and are written when it can be done',
      )
    }
    failing = true
    undoLog.undo()
    pending = unwritten.filter((unit) => unit.isLasting && isRepeated(unit))
    dropBeyondBudget()
    onUndone()
    for (const failed of [runningGroup, group]) {
      if (failed?.refusable) failed.reject(error)
      else failed?.resolve()
    }
    group = undefined
  }

  const isRepeated = (unit: WriteUnit): boolean => {
    try {
      repeat(unit)
      return true
    } catch (error) {
      // The write was about something that is lost itself, such as a new account.
      log.warn({ err: error }, 'A write was lost; it will not be retried')
      return false
    }
  }

  const dropBeyondBudget = (): void => {
    let bytes = 0
    const kept = pending.toReversed().filter((unit) => {
      bytes += bytesOf(unit)
      return bytes <= MAX_LASTING_BYTES
    })
    if (kept.length < pending.length) {
      log.error({ dropped: pending.length - kept.length }, 'Records that were waiting for the disk were dropped')
      pending = kept.reverse()
    }
  }

  return {
    add(unit: WriteUnit): void {
      pending.push(unit)
      if (!group) {
        const { promise, resolve, reject } = Promise.withResolvers<void>()
        // Prevents an unhandled rejection when a writer does not wait; the failure is logged above.
        promise.catch(() => {})
        group = { done: promise, resolve, reject, refusable: false }
      }
      if (!unit.isLasting) group.refusable = true
      schedule()
    },
    /**
     * Resolves when everything added by now is on disk. Rejects when a unit of it was refused; lasting units never
     * are.
     */
    committed: (): Promise<void> => (group ?? runningGroup)?.done ?? Promise.resolve(),
    /** Writes what is left and accepts nothing more. A failure is logged, and was reported to its writers. */
    async close(): Promise<void> {
      await running
      start()
      closed = true
      await running
      if (pending.length > 0) log.error({ lost: pending.length }, 'The store was closed before all writes were on disk')
    },
  }
}

function bytesOf({ writes }: WriteUnit): number {
  let bytes = 0
  for (const [sql, values] of writes) bytes += sql.length + JSON.stringify(values).length
  return bytes
}
