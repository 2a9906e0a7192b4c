/** The worker thread behind fileStorage.ts: commits batches and settles them, or reads history. */

import { workerData } from 'node:worker_threads'
import { namingDamage } from '../../sqlite/damage.ts'
import { answerAsks, reportStray } from '../../threads/answerAsks.ts'
import { HistoryCursors } from '../history/historyCursors.ts'
import { openHistoryReader } from '../history/historyReader.ts'
import type { RowQuery } from '../port/historyQuery.ts'
import { openValueWriter } from './valueWriter.ts'
import type { StorageAsk, WorkerResult, WorkerStart } from './workerMessages.ts'

/** Interval at which an idle writer looks for rows to settle, milliseconds. */
const IDLE_LOOK_MS = 5000
/**
 * When the writer starts to settle what an earlier run left, milliseconds after its own start. Settling earlier would
 * take a core from the start of the platform.
 */
const FIRST_LOOK_MS = 1500
/** Pause after settling has failed, milliseconds; without it every commit would try again and log the failure. */
const RETRY_PAUSE_MS = 1000

/**
 * Most bytes of a device's recent messages that a reader of history gets. If there are more, they are settled first, so
 * that the reader finds them in the files.
 */
const RECENT_BYTES = 1_048_576
/** Longest time that a reader waits for this, milliseconds. */
const RECENT_WAIT_MS = 2000

const start: WorkerStart = workerData
answerAsks(start.role === 'writer' ? serveWriter() : serveReader())

function serveWriter(): (request: StorageAsk) => WorkerResult | Promise<WorkerResult> {
  const writer = openValueWriter(start.files)
  const waiting = new Set<{ readonly isOver: () => boolean; readonly resolve: () => void }>()
  let next: NodeJS.Immediate | undefined
  let pausedUntil = 0
  const workOn = (): void => {
    if (performance.now() < pausedUntil) return
    next ??= setImmediate(() => {
      next = undefined
      try {
        if (namingDamage(writer.db, () => writer.work())) workOn()
      } catch (error) {
        pausedUntil = performance.now() + RETRY_PAUSE_MS
        // Nothing is lost: the journal keeps the rows, and a later attempt or the next start settles them.
        reportStray(error)
      }
      for (const one of waiting) {
        if (!one.isOver()) continue
        waiting.delete(one)
        one.resolve()
      }
    })
  }
  /** Resolves when the condition holds; it is checked after each step of work. */
  const until = (isOver: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      waiting.add({ isOver, resolve })
      workOn()
    })
  /** Returns the recent messages of a device; settles first when there are too many. */
  const recent = ({ device, startTs, endTs }: RowQuery): WorkerResult | Promise<WorkerResult> => {
    const isLittle = (): boolean => writer.recentBytes(device) <= RECENT_BYTES
    const read = (): WorkerResult => writer.recentSamples(device, startTs, endTs)
    if (isLittle()) return read()
    writer.hurry(device)
    const end = performance.now() + RECENT_WAIT_MS
    return until(() => isLittle() || performance.now() > end).then(read)
  }
  setInterval(workOn, IDLE_LOOK_MS).unref()
  setTimeout(workOn, FIRST_LOOK_MS).unref()

  return (request) => {
    switch (request.ask) {
      case 'commit':
        namingDamage(writer.db, () => writer.commit(request.batch))
        workOn()
        // Acknowledging late slows the senders until settling has caught up.
        return writer.isFull() ? until(() => !writer.isFull()).then(() => undefined) : undefined
      case 'recent':
        return namingDamage(writer.db, () => recent(request.query))
      case 'erase':
        namingDamage(writer.db, () => writer.eraseValues(request.query))
        return undefined
      case 'close':
        clearImmediate(next)
        for (const { resolve } of waiting) resolve()
        try {
          writer.close()
        } catch (error) {
          reportStray(error)
        }
        return undefined
      case 'history':
      case 'more':
      case 'cancel':
        throw new Error('The writer does not read history')
    }
  }
}

function serveReader(): (request: StorageAsk) => WorkerResult {
  const { telemetryFile, historyFolder } = start.files
  const reader = openHistoryReader(telemetryFile, historyFolder)
  const cursors = new HistoryCursors()
  return (request) => {
    switch (request.ask) {
      case 'history':
        return cursors.open(request.cursor, reader.pieces(request.query, request.recent, request.form))
      case 'more':
        return cursors.next(request.cursor)
      case 'cancel':
        cursors.cancel(request.cursor)
        return undefined
      case 'close':
        reader.close()
        return undefined
      default:
        throw new Error('The reader does not write')
    }
  }
}
