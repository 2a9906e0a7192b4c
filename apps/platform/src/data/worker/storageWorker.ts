/** The worker thread behind fileStorage.ts: commits batches and settles them, or reads history. */

import { workerData } from 'node:worker_threads'
import { answerAsks, reportStray } from '../../threads/answerAsks.ts'
import { HistoryCursors } from '../history/historyCursors.ts'
import { openHistoryReader } from '../history/historyReader.ts'
import type { RowQuery } from '../port/historyQuery.ts'
import { openValueWriter } from './valueWriter.ts'
import type { StorageAsk, WorkerResult, WorkerStart } from './workerMessages.ts'

/** How often a writer that nobody writes to looks for something to settle, milliseconds. */
const IDLE_LOOK_MS = 5000
/** When what an earlier run left is looked for, milliseconds after the start: settling it would take a core from the start itself. */
const FIRST_LOOK_MS = 1500
/** Pause after settling has failed, milliseconds: every commit would try it again, and tell. */
const RETRY_PAUSE_MS = 1000

/**
 * Bytes of one device's recent messages that a reader of history is given; when there are more, they are settled first, so that it finds
 * them in the files.
 */
const RECENT_BYTES = 1_048_576
/** Longest that a reader waits for that, milliseconds. */
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
        if (writer.work()) workOn()
      } catch (error) {
        pausedUntil = performance.now() + RETRY_PAUSE_MS
        // Nothing is lost: the journal keeps what could not be settled, and a later look, or the next start, tries again.
        reportStray(error)
      }
      for (const one of waiting) {
        if (!one.isOver()) continue
        waiting.delete(one)
        one.resolve()
      }
    })
  }
  /** Resolves when something is so, which is looked at after each step of work. */
  const until = (isOver: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      waiting.add({ isOver, resolve })
      workOn()
    })
  /** Recent messages for a reader of history, few enough to be handed over. */
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
        writer.commit(request.batch)
        workOn()
        // What is acknowledged late slows its senders, until settling has caught up.
        return writer.isFull() ? until(() => !writer.isFull()).then(() => undefined) : undefined
      case 'recent':
        return recent(request.query)
      case 'erase':
        writer.eraseValues(request.query)
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
