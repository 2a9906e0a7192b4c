/** The worker thread behind fileStorage.ts: commits batches and settles them, or reads history. */
import { workerData } from 'node:worker_threads'
import { answerAsks, reportStray } from '../threads/answerAsks.ts'
import { openHistoryReader } from './historyReader.ts'
import { openValueWriter } from './valueWriter.ts'
import type { StorageAsk, WorkerResult, WorkerStart } from './workerMessages.ts'

/** How often a writer that nobody writes to looks for something to settle, milliseconds. */
const IDLE_LOOK_MS = 5000
/** Pause after settling has failed, milliseconds: every commit would try it again, and tell. */
const RETRY_PAUSE_MS = 1000

const start: WorkerStart = workerData
answerAsks(start.role === 'writer' ? serveWriter() : serveReader())

function serveWriter(): (request: StorageAsk) => WorkerResult {
  const writer = openValueWriter(start.files)
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
    })
  }
  setInterval(workOn, IDLE_LOOK_MS).unref()
  workOn()

  return (request) => {
    switch (request.ask) {
      case 'commit':
        writer.commit(request.batch)
        workOn()
        return undefined
      case 'recent':
        return writer.recentSamples(request.query.device, request.query.startTs, request.query.endTs)
      case 'erase':
        writer.eraseValues(request.query)
        return undefined
      case 'close':
        clearImmediate(next)
        try {
          writer.close()
        } catch (error) {
          reportStray(error)
        }
        return undefined
      case 'history':
        throw new Error('The writer does not read history')
    }
  }
}

function serveReader(): (request: StorageAsk) => WorkerResult {
  const { telemetryFile, historyFolder } = start.files
  const reader = openHistoryReader(telemetryFile, historyFolder)
  return (request) => {
    if (request.ask === 'history') return reader.read(request.query, request.recent)
    if (request.ask === 'close') reader.close()
    return undefined
  }
}
